/** A quiet line at the lower edge of a sheet: a press that takes its time, or no connection. */
class SheetNote {
  static #AFTER_MS = 400;

  #text = document.createElement("span");
  #timer = null;

  constructor() {
    this.root = document.createElement("p");
    this.root.className = "sheet-note";
    this.root.setAttribute("role", "status");
    this.root.append(this.#text);
    this.hide();
  }

  /** Says it, if it still holds after a moment; most presses are done before. */
  say(text) {
    clearTimeout(this.#timer);
    const show = () => {
      this.#text.textContent = text;
      this.root.classList.add("sheet-note-shown");
    };
    if (this.root.classList.contains("sheet-note-shown")) show();
    else this.#timer = setTimeout(show, SheetNote.#AFTER_MS);
  }

  hide() {
    clearTimeout(this.#timer);
    this.root.classList.remove("sheet-note-shown");
    this.#text.textContent = "";
  }
}
