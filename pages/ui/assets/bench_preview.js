/** The participant's bench for a researcher who looks at a draft: searching is real, the rest stays in this browser. */
class BenchPreview extends BenchKind {
  next = "Next item…";
  #data;

  constructor(data) {
    super();
    this.#data = data;
  }

  http(about) {
    return new PreviewHttp(about, this.#data);
  }
}

/** Answers for the server where a gesture would be stored: the clock runs, pauses and ends here alone. */
class PreviewHttp extends BenchHttp {
  #limits;
  #rules;
  #workedMs = 0;
  #runsSince = performance.now();
  #reason = null;
  #pauses = 0;

  constructor(about, { state, time }) {
    super(about);
    this.#limits = state.clock.limits;
    this.#rules = time;
  }

  async gesture(path, fields, onRetry) {
    switch (path) {
      case "/api/pause":
        this.#pause(fields.reason);
        return this.#told();
      case "/api/resume":
        this.#resume();
        return this.#told();
      case "/api/clock":
        return this.#told();
      case "/api/answer":
        return { accepted: true, already: false };
      default:
        return super.gesture(path, fields, onRetry);
    }
  }

  get #workingMs() {
    return Math.round(this.#workedMs + (this.#reason === null ? performance.now() - this.#runsSince : 0));
  }

  #pause(reason) {
    if (this.#reason !== null) return;
    this.#workedMs = this.#workingMs;
    this.#reason = reason;
    this.#pauses += 1;
  }

  #resume() {
    if (this.#reason === null) return;
    this.#reason = null;
    this.#runsSince = performance.now();
  }

  #told() {
    const workingMs = this.#workingMs;
    const limits = this.#limits.map((limit) => ({ ...limit, left_ms: Math.max(0, limit.left_ms - workingMs) }));
    const over = limits.find((limit) => limit.left_ms === 0);
    const ended = over ? { of: over.of, submitted: this.#rules.at_limit === "submit", is_empty: true } : null;
    const clock = {
      working_ms: workingMs,
      phase: this.#reason === null ? "open" : "paused",
      paused: this.#reason,
      limits,
      pause_left_ms: null,
      pauses_left: null,
      ended,
    };
    return { paused: this.#reason !== null, working_ms: workingMs, clock };
  }
}
