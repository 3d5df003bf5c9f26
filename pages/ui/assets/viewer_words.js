/**
 * Selecting words of the page without a pointer. What is selected is the browser's own selection, so whatever
 * can be done with text drawn over with a mouse can be done with it, and a screen reader has it too.
 *
 * Left and right go from word to word, up and down from line to line, Home and End to the ends of a line;
 * with Shift the selection grows. Esc ends it. Keys count only while the focus is on the page.
 */
class WordCursor {
  static #MOST_LETTERS = 200; // of what is said aloud: the whole selection is on the page

  #layer;
  #canvas;
  #say;
  #anchor = null; // {word, at}: where the selection began; `at` counts letters of the word
  #head = null; // {word, at}: the end that moves
  #isOn = false;
  #pending = null;
  #listening = new AbortController();

  /** `layer`: TextLayer, `canvas`: PageCanvas; `say(sentence)` is read aloud. */
  constructor({ layer, canvas, say }) {
    this.#layer = layer;
    this.#canvas = canvas;
    this.#say = say;
    const options = { signal: this.#listening.signal };
    // Before the shortcuts, for which the same arrows turn pages.
    window.addEventListener("keydown", (event) => this.#onKey(event), { ...options, capture: true });
    document.addEventListener("selectionchange", () => this.#look(), options);
  }

  /** Go from word to word, beginning at the selection, else at the word that `first()` gives. */
  start(first) {
    this.#canvas.element.focus({ preventScroll: true });
    this.#whenThere(() => {
      const selected = this.#anchor?.word ?? this.#layer.wordAt(this.#selection()) ?? first();
      this.#isOn = true;
      this.#go({ word: Math.min(selected, this.#layer.words.length - 1), extends: false });
      this.#say(`Selecting words: arrow keys move, with Shift they select more, Escape ends it. ${this.#text}`);
    });
  }

  /** Select from one place to another: {word, share} each, `share` from 0 to 1 of the word. */
  select(from, to) {
    this.#whenThere(() => {
      this.#anchor = this.#layer.placeAt(from);
      this.#head = this.#layer.placeAt(to);
      this.#show();
    });
  }

  /** The page goes, and what was to be selected on it. */
  clear() {
    this.#pending = null;
    this.#forget();
  }

  /** The words of the page have come. */
  ready() {
    const pending = this.#pending;
    this.#pending = null;
    pending?.();
  }

  destroy() {
    this.#listening.abort();
  }

  /** Runs now, or as soon as the words of the page are there. */
  #whenThere(run) {
    this.#pending = () => (this.#layer.words.length ? run() : this.#say("This page has no text to select."));
    if (this.#layer.isShown) this.ready();
  }

  #selection() {
    return this.#layer.element.getRootNode().getSelection?.() ?? document.getSelection();
  }

  get #text() {
    const letters = Array.from(this.#selection().toString().replace(/\s+/g, " ").trim());
    return letters.length > WordCursor.#MOST_LETTERS ? `${letters.slice(0, WordCursor.#MOST_LETTERS).join("")} …` : letters.join("");
  }

  #forget() {
    this.#anchor = null;
    this.#head = null;
    this.#isOn = false;
  }

  // Something else was selected, or nothing: the cursor is not where the selection is any more.
  #look() {
    if (!this.#anchor) return;
    const { anchorNode, anchorOffset, focusNode, focusOffset } = this.#selection();
    const [anchor, head] = this.#ends();
    const isOurs = anchorNode === anchor.node && focusNode === head.node;
    if (!isOurs || anchorOffset !== anchor.offset || focusOffset !== head.offset) this.#forget();
  }

  #ends() {
    return [this.#anchor, this.#head].map((place) => this.#layer.point(place));
  }

  #onKey(event) {
    this.#look(); // the next key can come before the news of a selection
    if (!this.#anchor || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!event.composedPath().includes(this.#canvas.element)) return;
    if (event.key === "Escape") this.#end();
    else if (!this.#move(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  #end() {
    this.#selection().removeAllRanges();
    this.#forget();
    this.#say("Nothing selected");
  }

  /** Whether the key was one of ours: without Shift, only after `start`, since arrows turn pages too. */
  #move({ key, shiftKey }) {
    if (!this.#isOn && !shiftKey) return false;
    const { word, at } = this.#head;
    // A word that is selected in part is selected whole first.
    const isPart = shiftKey && at > 0 && at < this.#layer.words[word][4].length;
    const next = {
      ArrowLeft: () => (isPart ? word : word - 1),
      ArrowRight: () => (isPart ? word : word + 1),
      ArrowUp: () => this.#layer.wordOnLine(word, -1),
      ArrowDown: () => this.#layer.wordOnLine(word, 1),
      Home: () => this.#layer.endOfLine(word, -1),
      End: () => this.#layer.endOfLine(word, 1),
    }[key]?.();
    if (next === undefined) return false;
    this.#go({ word: Math.max(0, Math.min(next, this.#layer.words.length - 1)), extends: shiftKey });
    this.#say(this.#text);
    return true;
  }

  /** To a whole word; the selection reaches from the first to the last word, whichever end moves. */
  #go({ word, extends: isLonger }) {
    const first = isLonger ? this.#anchor.word : word;
    const [from, to] = first <= word ? [0, 1] : [1, 0];
    this.#anchor = this.#layer.placeAt({ word: first, share: from });
    this.#head = this.#layer.placeAt({ word, share: to });
    this.#show();
  }

  #show() {
    const [anchor, head] = this.#ends();
    this.#selection().setBaseAndExtent(anchor.node, anchor.offset, head.node, head.offset);
    const [x0, y0, x1, y1] = this.#layer.words[this.#head.word];
    this.#canvas.reveal({ x0, y0, x1, y1 });
  }
}
