/**
 * What a reviewer or a supervisor decides: one choice by key or press, comments beside the fields or one reason,
 * and one button that sends it. Nothing is sent by the key that chooses.
 */
class ReviewDecision {
  static #MOST_LETTERS = 2000;
  static #FIELDS = { question: "question", answer: "answer", evidence: "evidence", metadata: "details", item: "item as a whole" };

  #choices;
  #reasonField;
  #onEdit;
  #onLeave;
  #onSend;
  #onChosen;
  #comments = new Map();
  #reason = null;
  #choice = "";
  #buttons = new Map();
  #send;
  #label = null;
  #isReady = true;

  /**
   * `choices` are [{name, keys, label, send}, …]; with `reason` "one" there is one reason for all, else a comment
   * on each field. `onChosen(name)` when somebody chooses, `onEdit()`, `onLeave()`, `onSend()`.
   */
  constructor({ choices, reason = "fields", onEdit, onLeave, onChosen, onSend }) {
    this.#choices = choices;
    this.#reasonField = reason;
    this.#onEdit = onEdit;
    this.#onLeave = onLeave;
    this.#onChosen = onChosen;
    this.#onSend = onSend;
    this.#send = BenchDom.make("button", { type: "button", class: "bench-button bench-primary review-send", on: { click: () => this.#onSend() } });
    const group = BenchDom.make("div", { class: "review-choices", role: "group", "aria-label": "Decision" },
      ...choices.map((choice) => this.#choiceButton(choice)));
    this.bar = BenchDom.make("div", { class: "review-bar" }, group, this.#send);
    this.#paint();
  }

  get choice() {
    return this.#choice;
  }

  /** {choice, comments, reason}, empty comments left out. */
  get draft() {
    const comments = [...this.#comments].map(([field, area]) => ({ field, comment: area.value }));
    return {
      choice: this.#choice,
      comments: comments.filter(({ comment }) => comment.trim()),
      reason: this.#reason?.value ?? "",
    };
  }

  set draft({ choice, comments, reason }) {
    this.#choice = this.#choices.some(({ name }) => name === choice) ? choice : "";
    for (const [field, area] of this.#comments) area.value = comments.find((one) => one.field === field)?.comment ?? "";
    if (this.#reason) this.#reason.value = reason;
    this.#paint();
  }

  /** The comments as they are sent. */
  get comments() {
    return this.draft.comments.map(({ field, comment }) => ({ field, comment: comment.trim() }));
  }

  /** What stands beside a field of the table: its comment, or the one reason. */
  note(field) {
    if (this.#reasonField === "one") return field === "question" ? this.#reasonArea() : null;
    const words = ReviewDecision.#FIELDS[field];
    if (!words) return null;
    const area = this.#area("Comment", `Comment on the ${words}`);
    this.#comments.set(field, area);
    return area;
  }

  /** The comment of a field, which may stand somewhere else for a while. */
  area(field) {
    return this.#comments.get(field);
  }

  choose(name) {
    this.#choice = name;
    this.#paint();
    this.#onChosen(name);
    this.#onEdit();
  }

  /** To where somebody writes why: the first empty comment, or the reason. */
  focusWords() {
    const areas = this.#reason ? [this.#reason] : [...this.#comments.values()];
    (areas.find(({ value }) => !value.trim()) ?? areas[0]).focus();
  }

  focusSend() {
    this.#send.focus();
  }

  /** The words of the button while a correction is written; null gives it its own back. `isReady`: whether it can go. */
  setLabel(label, isReady = true) {
    this.#label = label;
    this.#isReady = isReady;
    this.#paint();
  }

  lock(words) {
    this.#send.textContent = words;
    this.#send.setAttribute("aria-disabled", "true");
  }

  unlock() {
    this.#paint();
  }

  #choiceButton({ name, keys, label }) {
    const button = BenchDom.make(
      "button",
      { type: "button", class: "bench-button review-choice", "aria-pressed": "false", on: { click: () => this.choose(name) } },
      BenchDom.make("kbd", { "aria-hidden": "true", text: keys[0] }), label,
    );
    button.title = `${label} (${keys.join(" or ")})`;
    this.#buttons.set(name, button);
    return button;
  }

  #reasonArea() {
    this.#reason = this.#area("Why", "The reason, which both sides read");
    this.#reason.rows = 6;
    return this.#reason;
  }

  #area(placeholder, name) {
    const grow = () => {
      area.style.height = "auto";
      area.style.height = `${Math.min(area.scrollHeight + 2, 160)}px`;
    };
    const area = BenchDom.make("textarea", {
      class: "bench-input review-comment",
      rows: 1,
      maxlength: ReviewDecision.#MOST_LETTERS,
      placeholder,
      "aria-label": name,
      title: name,
      dir: "auto",
      on: { input: () => (grow(), this.#onEdit()), focus: grow, blur: () => this.#onLeave() },
    });
    return area;
  }

  #paint() {
    for (const [name, button] of this.#buttons) button.setAttribute("aria-pressed", String(name === this.#choice));
    const chosen = this.#choices.find(({ name }) => name === this.#choice);
    this.#send.textContent = this.#label ?? chosen?.send ?? "Choose a decision";
    if (chosen && this.#isReady) this.#send.removeAttribute("aria-disabled");
    else this.#send.setAttribute("aria-disabled", "true");
  }
}
