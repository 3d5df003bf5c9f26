/** The accepted answers of an item: one or several wordings, each a list of short parts. */
class DeskVariants {
  static #MOST = 50;

  #onEdit;
  #onLeave;
  #rows = [];
  #last = null;
  #enabled = true;
  #list = BenchDom.make("ol", { class: "desk-variants", "aria-label": "Accepted answers" });
  #add;

  /** `onEdit()` after each change, `onLeave()` when a field is left. */
  constructor({ onEdit, onLeave }) {
    this.#onEdit = onEdit;
    this.#onLeave = onLeave;
    const click = () => this.#insert();
    this.#add = BenchDom.make(
      "button",
      { type: "button", class: "bench-quiet bench-part-add desk-variant-add", on: { click } },
      BenchDom.icon("plus"),
      "another variant",
    );
    this.root = BenchDom.make("div", { class: "desk-answers" }, this.#list, this.#add);
    this.root.addEventListener("focusin", ({ target }) => {
      if (target.matches("input")) this.#last = target;
    });
    this.values = [[""]];
  }

  /** The variants as typed, empty parts included. */
  get values() {
    return this.#rows.map(({ parts }) => parts.values);
  }

  set values(variants) {
    if (JSON.stringify(variants) === JSON.stringify(this.values)) return;
    this.#last = null;
    this.#rows = variants.map((texts) => this.#row(texts));
    this.#paint();
  }

  setEnabled(enabled) {
    this.#enabled = enabled;
    this.#paint();
  }

  focus() {
    this.#rows[0].parts.focus();
  }

  /**
   * Puts text found in a document into the part where the writer was, if that is empty, else into the first
   * empty part, else into a new one: what stands there is never overwritten. Returns where, in words.
   */
  take(text) {
    const here = this.#rows.find(({ parts }) => parts.has(this.#last));
    const rows = here ? [here, ...this.#rows.filter((row) => row !== here)] : this.#rows;
    const filled = rows.find(({ parts }) => parts.fill(text, this.#last));
    if (filled) return this.#name(filled);
    rows[0].parts.append(text);
    return `${this.#name(rows[0])}, a new part`;
  }

  #name(row) {
    const n = this.#rows.indexOf(row);
    return n ? `Variant ${n + 1}` : "Answer";
  }

  #row(texts) {
    const parts = new BenchAnswerParts({ order: "free", onEdit: this.#onEdit, onLeave: this.#onLeave });
    parts.values = texts;
    const row = { parts, item: BenchDom.make("li", { class: "desk-variant" }, parts.root) };
    return row;
  }

  #insert() {
    const row = this.#row([""]);
    this.#rows.push(row);
    this.#paint();
    row.parts.focus();
    this.#onEdit();
  }

  #remove(row) {
    const at = this.#rows.indexOf(row);
    this.#rows.splice(at, 1);
    this.#paint();
    this.#rows[Math.max(0, at - 1)].parts.focus();
    this.#onEdit();
  }

  #moveUp(row) {
    const at = this.#rows.indexOf(row);
    this.#rows.splice(at - 1, 0, ...this.#rows.splice(at, 1));
    this.#paint();
    row.parts.focus();
    this.#onEdit();
  }

  #paint() {
    this.#rows.forEach((row) => this.#paintRow(row));
    const wanted = this.#rows.map(({ item }) => item);
    for (const item of [...this.#list.children]) if (!wanted.includes(item)) item.remove();
    wanted.forEach((item, n) => {
      if (this.#list.children[n] !== item) this.#list.insertBefore(item, this.#list.children[n] ?? null);
    });
    this.#add.disabled = !this.#enabled || this.#rows.length >= DeskVariants.#MOST;
  }

  #paintRow(row) {
    const name = this.#name(row);
    row.parts.name = name;
    row.parts.setEnabled(this.#enabled);
    for (const button of row.item.querySelectorAll(":scope > button")) button.remove();
    if (this.#rows.length === 1) return;
    const first = row === this.#rows[0];
    const words = first ? "the first answer" : name.toLowerCase();
    if (!first) row.item.append(this.#button("up", `Move ${words} up`, () => this.#moveUp(row)));
    row.item.append(this.#button("close", `Remove ${words}`, () => this.#remove(row)));
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
