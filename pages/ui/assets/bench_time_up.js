/**
 * The time is up: the work goes out of sight, a sentence says what became of it, and one button leads on.
 *
 * Nothing leads on by itself: whoever is away must not find the next item's time gone too.
 */
class BenchTimeUp {
  #title = BenchDom.make("h2", { tabindex: "-1", text: "Time is up" });
  #sentence = BenchDom.make("p", { class: "bench-curtain-reason", role: "status" });
  #rest = BenchDom.make("p", { class: "bench-curtain-left", text: "No clock runs until you go on.", hidden: true });
  #button;
  #isConcluded = false;

  /** `label` is what the button says, `onGoOn()` what it does. */
  constructor({ label, onGoOn }) {
    this.#button = BenchDom.make("button", {
      type: "button",
      class: "bench-button bench-primary",
      text: label,
      hidden: true,
      on: { click: onGoOn },
    });
    this.root = BenchDom.make(
      "section",
      { class: "bench-curtain bench-time-up", "aria-label": "Time is up", hidden: true },
      this.#title,
      this.#sentence,
      this.#rest,
      this.#button,
    );
  }

  get isShown() {
    return !this.root.hidden;
  }

  /** Covers the work while the server is asked. */
  begin() {
    if (this.isShown) return;
    this.#sentence.textContent = "One moment: what you have done is being saved.";
    this.root.hidden = false;
    // Not the button: somebody who types must not press it with a space.
    this.#title.focus();
  }

  /** The server cannot be reached yet. */
  waiting() {
    if (!this.#isConcluded) this.#sentence.textContent = "No connection. It goes on as soon as the connection is back.";
  }

  /** A word of the server why it cannot say how things stand. */
  failed(sentence) {
    if (!this.isShown) return;
    this.#sentence.textContent = sentence;
    this.#isConcluded = true;
    this.#button.hidden = false;
  }

  /** What became of the item: {of, submitted, is_empty}. */
  conclude({ of, submitted, is_empty: isEmpty }) {
    this.begin();
    this.#isConcluded = true;
    this.#title.textContent = of === "batch" ? "Time is up for this batch" : "Time is up for this item";
    this.#sentence.textContent = BenchTimeUp.#outcome(submitted, isEmpty);
    this.#rest.hidden = false;
    this.#button.hidden = false;
  }

  /** It was not up after all: the server counts more time than this browser did. */
  lift() {
    if (!this.#isConcluded) this.root.hidden = true;
  }

  static #outcome(submitted, isEmpty) {
    if (!submitted) return "It is closed without an answer.";
    if (isEmpty) return "There was nothing to submit, so it is closed without an answer.";
    return "Your answer and your evidence were submitted as they stood.";
  }
}
