/**
 * The time line of a replay, one band a lane: queries as ticks with their text, page views as bars as
 * long as they were visible, marks as flags, and the times in which the clock stood still or nobody
 * looked; gold pages are filled and named. All lanes share one scale.
 *
 * A word inside a bar is shown whole or not at all (its title says everything), so no two overlap.
 */
class ReplayTimeline {
  static TICKS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];
  static FLAGS = new Set(["evidence_marked", "evidence_unmarked", "region_marked", "region_unmarked"]);
  static ENDS = { answer_submitted: "submitted", item_expired: "time over" };

  /** `onSeek(lane, step)` when a place on the line is chosen. */
  constructor({ lanes, onSeek }) {
    this.lanes = lanes;
    this.onSeek = onSeek;
    const timed = lanes.filter((lane) => lane.isTimed);
    this.sharedMs = Math.max(1000, ...timed.map((lane) => lane.lengthMs)) * 1.02;
    this.cursors = [];
    this.marks = lanes.map(() => []); // per lane: the elements of its steps, by step
    this.element = ViewerDom.make(
      "div",
      { class: "replay-timeline" },
      ...lanes.map((lane, at) => this.#band(lane, at)),
      lanes.some((lane) => lane.isTimed) ? this.#axis() : null,
    );
  }

  /** Put the cursor of lane number `lane` on step number `at`. */
  setCursor(lane, at) {
    const step = this.lanes[lane].steps[at];
    this.cursors[lane].style.left = this.#left(this.lanes[lane], this.lanes[lane].sinceShown(step));
    for (const [index, element] of this.marks[lane].entries()) element?.classList.toggle("replay-at", index === at);
  }

  /** How long the line of a lane is: one scale for all that have times, an own one for steps in order. */
  #lengthMs(lane) {
    return lane.isTimed ? this.sharedMs : lane.lengthMs * 1.02;
  }

  #left(lane, ms) {
    return `${(100 * ms) / this.#lengthMs(lane)}%`;
  }

  #band(lane, number) {
    const row = (name, className) => {
      const track = ViewerDom.make("div", { class: `replay-track ${className}` });
      return [ViewerDom.make("div", { class: "replay-row-name", text: name }), track];
    };
    const [queryName, queries] = row("Queries", "replay-queries");
    const [viewName, views] = row("Page views", "replay-views");
    const [flagName, flags] = row("Marks", "replay-flags");
    const [clockName, clock] = row("Clock", "replay-moments");
    const [hiddenName, hidden] = row("Tab hidden", "replay-moments");
    this.#drawQueries(lane, number, queries);
    lane.steps.forEach((step, at) => {
      if (step.kind === "page_entered") this.#put(number, at, views, this.#view(lane, step));
      else if (ReplayTimeline.FLAGS.has(step.kind)) this.#put(number, at, flags, this.#flag(lane, step, flags));
      else if (step.kind in ReplayTimeline.ENDS) this.#put(number, at, clock, this.#end(lane, step));
    });
    for (const span of lane.rests()) this.#put(number, span.at, clock, this.#rest(lane, span));
    for (const span of lane.hidden()) this.#put(number, span.at, hidden, this.#rest(lane, { ...span, words: [] }));
    const hiddenRow = hidden.childElementCount ? [hiddenName, hidden] : [];
    // Of a file without them, empty rows would say that nothing was opened or marked.
    const recorded = (name, track) => (lane.times === "stored" || track.childElementCount ? [name, track] : []);
    const cursor = ViewerDom.make("div", { class: "replay-cursor" });
    this.cursors[number] = cursor;
    const rows = ViewerDom.make(
      "div",
      { class: "replay-rows", on: { click: (event) => this.#seek(event, number) } },
      queryName, queries, ...recorded(viewName, views), ...recorded(flagName, flags), clockName, clock, ...hiddenRow,
      ViewerDom.make("div", { class: "replay-cursor-track" }, cursor),
    );
    const untimed = lane.isTimed ? null : ViewerDom.make("span", { class: "replay-untimed", text: "No times are recorded: steps stand in order." });
    const label = lane.label ? ViewerDom.make("span", { text: lane.label }) : null;
    const name = label || untimed ? ViewerDom.make("div", { class: "replay-lane-name" }, label, untimed) : null;
    return ViewerDom.make("div", { class: "replay-band" }, name, rows);
  }

  #put(lane, at, track, element) {
    this.marks[lane][at] = element;
    track.append(element);
  }

  /** Two lines in turn: a query's text has the room up to the next but one. */
  #drawQueries(lane, number, track) {
    const queries = lane.steps.map((step, at) => ({ step, at })).filter(({ step }) => step.kind === "query");
    queries.forEach(({ step, at }, n) => {
      const from = lane.sinceShown(step);
      const next = queries[n + 2];
      const room = (next ? lane.sinceShown(next.step) : this.#lengthMs(lane)) - from;
      const tick = ViewerDom.make(
        "div",
        { class: `replay-query replay-line-${n % 2}`, title: this.#title(lane, step) },
        ViewerDom.make("span", { text: step.query ?? step.text }),
      );
      tick.style.left = this.#left(lane, from);
      tick.style.width = this.#left(lane, room);
      this.#put(number, at, track, tick);
    });
  }

  #view(lane, step) {
    const words = step.gold ? [`p. ${step.page}`, "gold"] : [`p. ${step.page}`];
    const title = this.#title(lane, step);
    return this.#bar(lane, step.gold ? "replay-gold" : "", lane.sinceShown(step), step.visible_ms ?? 0, words, title);
  }

  /** A pause, an outage of the server, or time in which the tab was hidden. */
  #rest(lane, { step, kind, fromMs, lastedMs, words }) {
    const lasted = lastedMs === null ? "" : `, for ${ReplayLane.seconds(lastedMs)}`;
    const title = `${this.#title(lane, step)}${lasted}`;
    return this.#bar(lane, `replay-rest replay-rest-${kind}`, fromMs, lastedMs ?? 0, words, title);
  }

  #bar(lane, className, fromMs, lastedMs, words, title) {
    const spans = words.map((text) => ViewerDom.make("span", { text }));
    const bar = ViewerDom.make("div", { class: `replay-bar ${className}`, title }, ...spans);
    bar.style.left = this.#left(lane, fromMs);
    bar.style.width = this.#left(lane, lastedMs);
    return bar;
  }

  /** Marks made in one breath stand beside each other, not on top of each other. */
  #flag(lane, step, track) {
    const since = lane.sinceShown(step);
    const before = track.lastElementChild;
    const close = before && since - Number(before.dataset.since) < 0.015 * this.#lengthMs(lane);
    const shift = close ? Number(before.dataset.shift) + 1 : 0;
    const removed = step.kind.endsWith("unmarked");
    const className = `replay-flag ${step.gold ? "replay-gold" : ""} ${removed ? "replay-removed" : ""}`;
    const icon = removed ? "close" : step.kind.startsWith("region") ? "region" : "flag";
    const flag = ViewerDom.make(
      "div",
      { class: className, title: this.#title(lane, step), "data-since": since, "data-shift": shift },
      ViewerDom.icon(icon),
    );
    flag.style.left = `calc(${this.#left(lane, since)} + ${20 * shift}px)`;
    return flag;
  }

  /** Nothing of an attempt comes after its end: the word has all the room to the right. */
  #end(lane, step) {
    const words = ReplayTimeline.ENDS[step.kind];
    const end = ViewerDom.make("div", { class: "replay-end", title: this.#title(lane, step), text: words });
    end.style.left = this.#left(lane, lane.sinceShown(step));
    return end;
  }

  #title(lane, step) {
    const visible = step.visible_ms === null || step.visible_ms === undefined ? "" : `, visible ${ReplayLane.seconds(step.visible_ms)}`;
    const gold = step.gold ? ", gold page" : "";
    return `${lane.clockAt(step)} ${step.text}${visible}${gold}\n${lane.utc(step)}`;
  }

  #axis() {
    const seconds = this.sharedMs / 1000;
    const every = ReplayTimeline.TICKS_S.find((step) => seconds / step <= 10) ?? 3600 * Math.ceil(seconds / 36_000);
    const track = ViewerDom.make("div", { class: "replay-track replay-axis", "aria-hidden": "true" });
    for (let at = 0; at < 0.96 * seconds; at += every) {
      const tick = ViewerDom.make("span", { text: ReplayLane.clock(1000 * at) });
      tick.style.left = `${(100 * at) / seconds}%`;
      track.append(tick);
    }
    return ViewerDom.make("div", { class: "replay-rows" }, ViewerDom.make("div", { class: "replay-row-name", text: "Time" }), track);
  }

  /** A click on a step goes to it; a click beside goes to the step nearest in time. */
  #seek(event, lane) {
    const step = this.marks[lane].findIndex((element) => element?.contains(event.target));
    if (step >= 0) return this.onSeek(lane, step);
    const track = event.currentTarget.querySelector(".replay-track").getBoundingClientRect();
    const share = (event.clientX - track.left) / track.width;
    if (share >= 0) this.onSeek(lane, this.lanes[lane].nearest(share * this.#lengthMs(this.lanes[lane])));
  }
}
