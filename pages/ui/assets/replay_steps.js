/** The list of steps beside the page: stored times, one line a step, and the hits of the current query. */
class ReplaySteps {
  /** `onSeek(step)` when a step is chosen; `onPage({document, page, query})` when a hit is, or null. */
  constructor({ lane, onSeek, onPage }) {
    this.lane = lane;
    this.onPage = onPage;
    this.rows = lane.steps.map((step, at) => this.#row(step, () => onSeek(at)));
    this.element = ViewerDom.make("ol", { class: "replay-steps", "aria-label": "Steps" }, ...this.rows);
    this.current = null;
  }

  /** Show step number `at` as the current one, and bring it into sight within the list. */
  setCursor(at) {
    this.current?.removeAttribute("aria-current");
    this.current?.querySelectorAll(".replay-hits").forEach((element) => element.remove());
    const row = this.rows[at];
    this.current = row;
    row.setAttribute("aria-current", "step");
    const { hits, query, detail } = this.lane.steps[at];
    if (detail) row.append(ViewerDom.make("p", { class: "replay-hits replay-detail", text: detail }));
    if (hits) row.append(this.#hits(hits, query ?? ""));
    const top = row.offsetTop - this.element.offsetTop;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop || top + row.offsetHeight > scrollTop + clientHeight) this.element.scrollTop = top - clientHeight / 3;
  }

  #row(step, onClick) {
    const visible = step.visible_ms ? ` · ${ReplayLane.seconds(step.visible_ms)}` : "";
    return ViewerDom.make(
      "li",
      { class: "replay-step" },
      ViewerDom.make(
        "button",
        { type: "button", title: this.lane.utc(step), on: { click: onClick } },
        ViewerDom.make("span", { class: "replay-step-time", text: this.lane.clockAt(step) }),
        ViewerDom.make("span", { class: "replay-step-text", text: `${step.text}${visible}` }),
        step.gold && step.kind !== "query" ? ViewerDom.make("span", { class: "replay-gold-tag", text: "gold" }) : null,
      ),
    );
  }

  #hits(hits, query) {
    const name = (hit) => {
      if (!this.onPage) return ViewerDom.make("bdi", { class: "replay-hit-name", title: hit.document, text: hit.document });
      const { document, page } = hit;
      const look = { click: () => this.onPage({ document, page, query }) };
      const title = `Look at ${document}, page ${page}`;
      return ViewerDom.make("button", { type: "button", class: "replay-hit-name", title, text: document, on: look });
    };
    const rows = hits.map((hit) =>
      ViewerDom.make(
        "li",
        {},
        ViewerDom.make("span", { class: "replay-rank", text: `${hit.rank}.` }),
        name(hit),
        ViewerDom.make("span", { text: `p. ${hit.page}` }),
        hit.gold ? ViewerDom.make("span", { class: "replay-gold-tag", text: "gold" }) : null,
      ),
    );
    const none = ViewerDom.make("li", { text: "No hits" });
    return ViewerDom.make("ol", { class: "replay-hits", "aria-label": "Hits" }, ...(rows.length ? rows : [none]));
  }
}
