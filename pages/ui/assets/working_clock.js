/**
 * Working time, or what a limit leaves of it, counted from what the server said and the browser's steady clock.
 *
 * The server's figure is the truth; this only paints it between replies. It is never read aloud by
 * itself: pressing it says the time once.
 */
class WorkingClock {
  static #WHERE = { item: "on this item", batch: "in this batch" };

  #base = 0;
  #since = 0;
  #running = false;
  #timer = null;
  #face;
  #tail;
  #limits;
  #onTick;
  #isEstimate = false;

  /** `say(text)` speaks through the bench's live region; `limits` is a BenchLimits, or null; `onTick()` is called when the face
   * was painted. */
  constructor({ workingMs, paused, say, limits = null, isShown = true, onTick = () => {} }) {
    this.#limits = limits;
    this.#onTick = onTick;
    this.#face = BenchDom.make("span", { class: "bench-clock-face", role: "timer", "aria-live": "off" });
    this.#tail = BenchDom.make("span", { class: "bench-clock-tail" });
    this.root = BenchDom.make(
      "button",
      {
        type: "button",
        class: "bench-quiet bench-clock",
        hidden: !isShown,
        on: { click: () => say(`${this.#sentence()}.`) },
      },
      BenchDom.icon("clock"),
      this.#face,
      this.#tail,
    );
    this.resync(workingMs, paused ? "stopped" : "running");
    document.addEventListener("visibilitychange", this.#onSight);
  }

  /** Milliseconds worked so far. */
  read() {
    return this.#base + this.#sinceHeard();
  }

  /** Takes over the server's figures; `mode` is "running" or "stopped", `limits` as BenchLimits takes them. */
  resync(workingMs, mode, limits = null) {
    this.#base = workingMs;
    this.#since = performance.now();
    this.#running = mode === "running";
    if (limits !== null) this.#limits?.take(limits);
    this.#tick();
  }

  /** Whether the server is silent: then the face says that it is the browser's guess. */
  set isEstimate(isEstimate) {
    this.#isEstimate = isEstimate;
    this.#paint();
  }

  /** What is left of a limit as the face shows it, "4 min 59 s"; "" without that limit. */
  leftOf(of) {
    const leftMs = this.#limits?.leftOf(of, this.#sinceHeard()) ?? null;
    return leftMs === null ? "" : WorkingClock.#countdown({ leftMs });
  }

  /** The time worked, in words: 12 min 05 s, 1 h 02 min 05 s. */
  words() {
    return WorkingClock.inWords(this.read());
  }

  static inWords(ms) {
    const seconds = Math.max(0, Math.floor(ms / 1000));
    const two = (n) => String(n).padStart(2, "0");
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    const short = `${hours ? two(minutes) : minutes} min ${two(seconds % 60)} s`;
    return hours ? `${hours} h ${short}` : short;
  }

  /** How the time stands, as a sentence for somebody who pauses; nothing where it is not to be seen. */
  standing() {
    const left = this.#left();
    if (this.root.hidden) return "";
    return left ? `${WorkingClock.#countdown(left)} left ${WorkingClock.#WHERE[left.of]}.` : `The working time stands at ${this.words()}.`;
  }

  /** A length that somebody set: 10 minutes, 1 min 30 s. */
  static roughly(seconds) {
    return seconds % 60 ? WorkingClock.inWords(seconds * 1000) : BenchDom.count(seconds / 60, "minute", "minutes");
  }

  stop() {
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#onSight);
  }

  // A hidden tab ticks seldom: whoever looks again sees the right time at once.
  #onSight = () => document.hidden || this.#tick();

  #sinceHeard() {
    return this.#running ? performance.now() - this.#since : 0;
  }

  #left() {
    return this.#limits?.nearest(this.#sinceHeard()) ?? null;
  }

  #sentence() {
    const left = this.#left();
    if (!left) return `Working time ${this.words()}`;
    return `${WorkingClock.#countdown(left)} left ${WorkingClock.#WHERE[left.of]}`;
  }

  // Counted down, a second that has begun is still there.
  static #countdown({ leftMs }) {
    return WorkingClock.inWords(Math.ceil(leftMs / 1000) * 1000);
  }

  // Each tick is set for the next whole second, so the face never skips or lingers.
  #tick() {
    clearTimeout(this.#timer);
    this.#paint();
    if (!this.#running) return;
    const since = this.#sinceHeard();
    const wait = this.#limits?.exist ? this.#limits.nextMs(since) : 1000 - (this.read() % 1000);
    this.#timer = setTimeout(() => this.#tick(), wait + 5);
    this.#limits?.look(since);
  }

  #paint() {
    const left = this.#left();
    const rest = this.#running ? (this.#isEstimate ? " · estimate" : "") : " · paused";
    this.#face.textContent = left ? `${WorkingClock.#countdown(left)} left${rest}` : `${this.words()}${rest}`;
    this.#tail.textContent = left && this.#running ? WorkingClock.#WHERE[left.of] : "";
    const what = left ? `Time left ${WorkingClock.#WHERE[left.of]}` : "Working time on this item";
    const guess = this.#isEstimate ? " This is the browser's estimate: the server, which keeps the time, does not answer." : "";
    this.root.title = `${what}. Press to hear it.${guess}`;
    this.root.setAttribute("aria-label", left ? this.#sentence() : `Working time ${this.words()}`);
    this.root.toggleAttribute("data-little", left !== null && left.leftMs <= 60_000);
    this.#onTick();
  }
}
