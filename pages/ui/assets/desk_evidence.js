/** What the viewer tells the log of a desk. Whatever becomes of the log: the draft says what is evidence. */
class DeskTrail {
  #queue;

  constructor(queue) {
    this.#queue = queue;
  }

  get attempt() {
    return this.#queue.attempt;
  }

  add(payload) {
    return this.#queue.add(payload);
  }

  /** Marks that are still on their way to the log are in the draft already. */
  unsaved() {
    return [];
  }

  /** A gesture that the log refuses is not taken back from the draft. */
  onTrouble() {}
}

/**
 * The evidence of the item: the viewer's marks and which of them are bridges (pages that lead to the answer
 * and hold no word of it). Marks survive going from document to document.
 */
class DeskEvidence {
  #viewer;
  #tray;
  #source;
  #onEdit;
  #bridges = [];
  #view = null;
  #isSetting = false;
  #labels = new Map();

  /** `tray`: EvidenceTray, `source`: PageSource; `onEdit()` after each change that a person made. */
  constructor({ tray, source, onEdit }) {
    this.#tray = tray;
    this.#source = source;
    this.#onEdit = onEdit;
  }

  /** The viewer comes later: it needs the layout, in which the tray stands. */
  set viewer(viewer) {
    this.#viewer = viewer;
  }

  /** As the draft has it: {evidence, bridges}. */
  get fields() {
    const evidence = this.#viewer.marks;
    const bridges = this.#bridges.filter((bridge) => evidence.some((mark) => DeskDraft.isAt(bridge, mark)));
    return { evidence, bridges };
  }

  set fields({ evidence, bridges }) {
    this.#bridges = bridges.map(DeskDraft.ref);
    this.#isSetting = true;
    this.#viewer.setMarks(evidence.map((mark) => ({ ...mark, label: this.#label(mark) })));
    this.#isSetting = false;
    this.#paint();
    this.#learnLabels(evidence);
  }

  get nPages() {
    return this.#viewer.marks.length;
  }

  setView(view) {
    this.#view = view;
    if (view) this.#labels.set(DeskEvidence.#place(view), view.label);
    this.#tray.setView(view);
  }

  /** The viewer's marks changed. */
  marked() {
    this.#bridges = this.fields.bridges;
    this.#paint();
    if (!this.#isSetting) this.#onEdit();
  }

  unmark({ document: document_, page }) {
    this.#viewer.unmark(document_, page);
  }

  /** The page in the viewer becomes evidence if it is not yet. */
  markView() {
    this.#viewer.mark();
  }

  /** The page in the viewer, if it is evidence, becomes a bridge, or stops being one; says what happened. */
  toggleBridge() {
    const view = this.#view;
    if (!view || !this.#viewer.marks.some((mark) => DeskDraft.isAt(view, mark))) return "Mark the page as evidence first.";
    const isBridge = this.#bridges.some((bridge) => DeskDraft.isAt(bridge, view));
    this.#bridges = isBridge
      ? this.#bridges.filter((bridge) => !DeskDraft.isAt(bridge, view))
      : [...this.#bridges, DeskDraft.ref(view)];
    this.#paint();
    this.#onEdit();
    return isBridge ? "Page is no bridge any more" : "Page is a bridge";
  }

  #paint() {
    const isBridge = (mark) => this.#bridges.some((bridge) => DeskDraft.isAt(bridge, mark));
    this.#tray.setMarks(this.#viewer.marks.map((mark) => ({
      ...mark,
      label: mark.label || this.#label(mark),
      note: isBridge(mark) ? "bridge" : null,
    })));
  }

  static #place({ document: document_, page }) {
    return JSON.stringify([document_, page]);
  }

  #label(mark) {
    return this.#labels.get(DeskEvidence.#place(mark)) ?? "";
  }

  // A draft holds no printed labels; the chips say them as soon as the documents are known.
  async #learnLabels(evidence) {
    const unknown = evidence.filter((mark) => !this.#labels.has(DeskEvidence.#place(mark)));
    const documents = [...new Set(unknown.map(({ document: document_ }) => document_))];
    const known = await Promise.allSettled(documents.map((document_) => this.#source.document(document_)));
    for (const { value } of known.filter(({ status }) => status === "fulfilled")) {
      value.pages.forEach(([, , label], n) => {
        this.#labels.set(DeskEvidence.#place({ document: value.document, page: n + 1 }), label);
      });
    }
    if (documents.length) this.#paint();
  }
}
