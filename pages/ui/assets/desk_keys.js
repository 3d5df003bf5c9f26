/** The keys of the desk, and the bar beside selected text, which says the same with buttons. */
class DeskKeys {
  #frame;
  #viewer;
  #mayEdit;
  #selection = null;
  #search;
  #extra = [];
  #listening = new AbortController();

  /** `frame` holds everything, `viewer` the page. */
  constructor({ frame, viewer, mayEdit }) {
    this.#frame = frame;
    this.#viewer = viewer;
    this.#mayEdit = mayEdit;
    this.shortcuts = new Shortcuts(frame);
  }

  /** All keys for the help sheet: [{keys, label}, …]. */
  list() {
    return [...this.shortcuts.list(), ...this.#extra];
  }

  /** Keys of the left column; `search(text)` searches for selected text. */
  addFinding({ shelf, search }) {
    this.#search = search;
    this.shortcuts.add("/", "Search the collection", () => shelf.go("search"));
    this.shortcuts.add("d", "Documents", () => shelf.go("documents"));
    this.shortcuts.add("m", "My items", () => shelf.go("mine"));
    this.shortcuts.add("s", "Search for the selected text", () => this.#take((text) => search(text)));
  }

  /** Keys of the item; `review()` shows it, null where there is none; `leave()` goes from a field to the page. */
  addWriting({ form, findings, evidence, say, undo, submit, review, help, leave, start }) {
    const use = (text) => {
      evidence.markView();
      say(`${form.take(text)}: ${text}`);
    };
    this.#select(use, evidence);
    if (this.#mayEdit) {
      this.shortcuts.add("q", "Write the question", () => form.focusQuestion());
      this.shortcuts.add("a", "Selected text becomes the answer, its page evidence; else: write the answer", () => {
        if (this.#selection.text) this.#take(use);
        else form.focusAnswer();
      });
      this.shortcuts.add("b", "This evidence page is a bridge to the answer, or not", () => say(evidence.toggleBridge()));
      this.shortcuts.add("t", "Details", () => form.focusDetails());
      this.shortcuts.add("u", "Undo the last change", undo);
      this.#extra = [{ keys: ["Ctrl", "Enter"], label: "Submit for review, also while you type" }];
    }
    if (review) this.shortcuts.add("v", "The review, and your reply", review);
    this.shortcuts.add("N", "New item (with Shift)", start);
    this.shortcuts.add("c", "Checks", () => findings.focus());
    this.shortcuts.add("?", "This sheet", help);
    this.#extra.push({ keys: ["Esc"], label: "From a field to the page" });
    this.#frame.addEventListener("keydown", (event) => this.#onKey(event, { submit, leave }), { signal: this.#listening.signal });
  }

  destroy() {
    this.#listening.abort();
    this.#selection?.destroy();
    this.shortcuts.destroy();
  }

  #select(use, evidence) {
    const find = { key: "s", label: "Search for this", run: (text) => this.#search(text) };
    const write = [
      { key: "a", label: "Use as answer", run: use },
      { key: "e", label: "Mark page", run: () => evidence.markView() },
    ];
    const actions = this.#mayEdit ? [...write, find] : [find];
    this.#selection = new DeskSelection({ frame: this.#frame, viewer: this.#viewer, actions });
  }

  #take(run) {
    const { text } = this.#selection;
    if (!text) return;
    this.#selection.clear();
    run(text);
  }

  // Ctrl+Enter and Esc work while somebody types, so they are no shortcuts of one letter.
  #onKey(event, { submit, leave }) {
    if (event.isComposing || event.keyCode === 229) return;
    const dialog = event.target.closest("dialog");
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && this.#mayEdit) {
      if (dialog && !dialog.querySelector(".desk-look")) return;
      event.preventDefault();
      if (!event.repeat) submit();
    }
    if (event.key === "Escape" && !dialog && event.target.matches(Shortcuts.TYPING) && !this.#viewer.contains(event.target)) leave();
  }
}
