/**
 * Text search on one page. Case, accents, ligatures, full-width forms, typographic quotes and dashes do
 * not matter; white space is any white space; a word hyphenated at a line end is found whole.
 */
class PageText {
  static #SAME = new Map(Object.entries({
    "\u2018": "'", "\u2019": "'", "\u201a": "'", "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u00ab": '"', "\u00bb": '"',
    "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-", "\u00df": "ss", "\u00ad": "",
  }));

  /** `words`: [[x0, y0, x1, y1, text], ...] in reading order. */
  constructor(words) {
    this.words = words;
    this.text = "";
    this.tail = ""; // the last word of `text`
    this.origins = []; // for every character of `text`: {word, share} - which word, and how far into it
    words.forEach((word, at) => this.#append(word, at));
  }

  /** The text as it is compared. */
  static fold(text) {
    const plain = text.normalize("NFKC").toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
    return Array.from(plain, (letter) => PageText.#SAME.get(letter) ?? letter).join("").normalize("NFC");
  }

  /** A hyphen between letters does not count: "re-use" finds "reuse", and the other way round. */
  static #withoutHyphens(folded) {
    return folded.replace(/(?<=\p{L})-(?=\p{L})/gu, "");
  }

  #append(word, at) {
    const folded = PageText.#withoutHyphens(PageText.fold(word[4]));
    if (this.#continuesBrokenWord(folded, word, at)) {
      this.text = this.text.slice(0, -1);
      this.origins.pop();
    } else if (this.text) {
      this.text += " ";
      this.origins.push({ word: at, share: 0 });
    }
    for (let i = 0; i < folded.length; i += 1) this.origins.push({ word: at, share: i / folded.length });
    this.text += folded;
    this.tail = folded;
  }

  /** The line before ended in a letter and a hyphen, and this word opens the next line with a letter. */
  #continuesBrokenWord(folded, word, at) {
    if (at === 0 || !/\p{L}-$/u.test(this.tail) || !/^\p{L}/u.test(folded)) return false;
    const before = this.words[at - 1];
    return word[1] > (before[1] + before[3]) / 2;
  }

  /**
   * Every place where `query` stands, in reading order: [[box, ...], ...], one box for every word touched; a box
   * says which `word` and from where to where in it, `from` and `to` being shares of the word.
   */
  matches(query) {
    const wanted = PageText.#withoutHyphens(PageText.fold(query)).replace(/\s+/gu, " ").trim();
    const found = [];
    if (!wanted) return found;
    for (let at = this.text.indexOf(wanted); at >= 0; at = this.text.indexOf(wanted, at + wanted.length)) {
      found.push(this.#boxes(at, at + wanted.length));
    }
    return found;
  }

  #boxes(from, to) {
    const parts = new Map(); // word -> [first share, last share]
    for (let at = from; at < to; at += 1) {
      if (this.text[at] === " ") continue;
      const { word, share } = this.origins[at];
      const next = this.origins[at + 1];
      const end = next && next.word === word && next.share > share ? next.share : 1;
      parts.set(word, [parts.get(word)?.[0] ?? share, end]);
    }
    return [...parts].map(([word, [start, end]]) => {
      const [x0, y0, x1, y1] = this.words[word];
      return { x0: x0 + start * (x1 - x0), y0, x1: x0 + end * (x1 - x0), y1, word, from: start, to: end };
    });
  }
}

/** The find field of the viewer: what is sought, which match is current, and the sentence about it. */
class FindBar {
  /** `onChange({boxes, current, scroll})` when the matches or the current one change; `onClose()`: close me. */
  constructor({ onChange, onClose }) {
    this.onChange = onChange;
    this.onClose = onClose;
    this.words = null; // of the page on the screen; null while they load
    this.page = null; // PageText of these words, once something is sought
    this.matches = [];
    this.current = 0;
    this.input = ViewerDom.make("input", {
      type: "text", class: "viewer-find-input", "aria-label": "Find on this page", placeholder: "Find on this page",
      autocomplete: "off", spellcheck: "false", enterkeyhint: "search",
      on: { input: () => this.#search(), keydown: (event) => this.#key(event) },
    });
    this.count = ViewerDom.make("span", { class: "viewer-find-count", role: "status" });
    this.element = ViewerDom.make(
      "div",
      { class: "viewer-find", role: "search", "aria-label": "Find on this page", hidden: true },
      ViewerDom.icon("find"),
      this.input,
      this.count,
      ViewerDom.button({ icon: "up", label: "Previous match", onClick: () => this.step(-1) }),
      ViewerDom.button({ icon: "down", label: "Next match", onClick: () => this.step(1) }),
      ViewerDom.button({ icon: "close", label: "Close the find field", onClick: () => this.onClose() }),
    );
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** The boxes of the current match, or null. */
  get match() {
    return this.matches[this.current] ?? null;
  }

  open() {
    this.element.hidden = false;
    this.input.focus({ preventScroll: true });
    this.input.select();
    this.#search();
  }

  close() {
    if (!this.isOpen) return;
    this.element.hidden = true;
    this.matches = [];
    this.onChange({ boxes: [], current: null, scroll: false });
  }

  /** Another page came onto the screen: its words, or null while they are not there. */
  setWords(words) {
    this.words = words;
    this.page = null;
    if (this.isOpen) this.#search();
  }

  step(direction) {
    if (!this.matches.length) return;
    this.current = (this.current + direction + this.matches.length) % this.matches.length;
    this.#show();
  }

  #search() {
    if (this.words && !this.page) this.page = new PageText(this.words);
    this.matches = this.page?.matches(this.input.value) ?? [];
    this.current = 0;
    this.#show();
  }

  #show() {
    this.count.textContent = this.#sentence();
    const boxes = this.matches.flatMap((match, number) => match.map((box) => ({ ...box, number })));
    this.onChange({ boxes, current: this.matches.length ? this.current : null, scroll: this.matches.length > 0 });
  }

  #sentence() {
    if (!this.input.value.trim()) return "";
    if (!this.page) return "Reading the page…";
    if (!this.page.words.length) return "This page has no text";
    if (!this.matches.length) return "Not on this page";
    return `${this.current + 1} of ${this.matches.length}`;
  }

  #key(event) {
    if (event.isComposing) return;
    if (event.key === "Enter") this.step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") this.onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
