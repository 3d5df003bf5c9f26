/** The left column: search, the documents, and the author's own items. */
class DeskShelf {
  #search;
  #documents;
  #mine;
  #tabs;
  #view = null;
  #item;

  /**
   * `search`: SearchPanel; `item` is the one on the desk; `onDocument(document)` and `onItem(item)` for what is
   * chosen; `newButton` stands beside the own items.
   */
  constructor({ search, item, newButton, onDocument, onItem }) {
    this.#search = search;
    this.#item = item;
    this.#documents = new DeskList({
      name: "Documents",
      things: ["document", "documents"],
      placeholder: "Find a document by its name",
      empty: "No documents yet: the project's index holds none.",
      content: DeskShelf.#documentRow,
      text: ({ document: document_ }) => document_,
      isCurrent: ({ document: document_ }) => this.#view?.document === document_,
      onOpen: ({ document: document_ }) => onDocument(document_),
    });
    this.#mine = new DeskList({
      name: "My items",
      things: ["item", "items"],
      placeholder: "Find one of my items",
      empty: "Items that you write will be listed here.",
      content: DeskShelf.#itemRow,
      text: ({ question, status }) => `${question} ${DeskDraft.words(status)}`,
      isCurrent: (one) => one.item === this.#item,
      onOpen: (one) => one.item !== this.#item && onItem(one.item),
    }, newButton);
    this.#tabs = new DeskTabs([
      { name: "search", title: "Search", root: search.root },
      { name: "documents", title: "Documents", root: this.#documents.root },
      { name: "mine", title: "My items", root: this.#mine.root },
    ], (name) => ({ documents: this.#documents, mine: this.#mine })[name]?.see());
  }

  get root() {
    return this.#tabs.root;
  }

  show({ documents, mine }) {
    this.#documents.show([...documents].sort((a, b) => b.assigned - a.assigned));
    this.#mine.show([...mine].sort((a, b) => b.changed_at_ms - a.changed_at_ms));
  }

  setView(view) {
    this.#view = view;
    this.#search.setView(view);
    this.#documents.paint();
  }

  /** Shows a panel ("search", "documents", "mine") with the focus in its field. */
  go(name) {
    this.#tabs.show(name);
    ({ search: this.#search, documents: this.#documents, mine: this.#mine })[name].focus();
  }

  static #documentRow({ document: document_, n_pages: nPages, n_items: nItems, assigned }) {
    const items = nItems ? BenchDom.count(nItems, "item", "items") : "no items yet";
    const words = `${BenchDom.count(nPages, "page", "pages")} · ${items}`;
    return [
      BenchDom.documentName(document_),
      BenchDom.make("span", { class: "desk-list-words" }, words, assigned ? BenchDom.make("span", { class: "desk-tag", text: "assigned to me" }) : null),
    ];
  }

  static #itemRow({ question, status, hop, n_pages: nPages, changed_at_ms: atMs }) {
    const asked = question.trim() || "No question yet";
    const evidence = nPages ? `${BenchDom.count(nPages, "page", "pages")}, ${DeskDraft.hopWords(hop)}` : "no evidence yet";
    return [
      BenchDom.make("bdi", { class: "desk-list-title", text: asked }),
      BenchDom.make("span", { class: "desk-list-words" },
        BenchDom.make("span", { class: "desk-tag", "data-status": status, text: DeskDraft.words(status) }),
        hop === "single" ? BenchDom.count(nPages, "page", "pages") : evidence, ` · ${DeskShelf.#when(atMs)}`),
    ];
  }

  /** Today the time of day, before that the date as in 29 Nov 2026. */
  static #when(atMs) {
    const at = new Date(atMs);
    if (at.toDateString() === new Date().toDateString()) return BenchDom.timeOfDay(atMs).slice(0, 5);
    return at.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
  }
}
