/** The list of steps beside the page: stored times, one line a step, and the hits of the current query. */
class ReplaySteps {
  /** `onSeek(step)` when a step is chosen. */
  constructor({ lane, onSeek }) {
    this.lane = lane;
    this.rows = lane.steps.map((step, at) => this.#row(step, () => onSeek(at)));
    this.element = ViewerDom.make("ol", { class: "replay-steps", "aria-label": "Steps" }, ...this.rows);
    this.current = null;
  }

  /** Show step number `at` as the current one, and bring it into sight within the list. */
  setCursor(at) {
    this.current?.removeAttribute("aria-current");
    this.current?.querySelector(".replay-hits")?.remove();
    const row = this.rows[at];
    this.current = row;
    row.setAttribute("aria-current", "step");
    const { hits } = this.lane.steps[at];
    if (hits) row.append(ReplaySteps.#hits(hits));
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
        { type: "button", title: ReplayLane.utc(step.at_ms), on: { click: onClick } },
        ViewerDom.make("time", { datetime: new Date(step.at_ms).toISOString(), text: ReplayLane.clock(this.lane.sinceShown(step)) }),
        ViewerDom.make("span", { class: "replay-step-text", text: `${step.text}${visible}` }),
        step.gold && step.kind !== "query" ? ViewerDom.make("span", { class: "replay-gold-tag", text: "gold" }) : null,
      ),
    );
  }

  static #hits(hits) {
    const rows = hits.map((hit) =>
      ViewerDom.make(
        "li",
        {},
        ViewerDom.make("span", { class: "replay-rank", text: `${hit.rank}.` }),
        ViewerDom.make("bdi", { class: "replay-hit-name", title: hit.document, text: hit.document }),
        ViewerDom.make("span", { text: `p. ${hit.page}` }),
        hit.gold ? ViewerDom.make("span", { class: "replay-gold-tag", text: "gold" }) : null,
      ),
    );
    const none = ViewerDom.make("li", { text: "No hits" });
    return ViewerDom.make("ol", { class: "replay-hits", "aria-label": "Hits" }, ...(rows.length ? rows : [none]));
  }
}
