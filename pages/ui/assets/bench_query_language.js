/** What can be typed into the search field; the same words in the search panel and on the help sheet. */
class BenchQueryLanguage {
  static #ROWS = [
    ["permit revenue", "pages that hold both words (AND)"],
    ["permit OR licence", "pages that hold either word"],
    ["permit NOT parking", "pages with the first word and without the second"],
    ["(fee OR permit) AND 2019", "parentheses say what belongs together"],
    ["\"permit revenue\"", "the words side by side, in this order"],
    ["permit*", "any ending, or none: permit, permits, permitted"],
    ["wom?n", "exactly one letter: woman, women"],
  ];

  /** The description, for a search that shows `k` pages. */
  static describe(k) {
    return BenchDom.make(
      "div",
      { class: "bench-language" },
      BenchDom.make("dl", {}, ...BenchQueryLanguage.#ROWS.map(BenchQueryLanguage.#row)),
      BenchDom.make("p", { text: "AND, OR and NOT count as operators in capitals only." }),
      BenchDom.make("p", { text: "Inside quotation marks * and ? and the operators are plain text." }),
      BenchDom.make("p", {
        text: `The search looks at single pages and shows the best ${BenchDom.count(k, "page", "pages")}.`,
      }),
    );
  }

  static #row([query, meaning]) {
    return BenchDom.make(
      "div",
      {},
      BenchDom.make("dt", {}, BenchDom.make("code", { text: query })),
      BenchDom.make("dd", { text: meaning }),
    );
  }
}
