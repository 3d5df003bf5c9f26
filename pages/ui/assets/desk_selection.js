/** Text selected on the page in the viewer, and a small bar beside it with what can be done with it. */
class DeskSelection {
  #frame;
  #viewer;
  #bar;
  #text = "";
  #listening = new AbortController();

  /**
   * `frame` holds everything and gets the bar; `viewer` is the element with the page. `actions` are
   * [{key, label, run(text)}, …], in order.
   */
  constructor({ frame, viewer, actions }) {
    this.#frame = frame;
    this.#viewer = viewer;
    const buttons = actions.map(({ key, label, run }) => {
      const click = () => {
        const text = this.#text;
        this.clear();
        run(text);
      };
      // The press must not take the selection away before it is used.
      const mousedown = (event) => event.preventDefault();
      return BenchDom.make("button", { type: "button", class: "bench-quiet", "aria-keyshortcuts": key, on: { click, mousedown } },
        label, BenchDom.make("kbd", { "aria-hidden": "true", text: key }));
    });
    this.#bar = BenchDom.make("div", { class: "desk-selection", role: "toolbar", "aria-label": "Selected text", hidden: true }, ...buttons);
    frame.append(this.#bar);
    const options = { signal: this.#listening.signal };
    document.addEventListener("selectionchange", () => this.#look(), options);
    viewer.addEventListener("scroll", () => this.#place(), { ...options, capture: true });
    window.addEventListener("resize", () => this.#place(), options);
  }

  /** The selected text on one line, or nothing: as it is now, since the next key can come before the news of it. */
  get text() {
    this.#look();
    return this.#text;
  }

  /** Takes the selection back. */
  clear() {
    this.#selection()?.removeAllRanges();
    this.#show("");
  }

  destroy() {
    this.#listening.abort();
    this.#bar.remove();
  }

  // Chromium keeps a selection inside a shadow root to that root; other browsers tell the document of it.
  #selection() {
    const root = this.#frame.getRootNode();
    return root.getSelection?.() ?? document.getSelection();
  }

  #range() {
    const selection = this.#selection();
    if (!selection?.rangeCount || selection.isCollapsed) return null;
    const range = selection.getRangeAt(0);
    const layer = this.#viewer.querySelector(".viewer-text");
    return layer?.contains(range.startContainer) ? range : null;
  }

  #look() {
    const range = this.#range();
    this.#show(range ? this.#selection().toString().replace(/\s+/g, " ").trim() : "");
  }

  #show(text) {
    this.#text = text;
    this.#bar.hidden = !text;
    if (text) this.#place();
  }

  // Below the last line of the selection, above the first where there is no room, never outside the viewer.
  #place() {
    const range = this.#bar.hidden ? null : this.#range();
    if (!range) return;
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
    if (!rects.length) return;
    const [first, last] = [rects[0], rects.at(-1)];
    const frame = this.#frame.getBoundingClientRect();
    const room = this.#viewer.getBoundingClientRect();
    const bar = this.#bar.getBoundingClientRect();
    const below = last.bottom + 6;
    const top = below + bar.height > room.bottom ? first.top - bar.height - 6 : below;
    const left = Math.max(room.left + 4, Math.min(last.right - bar.width / 2, room.right - bar.width - 4));
    this.#bar.style.left = `${left - frame.left + this.#frame.scrollLeft}px`;
    this.#bar.style.top = `${Math.max(room.top + 4, top) - frame.top + this.#frame.scrollTop}px`;
  }
}
