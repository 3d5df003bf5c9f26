/**
 * Two or more versions of an item beside each other, field by field, and beside each field what is said of it.
 *
 * The last column belongs to who decides: `notes` gives what stands there for each field.
 */
class ReviewTable {
  static FIELDS = ["question", "answer", "evidence", "metadata", "reasons", "item"];
  static #TITLES = {
    question: "Question",
    answer: "Answer",
    evidence: "Evidence",
    metadata: "Details",
    reasons: "Checks kept with a reason",
    item: "The item as a whole",
  };

  #columns;
  #notes;
  #onOpen;
  #buttons = [];

  /**
   * `columns`, `rounds` and `flags` are as the page passes them; `notes(field)` is an element or null; of a disputed item
   * what was said stands first; `onOpen(page)`.
   */
  constructor({ columns, rounds, flags, notes, decides, isDisputed, onOpen }) {
    this.#columns = columns;
    this.#notes = notes;
    this.#onOpen = onOpen;
    const heads = columns.map(({ title, note }) => ReviewTable.#head(title, note));
    if (decides) heads.push(ReviewTable.#head("Decision", ""));
    const grid = BenchDom.make("div", { class: "review-grid" },
      ...heads, ...ReviewTable.FIELDS.flatMap((field) => this.#row(field, decides)));
    grid.style.setProperty("--review-columns", columns.length + (decides ? 1 : 0));
    const said = rounds.length ? ReviewTable.#rounds(rounds) : null;
    this.root = BenchDom.make("div", { class: "review-table", tabindex: "0", role: "region", "aria-label": "Comparison" },
      ...(isDisputed ? [said, grid] : [grid, said]), flags.length ? ReviewTable.#flags(flags) : null);
  }

  /** The page now in the viewer, or null. */
  setView(view) {
    for (const { page, button } of this.#buttons) {
      if (view && DeskDraft.isAt(page, view)) button.setAttribute("aria-current", "page");
      else button.removeAttribute("aria-current");
    }
  }

  static #head(title, note) {
    return BenchDom.make("div", { class: "review-head" }, BenchDom.make("h2", { text: title }),
      note ? BenchDom.make("p", { class: "review-note", text: note }) : null);
  }

  #row(field, decides) {
    const cells = this.#columns.map((column) => this.#cell(field, column));
    const note = decides ? this.#notes(field) : null;
    if (!note && cells.every((cell) => cell === null)) return [];
    const title = BenchDom.make("h3", { class: "review-field bench-label", text: ReviewTable.#TITLES[field] });
    // In a narrow window, where everything stands below each other, a cell says itself whose it is.
    const filled = cells.map((cell, n) => BenchDom.make("div", { class: "review-cell", "data-column": cell && this.#columns[n].title }, cell));
    // Nobody answers a question with a question: it takes the room of both.
    if (field === "question" && cells[0] === null && filled.length > 1) {
      filled.shift();
      filled[0].classList.add("review-cell-double");
    }
    if (decides) filled.push(BenchDom.make("div", { class: "review-cell review-cell-note" }, note));
    return [title, ...filled];
  }

  #cell(field, column) {
    const make = {
      question: () => column.question && ReviewWords.text(column.question),
      answer: () => ReviewTable.#answers(column.answers),
      evidence: () => this.#pages(column),
      metadata: () => ReviewTable.#details(column.details),
      reasons: () => ReviewTable.#reasons(column.reasons),
      item: () => null,
    };
    return make[field]();
  }

  static #answers(answers) {
    if (!answers.length) return null;
    const rows = answers.map(({ label, tag, verdict, words, working_ms: workingMs }) => {
      const took = workingMs === undefined ? null : BenchDom.make("span", { class: "review-took", text: WorkingClock.inWords(workingMs) });
      const head = label ? BenchDom.make("p", { class: "review-answer-head" }, label, took, ReviewTable.#tag(tag, verdict)) : null;
      return BenchDom.make("li", {}, head, ReviewWords.text(words));
    });
    return BenchDom.make("ul", { class: "review-answers" }, ...rows);
  }

  /** `tag` decides on the icon and the colour, `words` say it. */
  static #tag(tag, words = tag) {
    if (!tag) return null;
    const icon = { same: "check", right: "check", differs: "flag" }[tag];
    return BenchDom.make("span", { class: "bench-tag review-tag", "data-tag": tag }, icon ? BenchDom.icon(icon) : null, words);
  }

  #pages({ key, evidence }) {
    if (!evidence.length) return key === "blind" ? BenchDom.make("p", { class: "bench-empty", text: "No pages marked." }) : null;
    return BenchDom.make("ul", { class: "review-evidence" }, ...evidence.map((page) => this.#page(page)));
  }

  #page(page) {
    const words = [BenchDom.pageWords(page.page, page.label), page.note].filter(Boolean).join(" · ");
    const button = BenchDom.make(
      "button",
      { type: "button", class: "review-page", "data-tag": page.tag, on: { click: () => this.#onOpen(page) } },
      BenchDom.documentName(page.document, "dropped"),
      BenchDom.make("span", { class: "review-page-words" }, words, ReviewTable.#tag(page.tag)),
    );
    this.#buttons.push({ page, button });
    const quotes = page.quotes.map((quote) => BenchDom.make("q", { class: "review-quote", dir: "auto", text: quote }));
    return BenchDom.make("li", {}, button, ...quotes);
  }

  static #details(details) {
    if (!details.length) return null;
    const rows = details.flatMap(({ name, words }) => [BenchDom.make("dt", { text: name }), BenchDom.make("dd", {}, ReviewWords.text(words))]);
    return BenchDom.make("dl", { class: "review-details" }, ...rows);
  }

  static #reasons(reasons) {
    if (!reasons.length) return null;
    const rows = reasons.map(({ check, reason }) => BenchDom.make("li", {}, BenchDom.make("b", { text: `${DeskDraft.checkWords(check)}: ` }), BenchDom.make("bdi", { text: reason })));
    return BenchDom.make("ul", { class: "review-reasons" }, ...rows);
  }

  static #flags(flags) {
    const rows = flags.map(({ level, sentence }) => BenchDom.make("li", { class: "desk-finding", "data-level": level },
      BenchDom.icon({ warn: "warning", note: "note", pass: "check" }[level]), BenchDom.make("p", { dir: "auto", text: sentence })));
    return BenchDom.make("section", { class: "review-rounds", "aria-label": "What models answered" },
      BenchDom.make("h3", { class: "bench-label", text: "What models answered: a flag, no decision" }), BenchDom.make("ul", {}, ...rows));
  }

  static #rounds(rounds) {
    const rows = rounds.map(({ who, name, act, submission, at_ms: atMs, comments }) => {
      const person = name ? `${who} (${name})` : who;
      const head = `The ${person} ${act.endsWith("agrees") ? act : `${ReviewWords.decided(act)} it`}`;
      const when = `${submission > 1 ? `submission ${submission}, ` : ""}${ReviewWords.date(atMs)}`;
      const said = comments.map(({ field, comment }) => BenchDom.make("p", { dir: "auto" },
        field === "item" ? null : BenchDom.make("b", { text: `${field === "metadata" ? "details" : field}: ` }),
        BenchDom.make("bdi", { text: comment })));
      return BenchDom.make("li", {}, BenchDom.make("p", { class: "review-said-head" }, head, BenchDom.make("span", { text: ` · ${when}` })), ...said);
    });
    return BenchDom.make("section", { class: "review-rounds", "aria-label": "Previous rounds" },
      BenchDom.make("h3", { class: "bench-label", text: "Said before" }), BenchDom.make("ul", {}, ...rows));
  }
}
