/**
 * The draft's way to the server, and the honest word about it.
 *
 * Each save names the revision under it. One goes at a time; a reply that was lost is asked for again with
 * the same gesture. When somebody else's revision is the newest, saving stops until the person has looked at
 * both texts (`resolve`); what is typed meanwhile stays on the screen and in the browser's copy.
 */
class DeskSaving {
  static #DEBOUNCE_MS = 600;

  #http;
  #mirror;
  #tell;
  #read;
  #revision;
  #known;
  #savedAtMs;
  #timer = null;
  #chain = Promise.resolve();
  #sent = null;
  #newest = null;
  #trouble = "";
  #refusal = "";
  #face = BenchDom.make("span", {});
  #warning = (event) => event.preventDefault();

  /**
   * It says nothing before the first `edit` or `adopt`. `read()` gives what stands in the form; `start` is {revision, known, savedAtMs}: `known` is the draft of that
   * revision, or null if only the server knows it. `tell` is {say(text), saved(reply, draft), conflict(newest),
   * refused(sentence)}.
   */
  constructor({ http, mirror, read, start, tell }) {
    this.#http = http;
    this.#mirror = mirror;
    this.#read = read;
    this.#tell = tell;
    this.#revision = start.revision;
    this.#known = start.known;
    this.#savedAtMs = start.savedAtMs;
    this.root = BenchDom.make("p", { class: "bench-saved" });
  }

  get revision() {
    return this.#revision;
  }

  /** The draft of that revision, or null. */
  get known() {
    return this.#known;
  }

  get isSaved() {
    return this.#known !== null && DeskDraft.same(this.#read(), this.#known);
  }

  /** The revision that stands in the way of saving, or null. */
  get newest() {
    return this.#newest;
  }

  /** Something changed; it is saved after a pause. */
  edit() {
    this.#keep();
    this.#refusal = "";
    this.#paint();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.commit("autosave"), DeskSaving.#DEBOUNCE_MS);
  }

  /** Saves what stands in the form now; true when the server has it. */
  commit(kind = "edit") {
    clearTimeout(this.#timer);
    this.#timer = null;
    return this.#inTurn(() => this.#save(kind));
  }

  /**
   * Saves, then sends a gesture on the revision that this makes, unless the text cannot be saved first.
   * `done(reply)` is called before anything else is saved. Throws RequestError when the server refuses the gesture.
   */
  act(path, done) {
    clearTimeout(this.#timer);
    this.#timer = null;
    return this.#inTurn(async () => {
      if (!(await this.#save("edit"))) return;
      const reply = await this.#send(path, {}, (problem) => this.#refusedGesture(problem));
      if (reply) done(reply);
    });
  }

  /** The server's newest revision is taken over as it is. */
  adopt({ revision, draft, saved_at_ms: savedAtMs }) {
    this.#revision = revision;
    this.#known = DeskDraft.whole(draft);
    this.#savedAtMs = savedAtMs ?? this.#savedAtMs;
    this.#newest = null;
    this.#sent = null;
    this.#settled();
  }

  /** The person has looked at both texts; what stands in the form now follows the newest revision. */
  resolve() {
    const { revision, draft, at_ms: atMs } = this.#newest;
    this.adopt({ revision, draft, saved_at_ms: atMs });
    return this.commit("edit");
  }

  stop() {
    clearTimeout(this.#timer);
    window.removeEventListener("beforeunload", this.#warning);
  }

  #inTurn(task) {
    const run = this.#chain.then(task);
    this.#chain = run.catch(() => null);
    return run;
  }

  async #save(kind) {
    if (this.#newest) return false;
    const draft = DeskDraft.whole(this.#read());
    if (this.#known !== null && DeskDraft.same(draft, this.#known)) {
      this.#settled();
      return true;
    }
    this.#sent = draft;
    this.#keep();
    const reply = await this.#send("/api/desk/save", { draft, kind }, (problem) => this.#refusedSave(problem, draft));
    if (!reply) return false;
    this.adopt({ ...reply, draft });
    this.#tell.saved(reply, draft);
    if (this.isSaved) this.#tell.say(this.root.textContent);
    return this.isSaved;
  }

  async #send(path, fields, refused) {
    try {
      const reply = await this.#http.gesture(path, { based_on: this.#revision, ...fields }, () => this.#waiting());
      this.#trouble = "";
      return reply;
    } catch (problem) {
      if (problem instanceof BenchStopped) return null;
      if (!(problem instanceof RequestError)) throw problem;
      this.#trouble = "";
      refused(problem);
      return null;
    }
  }

  #refusedGesture(problem) {
    if (!problem.body.newest) throw problem;
    this.#conflict(problem.body.newest);
  }

  #refusedSave(problem, draft) {
    const { newest } = problem.body;
    // Our own text came back: an earlier page sent it and never heard of it.
    if (newest && DeskDraft.same(newest.draft, draft)) {
      this.adopt({ ...newest, saved_at_ms: newest.at_ms });
      this.#tell.saved(null, draft);
    } else if (newest) {
      this.#conflict(newest);
    } else {
      this.#refusal = problem.message;
      this.#paint();
      this.#tell.refused(problem);
    }
  }

  #conflict(newest) {
    this.#newest = newest;
    this.#paint();
    this.#tell.conflict(newest);
  }

  #waiting() {
    const said = this.#trouble;
    this.#trouble = "no connection";
    this.#paint();
    if (!said) this.#tell.say(this.root.textContent);
  }

  #keep() {
    this.#mirror.keep({ based_on: this.#revision, draft: DeskDraft.whole(this.#read()), sent: this.#sent });
  }

  #settled() {
    this.#refusal = "";
    if (this.isSaved) this.#mirror.forget();
    else this.#keep();
    this.#paint();
  }

  #paint() {
    const [state, icon, words] = this.#words();
    this.root.dataset.state = state;
    this.#face.textContent = words;
    this.root.replaceChildren(...(icon ? [BenchDom.icon(icon)] : []), this.#face);
    if (this.isSaved) window.removeEventListener("beforeunload", this.#warning);
    else window.addEventListener("beforeunload", this.#warning);
  }

  #words() {
    if (this.#newest) return ["trouble", "warning", "Not saved: changed elsewhere"];
    if (this.#refusal) return ["trouble", "warning", "Not saved"];
    if (!this.isSaved && this.#trouble) return ["trouble", "warning", `Not saved: ${this.#trouble}, trying again`];
    if (!this.isSaved) return ["saving", null, "Saving…"];
    if (this.#savedAtMs === null) return ["none", null, ""];
    return ["saved", "check", `Saved ${BenchDom.timeOfDay(this.#savedAtMs)}`];
  }
}
