/**
 * What is typed into the questions of a sheet, kept on the server as it is typed: a reload, another browser or a
 * restart of the server shows it again.
 */
class SheetDraft {
  static #PAUSE_MS = 800;
  static #AGAIN_MS = 4_000;

  #form = null;
  #sent = "";
  #timer = null;
  #stopping = new AbortController();

  constructor() {
    this.root = document.createElement("p");
    this.root.className = "sheet-saved";
    this.root.setAttribute("role", "status");
    const options = { capture: true, signal: this.#stopping.signal };
    for (const kind of ["input", "change"]) document.addEventListener(kind, (event) => this.#edited(event), options);
    window.addEventListener("pagehide", () => this.#leave(), options);
    document.addEventListener("visibilitychange", () => document.hidden && this.#leave(), options);
  }

  /** `form`: {when, saved_at_ms, questions: [{id, box, choices}]}, or null on a sheet without questions. */
  take(form) {
    const isOther = form?.when !== this.#form?.when;
    this.#form = form;
    if (!isOther) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#sent = "";
    this.#say(form?.saved_at_ms ?? null);
  }

  /** What stands in the form: {question: answer}, without those that are empty. */
  answers() {
    const all = (this.#form?.questions ?? []).map((question) => [question.id, SheetDraft.#read(question)]);
    return Object.fromEntries(all.filter(([, answer]) => answer));
  }

  stop() {
    this.#leave();
    this.#stopping.abort();
    clearTimeout(this.#timer);
  }

  static #read({ box, choices }) {
    const field = document.querySelector(`.st-key-${box}`);
    if (!choices) return field?.querySelector("textarea, input")?.value ?? "";
    const at = [...(field?.querySelectorAll("input[type=radio]") ?? [])].findIndex((one) => one.checked);
    return choices[at] ?? "";
  }

  #edited({ target }) {
    if (!this.#form?.questions.some(({ box }) => target.closest?.(`.st-key-${box}`))) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), SheetDraft.#PAUSE_MS);
  }

  async #save() {
    this.#timer = null;
    const body = this.#body();
    if (body === null) return;
    try {
      const reply = await postJson("/api/journey/act", body);
      this.#sent = JSON.stringify(body);
      if (reply.when === this.#form?.when) this.#say(reply.saved_at_ms);
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem;
      const passing = problem.status === 0 || problem.status === 429 || problem.status >= 500;
      this.root.textContent = passing ? "Not saved yet: no connection." : `Not saved. ${problem.message}`;
      if (passing && !this.#stopping.signal.aborted) this.#timer ??= setTimeout(() => this.#save(), SheetDraft.#AGAIN_MS);
    }
  }

  /** What is to be saved; null if that is saved already. */
  #body() {
    if (this.#form === null) return null;
    const body = { act: "draft", when: this.#form.when, answers: this.answers() };
    return JSON.stringify(body) === this.#sent ? null : body;
  }

  // The page goes: there is no time to wait for an answer.
  #leave() {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    const body = this.#body();
    if (body !== null) postJson("/api/journey/act", body, { keepalive: true }).catch(() => {});
  }

  #say(savedAtMs) {
    this.root.textContent = savedAtMs === null ? "" : `Saved ${new Date(savedAtMs).toLocaleTimeString("en-GB")}`;
  }
}
