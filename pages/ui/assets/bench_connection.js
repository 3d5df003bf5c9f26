/** Whether the server can be reached, as the last request and the browser know it. */
class BenchConnection {
  #onChange;
  #answered = true;
  #online = navigator.onLine;
  #listening = new AbortController();

  /** `onChange(isConnected)` is called when it changes. */
  constructor({ onChange }) {
    this.#onChange = onChange;
    const options = { signal: this.#listening.signal };
    window.addEventListener("offline", () => this.#set(this.#answered, false), options);
    window.addEventListener("online", () => this.#set(this.#answered, true), options);
  }

  get isConnected() {
    return this.#answered && this.#online;
  }

  /** What became of a request: the server answered it, or it did not. */
  note(answered) {
    this.#set(answered, answered || this.#online);
  }

  /** Posts a batch of the event queue and notes whether that worked. */
  async postEvents(body, options) {
    try {
      const reply = await postJson("/api/events", body, options);
      this.note(true);
      return reply;
    } catch (problem) {
      this.note(problem.status !== 0 && problem.status < 500);
      throw problem.status === 0 ? new RequestError("no connection", 0) : problem;
    }
  }

  stop() {
    this.#listening.abort();
  }

  #set(answered, online) {
    const before = this.isConnected;
    this.#answered = answered;
    this.#online = online;
    if (before !== this.isConnected) this.#onChange(this.isConnected);
  }
}
