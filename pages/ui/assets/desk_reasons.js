/**
 * Why the author keeps what a check complains about: one reason for each check, kept as long as the item is open,
 * even while the check is content, so that going back and forth costs no reason.
 */
class DeskReasons {
  static #MOST_LETTERS = 2000;

  #reasons = new Map();
  #onEdit;
  #onLeave;

  /** `onEdit()` after each change, `onLeave()` when a field is left. */
  constructor({ onEdit, onLeave }) {
    this.#onEdit = onEdit;
    this.#onLeave = onLeave;
  }

  /** As the draft has them: [{check, reason}, …], those that say something. */
  get overrides() {
    const said = [...this.#reasons].map(([check, reason]) => ({ check, reason: reason.trim() }));
    return said.filter(({ reason }) => reason);
  }

  set overrides(overrides) {
    this.#reasons = new Map(overrides.map(({ check, reason }) => [check, reason]));
  }

  of(check) {
    return this.#reasons.get(check) ?? "";
  }

  /** A field for the reason; several fields of one check show the same text only after they are made anew. */
  field(check, { enabled = true, name = `Reason to keep: ${DeskDraft.checkWords(check)}` } = {}) {
    const field = BenchDom.make("input", {
      type: "text",
      class: "bench-input desk-reason",
      "data-check": check,
      "aria-label": name,
      placeholder: "Why it is right all the same",
      maxlength: DeskReasons.#MOST_LETTERS,
      autocomplete: "off",
      dir: "auto",
      disabled: !enabled,
      on: {
        input: () => {
          this.#reasons.set(check, field.value);
          this.#onEdit();
        },
        blur: () => this.#onLeave(),
      },
    });
    field.value = this.of(check);
    return field;
  }
}
