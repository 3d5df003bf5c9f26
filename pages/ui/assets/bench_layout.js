/**
 * Where things stand: header, question and search on the left, the document on the right, evidence
 * and answer below. Reading order and focus order are the order of the work.
 */
class BenchLayout {
  #bench;
  #header;
  #foot;
  #curtain;
  #leaving = new AbortController();
  #surroundings = new ResizeObserver(() => this.fit());
  #swallow = (event) => event.stopPropagation();

  /** `parts` are the pieces of the bench: { header, search, notices, tray, saving, form, curtain, dialogs, voice }. */
  constructor({ question, parts }) {
    this.viewer = BenchDom.make("div", { class: "bench-viewer" });
    this.#header = parts.header.root;
    this.#curtain = parts.curtain;
    this.#foot = BenchDom.make(
      "div",
      { class: "bench-foot" },
      parts.notices.root,
      BenchDom.make("div", { class: "bench-foot-row" }, parts.tray.root, parts.saving.root),
      parts.form.root,
    );
    this.work = BenchDom.make(
      "main",
      { class: "bench-work" },
      BenchDom.make("div", { class: "bench-left" }, BenchLayout.#question(question), parts.search.root),
      this.viewer,
    );
    this.#bench = BenchDom.make("div", { class: "bench" }, this.#header, this.work, this.#foot, this.#curtain);
    this.frame = BenchDom.make("div", { class: "bench-frame" }, this.#bench, ...parts.dialogs, parts.voice.root);
    window.addEventListener("resize", () => this.fit(), { signal: this.#leaving.signal });
  }

  // The box can be reached by Tab: a long question scrolls inside it, with the arrow keys too.
  static #question(question) {
    return BenchDom.make(
      "section",
      { class: "bench-question", "aria-labelledby": "bench-question-title", tabindex: "0" },
      BenchDom.make("h2", { id: "bench-question-title", class: "bench-label", text: "Question" }),
      BenchDom.make("p", { class: "bench-question-text", dir: "auto", text: question }),
    );
  }

  /**
   * What of the bench is in use: "all"; "sending" (nothing changes while an answer is on its way);
   * "paused" (question, documents and answer are out of sight).
   *
   * Outside "all" no key reaches the shortcuts of the bench, the viewer or the page around.
   */
  setUse(use) {
    const paused = use === "paused";
    this.#bench.dataset.use = use;
    this.#curtain.hidden = !paused;
    this.#header.inert = use !== "all";
    this.work.inert = use !== "all";
    this.#foot.inert = paused;
    window.removeEventListener("keydown", this.#swallow, { capture: true });
    if (use !== "all") window.addEventListener("keydown", this.#swallow, { capture: true });
  }

  /** Puts the bench into the page; what the page before left above it may still go away and make room. */
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

  /** On a small window the bench scrolls: brings the document into sight if it is not. */
  revealViewer() {
    const { top, bottom } = this.viewer.getBoundingClientRect();
    const middle = this.frame.getBoundingClientRect();
    if (top > middle.bottom - 120 || bottom < middle.top + 120) this.viewer.scrollIntoView({ block: "start" });
  }

  destroy() {
    this.setUse("all");
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
