/**
 * Search in the collection: field, hits, history, and why a query found nothing.
 *
 * Every Enter is one search, also with unchanged text, and never two: while one is on its way the
 * next has to wait. Hits stay until the new ones are there.
 */
class SearchPanel {
  static #SPINNER_AFTER_MS = 300;
  static #SECONDS_AFTER_MS = 2000;

  #http;
  #say;
  #onOpen;
  #onShown;
  #onConflict;
  #hits;
  #history;
  #queries = [];
  #active = null;
  #busy = null;
  #parts = {};

  /**
   * `onOpen(query, hit)`: a hit was opened. `onShown(query)`: hits of this query are on the screen.
   * `onConflict()`: the server says that the item is not as this screen shows it.
   * `say(text)` speaks through the bench's live region; `k` is how many hits are shown, `content` what of each.
   */
  constructor({ http, source, k, content, say, onOpen, onShown, onConflict }) {
    this.#http = http;
    this.#say = say;
    this.#onOpen = onOpen;
    this.#onShown = onShown;
    this.#onConflict = onConflict;
    this.#hits = new BenchHits({ source, content, onOpen: (query, hit) => this.#onOpen(query, hit) });
    this.#history = new BenchHistory({ onShow: (query) => this.#showAgain(query) });
    this.root = this.#build(k);
  }

  /** Puts back the queries of this attempt, oldest first; the last one that ran is shown. */
  restore(queries) {
    this.#queries = [...queries];
    const ran = this.#queries.filter((query) => !query.refused);
    if (ran.length) this.#show(ran[ran.length - 1]);
    else this.#history.show(this.#queries, null);
    if (this.#active) this.#parts.field.value = this.#active.text;
  }

  /** The words of the query whose hits are on the screen, or nothing. */
  get shownText() {
    return this.#active ? this.#active.text : "";
  }

  /** Searches for `text`, as if it had been typed. */
  searchFor(text) {
    this.#parts.field.value = text;
    this.#search();
  }

  /** Moves the focus to the field and selects what stands there. */
  focus() {
    this.#parts.field.focus();
    this.#parts.field.select();
  }

  setView(view) {
    this.#hits.setView(view);
  }

  setMarks(marks) {
    this.#hits.setMarks(marks);
  }

  stop() {
    this.#rest();
  }

  #build(k) {
    const part = this.#parts;
    part.field = BenchDom.make("input", {
      type: "text",
      id: "bench-search-field",
      class: "bench-input",
      placeholder: "Search the collection",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "search",
      "aria-describedby": "bench-search-refusal",
      on: { keydown: (event) => this.#onKey(event), input: () => this.#refusal("") },
    });
    part.button = BenchDom.make("button", { type: "submit", class: "bench-button" }, BenchDom.icon("search"), "Search");
    part.refusal = BenchDom.make("p", {
      id: "bench-search-refusal",
      class: "bench-refusal",
      role: "alert",
      hidden: true,
    });
    part.waiting = BenchDom.make("p", { class: "bench-waiting", hidden: true });
    part.summary = BenchDom.make("h3", { class: "bench-summary" });
    part.note = BenchDom.make("p", { class: "bench-note", hidden: true });
    part.results = BenchDom.make(
      "div",
      { class: "bench-results" },
      BenchDom.make("div", { class: "bench-results-head" }, part.summary, part.waiting),
      part.note,
      this.#hits.root,
    );
    this.#empty();
    return BenchDom.make(
      "section",
      { class: "bench-search", "aria-label": "Search" },
      this.#form(),
      part.refusal,
      part.results,
      BenchDom.make("div", { class: "bench-folds" }, this.#history.root, this.#language(k)),
    );
  }

  #form() {
    const { field, button } = this.#parts;
    const submit = (event) => {
      event.preventDefault();
      this.#search();
    };
    const key = BenchDom.make("kbd", { "aria-hidden": "true", text: "/" });
    return BenchDom.make(
      "form",
      { class: "bench-search-form", role: "search", on: { submit } },
      BenchDom.make("label", { class: "bench-spoken", for: "bench-search-field", text: "Search the collection" }),
      BenchDom.make("span", { class: "bench-field" }, field, key),
      button,
    );
  }

  #language(k) {
    return BenchDom.make(
      "details",
      { class: "bench-fold" },
      BenchDom.make("summary", {}, BenchDom.icon("chevron"), "How to write a query"),
      BenchQueryLanguage.describe(k),
    );
  }

