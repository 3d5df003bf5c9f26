/** The two lines above the page: what is on the screen, and what can be done with it. */
class ViewerToolbar {
  /**
   * `actions`: previous, next, goTo(text), zoomOut, zoomIn, fitWidth, rotate, find, toggleRegion,
   * toggleThumbnails, toggleMark. A read-only viewer has no marking; one that does not walk has no way to other pages.
   */
  constructor({ readOnly, walks = true, actions }) {
    this.readOnly = readOnly;
    this.walks = walks;
    this.actions = actions;
    this.folder = ViewerDom.make("span", { class: "viewer-folder" });
    this.file = ViewerDom.make("span", { class: "viewer-file" });
    this.name = ViewerDom.make("bdi", { class: "viewer-name" }, this.folder, this.file);
    this.note = ViewerDom.make("span", { class: "viewer-note" });
    this.buttons = this.#makeButtons();
    this.field = this.#makeField();
    this.number = ViewerDom.make("span", { class: "viewer-number" });
    this.total = ViewerDom.make("span", { class: "viewer-total" });
    this.printed = ViewerDom.make("span", { class: "viewer-printed" });
    this.percent = ViewerDom.make("span", { class: "viewer-percent", text: "100 %" });
    this.element = this.#assemble();
  }

  #makeButtons() {
    const { actions } = this;
    const make = (icon, label, key, onClick, more = {}) => ViewerDom.button({ icon, label, key, onClick, ...more });
    return {
      thumbnails: make("thumbnails", "Thumbnails", null, actions.toggleThumbnails),
      previous: make("previous", "Previous page", "p", actions.previous),
      next: make("next", "Next page", "n", actions.next),
      smaller: make("smaller", "Zoom out", "-", actions.zoomOut),
      larger: make("larger", "Zoom in", "+", actions.zoomIn),
      width: make("width", "Fit width", "0", actions.fitWidth),
      rotate: make("rotate", "Rotate", null, actions.rotate),
      find: make("find", "Find on this page", "f", actions.find),
      region: make("region", "Mark a region: drag over it", "r", actions.toggleRegion, { text: "Region" }),
      mark: make("flag", "Mark this page as evidence", "e", actions.toggleMark, { text: "Mark page", className: "viewer-mark" }),
    };
  }

  #makeField() {
    return ViewerDom.make("input", {
      type: "text", class: "viewer-page-field", inputmode: "numeric", "aria-label": "Page", autocomplete: "off",
      on: {
        focus: (event) => event.target.select(),
        blur: () => this.#restoreField(),
        keydown: (event) => this.#fieldKey(event),
      },
    });
  }

  #assemble() {
    const group = (...children) => ViewerDom.make("div", { class: "viewer-group" }, ...children);
    const { buttons } = this;
    const mark = this.readOnly ? this.#badge() : buttons.mark;
    return ViewerDom.make(
      "div",
      { class: "viewer-toolbar", role: "toolbar", "aria-label": "Page viewer" },
      ViewerDom.make("div", { class: "viewer-title" }, this.name, this.note, mark),
      ViewerDom.make(
        "div",
        { class: "viewer-tools" },
        this.walks ? group(buttons.thumbnails) : null,
        this.walks
          ? group(buttons.previous, this.field, this.total, this.printed, buttons.next)
          : group(this.number, this.total, this.printed),
        group(buttons.smaller, this.percent, buttons.larger, buttons.width, buttons.rotate),
        group(buttons.find, this.readOnly ? null : buttons.region),
      ),
    );
  }

  #badge() {
    this.badge = ViewerDom.make("span", { class: "viewer-badge", hidden: true }, ViewerDom.icon("flag"), "Marked");
    return this.badge;
  }

  /** The page that is on the screen or on its way there; `entry` is null while the document is not known yet. */
  setPage({ document, page, entry }) {
    const slash = document.lastIndexOf("/") + 1;
    this.folder.textContent = document.slice(0, slash);
    this.file.textContent = document.slice(slash);
    this.name.title = document;
    this.page = page;
    this.#setEmpty(false);
    if (this.field.getRootNode().activeElement !== this.field) this.#restoreField();
    this.number.textContent = `Page ${page}`;
    this.total.textContent = entry ? `of ${entry.n_pages}` : "";
    this.printed.textContent = entry ? ViewerDom.printed(entry.pages[page - 1]?.[2], page) : "";
    for (const button of Object.values(this.buttons)) ViewerDom.setUsable(button, true);
    ViewerDom.setUsable(this.buttons.previous, page > 1);
    ViewerDom.setUsable(this.buttons.next, entry !== null && page < entry.n_pages);
  }

  /** No page: nothing here is of use until there is one. */
  clear() {
    this.page = undefined;
    for (const part of [this.folder, this.number, this.total, this.printed, this.note]) part.textContent = "";
    this.file.textContent = "No page open";
    this.name.removeAttribute("title");
    this.#restoreField();
    this.#setEmpty(true);
    for (const button of Object.values(this.buttons)) ViewerDom.setUsable(button, false);
  }

  #setEmpty(empty) {
    this.element.classList.toggle("viewer-toolbar-empty", empty);
    this.field.disabled = empty;
  }

  /** A few words about the page's text, or "". */
  setNote(text) {
    this.note.textContent = text;
  }

  setZoom(scale) {
    this.percent.textContent = `${Math.round(100 * scale)} %`;
  }

  setMarkState({ marked, usable }) {
    const { mark, region } = this.buttons;
    mark.setAttribute("aria-pressed", String(marked));
    mark.querySelector(".viewer-button-text").textContent = marked ? "Marked" : "Mark page";
    mark.title = marked ? "Take this page out of the evidence (e)" : "Mark this page as evidence (e)";
    ViewerDom.setUsable(mark, usable);
    ViewerDom.setUsable(region, usable);
    if (this.badge) this.badge.hidden = !marked;
  }

  /** `name`: thumbnails, region or find. */
  setPressed(name, pressed) {
    this.buttons[name].setAttribute("aria-pressed", String(pressed));
  }

  #restoreField() {
    this.field.value = this.page === undefined ? "" : String(this.page);
    this.field.removeAttribute("aria-invalid");
  }

  #fieldKey(event) {
    if (event.isComposing) return;
    if (event.key === "Escape") {
      this.#restoreField();
      this.field.select();
    } else if (event.key === "Enter") {
      const known = this.actions.goTo(this.field.value.trim());
      if (known) this.#restoreField();
      else this.field.setAttribute("aria-invalid", "true");
      this.field.select();
    }
  }
}
