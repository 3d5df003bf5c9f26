/** One or several short answers, in order; Enter goes to the next field and never sends anything. */
class BenchAnswerParts {
  static #MOST_LETTERS = 2000;

  #onEdit;
  #onLeave;
  #fields = [];
  #list = BenchDom.make("ol", { class: "bench-parts", "aria-label": "Answer, in parts" });
  #add;
  #enabled = true;

  /** `onEdit()` after each change, `onLeave()` when a field is left. */
  constructor({ onEdit, onLeave }) {
    this.#onEdit = onEdit;
    this.#onLeave = onLeave;
    this.#add = BenchDom.make(
      "button",
      { type: "button", class: "bench-quiet bench-part-add", on: { click: () => this.#insert() } },
      BenchDom.icon("plus"),
      "another part",
    );
    this.root = BenchDom.make("div", { class: "bench-answer-parts" }, this.#list, this.#add);
    this.values = [""];
  }

  /** The texts as typed, empty ones included. */
  get values() {
    return this.#fields.map(({ value }) => value);
  }

  set values(texts) {
    this.#fields = (texts.length ? texts : [""]).map((text) => this.#field(text));
    this.#paint();
  }

  setEnabled(enabled) {
    this.#enabled = enabled;
    this.#paint();
  }

  focus() {
    this.#fields[0].focus();
  }

  #field(text) {
    const field = BenchDom.make("input", {
      type: "text",
      class: "bench-input",
      maxlength: BenchAnswerParts.#MOST_LETTERS,
      autocomplete: "off",
      dir: "auto",
      on: {
        input: () => this.#onEdit(),
        blur: () => this.#onLeave(),
        keydown: (event) => this.#onKey(event, field),
      },
    });
    field.value = text;
    return field;
  }

  #onKey(event, field) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (event.isComposing || event.keyCode === 229) return;
    this.#fields[this.#fields.indexOf(field) + 1]?.focus();
  }

  #insert() {
    const field = this.#field("");
    this.#fields.push(field);
    this.#paint();
    field.focus();
    this.#onEdit();
  }

  #remove(field) {
    const at = this.#fields.indexOf(field);
    this.#fields.splice(at, 1);
    this.#paint();
    this.#fields[Math.max(0, at - 1)].focus();
    this.#onEdit();
  }

  // Fields stay in the document (moving one would end an input method's composition); only what
  // surrounds them is made anew.
  #paint() {
    const several = this.#fields.length > 1;
    const wanted = this.#fields.map((field, n) => this.#row(field, n, several));
    for (const row of [...this.#list.children]) if (!wanted.includes(row)) row.remove();
    wanted.forEach((row, n) => {
      if (this.#list.children[n] !== row) this.#list.insertBefore(row, this.#list.children[n] ?? null);
    });
    this.#add.disabled = !this.#enabled;
  }

  #row(field, n, several) {
    field.setAttribute("aria-label", several ? `Answer, part ${n + 1}` : "Answer");
    field.placeholder = several ? `Part ${n + 1}` : "Short answer";
    field.disabled = !this.#enabled;
    const row = field.closest("li") ?? BenchDom.make("li", { class: "bench-part" }, field);
    row.querySelector("button")?.remove();
    if (several) row.append(this.#removeButton(field, n));
    return row;
  }

  #removeButton(field, n) {
    const name = `Remove part ${n + 1} of the answer`;
    return BenchDom.make(
      "button",
      {
        type: "button",
        class: "bench-quiet bench-part-remove",
        "aria-label": name,
        title: name,
        disabled: !this.#enabled,
        on: { click: () => this.#remove(field) },
      },
      BenchDom.icon("close"),
    );
  }
}
