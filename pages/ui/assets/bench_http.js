/** The bench went away while something was being sent. */
class BenchStopped extends Error {}

/**
 * Gestures on their way to our own server, sent again until it answers.
 *
 * A gesture carries its event_id, so asking again after a lost reply can never do a thing twice.
 */
class BenchHttp {
  static #WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000];

  #about;
  #connection;
  #stopping = new AbortController();

  /** `about` is what every gesture names beside itself: the attempt, unless something else is given. */
  constructor({ attempt, about = { attempt }, connection }) {
    this.#about = about;
    this.#connection = connection;
  }

  /**
   * The server's answer to one gesture, however long that takes.
   *
   * Lost connections and passing faults (429, 5xx) are tried again with growing waits, at once when
   * the browser is back online; `onRetry()` is called before each further try. Any other refusal
   * throws RequestError with the server's sentence; after `stop` everything throws BenchStopped.
   */
  async gesture(path, fields, onRetry = () => {}) {
    const body = { ...this.#about, event_id: randomId(), ...fields };
    for (let n = 0; ; n += 1) {
      const reply = await this.#try(path, body);
      if (this.#stopping.signal.aborted) throw new BenchStopped();
      if (reply !== null) return reply;
      onRetry();
      await this.#pause(BenchHttp.#WAITS_MS[Math.min(n, BenchHttp.#WAITS_MS.length - 1)]);
    }
  }

  /** Gives up whatever is being sent. */
  stop() {
    this.#stopping.abort();
  }

  /** The reply, or null for a fault that may pass. */
  async #try(path, body) {
    try {
      const reply = await postJson(path, body);
      this.#connection.note(true);
      return reply;
    } catch (problem) {
      const passing = problem.status === 0 || problem.status === 429 || problem.status >= 500;
      this.#connection.note(!passing);
      if (!passing) throw problem;
      return null;
    }
  }

  #pause(ms) {
    return new Promise((resolve) => {
      const signal = this.#stopping.signal;
      const wake = () => {
        clearTimeout(timer);
        window.removeEventListener("online", wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      window.addEventListener("online", wake);
      signal.addEventListener("abort", wake);
    });
  }
}