  // Enter is taken here and never left to the browser's own form rule: that way an input method's
  // Enter (isComposing, or key code 229 in Safari) and a key held down never become a search.
  #onKey(event) {
    if (event.key === "ArrowDown" && !event.isComposing) {
      event.preventDefault();
      this.#hits.focusFirst();
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (!event.isComposing && event.keyCode !== 229 && !event.repeat) this.#search();
  }

  async #search() {
    if (this.#busy) return;
    const text = this.#parts.field.value;
    if (!text.trim()) {
      this.#refusal("Type what to look for, then press Enter.");
      return;
    }
    this.#wait();
    try {
      this.#arrived(await this.#http.gesture("/api/search", { text }, () => this.#retrying()));
    } catch (problem) {
      if (problem instanceof BenchStopped) return;
      if (!(problem instanceof RequestError)) throw problem;
      this.#refusal(problem.message);
      if (problem.status === 409) this.#onConflict();
    } finally {
      this.#rest();
    }
  }

  /** Takes back a sentence about a search that was refused. */
  clearRefusal() {
    this.#refusal("");
  }

  #arrived(query) {
    this.#queries.push(query);
    if (query.refused) {
      this.#refusal(query.message);
      this.#history.show(this.#queries, this.#active);
      return;
    }
    this.#refusal("");
    this.#show(query);
    this.#say(this.#parts.summary.textContent);
  }

  #showAgain(query) {
    const field = this.#parts.field;
    if (!field.value.trim() || this.#queries.some(({ text }) => text === field.value)) field.value = query.text;
    this.#refusal(query.refused ? query.message : "");
    if (query.refused) return;
    this.#show(query);
    this.#say(this.#parts.summary.textContent);
  }

  #show(query) {
    this.#active = query;
    const { summary, note } = this.#parts;
    summary.replaceChildren(
      BenchDom.make("bdi", { class: "bench-summary-text", title: query.text, text: query.text }),
      BenchDom.make("span", { class: "bench-summary-count", text: ` · ${SearchPanel.#countWords(query)}` }),
    );
    note.textContent = query.message || (query.total ? "" : "No page holds this. Try fewer or other words.");
    note.hidden = !note.textContent;
    this.#hits.show(query);
    this.#history.show(this.#queries, query);
    this.#onShown(query);
  }

  static #countWords({ total, hits }) {
    if (!total) return "no hits";
    const count = BenchDom.count(total, "hit", "hits");
    return total > hits.length ? `${count}, top ${hits.length} shown` : count;
  }

  #empty() {
    this.#parts.summary.textContent = "No search yet";
    this.#parts.note.textContent = "Hits will be listed here: type words above and press Enter.";
    this.#parts.note.hidden = false;
  }

  #refusal(sentence) {
    const { refusal, field } = this.#parts;
    refusal.replaceChildren(...(sentence ? [BenchDom.icon("warning"), BenchDom.make("span", { text: sentence })] : []));
    refusal.hidden = !sentence;
    if (sentence) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }

  #wait() {
    const { button, results, waiting } = this.#parts;
    const since = performance.now();
    const paint = () => {
      const waited = performance.now() - since;
      const seconds = waited >= SearchPanel.#SECONDS_AFTER_MS ? ` ${Math.floor(waited / 1000)} s` : "";
      waiting.textContent = this.#busy.retries ? `No connection, trying again…${seconds}` : `Searching…${seconds}`;
      waiting.hidden = false;
      this.#busy.timer = setTimeout(paint, 500);
    };
    this.#busy = { retries: 0, timer: setTimeout(paint, SearchPanel.#SPINNER_AFTER_MS) };
    // Not `disabled`: that would take the focus away from somebody who pressed it.
    button.setAttribute("aria-disabled", "true");
    results.setAttribute("aria-busy", "true");
  }

  #retrying() {
    this.#busy.retries += 1;
  }

  #rest() {
    clearTimeout(this.#busy?.timer);
    this.#busy = null;
    const { button, results, waiting } = this.#parts;
    button.removeAttribute("aria-disabled");
    waiting.hidden = true;
    results.removeAttribute("aria-busy");
  }
}
