/** One attempt as it is replayed: its steps in order, and what the screen held at each of them. Pure. */
class ReplayLane {
  /**
   * `steps`: [{seq, kind, at_ms, text, document, page, query, gold, visible_ms, hits, region}, ...];
   * `region` ({region_id, box, quote}) may stand on region steps. `startedAtMs`: when the item was shown.
   */
  constructor({ label, steps, started_at_ms: startedAtMs }) {
    this.label = label;
    this.steps = steps;
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

  /** The step nearest in time to `sinceShownMs`. */
  nearest(sinceShownMs) {
    let best = 0;
    this.steps.forEach((step, at) => {
      const closer = Math.abs(this.sinceShown(step) - sinceShownMs) < Math.abs(this.sinceShown(this.steps[best]) - sinceShownMs);
      if (closer) best = at;
    });
    return best;
  }

  /** 04:07, or 1:04:07 from an hour on. */
  static clock(ms) {
    const seconds = Math.floor(ms / 1000);
    const two = (value) => String(value).padStart(2, "0");
    const minutes = Math.floor(seconds / 60);
    const hours = Math.floor(minutes / 60);
    return `${hours ? `${hours}:` : ""}${two(minutes % 60)}:${two(seconds % 60)}`;
  }

  /** 2026-11-29 14:03:27.125 UTC, as the server stored it. */
  static utc(atMs) {
    return `${new Date(atMs).toISOString().replace("T", " ").replace("Z", "")} UTC`;
  }
}
