/**
 * The item form: question, accepted answers, evidence, details.
 *
 * It holds what stands in the fields and nothing else; saving, checking and handing in are somebody else's work.
 */
class DeskForm {
  static #MOST_LETTERS = 4000;
  static #DETAILS = {
    visual: ["Visual", "What the answer is read from"],
    reasoning: ["Reasoning", "What it takes to get from the evidence to the answer"],
    category: ["Category", "The kind of document"],
    domain: ["Domain", "The field that the item is from"],
  };

  #question;
  #variants;
  #selects = {};
  #mayEdit;
  #comments;

  /**
   * `onEdit()` after each change, `onLeave()` when a field is left; `tray` is the evidence tray;
   * `choices` are the values of the details: {visual, reasoning, category, domain}; `comments` what a review says:
   * [{field, comment}, …].
   */
  constructor({ choices, tray, comments, mayEdit, onEdit, onLeave }) {
    this.#mayEdit = mayEdit;
    this.#comments = comments;
    this.#question = BenchDom.make("textarea", {
      id: "desk-question",
      class: "bench-input desk-question",
      rows: 2,
      maxlength: DeskForm.#MOST_LETTERS,
      dir: "auto",
      placeholder: "What somebody could ask who has never seen these pages",
      disabled: !mayEdit,
      on: { input: onEdit, blur: onLeave },
    });
    this.#variants = new DeskVariants({ onEdit, onLeave });
    this.#variants.setEnabled(mayEdit);
    for (const name of DeskDraft.METADATA) {
      const change = () => (onEdit(), onLeave());
      this.#selects[name] = BenchDom.make("select", {
        id: `desk-${name}`,
        class: "bench-input desk-select",
        disabled: !mayEdit,
        on: { change },
      });
      this.#offer(name, choices[name] ?? []);
    }
    this.root = this.#build(tray);
  }

  /** What stands in the fields: question, answer_variants, metadata. */
  get fields() {
    const chosen = DeskDraft.METADATA.map((name) => [name, this.#selects[name].value]);
    return {
      question: this.#question.value,
      answer_variants: this.#variants.values,
      metadata: Object.fromEntries(chosen),
    };
  }

  set fields({ question, answer_variants: variants, metadata }) {
    if (this.#question.value !== question) this.#question.value = question;
    this.#variants.values = variants;
    this.#variants.setEnabled(this.#mayEdit);
    for (const [name, select] of Object.entries(this.#selects)) {
      const value = metadata[name] ?? "";
      const known = [...select.options].some((option) => option.value === value);
      if (!known) select.append(DeskForm.#option(value));
      select.value = value;
    }
  }

  /** A sentence about what an item cannot do without, or nothing; moves the focus there. */
  findProblem(n_pages) {
    const { question, answer_variants: variants } = this.fields;
    if (!question.trim()) {
      this.focusQuestion();
      return "Write the question first.";
    }
    if (!variants.some((parts) => parts.some((part) => part.trim()))) {
      this.focusAnswer();
      return "Write the answer first, or select it on the page and press a.";
    }
    return n_pages ? "" : "Mark the page that proves the answer first: open it and press e.";
  }

  /** Text found in a document becomes a part of the answer; says where it went. */
  take(text) {
    return this.#variants.take(text);
  }

  focusQuestion() {
    this.#question.focus();
  }

  focusAnswer() {
    this.#variants.focus();
  }

  focusDetails() {
    this.#selects.visual.focus();
  }

  #offer(name, values) {
    this.#selects[name].append(DeskForm.#option("", "not stated"), ...values.map((value) => DeskForm.#option(value)));
  }

  static #option(value, text = DeskDraft.words(value)) {
    return BenchDom.make("option", { value, text });
  }

  #build(tray) {
    const question = BenchDom.make("label", { class: "bench-row-title", for: "desk-question", text: "Question" });
    const answer = BenchDom.make("h2", { class: "bench-row-title", text: "Answer" });
    const details = BenchDom.make("h2", { class: "bench-row-title", text: "Details" });
    return BenchDom.make(
      "section",
      { class: `desk-form${this.#comments.length ? " desk-form-commented" : ""}`, "aria-label": "Item" },
      BenchDom.make("div", { class: "desk-row" }, question, this.#question),
      ...this.#commentsOn("question"),
      BenchDom.make("div", { class: "desk-row" }, answer, this.#variants.root),
      ...this.#commentsOn("answer"),
      BenchDom.make("div", { class: "desk-row" }, tray),
      ...this.#commentsOn("evidence"),
      BenchDom.make("div", { class: "desk-row desk-row-details" }, details, this.#details()),
      ...this.#commentsOn("metadata"),
    );
  }

  #commentsOn(wanted) {
    const said = this.#comments.filter(({ field }) => field === wanted);
    return said.map(({ comment }) => DeskReview.comment(comment));
  }

  #details() {
    const fields = Object.entries(this.#selects).map(([name, select]) => {
      const [text, title] = DeskForm.#DETAILS[name];
      return BenchDom.make("label", { class: "desk-detail", for: select.id, title }, BenchDom.make("span", { text }), select);
    });
    return BenchDom.make("div", { class: "desk-details" }, ...fields);
  }
}
