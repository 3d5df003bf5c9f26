/** The four ways to look at a page. Boxes are always stored as on the page before the reader turned it. */
class PageTurn {
  static #TO_SCREEN = {
    0: (x, y) => [x, y],
    90: (x, y) => [1 - y, x],
    180: (x, y) => [1 - x, 1 - y],
    270: (x, y) => [y, 1 - x],
  };

  /** Where a box of the page stands on the turned sheet; both 0-1. */
  static toScreen(box, rotation) {
    return PageTurn.#turned(box, PageTurn.#TO_SCREEN[rotation]);
  }

  /** Which box of the page a box on the turned sheet is; both 0-1. */
  static toPage(box, rotation) {
    return PageTurn.#turned(box, PageTurn.#TO_SCREEN[(360 - rotation) % 360]);
  }

  static #turned({ x0, y0, x1, y1 }, turn) {
    const [ax, ay] = turn(x0, y0);
    const [bx, by] = turn(x1, y1);
    return { x0: Math.min(ax, bx), y0: Math.min(ay, by), x1: Math.max(ax, bx), y1: Math.max(ay, by) };
  }
}

/** Regions on the sheet: those that exist, each with its remove button, and the one that is being drawn. */
class RegionLayer {
  static SMALLEST_PX = 6; // less than that in either direction is a slip of the hand

  /** `onDraw(box)` and `onRemove(region)`; boxes of the page, 0-1. */
  constructor({ readOnly, onDraw, onRemove }) {
    this.readOnly = readOnly;
    this.onDraw = onDraw;
    this.onRemove = onRemove;
    this.rotation = 0;
    this.regions = [];
    this.draft = null; // {pointerId, fromX, fromY, element}
    this.element = ViewerDom.make("div", { class: "viewer-regions" });
    this.element.addEventListener("pointerdown", (event) => this.#down(event));
    this.element.addEventListener("pointermove", (event) => this.#move(event));
    this.element.addEventListener("pointerup", (event) => this.#up(event));
    this.element.addEventListener("pointercancel", () => this.cancel());
    this.element.addEventListener("lostpointercapture", () => this.cancel());
  }

  /** Show these regions of a page turned by `rotation` degrees. */
  show(regions, rotation) {
    const focused = this.element.getRootNode().activeElement;
    const hadFocus = this.element.contains(focused);
    this.regions = regions;
    this.rotation = rotation;
    const drawing = this.draft?.element;
    this.element.replaceChildren(...regions.map((region, at) => this.#box(region, at + 1)), ...(drawing ? [drawing] : []));
    if (hadFocus) this.element.querySelector("button")?.focus();
  }

  /** While armed, dragging draws; otherwise the page underneath takes the pointer. */
  setArmed(armed) {
    this.element.classList.toggle("viewer-armed", armed);
    if (!armed) this.cancel();
  }

  /** Give up the region that is being drawn. Returns whether there was one. */
  cancel() {
    const drawing = this.draft !== null;
    this.draft?.element.remove();
    this.draft = null;
    return drawing;
  }

  #box(region, number) {
    const quote = region.quote ? `: ${region.quote.slice(0, 80)}` : "";
    const box = ViewerDom.make(
      "div",
      { class: "viewer-region", role: "group", "aria-label": `Region ${number}${quote}` },
      ViewerDom.make("span", { class: "viewer-region-number", "aria-hidden": "true", text: String(number) }),
      this.readOnly ? null : this.#removeButton(region, number),
    );
    const place = PageTurn.toScreen(region.box, this.rotation);
    if (place.y0 < 0.03) box.classList.add("viewer-region-low"); // its tag would stand outside the page
    return ViewerDom.place(box, place);
  }

  #removeButton(region, number) {
    const label = `Remove region ${number}`;
    return ViewerDom.make(
      "button",
      { type: "button", class: "viewer-region-remove", "aria-label": label, title: label, on: { click: () => this.onRemove(region) } },
      ViewerDom.icon("close"),
    );
  }

  #down(event) {
    const armed = this.element.classList.contains("viewer-armed");
    if (!armed || event.button !== 0 || event.target.closest("button")) return;
    if (this.draft) return void this.cancel(); // a second finger: that is pinching, not drawing
    event.preventDefault();
    this.element.setPointerCapture(event.pointerId);
    const [fromX, fromY] = this.#at(event);
    const element = ViewerDom.make("div", { class: "viewer-region viewer-region-draft" });
    this.element.append(ViewerDom.place(element, { x0: fromX, y0: fromY, x1: fromX, y1: fromY }));
    this.draft = { pointerId: event.pointerId, fromX, fromY, element };
  }

  #move(event) {
    if (this.draft?.pointerId !== event.pointerId) return;
    ViewerDom.place(this.draft.element, this.#drawn(event));
  }

  #up(event) {
    if (this.draft?.pointerId !== event.pointerId) return;
    const box = this.#drawn(event);
    this.cancel();
    const sheet = this.element.getBoundingClientRect();
    const wide = (box.x1 - box.x0) * sheet.width >= RegionLayer.SMALLEST_PX;
    const high = (box.y1 - box.y0) * sheet.height >= RegionLayer.SMALLEST_PX;
    if (wide && high) this.onDraw(RegionLayer.#rounded(PageTurn.toPage(box, this.rotation)));
  }

  /** The pointer on the sheet, 0-1, kept inside. */
  #at(event) {
    const sheet = this.element.getBoundingClientRect();
    const inside = (value) => Math.min(1, Math.max(0, value));
    return [inside((event.clientX - sheet.left) / sheet.width), inside((event.clientY - sheet.top) / sheet.height)];
  }

  #drawn(event) {
    const [x, y] = this.#at(event);
    const { fromX, fromY } = this.draft;
    return { x0: Math.min(fromX, x), y0: Math.min(fromY, y), x1: Math.max(fromX, x), y1: Math.max(fromY, y) };
  }

  /** Five decimals: a hundredth of a point on any page. */
  static #rounded(box) {
    return Object.fromEntries(Object.entries(box).map(([side, value]) => [side, Number(value.toFixed(5))]));
  }

  /** The words whose middle lies inside `box`, in reading order. */
  static quote(words, box) {
    const inside = words.filter(([x0, y0, x1, y1]) => {
      const x = (x0 + x1) / 2;
      const y = (y0 + y1) / 2;
      return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
    });
    const quote = inside.map((word) => word[4]).join(" ");
    return Array.from(quote).slice(0, 2000).join(""); // by code points: never half a character
  }
}
