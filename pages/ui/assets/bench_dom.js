/**
 * What the bench builds again and again, on top of the viewer's DOM.
 *
 * Nothing here or there makes markup from text, so a document called "<img onerror=…>.pdf" is shown
 * letter for letter and can do nothing.
 */
class BenchDom extends ViewerDom {
  static #SVG = "http://www.w3.org/2000/svg";

  /** Strokes on a 20 x 20 grid, drawn for this app. */
  static #ICONS = {
    search: "M8.5 14a5.5 5.5 0 1 1 0-11 5.5 5.5 0 0 1 0 11ZM12.6 12.6 17 17",
    close: "M5 5l10 10M15 5 5 15",
    help: "M10 17.5a7.5 7.5 0 1 1 0-15 7.5 7.5 0 0 1 0 15ZM7.8 8c.2-2.6 4.6-2.4 4.4.2-.1 1.5-2.2 1.6-2.2 3.3M10 14v.3",
    plus: "M10 4v12M4 10h12",
    pause: "M7 4.5v11M13 4.5v11",
    play: "M6.5 4.5 15 10l-8.5 5.5Z",
    check: "M4 10.5 8.2 15 16 5.5",
    flag: "M5 17V3.5h9.5l-2.2 3.4 2.2 3.6H5",
    warning: "M10 3 18 16.5H2ZM10 8v4M10 14.2v.3",
    chevron: "M7 5l5 5-5 5",
    clock: "M10 17.5a7.5 7.5 0 1 1 0-15 7.5 7.5 0 0 1 0 15ZM10 5.8V10l2.8 2",
    page: "M5 2.5h6.5L15.5 6.5v11H5ZM11.5 2.5v4h4",
    arrow: "M3.5 10h12M11 5.5l4.5 4.5-4.5 4.5",
    up: "M10 16V4.5M5 9.5l5-5 5 5",
    left: "M16.5 10h-12M9 5.5 4.5 10 9 14.5",
    undo: "M4 8h8a4.2 4.2 0 0 1 0 8.4H8M7.5 4.5 4 8l3.5 3.5",
    copy: "M7 6.5h9.5v11H7ZM4 13.5v-11h9.5",
    note: "M10 17.5a7.5 7.5 0 1 1 0-15 7.5 7.5 0 0 1 0 15ZM10 9.2v4.6M10 6.2v.3",
  };

  /** A decorative icon: the words beside it say what it means. */
  static icon(name) {
    const svg = document.createElementNS(BenchDom.#SVG, "svg");
    svg.setAttribute("class", `bench-icon bench-icon-${name}`);
    svg.setAttribute("viewBox", "0 0 20 20");
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(BenchDom.#SVG, "path");
    path.setAttribute("d", BenchDom.#ICONS[name]);
    svg.append(path);
    return svg;
  }

  /** Text for screen readers only. */
  static spoken(text) {
    return BenchDom.make("span", { class: "bench-spoken", text });
  }

  /**
   * A document's name: folder dimmed, and a name that is too long loses its middle, not its end.
   *
   * The whole name stays in the DOM (for reading aloud and copying) and is the title. The style
   * sheet cuts the folder first, then the head; the tail, which holds year and extension, stays.
   * `folder` is "shown" or "dropped" (where the file's name alone says which document it is).
   */
  static documentName(document_, folder = "shown") {
    const slash = document_.lastIndexOf("/") + 1;
    const file = Array.from(document_.slice(slash));
    const cut = BenchDom.#tailStart(file);
    const part = (name, text) => BenchDom.make("span", { class: `bench-name-${name}`, text });
    // Its two halves would be read as two words: who listens hears the name as one.
    const spoken = folder === "shown" ? document_ : document_.slice(slash);
    return BenchDom.make(
      "bdi",
      { class: "bench-name", title: document_, role: "img", "aria-label": spoken },
      slash && folder === "shown" ? part("folder", document_.slice(0, slash)) : null,
      part("head", file.slice(0, cut).join("")),
      part("tail", file.slice(cut).join("")),
    );
  }

  /** Where the tail begins: about a dozen letters from the end, never between a letter and its accent. */
  static #tailStart(letters) {
    let start = Math.max(0, letters.length - 12);
    while (start > 0 && /\p{M}/u.test(letters[start])) start -= 1;
    return start;
  }

  /** The page as people cite it: PDF index first, the printed label when it says something else. */
  static pageWords(page, label) {
    const printed = label && label !== String(page) ? ` (printed “${label}”)` : "";
    return `p. ${page}${printed}`;
  }

  /**
   * Text with the given spans marked. Spans are [start, end) in code points, as the server counts;
   * spans that overlap are joined and spans outside the text are cut.
   */
  static marked(text, spans) {
    const letters = Array.from(text);
    const parts = [];
    let at = 0;
    for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
      const start = Math.max(at, from);
      const end = Math.min(letters.length, to);
      if (end <= start) continue;
      if (start > at) parts.push(letters.slice(at, start).join(""));
      parts.push(BenchDom.make("mark", { text: letters.slice(start, end).join("") }));
      at = end;
    }
    parts.push(letters.slice(at).join(""));
    return parts;
  }

  /** 12 345. */
  static number(n) {
    return String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");
  }

  /** 1 hit, 2 hits, 12 345 hits. */
  static count(n, one, many) {
    return `${BenchDom.number(n)} ${n === 1 ? one : many}`;
  }

  /** 14:03:27 on the reader's own clock. */
  static timeOfDay(atMs) {
    const at = new Date(atMs);
    return [at.getHours(), at.getMinutes(), at.getSeconds()].map((n) => String(n).padStart(2, "0")).join(":");
  }
}
