/** One attempt of a replay below the time line: the page as it was on the screen, and the list of steps. */
class ReplayColumn {
  /**
   * `index`: {name, fingerprint}, or null where no collection holds the pages; `isCurrent()`: whether keys mean
   * this attempt; `onSeek(step)` when a step is chosen.
   */
  constructor({ lane, index, isCurrent, onSeek }) {
    this.lane = lane;
    this.hasPages = index !== null;
    this.onSeek = onSeek;
    this.steps = new ReplaySteps({ lane, onSeek, onPage: this.hasPages ? (hit) => this.#look(hit) : null });
    this.page = ViewerDom.make("div", { class: "replay-page" });
    const name = lane.label ? ViewerDom.make("h3", { class: "replay-column-name", text: lane.label }) : null;
    this.element = ViewerDom.make("section", { class: "replay-column", "aria-label": lane.label || "Attempt" },
      name, ViewerDom.make("div", { class: "replay-body" }, this.page, this.steps.element));
    this.shortcuts = new Shortcuts(this.element, { when: isCurrent });
    const source = new PageSource(index ?? { name: "", fingerprint: "" });
    this.viewer = new Viewer(this.page, { source, readOnly: true, shortcuts: this.shortcuts });
  }

  /** Show what was on the screen at step number `at`. */
  show(at) {
    const { document, page, query } = this.lane.steps[at];
    this.steps.setCursor(at);
    this.viewer.setMarks(this.lane.marksAt(at));
    if (!this.hasPages) this.viewer.close("No collection that you may open holds these pages: the steps name them.");
    else if (document === null) this.#showNoPage(this.lane.steps.findIndex((step) => step.document !== null));
    else this.viewer.open({ document, page, reached: "replay", query: query ?? "" });
  }

  destroy() {
    this.viewer.destroy();
    this.shortcuts.destroy();
  }

  /** A page that was found, whether or not somebody looked at it then. */
  #look({ document, page, query }) {
    this.viewer.open({ document, page, reached: "replay", query });
  }

  /** `first`: the step at which the first page was opened, or -1. */
  #showNoPage(first) {
    const there = { text: `Go to the first page (step ${first + 1})`, run: () => this.onSeek(first) };
    const unseen = this.lane.steps.some((step) => step.hits?.length)
      ? "No page is recorded as seen. Choose a hit of a search to look at it."
      : "No page is recorded as seen.";
    const words = first < 0 ? unseen : "No page was open at this step.";
    this.viewer.close(words, first < 0 ? null : there);
  }
}
