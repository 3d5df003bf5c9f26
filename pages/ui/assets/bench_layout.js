/**
 * Where things stand: header, question and search on the left, the document on the right, evidence
 * and answer below. Reading order and focus order are the order of the work.
 */
class BenchLayout {
  #frame;
  #header;
  #foot;
  #curtain;
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
    this.#frame = new BenchFrame({
      name: "bench",
      parts: [this.#header, this.work, this.#foot, this.#curtain],
      overlays: [...parts.dialogs, parts.voice.root],
    });
  }

  /** The element that holds everything. */
  get frame() {
    return this.#frame.frame;
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
   * "paused" (question, documents and answer are out of sight); "over" (the time is up; so are they).
   *
   * Outside "all" no key reaches the shortcuts of the bench, the viewer or the page around.
   */
  setUse(use) {
    const paused = use === "paused";
    this.#frame.inside.dataset.use = use;
    this.#curtain.hidden = !paused;
    this.#closeHeader(use);
    this.work.inert = use !== "all";
    this.#foot.inert = paused || use === "over";
    if (use === "over") this.frame.scrollTop = 0;
    // What covers the work leaves the header in sight, which has two rows in a narrow window.
    this.frame.style.setProperty("--bench-header", `${this.#header.offsetHeight}px`);
    window.removeEventListener("keydown", this.#swallow, { capture: true });
    if (use !== "all") window.addEventListener("keydown", this.#swallow, { capture: true });
  }

  // Who pauses, or whose time is up, may still leave.
  #closeHeader(use) {
    const wayOut = use === "sending" ? null : this.#header.querySelector(".bench-way-out");
    this.#header.inert = use !== "all" && !wayOut;
    if (wayOut) for (const control of wayOut.parentNode.children) control.inert = use !== "all" && control !== wayOut;
  }

  /** Puts the bench into the page. */
  enter(parent) {
    this.#frame.enter(parent);
  }

  /** Fills the window anew. */
  fit() {
    this.#frame.fit();
  }

  /** On a small window the bench scrolls: brings the document into sight if it is not. */
  revealViewer() {
    this.#frame.reveal(this.viewer);
  }

  destroy() {
    this.setUse("all");
    this.#frame.destroy();
  }
}
