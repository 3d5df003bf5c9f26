/**
 * Going from page to page: fetches what was asked for, gives up what is no longer wanted, tries again what
 * failed, and fetches the neighbours ahead. What is on the screen is the business of `screen`:
 *
 *   target(target, entry)          another page is wanted (entry: its document, null while not known)
 *   entry(entry)                   the wanted page's document became known
 *   swap(target, entry, image)     put the decoded image on the screen
 *   painted(target, entry)         it has been painted
 *   waiting(target, entry)         it takes long: the page before must go, a sentence must say so
 *   failed(sentence, retry)        it cannot be had; `retry()` tries again at once
 */
class PageTurner {
  static PATIENCE_MS = 120; // the page before may stay that long
  static RETRY_MS = [1500, 3000, 6000, 12_000, 30_000];

  /** `walks`: whether one page leads to the others of its document. */
  constructor({ source, screen, walks = true }) {
    this.source = source;
    this.walks = walks;
    this.screen = screen;
    this.turn = 0; // counts what was asked for: an answer to an older question is thrown away
    this.target = null; // {document, page, reached, since, attempts}
    this.entry = null; // of the target's document, once known
    this.isFailed = false;
    this.unlisten = new AbortController();
    addEventListener("online", () => this.isFailed && this.#load(this.target), { signal: this.unlisten.signal });
  }

  destroy() {
    this.turn += 1;
    clearTimeout(this.retry);
    this.unlisten.abort();
  }

  /** No page is wanted. */
  close() {
    this.turn += 1;
    clearTimeout(this.retry);
    this.target = null;
    this.entry = null;
    this.isFailed = false;
  }

  /** Whether this page is the one that is wanted (and has not failed). */
  isAt(document, page) {
    return !this.isFailed && this.target?.document === document && this.target.page === page;
  }

  open(document, page, reached) {
    this.#load({ document, page, reached, since: performance.now(), attempts: 0 });
  }

  /** The page `direction` pages on, if there is one. */
  step(direction, reached) {
    if (this.target) this.goTo(this.target.page + direction, reached);
  }

  /** Another page of the same document. Returns whether there is such a page. */
  goTo(page, reached) {
    if (!this.walks || !this.entry || page < 1 || page > this.entry.n_pages) return false;
    const { document } = this.target;
    if (!this.isAt(document, page)) this.open(document, page, reached);
    return true;
  }

  async #load(target) {
    const turn = ++this.turn;
    clearTimeout(this.retry);
    this.isFailed = false;
    const outline = this.#aim(target);
    const patience = setTimeout(() => turn === this.turn && this.screen.waiting(target, this.entry), PageTurner.PATIENCE_MS);
    try {
      const [entry, image] = await Promise.all([outline, this.source.image(target.document, target.page)]);
      clearTimeout(patience);
      if (turn === this.turn) await this.#paint(target, entry, image, turn);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (turn === this.turn) this.#fail(target, error.message);
    } finally {
      clearTimeout(patience);
    }
  }

  /** Make `target` the wanted page; returns the promise of its document. */
  #aim(target) {
    const { document, page } = target;
    if (this.target?.document !== document) this.entry = null;
    this.target = target;
    const outline = this.source.document(document).then((entry) => {
      if (page <= entry.n_pages) return entry;
      throw new RequestError(`There is no page ${page}; this document has ${entry.n_pages}.`, 404);
    });
    this.screen.target(target, this.entry);
    if (!this.entry) outline.then((entry) => this.target === target && this.#know(entry), () => {});
    return outline;
  }

  #know(entry) {
    if (this.entry === entry) return;
    this.entry = entry;
    this.screen.entry(entry);
  }

  async #paint(target, entry, image, turn) {
    this.#know(entry);
    this.screen.swap(target, entry, image);
    // Two frames: the first callback runs before the frame with the new image, the second after it.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    if (turn !== this.turn) return;
    this.screen.painted(target, entry);
    if (!this.walks) return;
    for (const page of [target.page + 1, target.page - 1]) this.#fetchAhead(target.document, page, entry);
  }

  /** A page that cannot be had early is asked for again, and then says so, when it is wanted. */
  #fetchAhead(document, page, entry) {
    if (page < 1 || page > entry.n_pages) return;
    this.source.image(document, page, { priority: "low" }).catch(() => {});
    this.source.words(document, page).catch(() => {});
  }

  #fail(target, sentence) {
    this.isFailed = true;
    const again = () => this.#load({ ...target, attempts: target.attempts + 1 });
    this.screen.failed(sentence, again);
    const waits = PageTurner.RETRY_MS;
    this.retry = setTimeout(again, waits[Math.min(target.attempts, waits.length - 1)]);
  }
}
