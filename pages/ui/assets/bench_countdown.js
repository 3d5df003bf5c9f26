/** How long until the clock runs again by itself, painted every second; not read aloud. */
class BenchCountdown {
  root = BenchDom.make("p", { class: "bench-curtain-left", hidden: true, "aria-live": "off" });
  #until = 0;
  #timer = null;
  #onOver = () => {};

  /** Counts down from `leftMs`, then calls `onOver()` once. */
  start(leftMs, onOver) {
    this.#until = performance.now() + leftMs;
    this.#onOver = onOver;
    this.root.hidden = false;
    document.addEventListener("visibilitychange", this.#tick);
    this.#tick();
  }

  stop() {
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#tick);
    this.root.hidden = true;
  }

  #tick = () => {
    clearTimeout(this.#timer);
    const left = this.#until - performance.now();
    if (left <= 0) {
      this.stop();
      this.#onOver();
      return;
    }
    this.root.textContent = `The clock runs again by itself in ${WorkingClock.inWords(Math.ceil(left / 1000) * 1000)}.`;
    this.#timer = setTimeout(this.#tick, (left % 1000) + 5);
  };
}
