/**
 * The right half of a comparison: the page, and a search in the collection behind a second tab.
 *
 * The viewer is made anew when it begins or ends to mark evidence; the page stays the same.
 */
class ReviewSide {
  #data;
  #around;
  #search;
  #tabs;
  #room = BenchDom.make("div", { class: "bench-viewer" });
  #viewer = null;
  #keys = null;
  #selection = null;
  #view;

  /** `around` is {http, source, queue, say(text), ask(), frame(), viewChanged(view), addKeys(shortcuts)}. */
  constructor({ data, around }) {
    this.#data = data;
    this.#around = around;
    this.#view = data.state.view;
    this.#search = new SearchPanel({
      http: around.http,
      source: around.source,
      k: data.k,
      say: around.say,
      onOpen: (query, hit) => this.#openHit(query, hit),
      onShown: (query) => this.#viewer?.setQuery(query.text),
      onConflict: around.ask,
    });
    this.#tabs = new DeskTabs([
      { name: "page", title: "Page", root: this.#room },
      { name: "search", title: "Search", root: this.#search.root },
    ]);
    this.#tabs.root.classList.add("review-side");
    this.#search.restore(data.state.queries);
  }

  get root() {
    return this.#tabs.root;
  }

  get viewer() {
    return this.#viewer;
  }

  /** All keys for the help sheet. */
  list() {
    return this.#keys.list();
  }

  /** Makes the viewer; `marks` are shown in it, and with `onMarks` they can be changed. `actions` for selected text. */
  show({ marks, onMarks = null, actions = [] }) {
    this.#drop();
    const frame = this.#around.frame();
    this.#keys = new Shortcuts(frame);
    this.#around.addKeys(this.#keys);
    this.#keys.add("/", "Search the collection", () => this.#goToSearch());
    const find = { key: "s", label: "Search for this", run: (text) => this.#searchFor(text) };
    this.#selection = new DeskSelection({ frame, viewer: this.#room, actions: [...actions, find] });
    for (const { key, label, run } of [...actions, find]) this.#keys.add(key, `${label} (selected text)`, () => this.#take(run));
    this.#viewer = new Viewer(this.#room, {
      source: this.#around.source,
      queue: new DeskTrail(this.#around.queue),
      readOnly: onMarks === null,
      shortcuts: this.#keys,
      onMarks: () => onMarks?.(),
      onView: (view) => this.#viewed(view),
    });
    if (marks.length) this.#viewer.setMarks(marks.map((mark) => ({ label: "", ...mark })));
    if (this.#view) this.#viewer.open({ ...DeskDraft.ref(this.#view), reached: "restored", query: this.#search.shownText });
  }

  open({ document: document_, page }, reached = "go_to") {
    this.#tabs.show("page");
    this.#viewer.open({ document: document_, page, reached, query: this.#search.shownText });
  }

  stop() {
    this.#search.stop();
    this.#drop();
  }

  #drop() {
    this.#selection?.destroy();
    this.#viewer?.destroy();
    this.#keys?.destroy();
  }

  #viewed(view) {
    this.#view = view;
    this.#search.setView(view);
    this.#around.viewChanged(view);
  }

  #goToSearch() {
    this.#tabs.show("search");
    this.#search.focus();
  }

  #searchFor(text) {
    this.#goToSearch();
    this.#search.searchFor(text);
  }

  #take(run) {
    const { text } = this.#selection;
    if (!text) return;
    this.#selection.clear();
    run(text);
  }

  #openHit(query, hit) {
    const { document: document_, page, rank } = hit;
    this.#around.queue.add({ kind: "hit_opened", query_event_id: query.event_id, rank, document: document_, page });
    this.open(hit, "hit");
  }
}
