/**
 * The hits of one query, in order: one stop for the Tab key, arrow keys inside.
 *
 * A hit says in words and with a shape whether it was opened, is open now, or is in the evidence.
 */
class BenchHits {
  #source;
  #content;
  #one;
  #onOpen;
  #rows = [];
  #opened = new Set();
  #view = null;
  #marked = new Set();
  #query = null;

  /**
   * `onOpen(query, hit)` is called for a click, Enter or Space on a hit; `content` says what a hit shows beside
   * its page: { title, snippet, thumbnail }; `name` is what the list is called, `one` what each of it is.
   */
  constructor({ source, onOpen, content, name = "Hits", one = "Hit" }) {
    this.#source = source;
    this.#content = content ?? { title: true, snippet: true, thumbnail: true };
    this.#one = one;
    this.#onOpen = onOpen;
    this.root = BenchDom.make("ol", {
      class: "bench-hits",
      "aria-label": name,
      on: { keydown: (event) => this.#move(event), focusin: (event) => this.#remember(event) },
    });
  }

  /** Shows the hits of a query result as /api/search returns it. */
  show(query) {
    this.#query = query;
    for (const rank of query.opened ?? []) this.#opened.add(`${query.event_id} ${rank}`);
    this.#rows = query.hits.map((hit, n) => this.#row(hit, n));
    this.root.replaceChildren(...this.#rows.map((row) => row.item));
    this.root.scrollTop = 0;
    this.#paint();
  }

  /** The page now in the viewer, or null. */
  setView(view) {
    this.#view = view;
    this.#paint();
  }

  /** The pages now in the evidence. */
  setMarks(marks) {
    this.#marked = new Set(marks.map(BenchHits.#place));
    this.#paint();
  }

  /** Moves the focus to the first hit, if there is one. */
  focusFirst() {
    this.#rows[0]?.button.focus();
  }

  static #place({ document: document_, page }) {
    return JSON.stringify([document_, page]);
  }

  #row(hit, n) {
    const state = BenchDom.make("span", { class: "bench-hit-state" });
    const { title, snippet, thumbnail } = this.#content;
    const words = () => BenchDom.make("span", { class: "bench-hit-snippet", dir: "auto" }, ...BenchDom.marked(hit.snippet, hit.matches));
    const button = BenchDom.make(
      "button",
      { type: "button", class: "bench-hit", tabindex: n ? -1 : 0, on: { click: () => this.#open(hit) } },
      BenchDom.make("span", { class: "bench-hit-rank" }, BenchDom.spoken(`${this.#one} `), String(hit.rank)),
      BenchDom.make(
        "span",
        { class: "bench-hit-body" },
        title ? BenchDom.documentName(hit.document) : null,
        BenchDom.make(
          "span",
          { class: "bench-hit-place" },
          BenchDom.make("span", { class: "bench-hit-page", text: BenchDom.pageWords(hit.page, hit.label) }),
          state,
        ),
        snippet ? words() : null,
      ),
      this.#side(hit, thumbnail),
    );
    return { hit, button, state, item: BenchDom.make("li", {}, button) };
  }

  // The words beside it name the page; a picture that does not come leaves its frame, not a broken icon.
  #thumbnail(hit) {
    const image = BenchDom.make("img", {
      alt: "",
      loading: "lazy",
      decoding: "async",
      src: this.#source.thumbUrl(hit.document, hit.page),
      on: { error: () => image.remove() },
    });
    return image;
  }

  #side(hit, isPictured) {
    const score = hit.score === undefined ? null
      : BenchDom.make("span", { class: "bench-hit-score", text: `score ${hit.score.toFixed(2)}` });
    return BenchDom.make("span", { class: isPictured ? "bench-hit-thumb" : "bench-hit-side" }, isPictured ? this.#thumbnail(hit) : null, score);
  }

  #open(hit) {
    this.#opened.add(`${this.#query.event_id} ${hit.rank}`);
    this.#onOpen(this.#query, hit);
    this.#paint();
  }

  #paint() {
    const here = this.#view && BenchHits.#place(this.#view);
    for (const { hit, button, state } of this.#rows) {
      const open = BenchHits.#place(hit) === here;
      const opened = this.#opened.has(`${this.#query.event_id} ${hit.rank}`);
      button.classList.toggle("bench-hit-opened", opened);
      if (open) button.setAttribute("aria-current", "page");
      else button.removeAttribute("aria-current");
      const words = [];
      if (open) words.push(["arrow", "open"]);
      else if (opened) words.push(["check", "opened"]);
      if (this.#marked.has(BenchHits.#place(hit))) words.push(["flag", "evidence"]);
      state.replaceChildren(
        ...words.map(([icon, text]) => BenchDom.make("span", { class: "bench-tag" }, BenchDom.icon(icon), text)),
      );
    }
  }

  #move(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const at = this.#rows.findIndex(({ button }) => button === event.target);
    const to = Math.min(this.#rows.length - 1, Math.max(0, at + step));
    this.#rows[to]?.button.focus();
  }

  #remember(event) {
    for (const { button } of this.#rows) button.tabIndex = button === event.target ? 0 : -1;
  }
}
