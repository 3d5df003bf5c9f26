/** One or several short answers, in order; Enter goes to the next field and never sends anything. */
class BenchAnswerParts {
  static #MOST_LETTERS = 2000;

  #name;
  #order;
  #onEdit;
  #onLeave;
  #fields = [];
  #list;
  #add;
  #enabled = true;

  /**
   * `onEdit()` after each change, `onLeave()` when a field is left. `name` is what the parts are parts of;
   * with `order` "free" every part but the first has a button that moves it forward.
   */
  constructor({ name = "Answer", order = "fixed", onEdit, onLeave }) {
    this.#name = name;
    this.#order = order;
    this.#onEdit = onEdit;
    this.#onLeave = onLeave;
    this.#list = BenchDom.make("ol", { class: "bench-parts" });
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

  /** What the parts are parts of, for people who listen. */
  set name(name) {
    this.#name = name;
    this.#paint();
  }

  setEnabled(enabled) {
    this.#enabled = enabled;
    this.#paint();
  }

  focus() {
    this.#fields[0].focus();
  }

  /** Whether `field` is one of the fields. */
  has(field) {
    return this.#fields.includes(field);
  }

  /** Puts `text` into `preferred` if that is empty, else into the first empty part; false if there is none. */
  fill(text, preferred = null) {
    const empty = this.#fields.filter(({ value }) => !value.trim());
    const field = empty.includes(preferred) ? preferred : empty[0];
    if (!field) return false;
    field.value = text;
    this.#onEdit();
    return true;
  }

  /** Adds a part with `text` at the end; the focus stays where it is. */
  append(text) {
    this.#fields.push(this.#field(text));
    this.#paint();
    this.#onEdit();
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

  // With Ctrl or Meta it is somebody else's key.
  #onKey(event, field) {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (event.isComposing || event.keyCode === 229) return;
    this.#fields[this.#fields.indexOf(field) + 1]?.focus();
  }

  #insert() {
    this.append("");
    this.#fields.at(-1).focus();
  }

  #remove(field) {
    const at = this.#fields.indexOf(field);
    this.#fields.splice(at, 1);
    this.#paint();
    this.#fields[Math.max(0, at - 1)].focus();
    this.#onEdit();
  }

  #moveForward(field) {
    const at = this.#fields.indexOf(field);
    this.#fields.splice(at - 1, 0, ...this.#fields.splice(at, 1));
    this.#paint();
    field.focus();
    this.#onEdit();
  }

  // Fields stay in the document (moving one would end an input method's composition); only what
  // surrounds them is made anew.
  #paint() {
    const several = this.#fields.length > 1;
    this.#list.setAttribute("aria-label", `${this.#name}, in parts`);
    const wanted = this.#fields.map((field, n) => this.#row(field, n, several));
    for (const row of [...this.#list.children]) if (!wanted.includes(row)) row.remove();
    wanted.forEach((row, n) => {
      if (this.#list.children[n] !== row) this.#list.insertBefore(row, this.#list.children[n] ?? null);
    });
    this.#add.disabled = !this.#enabled;
  }

  #row(field, n, several) {
    field.setAttribute("aria-label", several ? `${this.#name}, part ${n + 1}` : this.#name);
    field.placeholder = several ? `Part ${n + 1}` : "Short answer";
    field.disabled = !this.#enabled;
    const row = field.closest("li") ?? BenchDom.make("li", { class: "bench-part" }, field);
    for (const button of row.querySelectorAll("button")) button.remove();
    const of = this.#name.toLowerCase();
    if (several && this.#order === "free" && n) {
      row.append(this.#button("left", `Move part ${n + 1} of the ${of} forward`, () => this.#moveForward(field)));
    }
    if (several) row.append(this.#button("close", `Remove part ${n + 1} of the ${of}`, () => this.#remove(field)));
    return row;
  }

  #button(icon, name, click) {
    return BenchDom.make(
      "button",
      {
        type: "button",
        class: "bench-quiet bench-part-remove",
        "aria-label": name,
        title: name,
        disabled: !this.#enabled,
        on: { click },
      },
      BenchDom.icon(icon),
    );
  }
}
