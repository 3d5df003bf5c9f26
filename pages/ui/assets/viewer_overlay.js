/**
 * What lies over the image of the page on the screen: its words, the query's matches, the find field's
 * matches. All of it comes after the page was painted and never delays it; what belongs to a page that
 * is no longer on the screen is thrown away.
 */
class PageOverlays {
  static RETRY_MS = [500, 2000, 5000];

  /**
   * `onWords(pageWords | null)`, `onText()` when the words can be selected, too; `reveal(box)` brings a part of the
   * page into sight.
   */
  constructor({ source, find, onWords, onText, reveal }) {
    this.source = source;
    this.find = find;
    this.onWords = onWords;
    this.onText = onText;
    this.reveal = reveal;
    this.text = new TextLayer();
    this.hits = new HighlightLayer("viewer-hits");
    this.found = new HighlightLayer("viewer-found");
    this.place = null; // {document, page}
    this.words = null;
    this.query = "";
    this.firstHit = 0; // the first word that the query matches
  }

  /** The layers, lowest first. */
  get layers() {
    return [this.hits.element, this.found.element, this.text.element];
  }

  clear() {
    this.place = null;
    this.firstHit = 0;
    this.#setWords(null);
    this.text.clear();
    this.hits.show([]);
    this.found.show([]);
  }

  /** A page was painted. `seekHit`: bring its first match into sight, for a reader who came for it. */
  async show({ document, page }, { seekHit }) {
    this.clear();
    const place = { document, page };
    this.place = place;
    const highlights = this.#highlightsFor(place, { seekHit });
    const words = await this.#tryFor(place, () => this.source.words(document, page));
    if (words) this.#setWords(words);
    await highlights;
    if (words && this.place === place) await PageOverlays.#idle();
    if (!words || this.place !== place) return;
    this.text.show(words.words, words.height_pt / words.width_pt);
    this.onText();
  }

  /** The collection query whose matches are shown; nothing moves. */
  setQuery(query) {
    if (query === this.query) return;
    this.query = query;
    if (this.place) this.#highlightsFor(this.place, { seekHit: false });
  }

  #setWords(words) {
    this.words = words;
    this.find.setWords(words?.words ?? null);
    this.onWords(words);
  }

  async #highlightsFor(place, { seekHit }) {
    const { query } = this;
    if (!query) return this.hits.show([]);
    const both = await this.#tryFor(place, () => Promise.all([
      this.source.words(place.document, place.page),
      this.source.highlights(place.document, place.page, query),
    ]));
    if (!both || query !== this.query) return;
    const boxes = HighlightLayer.boxesOf(both[0].words, both[1]);
    this.hits.show(boxes);
    this.firstHit = both[1].length ? Math.min(...both[1]) : 0;
    if (seekHit && boxes.length) this.reveal(boxes[0]);
  }

  /** The result of `load`, tried a few times; null if it did not come or `place` has left the screen. */
  async #tryFor(place, load) {
    for (const wait of [...PageOverlays.RETRY_MS, null]) {
      try {
        const result = await load();
        return this.place === place ? result : null;
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        if (wait === null) return null;
        await new Promise((resolve) => setTimeout(resolve, wait));
        if (this.place !== place) return null;
      }
    }
    return null;
  }

  static #idle() {
    return new Promise((resolve) => {
      if ("requestIdleCallback" in window) requestIdleCallback(resolve, { timeout: 400 });
      else setTimeout(resolve, 60);
    });
  }
}
