/**
 * Sentences that need attention, in a strip above the form: they cover a little of the page image
 * and move nothing.
 */
class BenchNotices {
  #shown = new Map();

  constructor() {
    this.root = BenchDom.make("div", { class: "bench-notices" });
  }

  /**
   * Shows or replaces the notice called `name`.
   *
   * `tone` is "quiet", "warning" or "loss"; `actions` are [label, press] pairs, the first of which
   * gets the focus when `takesFocus` is set.
   */
  show(name, { tone, text, actions = [], takesFocus = false }) {
    const buttons = actions.map(([label, press]) =>
      BenchDom.make("button", { type: "button", class: "bench-button", text: label, on: { click: press } }),
    );
    const same = this.#shown.get(name);
    if (same && same.text.textContent === text && same.element.dataset.tone === tone && !actions.length) return;
    const words = BenchDom.make("p", { id: `bench-notice-${name}`, text });
    const element = BenchDom.make(
      "div",
      {
        class: "bench-notice",
        "data-tone": tone,
        role: actions.length ? "group" : tone === "quiet" ? "status" : "alert",
        "aria-labelledby": actions.length ? words.id : null,
      },
      tone === "quiet" ? null : BenchDom.icon("warning"),
      words,
      buttons.length ? BenchDom.make("div", { class: "bench-notice-actions" }, ...buttons) : null,
    );
    if (same) same.element.replaceWith(element);
    else this.root.append(element);
    this.#shown.set(name, { element, text: words });
    if (takesFocus) buttons[0].focus();
  }

  /** Says that the connection is gone, until it is back. */
  showConnection(isConnected) {
    if (isConnected) {
      this.hide("connection");
      return;
    }
    const text = "No connection. What you do is kept in this browser and sent as soon as the connection is back.";
    this.show("connection", { tone: "warning", text });
  }

  /** Says that the server will not take a change, and offers to show what it has. */
  showUnsaved(sentence) {
    this.show("unsaved", {
      tone: "loss",
      text: `Your last change was not saved. ${sentence}`,
      actions: [["Load what is saved", () => window.location.reload()]],
    });
  }

  /** Takes the notice away; nothing happens when it is not shown. */
  hide(name) {
    this.#shown.get(name)?.element.remove();
    this.#shown.delete(name);
  }

  /** Moves the focus to the first button of a notice. */
  focus(name) {
    this.#shown.get(name)?.element.querySelector("button")?.focus();
  }
}
