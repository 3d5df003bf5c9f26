/** A blind stage of a review: the participant's bench, with the search tool or with the author's evidence pages alone. */
class ReviewBlind {
  #bench;
  #page;

  constructor(parent, data, page) {
    this.#page = page;
    const stage = new ReviewStage(data, () => this.#page);
    this.#bench = new Bench(parent, ReviewBlind.#asItem(data), ReviewBlind.#around(page), stage);
  }

  isFor({ attempt }) {
    return attempt === this.#bench.attempt;
  }

  update(data, page) {
    this.#page = page;
    this.#bench.update(ReviewBlind.#asItem(data), ReviewBlind.#around(page));
  }

  destroy() {
    this.#bench.destroy();
  }

  static #asItem(data) {
    const isSearching = data.screen === "search";
    return { ...data, submit_label: isSearching ? "Answer, then see the evidence" : "Answer, then compare", may_skip: false };
  }

  /** What comes after an answer follows from what is stored. */
  static #around(page) {
    return { ...page, submitted: () => page.sent() };
  }
}

/** In what a blind stage differs from an item of a study. */
class ReviewStage extends BenchKind {
  #data;
  #page;

  /** `page()` is the page around. */
  constructor(data, page) {
    super();
    this.#data = data;
    this.#page = page;
    this.next = this.#isSearching ? "The evidence comes…" : "The author's item comes…";
  }

  question({ question }) {
    return question;
  }

  header(data, controls) {
    const step = this.#isSearching ? "step 1 of 3: by searching" : "step 2 of 3: from the evidence";
    const words = `${ReviewWords.round(data.round, data.submission)} · ${step}`;
    return { root: ReviewFrame.header({ data, words, controls, page: this.#page }) };
  }

  gestures(http) {
    return new ReviewHttp(http);
  }

  left(around) {
    if (this.#isSearching) return super.left(around);
    const { pages, first } = this.#data;
    return new ReviewPages({ ...around, pages, first });
  }

  /** A review states no confidence. */
  prepare(form) {
    form.root.querySelector(".bench-confidence").hidden = true;
  }

  firstPage({ pages }) {
    return pages[0] ?? null;
  }

  get leftKey() {
    return this.#isSearching ? super.leftKey : ["v", "The author's evidence pages"];
  }

  get #isSearching() {
    return this.#data.screen === "search";
  }
}
