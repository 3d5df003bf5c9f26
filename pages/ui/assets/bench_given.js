/** The left column where the pages are given: they are listed, and there is nothing to search. */
class BenchGiven {
  #hits;

  /** `pages`: [{document, page, label}, …]; `onPage(page)` opens one. */
  constructor({ pages, source, onPage }) {
    const content = { title: true, snippet: false, thumbnail: true };
    this.#hits = new BenchHits({ source, content, name: "Given pages", one: "Given page", onOpen: (_, hit) => onPage(hit) });
    this.#hits.show({ event_id: "given", hits: pages.map((page, n) => ({ ...page, rank: n + 1, snippet: "", matches: [] })) });
    this.root = BenchDom.make(
      "section",
      { class: "bench-search", "aria-label": "Given pages" },
      BenchDom.make("h2", { class: "bench-label", text: BenchDom.count(pages.length, "page is given", "pages are given") }),
      BenchDom.make("p", { class: "bench-note", text: `The answer stands on ${pages.length === 1 ? "this page" : "these pages"}. There is nothing to search for.` }),
      BenchDom.make("div", { class: "bench-results" }, this.#hits.root),
    );
  }

  /** The key of the column and what it does. */
  get shortcut() {
    return ["v", "The given pages"];
  }

  /** What the viewer says before a page is open. */
  get invitation() {
    return "Open one of the given pages to read it here.";
  }

  focus() {
    this.#hits.focusFirst();
  }

  setView(view) {
    this.#hits.setView(view);
  }

  setMarks(marks) {
    this.#hits.setMarks(marks);
  }

  // As the search panel: nothing was searched, and nothing goes on.
  restore() {}

  clearRefusal() {}

  stop() {}

  get shownText() {
    return "";
  }
}
