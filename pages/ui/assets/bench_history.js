/** The queries of this item, newest first; pressing one shows its stored hits and asks nothing. */
class BenchHistory {
  #onShow;
  #list = BenchDom.make("ol", { class: "bench-history-list", reversed: true });
  #title = BenchDom.make("span", {});
  #queries = [];

  constructor({ onShow }) {
    this.#onShow = onShow;
    this.root = BenchDom.make(
      "details",
      { class: "bench-fold bench-history" },
      BenchDom.make("summary", {}, BenchDom.icon("chevron"), this.#title),
      this.#list,
    );
    this.#paint(null);
  }

  /** The stored results, oldest first; `active` is the one whose hits are on the screen. */
  show(queries, active) {
    this.#queries = queries;
    this.#paint(active);
  }

  static #outcome(query) {
    if (query.refused) return "not run";
    return query.total ? BenchDom.count(query.total, "hit", "hits") : "no hits";
  }

  #paint(active) {
    this.root.hidden = this.#queries.length === 0;
    this.#title.textContent = `History: ${BenchDom.count(this.#queries.length, "query", "queries")}`;
    this.#list.replaceChildren(...[...this.#queries].reverse().map((query) => this.#row(query, query === active)));
  }

  #row(query, current) {
    return BenchDom.make(
      "li",
      {},
      BenchDom.make(
        "button",
        {
          type: "button",
          class: "bench-history-query",
          title: query.text,
          "aria-current": current ? "true" : null,
          on: { click: () => this.#onShow(query) },
        },
        BenchDom.make("bdi", { class: "bench-history-text", text: query.text }),
        BenchDom.make(
          "span",
          { class: "bench-history-hits" },
          BenchHistory.#outcome(query),
          current ? BenchDom.spoken(", shown now") : null,
        ),
      ),
    );
  }
}
