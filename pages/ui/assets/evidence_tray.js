/** The pages marked as evidence, from any number of documents; the marks themselves belong to the viewer. */
class EvidenceTray {
  #onOpen;
  #onRemove;
  #list = BenchDom.make("ul", { class: "bench-chips" });
  #title = BenchDom.make("h2", { class: "bench-row-title", tabindex: "-1", id: "bench-evidence-title" });
  #marks = [];
  #view = null;
  #asking = null;
  #locked = false;

  /** `onOpen(mark)` and `onRemove(mark)` are called for the two buttons of a chip. */
  constructor({ onOpen, onRemove }) {
    this.#onOpen = onOpen;
    this.#onRemove = onRemove;
    this.root = BenchDom.make(
      "section",
      { class: "bench-tray", "aria-labelledby": "bench-evidence-title" },
      this.#title,
      this.#list,
    );
    this.#paint();
  }

  /** Shows these marks, in the order in which they were made; a mark may have a `note`, a word about the page. */
  setMarks(marks) {
    const isLonger = marks.length > this.#marks.length;
    this.#marks = [...marks];
    this.#paint();
    if (isLonger) this.#list.scrollTop = this.#list.scrollHeight;
  }

  /** The page now in the viewer, or null. */
  setView(view) {
    this.#view = view;
    this.#paint();
  }

  /** After the answer is sent nothing can be removed any more. */
  setLocked(locked) {
    this.#locked = locked;
    this.#paint();
  }

  // Chips are rebuilt on every change, so the focus is put back on the button that had it.
  #paint() {
    const focus = this.#focusedButton();
    this.#title.textContent = this.#marks.length ? `Evidence (${this.#marks.length})` : "Evidence";
    const chips = this.#marks.map((mark) => this.#chip(mark));
    const scrolled = this.#list.scrollTop;
    this.#list.replaceChildren(...(chips.length ? chips : [EvidenceTray.#emptyState()]));
    this.#list.scrollTop = scrolled;
    if (focus) this.#restoreFocus(focus);
  }

  static #emptyState() {
    return BenchDom.make(
      "li",
      { class: "bench-empty" },
      "No pages yet. Open a page that proves the answer and press “Mark page” or ",
      BenchDom.make("kbd", { text: "e" }),
      ".",
    );
  }

  static #place({ document: document_, page }) {
    return JSON.stringify([document_, page]);
  }

  #chip(mark) {
    const place = EvidenceTray.#place(mark);
    const here = this.#view !== null && EvidenceTray.#place(this.#view) === place;
    const asking = this.#asking === place;
    return BenchDom.make(
      "li",
      { class: "bench-chip", "data-place": place, "aria-current": here ? "true" : null },
      this.#openButton(mark, here),
      ...(asking ? this.#question(mark) : [this.#removeButton(mark)]),
    );
  }

  #openButton(mark, here) {
    const regions = BenchDom.count(mark.regions.length, "region", "regions");
    return BenchDom.make(
      "button",
      { type: "button", class: "bench-chip-open", "data-part": "open", on: { click: () => this.#onOpen(mark) } },
      BenchDom.icon(here ? "arrow" : "page"),
      BenchDom.documentName(mark.document, this.#isAmbiguous(mark) ? "shown" : "dropped"),
      BenchDom.make("span", { class: "bench-chip-page", text: BenchDom.pageWords(mark.page, mark.label) }),
      mark.regions.length ? BenchDom.make("span", { class: "bench-tag", text: regions }) : null,
      mark.note ? BenchDom.make("span", { class: "bench-tag bench-chip-note", text: mark.note }) : null,
      here ? BenchDom.spoken(", open now") : null,
    );
  }

  /** Whether another folder holds evidence of the same file name. */
  #isAmbiguous({ document: document_ }) {
    const file = document_.slice(document_.lastIndexOf("/"));
    return this.#marks.some((mark) => mark.document !== document_ && mark.document.endsWith(file));
  }

  #removeButton(mark) {
    const name = `Remove ${mark.document}, ${BenchDom.pageWords(mark.page, mark.label)}, from the evidence`;
    return BenchDom.make(
      "button",
      {
        type: "button",
        class: "bench-chip-remove",
        "data-part": "remove",
        "aria-label": name,
        title: name,
        disabled: this.#locked,
        on: { click: () => this.#remove(mark) },
      },
      BenchDom.icon("close"),
    );
  }

  #remove(mark) {
    if (mark.regions.length) this.#ask(mark);
    else this.#onRemove(mark);
  }

  // A drawn region cannot be called back with one key, so its loss is said first.
  #question(mark) {
    const regions = BenchDom.count(mark.regions.length, "region", "regions");
    return [
      BenchDom.make(
        "button",
        {
          type: "button",
          class: "bench-chip-sure",
          "data-part": "sure",
          on: { click: () => this.#settle(() => this.#onRemove(mark)) },
        },
        `Remove with its ${regions}`,
      ),
      BenchDom.make(
        "button",
        { type: "button", class: "bench-chip-sure", "data-part": "keep", on: { click: () => this.#settle() } },
        "Keep",
      ),
    ];
  }

  #ask(mark) {
    this.#asking = EvidenceTray.#place(mark);
    this.#paint();
    this.#button(this.#asking, "keep")?.focus();
  }

  #settle(then = () => {}) {
    const place = this.#asking;
    this.#asking = null;
    this.#paint();
    this.#button(place, "remove")?.focus();
    then();
  }

  #button(place, part) {
    const chip = [...this.#list.children].find((item) => item.dataset.place === place);
    return chip?.querySelector(`[data-part="${part}"]`) ?? null;
  }

  #focusedButton() {
    const button = this.#list.getRootNode().activeElement;
    if (!button || !this.#list.contains(button)) return null;
    const chip = button.closest("li");
    return { place: chip.dataset.place, part: button.dataset.part, at: [...this.#list.children].indexOf(chip) };
  }

  // A removed chip hands the focus to its neighbour, the last one to the heading.
  #restoreFocus({ place, part, at }) {
    const neighbour = this.#list.children[Math.min(at, this.#list.children.length - 1)];
    const target = this.#button(place, part) ?? neighbour.querySelector('[data-part="remove"]') ?? this.#title;
    target.focus();
  }
}
