/**
 * The sheet on `?`: all shortcuts and the query language.
 *
 * A modal dialog of the browser: Esc closes it and the focus goes back by itself.
 */
class HelpSheet {
  static #NAMES = { ArrowRight: "→", ArrowLeft: "←", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", "-": "−" };

  // Keys of single parts of the bench, which work where the focus is.
  static #INSIDE = [
    { keys: ["ArrowDown"], label: "From the search field to the hits" },
    { keys: ["ArrowUp", "ArrowDown"], label: "From hit to hit (Enter opens it)" },
  ];

  #listShortcuts;
  #searches;
  #keys = BenchDom.make("dl", { class: "bench-keys" });

  /** `listShortcuts()` gives [{keys, label}, …]; `k` is how many hits a search shows, null where there is none. */
  constructor({ listShortcuts, k }) {
    this.#listShortcuts = listShortcuts;
    this.#searches = k !== null;
    this.root = BenchDom.make(
      "dialog",
      { class: "bench-dialog bench-help", "aria-labelledby": "bench-help-title" },
      BenchDom.make(
        "div",
        { class: "bench-dialog-head" },
        BenchDom.make("h2", { id: "bench-help-title", text: "Help" }),
        this.#closeButton(),
      ),
      BenchDom.make(
        "div",
        { class: "bench-help-columns" },
        this.#section("Keys", this.#keys, "Letters and signs do nothing while you type in a field."),
        k === null ? null : this.#section("How to write a query", BenchQueryLanguage.describe(k)),
      ),
    );
  }

  /** Opens the sheet with the shortcuts as they are now. */
  open() {
    if (this.root.open) return;
    const inside = this.#searches ? HelpSheet.#INSIDE : [];
    this.#keys.replaceChildren(...[...this.#listShortcuts(), ...inside].map(HelpSheet.#row));
    this.root.showModal();
  }

  #section(title, ...content) {
    const parts = content.map((part) => (typeof part === "string" ? BenchDom.make("p", { text: part }) : part));
    return BenchDom.make("section", {}, BenchDom.make("h3", { text: title }), ...parts);
  }

  static #row({ keys, label }) {
    const names = keys.map((key) => BenchDom.make("kbd", { text: HelpSheet.#NAMES[key] ?? key }));
    return BenchDom.make("div", {}, BenchDom.make("dt", {}, ...names), BenchDom.make("dd", { text: label }));
  }

  #closeButton() {
    return BenchDom.make(
      "button",
      { type: "button", class: "bench-quiet", "aria-label": "Close help", on: { click: () => this.root.close() } },
      BenchDom.icon("close"),
    );
  }
}
