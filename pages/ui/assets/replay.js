/** The replay of an attempt for researchers: time line, the page as it was on the screen, and the list of steps. */
class Replay {
  /** `data`: {index: {name, fingerprint}, lanes: [{label, started_at_ms, steps}, ...]}. Nothing is recorded. */
  constructor(parent, { index, lanes }) {
    this.lanes = lanes.map((lane) => new ReplayLane(lane));
    this.lane = 0;
    this.at = 0;
    this.timeline = new ReplayTimeline({ lanes: this.lanes, onSeek: (lane, at) => this.seek(lane, at) });
    this.steps = new ReplaySteps({ lane: this.lanes[0], onSeek: (at) => this.seek(this.lane, at) });
    this.clock = ViewerDom.make("output", { class: "replay-clock" });
    this.count = ViewerDom.make("span", { class: "replay-count" });
    this.page = ViewerDom.make("div", { class: "replay-page" });
    this.root = ViewerDom.make(
      "section",
      { class: "replay", "aria-label": "Replay" },
      this.#head(),
      this.timeline.element,
      ViewerDom.make("div", { class: "replay-body" }, this.page, this.steps.element),
    );
    parent.append(this.root);
    this.shortcuts = new Shortcuts(this.root);
    const held = { repeat: "allow" };
    this.shortcuts.add("ArrowRight", "Next step", () => this.step(1), held);
    this.shortcuts.add("ArrowLeft", "Previous step", () => this.step(-1), held);
    this.shortcuts.add("Home", "First step", () => this.seek(this.lane, 0));
    this.shortcuts.add("End", "Last step", () => this.seek(this.lane, Infinity));
    this.viewer = new Viewer(this.page, { source: new PageSource(index), readOnly: true, shortcuts: this.shortcuts });
    this.seek(0, 0);
  }

  step(by) {
    this.seek(this.lane, this.at + by);
  }

  /** Go to step number `at` (kept within the lane) and show what was on the screen then. */
  seek(lane, at) {
    const { steps } = this.lanes[lane];
    this.lane = lane;
    this.at = Math.min(steps.length - 1, Math.max(0, at));
    const step = steps[this.at];
    this.timeline.setCursor(lane, this.at);
    this.steps.setCursor(this.at);
    this.count.textContent = `Step ${this.at + 1} of ${steps.length}`;
    this.clock.textContent = ReplayLane.clock(this.lanes[lane].sinceShown(step));
    this.clock.title = ReplayLane.utc(step.at_ms);
    ViewerDom.setUsable(this.back, this.at > 0);
    ViewerDom.setUsable(this.forth, this.at < steps.length - 1);
    this.#showPage(step);
  }

  destroy() {
    this.viewer.destroy();
    this.shortcuts.destroy();
    this.root.remove();
  }

  #showPage({ document, page, query }) {
    const lane = this.lanes[this.lane];
    this.viewer.setMarks(lane.marksAt(this.at));
    if (document === null) this.#showNoPage(lane.steps.findIndex((step) => step.document !== null));
    else this.viewer.open({ document, page, reached: "replay", query: query ?? "" });
  }

  /** `first`: the step at which the first page was opened, or -1. */
  #showNoPage(first) {
    const there = { text: `Go to the first page (step ${first + 1})`, run: () => this.seek(this.lane, first) };
    this.viewer.close("No page was open at this step.", first < 0 ? null : there);
  }

  #head() {
    this.back = ViewerDom.button({ icon: "previous", label: "Previous step", key: "ArrowLeft", onClick: () => this.step(-1) });
    this.forth = ViewerDom.button({ icon: "next", label: "Next step", key: "ArrowRight", onClick: () => this.step(1) });
    const bar = (className) => ViewerDom.make("span", { class: `replay-bar ${className}` });
    const rests = new Set(this.lanes.flatMap((lane) => lane.rests().map(({ kind }) => kind)));
    const legend = ViewerDom.make(
      "span",
      { class: "replay-legend" },
      bar("replay-gold"), "gold page", bar(""), "other page",
      ...(rests.has("paused") ? [bar("replay-rest-paused"), "paused"] : []),
      ...(rests.has("outage") ? [bar("replay-rest-outage"), "server away"] : []),
    );
    return ViewerDom.make("div", { class: "replay-head" }, this.back, this.forth, this.clock, this.count, legend);
  }
}
