/**
 * Sentences that need attention, in a strip above the form: they cover a little of the page image
 * and move nothing. There is one at a time, beside the one about the connection.
 */
class BenchNotices {
  // What these say holds beside everything else.
  static #APART = ["connection", "time"];

  #shown = new Map();
  #isConcluded = false;

  constructor() {
    this.root = BenchDom.make("div", { class: "bench-notices" });
  }

  /**
   * Shows the notice called `name` in place of the one before; `connection` and `time` stand beside others.
   *
   * `tone` is "quiet", "warning" or "loss"; `actions` are [label, press] pairs, the first of which
   * gets the focus when `takesFocus` is set. Of what `counts`, the text is read aloud once and the words on the
   * screen may change (see `count`).
   */
  show(name, { tone, text, actions = [], takesFocus = false, counts = false }) {
    if (this.#isConcluded) return;
    for (const other of [...this.#shown.keys()]) {
      if (other !== name && ![name, other].some((one) => BenchNotices.#APART.includes(one))) this.hide(other);
    }
    const buttons = actions.map(([label, press]) =>
      BenchDom.make("button", { type: "button", class: "bench-button", text: label, on: { click: press } }),
    );
    const same = this.#shown.get(name);
    if (same && same.text.textContent === text && same.element.dataset.tone === tone && !actions.length) return;
    const face = counts ? BenchDom.make("span", { "aria-hidden": "true", text }) : null;
    const words = BenchDom.make("p", { id: `bench-notice-${name}` }, face ? BenchDom.spoken(text) : text, face);
    const element = BenchDom.make(
      "div",
      {
        class: "bench-notice",
        "data-tone": tone,
        role: takesFocus ? "group" : tone === "quiet" ? "status" : "alert",
        "aria-labelledby": takesFocus ? words.id : null,
      },
      tone === "quiet" ? null : BenchDom.icon("warning"),
      words,
      buttons.length ? BenchDom.make("div", { class: "bench-notice-actions" }, ...buttons) : null,
    );
    if (same) same.element.replaceWith(element);
    else this.root.append(element);
    this.#shown.set(name, { element, text: words, face });
    if (takesFocus) buttons[0].focus();
  }

  /** Changes the words on the screen of a notice that counts; nothing is read aloud, and nothing if it is gone. */
  count(name, text) {
    const face = this.#shown.get(name)?.face;
    if (face && face.textContent !== text) face.textContent = text;
  }

  /** The last word on this item, as `show` takes it: no other notice stands beside it or comes after it. */
  conclude(name, notice) {
    for (const other of BenchNotices.#APART) this.hide(other);
    this.show(name, notice);
    this.#isConcluded = true;
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
