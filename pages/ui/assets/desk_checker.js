/**
 * Asks the server what the checks say of the text as it stands, at most every half second, and never two
 * questions at once. It stores nothing; a question that fails is asked again with the next change.
 */
class DeskChecker {
  static #EVERY_MS = 500;

  #path;
  #item;
  #connection;
  #read;
  #tell;
  #timer = null;
  #isAsking = false;
  #isWanted = false;
  #stopped = false;

  /** `path` is the route that answers; `read()` gives the draft; `tell` is {waiting(), checked(check), failed()}. */
  constructor({ path = "/api/desk/check", item, connection, read, tell }) {
    this.#path = path;
    this.#item = item;
    this.#connection = connection;
    this.#read = read;
    this.#tell = tell;
  }

  /** Something changed. */
  edit() {
    this.#isWanted = true;
    if (this.#timer === null && !this.#isAsking) this.#timer = setTimeout(() => this.#ask(), DeskChecker.#EVERY_MS);
  }

  /** The server has said it of its own accord, of the text as it stands. */
  heard() {
    this.#isWanted = false;
    clearTimeout(this.#timer);
    this.#timer = null;
  }

  stop() {
    this.#stopped = true;
    this.heard();
  }

  async #ask() {
    this.#timer = null;
    this.#isAsking = true;
    this.#isWanted = false;
    this.#tell.waiting();
    try {
      const check = await postJson(this.#path, { item: this.#item, draft: DeskDraft.whole(this.#read()) });
      this.#connection.note(true);
      if (!this.#stopped) this.#tell.checked(check);
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem;
      this.#connection.note(problem.status !== 0 && problem.status < 500);
      if (!this.#stopped) this.#tell.failed();
    } finally {
      this.#isAsking = false;
      if (this.#isWanted && !this.#stopped) this.edit();
    }
  }
}
