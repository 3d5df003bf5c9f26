/** The left column of the second blind stage: the author's evidence pages, and nothing else to search in. */
class ReviewPages {
  #source;
  #rows;
  #view = null;
  #marks = [];

  /**
   * `pages`: [{document, page, label}, …]; `first` is the answer found by searching, or null; `onPage(page)` for
   * a page, `onAnswer(answer)` takes the first answer once more.
   */
  constructor({ pages, first, source, onPage, onAnswer }) {
    this.#source = source;
    this.#rows = pages.map((page, n) => this.#row(page, n, onPage));
    const count = BenchDom.count(pages.length, "evidence page of the author", "evidence pages of the author");
    this.root = BenchDom.make(
      "section",
      { class: "review-pages", "aria-label": "The author's evidence" },
      first && ReviewPages.#first(first, onAnswer),
      BenchDom.make("h2", { class: "bench-label", text: count }),
      BenchDom.make("p", { class: "review-hint" }, "Answer from these alone. Take away, with ", BenchDom.make("kbd", { text: "e" }),
        ", a page that the answer does not need."),
      BenchDom.make("ol", { class: "bench-hits" }, ...this.#rows.map(({ button }) => BenchDom.make("li", {}, button))),
    );
  }

  focus() {
    this.#rows[0]?.button.focus();
  }

  setView(view) {
    this.#view = view;
    this.#paint();
  }

  setMarks(marks) {
    this.#marks = marks;
    this.#paint();
  }

  // As the search panel: nothing was searched, and nothing goes on.
  restore() {}

  clearRefusal() {}

  stop() {}

  get shownText() {
    return "";
  }

  #row(page, n, onPage) {
    const state = BenchDom.make("span", { class: "bench-hit-state" });
    // The words beside it name the page; a picture that does not come leaves its frame.
    const image = BenchDom.make("img", {
      alt: "",
      src: this.#source.thumbUrl(page.document, page.page),
      on: { error: () => image.remove() },
    });
    const place = BenchDom.make("span", { class: "bench-hit-place" },
      BenchDom.make("span", { class: "bench-hit-page", text: BenchDom.pageWords(page.page, page.label) }), state);
    const button = BenchDom.make(
      "button",
      { type: "button", class: "bench-hit", on: { click: () => onPage(page) } },
      BenchDom.make("span", { class: "bench-hit-rank", text: n + 1 }),
      BenchDom.make("span", { class: "bench-hit-body" }, BenchDom.documentName(page.document), place),
      BenchDom.make("span", { class: "bench-hit-thumb" }, image),
    );
    return { page, button, state };
  }

  #paint() {
    for (const { page, button, state } of this.#rows) {
      const isOpen = this.#view !== null && DeskDraft.isAt(this.#view, page);
      if (isOpen) button.setAttribute("aria-current", "page");
      else button.removeAttribute("aria-current");
      const words = isOpen ? [["arrow", "open"]] : [];
      if (!this.#marks.some((mark) => DeskDraft.isAt(mark, page))) words.push(["close", "taken away"]);
      state.replaceChildren(...words.map(([icon, text]) => BenchDom.make("span", { class: "bench-tag" }, BenchDom.icon(icon), text)));
    }
  }

  static #first({ answer, not_found: notFound }, onAnswer) {
    const said = notFound ? "could not find it" : answer.join(" · ");
    return BenchDom.make("div", { class: "review-first" },
      BenchDom.make("p", { dir: "auto" }, BenchDom.make("span", { class: "bench-label", text: "By searching: " }), said),
      notFound ? null : ReviewFrame.button("undo", "Answer the same", () => onAnswer(answer)));
  }
}
