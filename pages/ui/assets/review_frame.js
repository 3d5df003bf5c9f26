/** The header that all screens of a review have, and the connection under them. */
class ReviewFrame {
  /** `data` is what the page passes; `words` say where one is; `controls` stand at the right. */
  static header(data, words, controls) {
    const { project, places = [], simulated, way_out: wayOut } = data;
    const outLink = wayOut && BenchDom.make("a", { class: "bench-quiet", href: wayOut.address, target: "_self", text: wayOut.text });
    return BenchDom.make(
      "header",
      { class: "bench-header" },
      BenchDom.make("h1", { class: "bench-study", title: project.title, text: project.title }),
      BenchPlaces.line(places),
      words && BenchDom.make("span", { class: "desk-status", text: words }),
      simulated ? BenchDom.make("span", { class: "bench-simulated", text: "Simulated" }) : null,
      BenchDom.make("div", { class: "bench-controls" }, ...controls, outLink),
    );
  }

  static button(icon, text, click, className = "bench-quiet") {
    const face = icon ? [BenchDom.icon(icon), text] : [text];
    return BenchDom.make("button", { type: "button", class: className, on: { click } }, ...face);
  }

  /** Back to the queue; what is open stays open. */
  static backButton(page) {
    return ReviewFrame.button("left", "All reviews", () => page().opened(""));
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
