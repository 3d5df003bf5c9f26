/** A window over the desk: title, content, buttons. Esc closes it and the focus goes back by itself. */
class DeskDialog {
  #title;
  #content = BenchDom.make("div", { class: "desk-dialog-content" });
  #actions = BenchDom.make("div", { class: "bench-dialog-actions" });

  /** `name` makes its ids; `wide` is for two texts beside each other. */
  constructor({ name, wide = false }) {
    this.#title = BenchDom.make("h2", { id: `desk-${name}-title`, tabindex: "-1" });
    this.root = BenchDom.make(
      "dialog",
      { class: `bench-dialog desk-dialog${wide ? " desk-dialog-wide" : ""}`, "aria-labelledby": this.#title.id },
      this.#title,
      this.#content,
      this.#actions,
    );
  }

  get isOpen() {
    return this.root.open;
  }

  /** Opens with this content; `actions` are [label, press, className] in order. */
  open({ title, content, actions }) {
    this.#title.textContent = title;
    this.#content.replaceChildren(...content);
    this.#actions.replaceChildren(
      ...actions.map(([label, press, className = ""]) =>
        BenchDom.make("button", { type: "button", class: `bench-button ${className}`, text: label, on: { click: press } }),
      ),
    );
    if (!this.root.open) this.root.showModal();
  }

  close() {
    this.root.close();
  }
}
