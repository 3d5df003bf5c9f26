/**
 * A list to choose from, with a field that narrows it: one stop for the Tab key, arrow keys inside. Its rows are
 * made when it is first looked at: with hundreds of documents the desk opens sooner.
 */
class DeskList {
  static #MOST = 300;

  #means;
  #rows = [];
  #all = [];
  #isSeen = false;
  #field;
  #count = BenchDom.make("p", { class: "desk-list-count" });
  #list;

  /**
   * `means` says what the list is made of: {name, things: [one, many], placeholder, empty, content(one) -> nodes, text(one) -> what the
   * field looks at, isCurrent(one), onOpen(one)}; `extra` stands beside the field.
   */
  constructor(means, extra = null) {
    this.#means = means;
    this.#field = BenchDom.make("input", {
      type: "text",
      class: "bench-input",
      placeholder: means.placeholder,
      "aria-label": means.placeholder,
      autocomplete: "off",
      spellcheck: "false",
      on: { input: () => this.#filter(), keydown: (event) => this.#onFieldKey(event) },
    });
    this.#list = BenchDom.make("ul", {
      class: "desk-list",
      "aria-label": means.name,
      on: { keydown: (event) => this.#move(event), focusin: ({ target }) => this.#remember(target) },
    });
    const head = BenchDom.make("div", { class: "desk-list-head" }, this.#field, extra);
    this.root = BenchDom.make("section", { class: "desk-panel", "aria-label": means.name }, head, this.#count, this.#list);
  }

  show(all) {
    this.#all = all;
    if (this.#isSeen) this.#filter();
  }

  /** Somebody is about to look at it. */
  see() {
    if (this.#isSeen) return;
    this.#isSeen = true;
    this.#filter();
  }

  /** Something else is current now. */
  paint() {
    for (const { one, button } of this.#rows) {
      if (this.#means.isCurrent(one)) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  focus() {
    this.#field.focus();
    this.#field.select();
  }

  #filter() {
    const words = this.#field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const found = this.#all.filter((one) => {
      const text = this.#means.text(one).toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    });
    const shown = found.slice(0, DeskList.#MOST);
    this.#rows = shown.map((one, n) => this.#row(one, n));
    this.#list.replaceChildren(...this.#rows.map(({ item }) => item));
    this.#count.textContent = this.#words(found.length, shown.length);
    this.paint();
  }

  #words(found, shown) {
    if (!this.#all.length) return this.#means.empty;
    if (!found) return "None of these. Use fewer or other words.";
    if (shown < found) return `${shown} of ${found} shown: use the field to narrow them down`;
    return found < this.#all.length ? `${found} of ${this.#all.length}` : BenchDom.count(found, ...this.#means.things);
  }

  #row(one, n) {
    const click = () => this.#means.onOpen(one);
    const button = BenchDom.make(
      "button",
      { type: "button", class: "desk-list-row", tabindex: n ? -1 : 0, on: { click } },
      ...this.#means.content(one),
    );
    return { one, button, item: BenchDom.make("li", {}, button) };
  }

  #onFieldKey(event) {
    if (event.isComposing || !["ArrowDown", "Enter"].includes(event.key)) return;
    event.preventDefault();
    this.#rows[0]?.button.focus();
  }

  #move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const at = this.#rows.findIndex(({ button }) => button === event.target);
    this.#rows[Math.min(this.#rows.length - 1, Math.max(0, at + step))]?.button.focus();
  }

  #remember(target) {
    for (const { button } of this.#rows) button.tabIndex = button === target ? 0 : -1;
  }
}
