/**
 * Loads the page anew, but only while the server is there: without one the browser would show a page of its own,
 * from which nothing leads back.
 */
class LoadAnew {
  static #AGAIN_AFTER_MS = 2000;

  #timer = null;
  #round = 0;

  /** Loads the page anew after `waitMs`, or as soon afterwards as the server answers. */
  after(waitMs) {
    this.stop();
    this.#wait(waitMs, this.#round);
  }

  /** It is not needed any more. */
  stop() {
    this.#round += 1;
    clearTimeout(this.#timer);
  }

  #wait(waitMs, round) {
    this.#timer = setTimeout(() => this.#try(round), waitMs);
  }

  async #try(round) {
    const isThere = await requestJson("/api/health").then(() => true, () => false);
    if (round !== this.#round) return;
    if (isThere) window.location.reload();
    else this.#wait(LoadAnew.#AGAIN_AFTER_MS, round);
  }
}
