/** One attempt as it is replayed: its steps in order, and what the screen held at each of them. Pure. */
class ReplayLane {
  /**
   * `steps`: [{seq, kind, at_ms, text, document, page, query, gold, visible_ms, hits, region, lasted_ms}, ...];
   * `region` ({region_id, box, quote}) may stand on region steps, `lasted_ms` on a server_outage, which is
   * written when it ends. `startedAtMs`: when the item was shown. `times`: "stored" by the server, "elapsed"
   * seconds of a file, or "none": then steps stand in order, evenly spread, and no clock is shown.
   */
  constructor({ label, steps, started_at_ms: startedAtMs, times = "stored" }) {
    this.label = label;
    this.steps = steps;
    this.times = times;
    this.startedAtMs = startedAtMs;
  }

  /** How long the attempt lasted up to the end of its last step, at least one second. */
  get lengthMs() {
    const ends = this.steps.map((step) => step.at_ms + (step.visible_ms ?? 0) - this.startedAtMs);
    return Math.max(1000, ...ends);
  }

  /** Milliseconds from the moment the item was shown. */
  sinceShown(step) {
    return Math.max(0, step.at_ms - this.startedAtMs);
  }

  /** The marks that stood after step number `at`, as the viewer takes them. */
  marksAt(at) {
    const book = new MarkBook();
    for (const step of this.steps.slice(0, at + 1)) {
      const { kind, document, page, region } = step;
      if (kind.startsWith("evidence_")) book.apply({ kind, document, page });
      if (kind === "region_marked") book.apply({ kind: "evidence_marked", document, page });
      if (kind.startsWith("region_") && region) book.apply({ kind, document, page, ...region });
    }
    return book.all();
  }

  /** When the clock stood still: pauses, and outages of the server. [{at, step, kind, fromMs, lastedMs, words}, ...] */
  rests() {
    const outages = this.#each("server_outage").map(({ step, at }) => {
      const lastedMs = step.lasted_ms ?? null;
      const words = ["server away", ...(lastedMs === null ? [] : [ReplayLane.seconds(lastedMs)])];
      return { at, step, kind: "outage", fromMs: this.sinceShown(step) - (lastedMs ?? 0), lastedMs, words };
    });
    return [...this.#spans("paused", new Set(["resumed"]), "paused"), ...outages];
  }

  /** When nobody could see the page: a search or a page view ends it too, in whatever browser. */
  hidden() {
    const shown = new Set(["tab_shown", "query", "tool_refused", "page_entered"]);
    return this.#spans("tab_hidden", shown, "hidden");
  }

  #each(kind) {
    return this.steps.map((step, at) => ({ step, at })).filter(({ step }) => step.kind === kind);
  }

  /** From each step of kind `begin` to the next whose kind is one of `ends`, or to the last step. */
  #spans(begin, ends, kind) {
    const spans = [];
    let untilMs = -1;
    for (const { step, at } of this.#each(begin)) {
      const fromMs = this.sinceShown(step);
      if (fromMs < untilMs) continue; // said again while it lasted
      const until = this.steps.slice(at + 1).find((later) => ends.has(later.kind)) ?? this.steps.at(-1);
      untilMs = this.sinceShown(until);
      spans.push({ at, step, kind, fromMs, lastedMs: untilMs - fromMs, words: [kind] });
    }
    return spans;
  }

  /** The step nearest in time to `sinceShownMs`. */
  nearest(sinceShownMs) {
    let best = 0;
    this.steps.forEach((step, at) => {
      const closer = Math.abs(this.sinceShown(step) - sinceShownMs) < Math.abs(this.sinceShown(this.steps[best]) - sinceShownMs);
      if (closer) best = at;
    });
    return best;
  }

  /** 12 s, 1.7 s (below ten seconds), 2 min 05 s. */
  static seconds(ms) {
    if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
    const seconds = Math.round(ms / 1000);
    if (seconds < 60) return `${seconds} s`;
    return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
  }

  /** 04:07, or 1:04:07 from an hour on. */
  static clock(ms) {
    const seconds = Math.floor(ms / 1000);
    const two = (value) => String(value).padStart(2, "0");
    const minutes = Math.floor(seconds / 60);
    const hours = Math.floor(minutes / 60);
    return `${hours ? `${hours}:` : ""}${two(minutes % 60)}:${two(seconds % 60)}`;
  }

  /** 2026-11-29 14:03:27.125 UTC, as the server stored it; of a file there is no date. */
  utc(step) {
    return this.times === "stored" ? ReplayLane.#date(step.at_ms) : this.isTimed ? "since the start" : "no times are recorded";
  }

  /** Whether steps have a place in time, so that lanes can share a scale. */
  get isTimed() {
    return this.times !== "none";
  }

  /** The clock at a step, or its number where no times are recorded. */
  clockAt(step) {
    return this.isTimed ? ReplayLane.clock(this.sinceShown(step)) : `#${this.steps.indexOf(step) + 1}`;
  }

  static #date(atMs) {
    return `${new Date(atMs).toISOString().replace("T", " ").replace("Z", "")} UTC`;
  }
}
