/** The window that a bench or a desk fills: below and above whatever the page around keeps for itself. */
class BenchFrame {
  #leaving = new AbortController();
  #surroundings = new ResizeObserver(() => this.fit());

  /** `name` is a class of the frame's inside (`bench`); `parts` stand in it, `overlays` beside it. */
  constructor({ name, parts, overlays }) {
    this.inside = BenchDom.make("div", { class: name }, ...parts);
    this.frame = BenchDom.make("div", { class: "bench-frame" }, this.inside, ...overlays);
    new FieldLimit(this.frame);
    window.addEventListener("resize", () => this.fit(), { signal: this.#leaving.signal });
  }

  /** Puts the frame into the page; what the page before left above it may still go away and make room. */
  enter(parent) {
    parent.append(this.frame);
    for (let at = this.frame.parentNode; at; at = at.parentNode ?? at.host) {
      if (at instanceof Element) this.#surroundings.observe(at);
    }
    this.fit();
  }

  /** Fills the window below and above whatever the page around keeps for itself. */
  fit() {
    const above = this.frame.getBoundingClientRect().top + this.#scrolled();
    let below = 0;
    for (let at = this.frame; at; at = at.parentNode ?? at.host) {
      if (at instanceof Element && at !== this.frame) below += parseFloat(getComputedStyle(at).paddingBottom) || 0;
    }
    this.frame.style.setProperty("--bench-outside", `${Math.max(0, Math.round(above + below))}px`);
  }

  /** On a small window the inside scrolls: brings `part` into sight if it is not. */
  reveal(part) {
    const { top, bottom } = part.getBoundingClientRect();
    const middle = this.frame.getBoundingClientRect();
    if (top > middle.bottom - 120 || bottom < middle.top + 120) part.scrollIntoView({ block: "start" });
  }

  destroy() {
    this.#leaving.abort();
    this.#surroundings.disconnect();
    this.frame.remove();
  }

  #scrolled() {
    let scrolled = 0;
    for (let at = this.frame.parentNode; at; at = at.parentNode ?? at.host) scrolled += at.scrollTop ?? 0;
    return scrolled;
  }
}
