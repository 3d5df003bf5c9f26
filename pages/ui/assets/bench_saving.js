/**
 * The draft's way to the server, and the honest word about it.
 *
 * "Saved" is said only when the last change (of the form or of the marks) was acknowledged. What is
 * not is told apart: being typed, on its way, or stuck with the reason.
 */
class BenchSaving {
  static #DEBOUNCE_MS = 600;
  /** The kinds of events that people want to know saved. */
  static WORK = new Set([...MarkBook.KINDS, "answer_edited"]);

  #queue;
  #say;
  #onRefused;
  #readDraft;
  #onDraft;
  #lastQueued = "";
  #debounce = null;
  #changes = 0;
  #acknowledged = 0;
  #savedAtMs;
  #trouble = "";
  #refusal = "";
  #face = BenchDom.make("span", {});
  #warning = (event) => event.preventDefault();

  /**
   * `readDraft()` gives what stands in the form; `onDraft(draft)` hears what goes into the queue; `savedAtMs` is the server's time of the last saved
   * change or null; `say(text)` speaks through the bench's live region; `onRefused(sentence)` is
   * called when the server will not take a change at all.
   */
  constructor({ queue, readDraft, savedAtMs, say, onRefused, onDraft = () => {} }) {
    this.#queue = queue;
    this.#readDraft = readDraft;
    this.#savedAtMs = savedAtMs;
    this.#say = say;
    this.#onRefused = onRefused;
    this.#onDraft = onDraft;
    this.root = BenchDom.make("p", { class: "bench-saved" });
    queue.onSaved((atMs) => this.#onSaved(atMs));
    queue.onTrouble((trouble) => this.#onTrouble(trouble));
    this.#lastQueued = JSON.stringify(readDraft());
    this.#paint();
  }

  /** Something changed in the form; it is saved after a pause in typing. */
  edit() {
    this.#change();
    clearTimeout(this.#debounce);
    this.#debounce = setTimeout(() => this.commit(), BenchSaving.#DEBOUNCE_MS);
  }

  /** Saves what stands in the form now, if it is new. */
  commit() {
    if (this.#debounce === null) return;
    clearTimeout(this.#debounce);
    this.#debounce = null;
    const draft = this.#readDraft();
    const written = JSON.stringify(draft);
    if (written !== this.#lastQueued) {
      this.#queue.add({ kind: "answer_edited", draft });
      this.#onDraft(draft);
    }
    this.#lastQueued = written;
    this.#awaitAcknowledgement();
  }

  /** Whether something stands in the form that is not on its way yet. */
  get isTyping() {
    return this.#debounce !== null;
  }

  /** What stands in the form now came from elsewhere, where it is saved. */
  took() {
    this.#lastQueued = JSON.stringify(this.#readDraft());
  }

  /** A mark or a region went into the queue, or unsaved work of an earlier page was found there. */
  queued() {
    this.#change();
    // What is still being typed goes along: otherwise "Saved" would be said over its head.
    if (this.#debounce === null) this.#awaitAcknowledgement();
    else this.commit();
  }

  /** The item is closed: what was not saved in time is no longer waited for. */
  end() {
    clearTimeout(this.#debounce);
    this.#debounce = null;
    this.#acknowledged = this.#changes;
    this.#refusal = "";
    this.#paint();
  }

  get isSaved() {
    return this.#changes === this.#acknowledged;
  }

  stop() {
    clearTimeout(this.#debounce);
    window.removeEventListener("beforeunload", this.#warning);
  }

  #change() {
    this.#changes += 1;
    this.#refusal = "";
    this.#paint();
  }

  async #awaitAcknowledgement() {
    const change = this.#changes;
    const isSettled = await this.#queue.flush();
    if (!isSettled || change !== this.#changes) return;
    this.#acknowledged = change;
    this.#trouble = "";
    this.#paint();
    this.#say(this.root.textContent);
  }

  #onSaved(atMs) {
    this.#savedAtMs = atMs;
    this.#trouble = "";
    this.#paint();
  }

  // Refused is final: the server will not take that change, so nothing is on its way any more.
  #onTrouble({ reason, refused }) {
    const lost = refused.find(({ payload }) => BenchSaving.WORK.has(payload.kind));
    const said = this.#trouble;
    if (lost) this.#refusal = lost.reason;
    else if (!refused.length) this.#trouble = reason.replace(/\.$/, "");
    this.#paint();
    if (lost) this.#onRefused(lost.reason);
    else if (!said && !this.isSaved) this.#say(this.root.textContent);
  }

  #paint() {
    const [state, icon, words] = this.#words();
    this.root.dataset.state = state;
    this.#face.textContent = words;
    this.root.replaceChildren(...(icon ? [BenchDom.icon(icon)] : []), this.#face);
    // Asking before leaving is for unsaved work only; otherwise the page may go without a word.
    if (this.isSaved) window.removeEventListener("beforeunload", this.#warning);
    else window.addEventListener("beforeunload", this.#warning);
  }

  #words() {
    if (this.#refusal) return ["trouble", "warning", "Not saved"];
    if (!this.isSaved && this.#trouble) return ["trouble", "warning", `Not saved: ${this.#trouble}, trying again`];
    if (!this.isSaved) return ["saving", null, "Saving…"];
    if (this.#savedAtMs === null) return ["none", null, ""];
    return ["saved", "check", `Saved ${BenchDom.timeOfDay(this.#savedAtMs)}`];
  }
}
