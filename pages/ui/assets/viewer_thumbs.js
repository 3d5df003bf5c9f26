/**
 * The strip of thumbnails. Only the rows in sight exist, so a document of 5,000 pages costs as much as
 * one of ten; every row has the same height, so a row's place is a multiplication.
 */
class ThumbnailStrip {
  static ROW_PX = 148;
  static SPARE_ROWS = 3; // above and below what is in sight
  static SETTLE_MS = 90; // images are asked for when the scrolling rests

  /** `onOpen(page)` when a thumbnail is chosen. */
  constructor({ source, onOpen }) {
    this.source = source;
    this.onOpen = onOpen;
    this.entry = null;
    this.page = null;
    this.cursor = 1; // the row that the keyboard is on
    this.marked = new Set();
    this.rows = new Map(); // page -> element
    this.content = ViewerDom.make("div", { class: "viewer-thumbs-content", role: "presentation" });
    this.element = ViewerDom.make(
      "div",
      { class: "viewer-thumbs", role: "listbox", tabindex: "0", "aria-label": "Pages", hidden: true },
      this.content,
    );
    this.element.addEventListener("scroll", () => this.#later(), { passive: true });
    this.element.addEventListener("click", (event) => this.#click(event));
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.resize = new ResizeObserver(() => this.#later());
    this.resize.observe(this.element);
  }

  destroy() {
    this.resize.disconnect();
    clearTimeout(this.settle);
    cancelAnimationFrame(this.frame);
  }

  setVisible(visible) {
    this.element.hidden = !visible;
    if (visible) this.#reveal(this.page ?? 1, "center");
  }

  /** Show the pages of this document (as PageSource.document gives it). */
  setDocument(entry) {
    if (this.entry === entry) return;
    this.entry = entry;
    this.content.style.height = `${entry.n_pages * ThumbnailStrip.ROW_PX}px`;
    this.#clear();
    this.element.scrollTop = 0;
  }

  /** The page on the screen; brought into sight if it is not. */
  setPage(page) {
    this.page = page;
    this.cursor = page;
    this.#reveal(page, "nearest");
  }

  /** The page numbers of this document that are marked as evidence. */
  setMarked(pages) {
    this.marked = pages;
    for (const [page, row] of this.rows) this.#dress(row, page);
  }

  #clear() {
    this.rows.clear();
    this.content.replaceChildren();
  }

  #reveal(page, where) {
    if (this.element.hidden) return;
    const top = (page - 1) * ThumbnailStrip.ROW_PX;
    const bottom = top + ThumbnailStrip.ROW_PX;
    const { scrollTop, clientHeight } = this.element;
    if (where === "center") this.element.scrollTop = top - (clientHeight - ThumbnailStrip.ROW_PX) / 2;
    else if (top < scrollTop) this.element.scrollTop = top;
    else if (bottom > scrollTop + clientHeight) this.element.scrollTop = bottom - clientHeight;
    this.#later();
  }

  #later() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.#render());
  }

  #render() {
    if (!this.entry || this.element.hidden) return;
    const first = Math.floor(this.element.scrollTop / ThumbnailStrip.ROW_PX) + 1 - ThumbnailStrip.SPARE_ROWS;
    const inSight = Math.ceil(this.element.clientHeight / ThumbnailStrip.ROW_PX);
    const from = Math.max(1, first);
    const to = Math.min(this.entry.n_pages, first + inSight + 2 * ThumbnailStrip.SPARE_ROWS);
    for (const [page, row] of this.rows) {
      if (page >= from && page <= to) continue;
      row.remove();
      this.rows.delete(page);
    }
    for (let page = from; page <= to; page += 1) {
      if (!this.rows.has(page)) this.#addRow(page);
      this.#dress(this.rows.get(page), page);
    }
    this.element.setAttribute("aria-activedescendant", this.rows.has(this.cursor) ? this.#id(this.cursor) : "");
    clearTimeout(this.settle);
    this.settle = setTimeout(() => this.#load(), ThumbnailStrip.SETTLE_MS);
  }

  #id(page) {
    return `viewer-thumb-${page}`;
  }

  #addRow(page) {
    const [width, height, label] = this.entry.pages[page - 1];
    const scale = Math.min(92 / width, 104 / height);
    const image = ViewerDom.make("img", { alt: "", decoding: "async", draggable: "false" });
    image.style.width = `${width * scale}px`;
    image.style.height = `${height * scale}px`;
    const printed = ViewerDom.printed(label, page) ? ` (${label})` : "";
    const row = ViewerDom.make(
      "div",
      { class: "viewer-thumb", role: "option", id: this.#id(page), "data-page": page, "aria-posinset": page,
        "aria-setsize": this.entry.n_pages },
      ViewerDom.make("span", { class: "viewer-thumb-image" }, image, ViewerDom.icon("flag")),
      ViewerDom.make("span", { class: "viewer-thumb-label", text: `${page}${printed}` }),
    );
    row.style.top = `${(page - 1) * ThumbnailStrip.ROW_PX}px`;
    row.style.height = `${ThumbnailStrip.ROW_PX}px`;
    this.rows.set(page, row);
    this.content.append(row);
  }

  #dress(row, page) {
    const label = this.entry.pages[page - 1][2];
    const printed = ViewerDom.printed(label, page) ? `, printed ${label}` : "";
    const marked = this.marked.has(page);
    row.setAttribute("aria-label", `Page ${page}${printed}${marked ? ", marked as evidence" : ""}`);
    row.setAttribute("aria-selected", String(page === this.page));
    row.classList.toggle("viewer-thumb-marked", marked);
    row.classList.toggle("viewer-thumb-cursor", page === this.cursor);
  }

  #load() {
    for (const [page, row] of this.rows) {
      const image = row.querySelector("img");
      if (!image.src) image.src = this.source.thumbUrl(this.entry.document, page);
    }
  }

  #click(event) {
    const row = event.target.closest("[data-page]");
    if (row) this.onOpen(Number(row.dataset.page));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.entry) return;
    const step = Math.max(1, Math.floor(this.element.clientHeight / ThumbnailStrip.ROW_PX) - 1);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: step, PageUp: -step, Home: -Infinity, End: Infinity };
    if (event.key in moves) {
      this.cursor = Math.min(this.entry.n_pages, Math.max(1, this.cursor + moves[event.key]));
      this.#reveal(this.cursor, "nearest");
    } else if (event.key === "Enter" || event.key === " ") {
      this.onOpen(this.cursor);
    } else {
      return;
    }
    event.preventDefault();
  }
}
