/**
 * The time of an item: the clock in the header, the warnings, and what happens when it is up.
 *
 * It never decides: when the browser thinks that the time is up, the work goes out of sight and the server is
 * asked, which closes what is over and says what became of it.
 */
class BenchTime {
  #rules;
  #http;
  #notices;
  #queue;
  #bench;
  #limits;
  #isAsking = false;
  #askAgain = false;
  #warning = null;

  /**
   * `data` is as for the bench, `state` its state. `bench`: { isBusy(), onNear(), onCover(isCovered),
   * onHeard(paused, clock), onEnded(), onClosed(why), onGoOn() }: whether an answer is on its way or the item done;
   * the last seconds; the work went out of sight or came back; the server said how the clock stands; the time was
   * up; the item was closed by somebody; the person goes on.
   */
  constructor({ data, state, http, notices, queue, say, bench }) {
    this.#rules = data.time ?? null;
    this.#http = http;
    this.#notices = notices;
    this.#queue = queue;
    this.#bench = bench;
    this.cover = new BenchTimeUp({ label: data.next_label ?? "Go on", onGoOn: () => bench.onGoOn() });
    this.#limits = new BenchLimits({
      limits: state.clock?.limits ?? [],
      warnBefore: this.#rules?.warn_before_s ?? [],
      warned: this.#rules?.warned ?? [],
      onWarning: (warning) => this.#warn(warning),
      onNear: () => bench.onNear(),
      // In a later turn: the clock may find that all is over before the bench stands.
      onOver: () => queueMicrotask(() => this.#over()),
    });
    const paused = state.paused !== null;
    this.clock = new WorkingClock({
      workingMs: state.working_ms,
      paused,
      say,
      limits: this.#limits,
      isShown: data.show_time,
      onTick: () => this.#count(),
    });
  }

  /** Whether something ends by itself here: then this asks how things stand, not the page. */
  get isKept() {
    return this.#limits.exist || (this.#rules?.pauses.longest_s ?? null) !== null;
  }

  get isUp() {
    return this.cover.isShown;
  }

  /** Asks the server for the clock; what is over by now, it closes. */
  async ask() {
    // What is being asked may be answered as of a moment ago.
    this.#askAgain = this.#isAsking;
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      const { clock } = await this.#http.gesture("/api/clock", {}, () => this.cover.waiting());
      this.#answered(clock);
    } catch (problem) {
      if (problem instanceof RequestError) this.cover.failed(problem.message);
      else if (!(problem instanceof BenchStopped)) throw problem;
    } finally {
      this.#isAsking = false;
    }
    if (this.#askAgain) await this.ask();
  }

  /** The server said anew how the clock stands. */
  hear({ working_ms: workingMs, paused, clock = null }) {
    this.clock.resync(workingMs, paused === null ? "running" : "stopped", clock?.limits);
    this.#bench.onHeard(paused, clock);
    // A moment that is left brings the next question by itself, and is not worth to be shown.
    if (!this.isUp || this.#limits.nearest(0)?.leftMs < 3000) return;
    this.cover.lift();
    this.#bench.onCover(false);
  }

  /** The time was up, and this became of the item. */
  conclude(ended) {
    this.#notices.hide("time");
    this.clock.stop();
    this.cover.conclude(ended);
    this.#bench.onEnded();
    this.#bench.onCover(true);
  }

  stop() {
    this.clock.stop();
  }

  #answered(clock) {
    if (this.#bench.isBusy()) return;
    if (clock.ended) this.conclude(clock.ended);
    else if (["submitted", "expired"].includes(clock.phase)) this.#bench.onClosed(clock.closed);
    else this.hear({ working_ms: clock.working_ms, paused: clock.paused, clock });
  }

  // The server is asked after the bench has saved what it could.
  #over() {
    if (this.#bench.isBusy()) return;
    this.#bench.onNear();
    this.cover.begin();
    this.#bench.onCover(true);
    this.ask();
  }

  #warn({ of, left_s: left }) {
    this.#warning = of;
    this.#notices.show("time", {
      tone: "warning",
      text: this.#warningText(of, WorkingClock.roughly(left)),
      actions: [["Close", () => this.#notices.hide("time")]],
      counts: true,
    });
    this.#queue.add({ kind: "warning_shown", of, left_s: left });
  }

  #warningText(of, words) {
    const where = of === "batch" ? "in this batch" : "on this item";
    const then = this.#rules.at_limit === "submit" ? "What stands here then is submitted." : "It then closes without an answer.";
    return `${words} left ${where}. ${then}`;
  }

  /** The warning on the screen goes with the clock: an old figure beside the right one would be a lie. */
  #count() {
    const left = this.#warning === null ? "" : this.clock.leftOf(this.#warning);
    if (left) this.#notices.count("time", this.#warningText(this.#warning, left));
  }
}
