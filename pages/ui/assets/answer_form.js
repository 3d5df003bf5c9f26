/**
 * The answer form: parts, confidence, "could not find it", and the one primary button.
 *
 * It holds what stands in the fields and nothing else; saving and sending are somebody else's work.
 */
class AnswerForm {
  #parts;
  #confidence;
  #notFound;
  #notFoundId = "bench-not-found";
  #submit;
  #skip = null;
  #label;
  #locked = false;

  /**
   * `onEdit()` after each change, `onLeave()` when a field is left, `onSubmit()` and `onSkip()` for
   * the buttons; `maySkip` says whether there is a button to skip, `asksConfidence` whether there are fields for it.
   */
  constructor({ submitLabel, maySkip, asksConfidence = true, onEdit, onLeave, onSubmit, onSkip }) {
    this.#label = submitLabel;
    this.#parts = new BenchAnswerParts({ onEdit, onLeave });
    this.#confidence = new BenchConfidence({ onEdit, onLeave });
    this.#confidence.root.hidden = !asksConfidence;
    this.#notFound = BenchDom.make("input", {
      type: "checkbox",
      id: this.#notFoundId,
      on: {
        change: () => {
          this.#enable();
          onEdit();
          onLeave();
        },
      },
    });
    this.#submit = BenchDom.make(
      "button",
      { type: "button", class: "bench-button bench-primary bench-submit", on: { click: onSubmit } },
      submitLabel,
    );
    if (maySkip) {
      this.#skip = BenchDom.make(
        "button",
        { type: "button", class: "bench-quiet bench-skip", on: { click: onSkip } },
        "Skip this question",
      );
    }
    this.root = this.#build();
  }

  /** What stands in the form, as the server stores drafts. */
  get draft() {
    return {
      answer: this.#parts.values,
      confidence: this.#confidence.value,
      not_found: this.#notFound.checked,
    };
  }

  set draft({ answer, confidence, not_found: notFound }) {
    this.#parts.values = answer;
    this.#confidence.value = confidence;
    this.#notFound.checked = notFound;
    this.#enable();
  }

  /** The parts that hold something, letter for letter; none when it could not be found. */
  get answer() {
    return this.#notFound.checked ? [] : this.#parts.values.filter((text) => text.trim());
  }

  get notFound() {
    return this.#notFound.checked;
  }

  get confidence() {
    return this.#confidence.value;
  }

  /** A sentence about a field that cannot be sent as it is, or nothing; moves the focus there. */
  findProblem() {
    if (!this.#confidence.isInvalid) return "";
    this.#confidence.focus();
    return "The confidence must be a whole number from 0 to 100, or be left empty.";
  }

  /** To the first answer field, or to what keeps it from being filled in. */
  focusAnswer() {
    if (this.#notFound.checked) this.#notFound.focus();
    else this.#parts.focus();
  }

  focusSubmit() {
    this.#submit.focus();
  }

  /** While an answer is on its way (and after) no field changes; the button stays and says why. */
  lock(words) {
    this.#locked = true;
    this.#submit.textContent = words;
    this.#enable();
  }

  unlock() {
    this.#locked = false;
    this.#submit.textContent = this.#label;
    this.#enable();
  }

  #build() {
    return BenchDom.make(
      "section",
      { class: "bench-form", "aria-label": "Your answer" },
      BenchDom.make("h2", { class: "bench-row-title", text: "Answer" }),
      this.#parts.root,
      this.#confidence.root,
      BenchDom.make(
        "label",
        { class: "bench-check", for: this.#notFoundId },
        this.#notFound,
        BenchDom.make("span", { text: "Could not find it" }),
      ),
      BenchDom.make("div", { class: "bench-form-actions" }, this.#skip, this.#submit),
    );
  }

  #enable() {
    this.#parts.setEnabled(!this.#locked && !this.#notFound.checked);
    this.#confidence.setEnabled(!this.#locked);
    this.#notFound.disabled = this.#locked;
    for (const button of [this.#submit, this.#skip]) {
      // Not `disabled`: a second press must be able to say "already on its way".
      if (this.#locked) button?.setAttribute("aria-disabled", "true");
      else button?.removeAttribute("aria-disabled");
    }
  }
}
