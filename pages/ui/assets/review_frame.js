/** The header that all screens of a review have, and the connection under them. */
class ReviewFrame {
  /**
   * `data` is what the page passes; `words` say where one is; `controls` stand at the right; `page()` is the page
   * around. The place of the reviews leads back to the queue; who has no other place gets a button for that.
   */
  static header({ data, words, controls, page }) {
    const { project, places = [], simulated, ways_out: waysOut = [] } = data;
    const back = ReviewFrame.button("left", "All reviews", () => page().opened(""));
    const ways = waysOut.map(({ text, address }) => BenchDom.make("a", { class: "bench-quiet", href: address, target: "_self", text }));
    return BenchDom.make(
      "header",
      { class: "bench-header" },
      BenchDom.make("h1", { class: "bench-study", title: project.title, text: project.title }),
      BenchPlaces.line(places, (address) => ReviewFrame.#leave(address, places, page)),
      words && BenchDom.make("span", { class: "desk-status", text: words }),
      simulated ? BenchDom.make("span", { class: "bench-simulated", text: "Simulated" }) : null,
      BenchDom.make("div", { class: "bench-controls" }, ...(places.length || data.screen === "queue" ? [] : [back]), ...controls, ...ways),
    );
  }

  static #leave(address, places, page) {
    const isHere = places.some(({ address: of, current }) => current && of === address);
    if (isHere) page().opened("");
    else window.location.assign(address);
  }

  static button(icon, text, click, className = "bench-quiet") {
    const face = icon ? [BenchDom.icon(icon), text] : [text];
    return BenchDom.make("button", { type: "button", class: className, on: { click } }, ...face);
  }

  static helpButton(open) {
    const button = ReviewFrame.button("help", "Help", open);
    button.title = "Help (?)";
    return button;
  }
}

/** Gestures of a review, from parts of the bench that name the routes of an attempt. */
class ReviewHttp {
  #http;

  constructor(http) {
    this.#http = http;
  }

  gesture(path, fields, onRetry) {
    return this.#http.gesture(path.replace("/api/", "/api/review/"), fields, onRetry);
  }
}

/** The event queue for a form that is no answer: what the bench calls an answer's draft is a decision's here. */
class ReviewDraftQueue {
  #queue;

  constructor(queue) {
    this.#queue = queue;
  }

  add({ draft }) {
    return this.#queue.add({ kind: "review_edited", draft });
  }

  flush() {
    return this.#queue.flush();
  }

  onSaved(listener) {
    this.#queue.onSaved(listener);
  }

  onTrouble(listener) {
    const named = ({ payload, ...rest }) => ({
      ...rest,
      payload: payload.kind === "review_edited" ? { ...payload, kind: "answer_edited" } : payload,
    });
    this.#queue.onTrouble(({ refused, ...rest }) => listener({ ...rest, refused: refused.map(named) }));
  }
}
