/**
 * How much a field takes, said where somebody comes near it: how far it is filled, and, if a pasted or dropped text
 * does not fit, how much of it was left out. For every field with a `maxlength` in a frame.
 */
class FieldLimit {
  static #NEAR = 0.9;
  static #TAKES_WHOLE_TEXTS = new Set(["insertFromPaste", "insertFromDrop", "insertFromYank", "insertReplacementText"]);

  #field = null;
  #nLeftOut = 0;
  #note = BenchDom.make("p", { class: "bench-limit", role: "status", popover: "manual" });

  /** Watches the fields of `frame`, and stands beside them. */
  constructor(frame) {
    frame.append(this.#note);
    frame.addEventListener("beforeinput", (event) => this.#count(event));
    frame.addEventListener("input", ({ target }) => this.#show(target));
    frame.addEventListener("focusin", ({ target }) => target !== this.#field && this.#hide());
    frame.addEventListener("focusout", () => this.#hide());
  }

  // The browser cuts what does not fit, and says nothing.
  #count({ target, inputType, data, dataTransfer }) {
    this.#nLeftOut = 0;
    if (!(target.maxLength > 0) || !FieldLimit.#TAKES_WHOLE_TEXTS.has(inputType)) return;
    const text = data ?? dataTransfer?.getData("text/plain") ?? "";
    const nReplaced = target.selectionEnd - target.selectionStart;
    this.#nLeftOut = Math.max(0, text.replaceAll("\r\n", "\n").length - (target.maxLength - target.value.length + nReplaced));
  }

  #show(field) {
    const most = field.maxLength ?? -1;
    const n = field.value?.length ?? 0;
    if (most <= 0 || (n < most * FieldLimit.#NEAR && !this.#nLeftOut)) {
      this.#hide();
      return;
    }
    this.#field = field;
    const filled = `${BenchDom.number(n)} of ${BenchDom.count(most, "character", "characters")}`;
    const leftOut = BenchDom.count(this.#nLeftOut, "character was", "characters were");
    this.#note.textContent = this.#nLeftOut
      ? `${filled}. ${leftOut} left out: the text does not fit; shorten it and paste again.`
      : `${filled}${n >= most ? ": no more fits" : ""}`;
    this.#note.dataset.tone = this.#nLeftOut ? "warning" : "quiet";
    if (!this.#note.matches(":popover-open")) this.#note.showPopover();
    this.#place(field.getBoundingClientRect());
  }

  #place({ left, top, bottom }) {
    const { width, height } = this.#note.getBoundingClientRect();
    const below = bottom + 4 + height <= window.innerHeight;
    this.#note.style.left = `${Math.max(4, Math.min(left, window.innerWidth - width - 4))}px`;
    this.#note.style.top = `${below ? bottom + 4 : Math.max(4, top - height - 4)}px`;
  }

  #hide() {
    this.#field = null;
    if (this.#note.matches(":popover-open")) this.#note.hidePopover();
  }
}
