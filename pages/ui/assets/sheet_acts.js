/**
 * The buttons that lead from sheet to sheet, carried out by HTTP.
 *
 * What is pressed while Streamlit's own connection breaks is lost without a word. So a press goes to
 * /api/journey/act, again and again until the server answers; each act names what was on the screen, so that it is
 * carried out once. A refusal is left to the page: the press goes through to it, and it says why.
 */
class SheetActs {
  static #WAITS_MS = [500, 1_000, 2_000, 4_000];
  static #CONNECTED = "CONNECTED";
  static #SAVING = "Saving…";
  static #KEPT = "No connection. What you pressed is kept, and done once as soon as the connection is back.";
  static #AWAY = "No connection. This page goes on by itself as soon as the connection is back.";

  #note;
  #answers;
  #ask = () => {};
  #next = new NextPage();
  #acts = {};
  #known = "{}";
  #isBusy = false;
  #goesThrough = null;
  #stopping = new AbortController();
  #observer;

  /** `note` is a SheetNote; `answers()` is what stands in the form of the sheet. */
  constructor({ note, answers }) {
    this.#note = note;
    this.#answers = answers;
    document.addEventListener("click", (event) => this.#onClick(event), { capture: true, signal: this.#stopping.signal });
    this.#observer = new MutationObserver(() => this.#look());
    const app = document.querySelector("[data-testid='stApp']");
    if (app) this.#observer.observe(app, { attributeFilter: ["data-test-connection-state"] });
  }

  /** The sheet as it is now. `acts`: {key of a button: gesture}; `ask()` asks the page to run again. */
  take(acts, ask) {
    this.#ask = ask;
    this.#next.renew(ask);
    this.#acts = acts;
    const known = JSON.stringify(acts);
    if (known === this.#known) return;
    this.#known = known;
    this.#done();
  }

  stop() {
    this.#stopping.abort();
    this.#observer.disconnect();
    this.#done();
  }

  #done() {
    this.#next.reached();
    this.#isBusy = false;
    this.#look();
  }

  #onClick(event) {
    const button = event.target.closest?.("button");
    const key = button && Object.keys(this.#acts).find((name) => button.closest(`.st-key-${name}`));
    if (!key || button === this.#goesThrough) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!this.#isBusy) this.#carryOut(button, this.#acts[key]);
  }

  async #carryOut(button, act) {
    this.#isBusy = true;
    this.#note.say(SheetActs.#SAVING);
    const body = act.act === "answer" ? { ...act, answers: this.#answers() } : act;
    try {
      await this.#send(body);
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem;
      this.#done();
      this.#goesThrough = button;
      button.click();
      this.#goesThrough = null;
      return;
    }
    if (this.#stopping.signal.aborted) return;
    this.#ask();
    this.#next.expect();
  }

  /** Returns once the server answered, or the sheet is gone. Throws RequestError for a refusal. */
  async #send(body) {
    for (let n = 0; !this.#stopping.signal.aborted; n += 1) {
      try {
        await postJson("/api/journey/act", body);
        return;
      } catch (problem) {
        const passing = problem.status === 0 || problem.status === 429 || problem.status >= 500;
        if (!passing) throw problem;
      }
      this.#note.say(SheetActs.#KEPT);
      const wait = SheetActs.#WAITS_MS[Math.min(n, SheetActs.#WAITS_MS.length - 1)];
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  // While Streamlit is away its buttons cannot be pressed: that is said, too.
  #look() {
    if (this.#isBusy) return;
    const app = document.querySelector("[data-testid='stApp']");
    const state = app?.getAttribute("data-test-connection-state") ?? SheetActs.#CONNECTED;
    if (state === SheetActs.#CONNECTED || this.#stopping.signal.aborted) this.#note.hide();
    else this.#note.say(SheetActs.#AWAY);
  }
}
