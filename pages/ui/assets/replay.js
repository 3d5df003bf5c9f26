/** The replay of one attempt, or of two on the same item beside each other: time line, pages, lists of steps. */
class Replay {
  /**
   * `data`: {lanes: [{label, times, started_at_ms, steps, index, at}, ...]}, `at` the step to begin with. Nothing
   * is recorded.
   */
  constructor(parent, { lanes }) {
    this.lanes = lanes.map((lane) => new ReplayLane(lane));
    this.lane = 0;
    this.at = lanes.map(() => 0);
    const name = `replay ${lanes.length > 1 ? "replay-of-two" : ""}`;
    this.root = ViewerDom.make("section", { class: name, "aria-label": "Replay" });
    this.#addShortcuts(); // before those of the pages: arrows step
    this.timeline = new ReplayTimeline({ lanes: this.lanes, onSeek: (lane, at) => this.seek(lane, at) });
    this.clock = ViewerDom.make("output", { class: "replay-clock" });
    this.count = ViewerDom.make("span", { class: "replay-count" });
    this.columns = this.lanes.map((lane, number) => new ReplayColumn({
      lane,
      index: lanes[number].index,
      isCurrent: () => this.lane === number,
      onSeek: (at) => this.seek(number, at),
    }));
    const columns = ViewerDom.make("div", { class: "replay-columns" }, ...this.columns.map((column) => column.element));
    this.root.append(this.#head(), this.timeline.element, columns);
    parent.append(this.root);
    lanes.forEach((lane, number) => this.seek(number, (lane.at ?? 1) - 1));
    this.choose(0);
  }

  step(by) {
    this.seek(this.lane, this.at[this.lane] + by);
  }

  /** Go to step number `at` of a lane (kept within it) and show what was on the screen then. */
  seek(lane, at) {
    const { steps } = this.lanes[lane];
    this.at[lane] = Math.min(steps.length - 1, Math.max(0, at));
    this.timeline.setCursor(lane, this.at[lane]);
    this.columns[lane].show(this.at[lane]);
    this.choose(lane);
  }

  /** Let keys and buttons mean this attempt. */
  choose(lane) {
    this.lane = lane;
    const at = this.at[lane];
    const { steps } = this.lanes[lane];
    this.count.textContent = `Step ${at + 1} of ${steps.length}`;
    this.clock.textContent = this.lanes[lane].isTimed ? this.lanes[lane].clockAt(steps[at]) : "";
    this.clock.title = this.lanes[lane].utc(steps[at]);
    ViewerDom.setUsable(this.back, at > 0);
    ViewerDom.setUsable(this.forth, at < steps.length - 1);
    this.choices.forEach((button, number) => button.setAttribute("aria-pressed", String(number === lane)));
    this.columns.forEach((column, number) => column.element.classList.toggle("replay-current", number === lane));
  }

  destroy() {
    this.columns.forEach((column) => column.destroy());
    this.shortcuts.destroy();
    this.root.remove();
  }

  #addShortcuts() {
    this.shortcuts = new Shortcuts(this.root);
    const held = { repeat: "allow" };
    this.shortcuts.add("ArrowRight", "Next step", () => this.step(1), held);
    this.shortcuts.add("ArrowLeft", "Previous step", () => this.step(-1), held);
    this.shortcuts.add("Home", "First step", () => this.seek(this.lane, 0));
    this.shortcuts.add("End", "Last step", () => this.seek(this.lane, Infinity));
    if (this.lanes.length < 2) return;
    this.lanes.forEach((_, number) => this.shortcuts.add(String(number + 1), `Attempt ${number + 1}`, () => this.choose(number)));
  }

  #head() {
    this.back = ViewerDom.button({ icon: "previous", label: "Previous step", key: "ArrowLeft", onClick: () => this.step(-1) });
    this.forth = ViewerDom.button({ icon: "next", label: "Next step", key: "ArrowRight", onClick: () => this.step(1) });
    this.choices = this.lanes.length < 2 ? [] : this.lanes.map(({ label }, number) =>
      ViewerDom.make("button", {
        type: "button",
        class: "replay-choice",
        title: `Step through this one (${number + 1})`,
        on: { click: () => this.choose(number) },
      }, ViewerDom.make("kbd", { text: String(number + 1) }), ViewerDom.make("span", { text: label })));
    const bar = (className) => ViewerDom.make("span", { class: `replay-bar ${className}` });
    const rests = new Set(this.lanes.flatMap((lane) => lane.rests().map(({ kind }) => kind)));
    const legend = ViewerDom.make(
      "span",
      { class: "replay-legend" },
      bar("replay-gold"), "gold page", bar(""), "other page",
      ...(rests.has("paused") ? [bar("replay-rest-paused"), "paused"] : []),
      ...(rests.has("outage") ? [bar("replay-rest-outage"), "server away"] : []),
    );
    return ViewerDom.make("div", { class: "replay-head" },
      ...this.choices, this.back, this.forth, this.clock, this.count, this.#link(), legend);
  }

  /** Copies the address of what is shown, with the steps: who may see it sees the same. */
  #link() {
    const button = ViewerDom.make("button", { type: "button", class: "replay-link", text: "Copy link to this step" });
    button.addEventListener("click", async () => {
      const address = new URL(window.location.href);
      ["step", "beside_step"].slice(0, this.at.length).forEach((name, lane) => address.searchParams.set(name, this.at[lane] + 1));
      try {
        await navigator.clipboard.writeText(address.href);
        button.textContent = "Copied";
      } catch {
        window.prompt("Copy this address", address.href); // no clipboard without https
      }
      setTimeout(() => { button.textContent = "Copy link to this step"; }, 2000);
    });
    return button;
  }
}
