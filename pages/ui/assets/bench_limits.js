/**
 * The limits on working time, counted down between two words of the server.
 *
 * The server alone ends an item. This paints what is left, warns once at each set point while the tab is in
 * sight, and says when it is time to ask.
 */
class BenchLimits {
  // What is being typed is saved without delay in the last seconds: later it would come too late.
  static #NEAR_MS = 5000;
  static #LAST_CALL_MS = 400;
  static #LATE_S = 2;

  #limits = [];
  #warnBefore;
  #warned;
  #onWarning;
  #onNear;
  #onOver;
  #isOver = false;

  /**
   * `limits`: [{of, limit_s, left_ms}, …] as the server says; `warnBefore`: seconds; `warned`: [{of, left_s}, …]
   * that were shown already. `onWarning({of, left_s})`, `onNear()` in the last seconds, `onOver()` once at the end.
   */
  constructor({ limits, warnBefore, warned, onWarning, onNear, onOver }) {
    this.#warnBefore = [...warnBefore].sort((one, other) => one - other);
    this.#warned = new Set(warned.map(({ of, left_s: left }) => `${of} ${this.#point(left)}`));
    this.#onWarning = onWarning;
    this.#onNear = onNear;
    this.#onOver = onOver;
    this.take(limits);
  }

  get exist() {
    return this.#limits.length > 0;
  }

  /** The server said anew what is left. */
  take(limits) {
    this.#limits = limits;
    this.#isOver = false;
  }

  /** The limit that comes first, `workedMs` after the server's last word: {of, leftMs}; null without limits. */
  nearest(workedMs) {
    const all = this.#limits.map(({ of, left_ms: leftMs }) => ({ of, leftMs: Math.max(0, leftMs - workedMs) }));
    return all.length ? all.reduce((first, one) => (one.leftMs < first.leftMs ? one : first)) : null;
  }

  /** What is left of one limit, `workedMs` after the server's last word; null without it. */
  leftOf(of, workedMs) {
    const limit = this.#limits.find((one) => one.of === of);
    return limit ? Math.max(0, limit.left_ms - workedMs) : null;
  }

  /** Does what is due `workedMs` after the server's last word, while the clock runs. */
  look(workedMs) {
    const first = this.nearest(workedMs);
    if (!first) return;
    if (first.leftMs <= 0) {
      if (!this.#isOver) {
        this.#isOver = true;
        this.#onOver();
      }
      return;
    }
    if (first.leftMs <= BenchLimits.#NEAR_MS) this.#onNear();
    if (!document.hidden) for (const limit of this.#limits) this.#warn(limit, limit.left_ms - workedMs);
  }

  /** In how many milliseconds to look again. */
  nextMs(workedMs) {
    const first = this.nearest(workedMs);
    if (!first || this.#isOver) return 1000;
    const { leftMs } = first;
    return leftMs > BenchLimits.#LAST_CALL_MS ? Math.min(leftMs % 1000 || 1000, leftMs - BenchLimits.#LAST_CALL_MS) : leftMs;
  }

  // A warning that was missed (hidden tab, reload) gives way to the next one, and says what is left indeed.
  #warn({ of, limit_s: limit }, leftMs) {
    const left = Math.ceil(leftMs / 1000);
    const point = this.#point(left);
    if (point === undefined || point >= limit || this.#warned.has(`${of} ${point}`)) return;
    this.#warned.add(`${of} ${point}`);
    this.#onWarning({ of, left_s: point - left > BenchLimits.#LATE_S ? left : point });
  }

  /** The set point that so many seconds have come to. */
  #point(left) {
    return this.#warnBefore.find((seconds) => left <= seconds);
  }
}
