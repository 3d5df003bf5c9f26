/** The words of a page as selectable, transparent text over its image. */
class TextLayer {
  constructor() {
    this.element = ViewerDom.make("div", { class: "viewer-text" });
    this.measure = document.createElement("canvas").getContext("2d");
    this.clear();
  }

  clear() {
    this.words = [];
    this.places = []; // where each word begins: {node, start}
    this.isShown = false;
    this.element.replaceChildren();
  }

  /** Lay out `words` ([[x0, y0, x1, y1, text], ...], 0-1) of a page `ratio` times as high as wide. */
  show(words, ratio) {
    const runs = TextLayer.runs(words, ratio);
    const spans = runs.map((run) => this.#span(run, ratio));
    this.element.replaceChildren(...spans);
    this.words = words;
    this.places = runs.flatMap(({ starts }, n) => starts.map((start) => ({ node: spans[n].firstChild, start })));
    this.isShown = true;
  }

  /** A place in a word as {word, at} in letters; `share` is 0 at its beginning and 1 at its end. */
  placeAt({ word, share }) {
    return { word, at: Math.round(share * this.words[word][4].length) };
  }

  /** Where that place is in the document, as selections want it. */
  point({ word, at }) {
    const { node, start } = this.places[word];
    return { node, offset: start + at };
  }

  /** The first word of a selection, or null if it does not begin in this layer. */
  wordAt(selection) {
    if (!selection?.rangeCount || selection.isCollapsed) return null;
    const { startContainer, startOffset } = selection.getRangeAt(0);
    const at = this.places.findLastIndex(({ node, start }) => node === startContainer && start <= startOffset);
    return at < 0 ? null : at;
  }

  /** The word above (-1) or below (1) `word`: on the nearest line, then the nearest on it; itself on the last line. */
  wordOnLine(word, direction) {
    const [x0, y0, x1, y1] = this.words[word];
    const middle = (x0 + x1) / 2;
    let found = { at: word, distance: Infinity };
    this.words.forEach(([left, top, right, bottom], at) => {
      const isBeyond = direction < 0 ? (top + bottom) / 2 < y0 : (top + bottom) / 2 > y1;
      const aside = Math.max(0, left - middle, middle - right);
      const distance = 8 * Math.abs(top + bottom - y0 - y1) + aside; // lines are close, columns are wide
      if (isBeyond && distance < found.distance) found = { at, distance };
    });
    return found.at;
  }

  /** The first (-1) or last (1) word on the line of `word`, as far as the text goes on along it. */
  endOfLine(word, direction) {
    const [, y0, , y1] = this.words[word];
    let at = word;
    for (let next = at + direction; this.words[next]; next += direction) {
      const middle = (this.words[next][1] + this.words[next][3]) / 2;
      if (middle < y0 || middle > y1) break;
      at = next;
    }
    return at;
  }

  /**
   * Words that stand beside each other on one line, joined: [{x0, y0, x1, y1, text, starts}, ...]; `starts` says
   * where in the text each word begins.
   * One element a run instead of one a word keeps turning pages quick, and copies a line as a line.
   */
  static runs(words, ratio) {
    const runs = [];
    for (const [x0, y0, x1, y1, text] of words) {
      const last = runs.at(-1);
      if (last && TextLayer.#continues(last, x0, y0, y1, ratio)) {
        last.starts.push(last.text.length + 1);
        last.text += ` ${text}`;
        last.x1 = Math.max(last.x1, x1);
        last.y0 = Math.min(last.y0, y0);
        last.y1 = Math.max(last.y1, y1);
      } else {
        runs.push({ x0, y0, x1, y1, text, starts: [0] });
      }
    }
    return runs;
  }

  static #continues(run, x0, y0, y1, ratio) {
    const middle = (y0 + y1) / 2;
    const gap = x0 - run.x1;
    const height = (run.y1 - run.y0) * ratio; // in page widths, like the gap
    return middle > run.y0 && middle < run.y1 && gap > -0.2 * height && gap < 1.2 * height;
  }

  /** Sizes are in widths of the page (cqw), so zooming needs no new layout of the text. */
  #span(run, ratio) {
    const height = (run.y1 - run.y0) * ratio;
    const fontSize = height * 0.8;
    this.measure.font = "100px sans-serif";
    const natural = (this.measure.measureText(run.text).width / 100) * fontSize;
    const stretch = natural > 0 ? (run.x1 - run.x0) / natural : 1;
    const span = ViewerDom.make("span", { text: run.text });
    span.style.left = `${100 * run.x0}%`;
    span.style.top = `${100 * run.y0}%`;
    span.style.fontSize = `${100 * fontSize}cqw`;
    span.style.lineHeight = `${100 * height}cqw`;
    span.style.transform = `scaleX(${stretch.toFixed(4)})`;
    return span;
  }
}

/** Boxes over the words that a query or the find field matches. */
class HighlightLayer {
  constructor(className) {
    this.element = ViewerDom.make("div", { class: `viewer-highlights ${className}`, "aria-hidden": "true" });
  }

  /** Show these boxes; those of number `current` stand out. `boxes`: [{x0, y0, x1, y1, number}, ...]. */
  show(boxes, current = null) {
    this.element.replaceChildren(
      ...boxes.map((box) => {
        const className = box.number !== undefined && box.number === current ? "viewer-current" : null;
        return ViewerDom.place(ViewerDom.make("i", { class: className }), box);
      }),
    );
  }

  /** Boxes of the words at `positions`; neighbours on one line become one box. */
  static boxesOf(words, positions) {
    const boxes = [];
    let before = null;
    for (const position of [...positions].sort((a, b) => a - b)) {
      if (!words[position]) continue;
      const [x0, y0, x1, y1] = words[position];
      const last = boxes.at(-1);
      if (last && position === before + 1 && Math.abs(last.y0 - y0) < (y1 - y0) / 2 && x0 >= last.x0) {
        last.x1 = Math.max(last.x1, x1);
        last.y0 = Math.min(last.y0, y0);
        last.y1 = Math.max(last.y1, y1);
      } else {
        boxes.push({ x0, y0, x1, y1 });
      }
      before = position;
    }
    return boxes;
  }
}
