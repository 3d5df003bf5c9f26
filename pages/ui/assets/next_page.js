/**
 * Asks the page to move on, again and again until it does: what is asked while Streamlit's own connection is away
 * (a restart of the server) is lost without a word, even if the server took the gesture before. At last it loads anew.
 */
class NextPage {
  /** From one asking to the next, long enough for a busy server; after the last one the page is loaded anew. */
  static #WAITS_MS = [4_000, 6_000, 10_000];

  #ask = () => {};
  #timer = null;
  #loadAnew = new LoadAnew();

  /** `ask()` asks the page to run again; each run brings a new one. */
  renew(ask) {
    this.#ask = ask;
  }

  /** Something was done that takes this screen away: until `reached`, the page is asked for what comes next. */
  expect() {
    this.reached();
    this.#wait(0);
  }

  /** The next screen has come, or this one is taken off the page. */
  reached() {
    clearTimeout(this.#timer);
    this.#loadAnew.stop();
  }

  #wait(n) {
    if (n === NextPage.#WAITS_MS.length - 1) {
      this.#loadAnew.after(NextPage.#WAITS_MS[n]);
      return;
    }
    this.#timer = setTimeout(() => {
      this.#ask();
      this.#wait(n + 1);
    }, NextPage.#WAITS_MS[n]);
  }
}
