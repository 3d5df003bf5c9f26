/**
 * The author's desk: search, documents, own items, viewer, item form with live checks; one window, nothing jumps.
 *
 * It starts from the newest revision (with what this browser could not save yet on top) and then talks HTTP
 * only: a rerun of the page changes the lists around the form, never a letter in it.
 */
class Desk {
  #data;
  #page;
  #voice = new BenchVoice();
  #notices = new BenchNotices();
  #connection;
  #https;
  #queue;
  #source;
  #item;
  #search;
  #shelf;
  #layout;
  #viewer;
  #keys;
  #modal;
  #leaving = new AbortController();
  #timer;
  #newItem = DeskControls.button("plus", "New item", () => this.#startItem(null), "bench-button bench-primary");

  /** `data` is what the author page passes; `page` is the page around: opened(item), submitted(item), sent(), ask(). */
  constructor(parent, data, page) {
    this.#data = data;
    this.#page = page;
    const mirror = new DeskMirror(data.item);
    const start = DeskStart.from(data, mirror.recover());
    if (start.isKept) mirror.leave();
    this.#connect();
    this.#makeItem(start, mirror);
    this.#makeShelf();
    const help = new HelpSheet({ listShortcuts: () => this.#keys.list(), k: data.k });
    this.#lay(parent, help);
    this.#makeViewer(help);
    this.#start(start);
    // What others do with the items is heard without asking, as in the queue of reviews.
    this.#timer = setInterval(() => document.hidden || this.#page.ask(), 60_000);
  }

  /** Whether these data are about the same item in the same state; otherwise another desk takes its place. */
  isFor({ item, may_edit: mayEdit, status }) {
    return item === this.#data.item && mayEdit === this.#data.may_edit && status === this.#data.status;
  }

  /** The page ran again. */
  update(data, page) {
    this.#page = page;
    this.#data = data;
    this.#layout.fit();
    this.#shelf.show(data);
    this.#item.update(data);
  }

  /** Takes the desk off the page; what is not saved yet is sent, or kept for the next start. */
  destroy() {
    clearInterval(this.#timer);
    this.#item.stop();
    this.#leaving.abort();
    this.#viewer.destroy();
    for (const part of [this.#keys, this.#layout]) part.destroy();
    for (const part of [this.#search, this.#modal, ...Object.values(this.#https), this.#connection]) part.stop();
    this.#queue.stop();
  }

  #connect() {
    const { attempt, item, index, project } = this.#data;
    const connection = new BenchConnection({ onChange: (isConnected) => this.#connectionChanged(isConnected) });
    this.#connection = connection;
    this.#https = {
      search: new BenchHttp({ attempt, connection }),
      item: new BenchHttp({ about: { item }, connection }),
      project: new BenchHttp({ about: { project: project.project_id }, connection }),
    };
    this.#queue = new EventQueue({ attempt, post: (body, options) => connection.postEvents(body, options) });
    this.#source = new PageSource(index);
  }

  #makeItem(start, mirror) {
    const around = {
      http: this.#https.item,
      connection: this.#connection,
      source: this.#source,
      notices: this.#notices,
      say: (text) => this.#voice.say(text),
      open: (mark) => this.#open(mark, "tray"),
      submitted: () => this.#page.submitted(this.#data.item),
      replied: () => this.#page.sent(),
    };
    this.#item = new DeskItem({ data: this.#data, around, start, mirror });
  }

  #makeShelf() {
    this.#search = new SearchPanel({
      http: this.#https.search,
      source: this.#source,
      k: this.#data.k,
      say: (text) => this.#voice.say(text),
      onOpen: (query, hit) => this.#openHit(query, hit),
      onShown: (query) => this.#viewer.setQuery(query.text),
      onConflict: () => this.#page.ask(),
    });
    this.#shelf = new DeskShelf({
      search: this.#search,
      item: this.#data.item,
      newButton: DeskControls.button("plus", "New item", () => this.#startItem(null), "bench-button"),
      onDocument: (document_) => this.#open({ document: document_, page: 1 }, "go_to"),
      onItem: (item) => this.#goTo(item),
    });
    this.#shelf.show(this.#data);
  }

  #lay(parent, help) {
    const { project, places = [], status, may_edit: mayEdit, ways_out: waysOut } = this.#data;
    const { form, findings, coverage, saving, submission, review, dialogs } = this.#item;
    const controls = new DeskControls({
      status,
      mayEdit,
      saving: saving.root,
      submit: submission.button,
      review,
      newItem: this.#newItem,
      waysOut,
      leave: (address) => this.#leave(address),
      onUndo: () => this.#item.undo(),
      onWithdraw: () => this.#withdraw(),
      onDuplicate: () => this.#startItem(this.#data.item),
      onHelp: () => help.open(),
    });
    this.#layout = new DeskLayout({
      title: project.title,
      places,
      leave: (address) => this.#leave(address),
      status,
      controls: controls.header,
      review: controls.status,
      shelf: this.#shelf,
      coverage,
      notices: this.#notices,
      form,
      findings,
      actions: controls.foot,
      dialogs: [help.root, ...dialogs],
      voice: this.#voice,
    });
    this.#layout.enter(parent);
    this.#modal = new StreamlitModal(this.#layout.frame);
  }

  #makeViewer(help) {
    const { form, findings, evidence, submission } = this.#item;
    const { frame, viewer } = this.#layout;
    this.#keys = new DeskKeys({ frame, viewer, mayEdit: this.#data.may_edit });
    this.#keys.addFinding({ shelf: this.#shelf, search: (text) => this.#searchFor(text) });
    this.#viewer = new Viewer(viewer, {
      source: this.#source,
      queue: new DeskTrail(this.#queue),
      readOnly: !this.#data.may_edit,
      shortcuts: this.#keys.shortcuts,
      onMarks: () => evidence.marked(),
      onView: (view) => this.#viewChanged(view),
    });
    this.#keys.addWriting({
      form,
      findings,
      evidence,
      say: (text) => this.#voice.say(text),
      undo: () => this.#item.undo(),
      submit: () => submission.submit(),
      review: this.#item.review && (() => this.#item.review.open()),
      help: () => help.open(),
      leave: () => this.#viewer.focus(),
      start: () => this.#startItem(null),
    });
  }

  #start(start) {
    const { state, may_edit: mayEdit } = this.#data;
    this.#item.start(this.#viewer, start);
    this.#search.restore(state.queries);
    if (state.view) this.#viewer.open({ ...state.view, reached: "restored", query: this.#search.shownText });
    const options = { signal: this.#leaving.signal };
    window.addEventListener("pagehide", () => this.#item.left(), options);
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#item.left() : this.#page.ask()), options);
    if (start.isKept) this.#notices.show("kept", { tone: "warning", text: DeskStart.KEPT });
    if (mayEdit) this.#search.focus();
    else if (this.#page.isFresh) this.#newItem.focus({ preventScroll: true });
  }

  // --- Other items ---

  #goTo(item) {
    this.#item.left();
    this.#page.opened(item);
  }

  async #leave(address) {
    if (await this.#item.settle()) window.location.assign(address);
  }

  async #startItem(copyOf) {
    if (!(await this.#item.settle())) return;
    const reply = await this.#gesture("project", "/api/desk/new", { copy_of: copyOf });
    if (reply) this.#page.opened(reply.item);
  }

  async #withdraw() {
    if (await this.#gesture("item", "/api/desk/withdraw", {})) this.#page.sent();
  }

  async #gesture(about, path, fields) {
    try {
      return await this.#https[about].gesture(path, fields);
    } catch (problem) {
      if (problem instanceof BenchStopped) return null;
      if (!(problem instanceof RequestError)) throw problem;
      this.#notices.show("refused", { tone: "loss", text: problem.message });
      return null;
    }
  }

  // --- Documents ---

  #searchFor(text) {
    this.#shelf.go("search");
    this.#search.searchFor(text);
  }

  #openHit(query, hit) {
    const { document: document_, page, rank } = hit;
    this.#queue.add({ kind: "hit_opened", query_event_id: query.event_id, rank, document: document_, page });
    this.#open(hit, "hit");
  }

  #open({ document: document_, page }, reached) {
    this.#viewer.open({ document: document_, page, reached, query: this.#search.shownText });
    this.#layout.revealViewer();
  }

  #viewChanged(view) {
    this.#shelf.setView(view);
    this.#item.evidence.setView(view);
  }

  #connectionChanged(isConnected) {
    this.#notices.showConnection(isConnected);
    if (!isConnected) return;
    this.#queue.flush();
    this.#item.checkAgain();
  }
}
