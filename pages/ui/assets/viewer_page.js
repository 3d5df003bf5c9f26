/** How large pages are shown: a scale, fitted to the width, or (until the reader says) what reads best. */
class ViewerZoom {
  static STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];
  static PX_PER_PT = 96 / 72; // 100 % is the size on paper
  static SHARPEST = 1.5; // the size at which a page image of 144 dpi has one of its pixels on each of ours

  constructor() {
    this.chosen = new Map(); // document -> scale or "fit"; absent: as wide as the room, but not blurred
  }

  /** The scale for a page `widthPt` wide in a room of `roomPx`. */
  scale(document, widthPt, roomPx) {
    const chosen = this.chosen.get(document);
    if (typeof chosen === "number") return chosen;
    const fitted = Math.max(0.05, roomPx / (widthPt * ViewerZoom.PX_PER_PT));
    return chosen === "fit" ? fitted : Math.min(fitted, ViewerZoom.SHARPEST);
  }

  fitWidth(document) {
    this.chosen.set(document, "fit");
  }

  /** One step larger (1) or smaller (-1) than `scale`. */
  step(document, scale, direction) {
    const steps = direction > 0 ? ViewerZoom.STEPS : [...ViewerZoom.STEPS].reverse();
    const next = steps.find((step) => (step - scale) * direction > 0.005);
    this.chosen.set(document, next ?? scale);
  }
}

/** The room in which one page lies: its image with the layers over it, or a sentence why there is none. */
class PageCanvas {
  static MARGIN_PX = 16;

  /**
   * `layers`: elements over the image that turn with it; `upright`: an element over it that does not;
   * `onScale(scale)` when the page was laid out.
   */
  constructor({ layers, upright, onScale }) {
    this.onScale = onScale;
    this.zoom = new ViewerZoom();
    this.document = null; // whose page is shown: zoom is kept for each document
    this.size = null; // {width, height} in points, before turning
    this.rotation = 0;
    this.image = null;
    this.message = ViewerDom.make("div", { class: "viewer-message", hidden: true });
    this.paper = ViewerDom.make("div", { class: "viewer-paper" }, ...layers);
    this.ribbon = ViewerDom.make("div", { class: "viewer-ribbon", hidden: true }, ViewerDom.icon("flag"), "Marked as evidence");
    this.sheet = ViewerDom.make("div", { class: "viewer-sheet", hidden: true }, this.paper, upright, this.ribbon);
    this.element = ViewerDom.make(
      "div",
      { class: "viewer-canvas", tabindex: "0", role: "group", "aria-label": "Page" },
      ViewerDom.make("div", { class: "viewer-desk" }, this.sheet),
      this.message,
    );
    this.resize = new ResizeObserver(() => this.#layOut());
    this.resize.observe(this.element);
  }

  destroy() {
    this.resize.disconnect();
  }

  /** How large the page is shown; 1 is its size on paper. */
  get scale() {
    if (!this.size) return 1;
    const widthPt = this.rotation % 180 === 0 ? this.size.width : this.size.height;
    const roomPx = Math.max(80, this.element.clientWidth - 2 * PageCanvas.MARGIN_PX);
    return this.zoom.scale(this.document, widthPt, roomPx);
  }

  /** Put a decoded image on the sheet, upright and from its top. It is painted in the next frame. */
  showImage(image, { document, size, alt }) {
    image.alt = alt;
    image.className = "viewer-image";
    this.element.setAttribute("aria-label", alt);
    this.#say(null);
    this.#place(image, document, size);
    this.element.scrollTop = 0;
  }

  /** An empty sheet, of the page's size if that is known, while its image is on its way. */
  showLoading(sentence, { document, size }) {
    this.#say(ViewerDom.make("p", { class: "viewer-loading", text: sentence }));
    this.#place(null, document, size ?? this.size);
  }

  /** A sentence instead of a page, with a button if there is something to do about it. */
  showSentence(sentence, action = null) {
    this.#place(null, null, null);
    this.#say(
      ViewerDom.make("p", { text: sentence }),
      action && ViewerDom.make("button", { type: "button", class: "viewer-action", text: action.text, on: { click: action.run } }),
    );
  }

  /** Zoom in (1) or out (-1) by a step. */
  zoomBy(direction) {
    this.zoom.step(this.document, this.scale, direction);
    this.#layOut();
  }

  fitWidth() {
    this.zoom.fitWidth(this.document);
    this.#layOut();
  }

  /** Turn the page by a quarter, clockwise. */
  rotate() {
    this.rotation = (this.rotation + 90) % 360;
    this.#layOut();
  }

  setMarked(marked) {
    this.ribbon.hidden = !marked;
    this.sheet.classList.toggle("viewer-sheet-marked", marked);
  }

  /** `change` moves the upper edge of the room: scroll by as much, so that the page stays where it is. */
  keepPlace(change) {
    const before = this.element.getBoundingClientRect().top;
    change();
    this.element.scrollTop += this.element.getBoundingClientRect().top - before;
  }

  /** Bring `box` of the page (0-1) into sight if it is not; a third from the top reads best. */
  reveal(box) {
    const { x0, y0, x1, y1 } = PageTurn.toScreen(box, this.rotation);
    const room = this.element.getBoundingClientRect();
    const sheet = this.sheet.getBoundingClientRect();
    const top = sheet.top + y0 * sheet.height;
    const bottom = sheet.top + y1 * sheet.height;
    if (top < room.top + 8 || bottom > room.bottom - 8) this.element.scrollTop += top - room.top - room.height / 3;
    const left = sheet.left + x0 * sheet.width;
    const right = sheet.left + x1 * sheet.width;
    if (left < room.left + 8 || right > room.right - 8) this.element.scrollLeft += left - room.left - room.width / 3;
  }

  /** Lay the sheet out at its scale, keeping the middle of what is in sight where it is. */
  #layOut() {
    if (!this.size) return;
    const { element, scale } = this;
    const middleX = (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth;
    const middleY = (element.scrollTop + element.clientHeight / 2) / element.scrollHeight;
    const atTop = element.scrollTop === 0;
    const px = scale * ViewerZoom.PX_PER_PT;
    const [width, height] = [this.size.width * px, this.size.height * px];
    const turned = this.rotation % 180 !== 0;
    this.sheet.style.width = `${turned ? height : width}px`;
    this.sheet.style.height = `${turned ? width : height}px`;
    this.paper.style.width = `${width}px`;
    this.paper.style.height = `${height}px`;
    this.paper.style.transform = this.#turn(width, height);
    element.scrollLeft = middleX * element.scrollWidth - element.clientWidth / 2;
    if (!atTop) element.scrollTop = middleY * element.scrollHeight - element.clientHeight / 2;
    this.onScale(scale);
  }

  #turn(width, height) {
    const moves = {
      0: "none",
      90: `translate(${height}px, 0) rotate(90deg)`,
      180: `translate(${width}px, ${height}px) rotate(180deg)`,
      270: `translate(0, ${width}px) rotate(270deg)`,
    };
    return moves[this.rotation];
  }

  #place(image, document, size) {
    this.image?.remove();
    this.image = image;
    this.document = document;
    this.size = size;
    this.rotation = 0;
    this.sheet.hidden = size === null;
    if (image) this.paper.prepend(image);
    this.#layOut();
  }

  #say(...children) {
    this.message.hidden = children[0] === null;
    this.message.replaceChildren(...children.filter((child) => child !== null));
  }
}
