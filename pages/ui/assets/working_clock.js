/**
 * Working time, counted from what the server said and the browser's steady clock.
 *
 * The server's figure is the truth; this only paints it between replies. It is never read aloud by
 * itself: pressing it says the time once.
 */
class WorkingClock {
  #base = 0;
  #since = 0;
  #running = false;
  #timer = null;
  #face;

  /** `say(text)` speaks through the bench's live region. */
  constructor({ workingMs, paused, say }) {
    this.#face = BenchDom.make("span", { class: "bench-clock-face", role: "timer", "aria-live": "off" });
    this.root = BenchDom.make(
      "button",
      {
        type: "button",
        class: "bench-quiet bench-clock",
        title: "Working time on this item. Press to hear it.",
        on: { click: () => say(`Working time ${this.words()}.`) },
      },
      BenchDom.icon("clock"),
      BenchDom.spoken("Working time "),
      this.#face,
    );
    this.resync(workingMs, paused ? "stopped" : "running");
  }

  /** Milliseconds worked so far. */
  read() {
    return this.#base + (this.#running ? performance.now() - this.#since : 0);
  }

  /** Takes over the server's figure; `mode` is "running" or "stopped". */
  resync(workingMs, mode) {
    this.#base = workingMs;
    this.#since = performance.now();
    this.#running = mode === "running";
    this.#tick();
  }

  /** The time in words: 12 min 05 s, 1 h 02 min 05 s. */
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

  stop() {
    clearTimeout(this.#timer);
  }

  // Each tick is set for the next whole second, so the face never skips or lingers.
  #tick() {
    clearTimeout(this.#timer);
    this.#face.textContent = this.#running ? this.words() : `${this.words()} · paused`;
    if (this.#running) this.#timer = setTimeout(() => this.#tick(), 1000 - (this.read() % 1000) + 5);
  }
}
