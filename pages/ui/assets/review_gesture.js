/** One gesture of a review at a time; what the server refuses is said in its own sentence. */
class ReviewGesture {
  #http;
  #notices;
  #isSending = false;

  constructor({ http, notices }) {
    this.#http = http;
    this.#notices = notices;
  }

  get isSending() {
    return this.#isSending;
  }

  /** The reply, or null: refused with a sentence, stopped, or one is on its way already. `prefix` begins the sentence. */
  async send(path, fields, { prefix = "", actions = [] } = {}) {
    if (this.#isSending) return null;
    this.#isSending = true;
    const waiting = () => this.#notices.show("gesture", { tone: "quiet", text: "No connection, trying again…" });
    try {
      const reply = await this.#http.gesture(path, fields, waiting);
      this.#notices.hide("gesture");
      return reply;
    } catch (problem) {
      if (problem instanceof BenchStopped) return null;
      if (!(problem instanceof RequestError)) throw problem;
      this.#notices.show("gesture", { tone: "loss", text: `${prefix}${problem.message}`, actions });
      return null;
    } finally {
      this.#isSending = false;
    }
  }
}
