/**
 * A blind stage: the question with the search tool, or with the author's evidence pages alone, and an answer.
 *
 * It is the participant's bench with other things around it; what it shows comes from the events of the stage.
 */
class ReviewBlind {
  #data;
  #page;
  #leaving = new AbortController();
  #voice = new BenchVoice();
  #notices = new BenchNotices();
  #connection;
  #http;
  #gestures;
  #news;
  #modal;
  #queue;
  #source;
  #clock;
  #pause;
  #help;
  #left;
  #tray;
  #form;
  #saving;
  #submission;
  #layout;
  #shortcuts;
  #viewer;
  #isRestored = false;
  #isSending = false;

  constructor(parent, data, page) {
    this.#data = data;
    this.#page = page;
    this.#connect();
    const unsaved = this.#queue.unsaved();
    const state = BenchRestore.overlay(data.state, unsaved);
    this.#makeClock(state);
    this.#left = this.#isSearching ? this.#makeSearch() : this.#makePages();
    this.#makeAnswer(state);
    this.#lay(parent);
    this.#restore(state);
    if (unsaved.some(({ kind }) => BenchSaving.WORK.has(kind))) this.#saving.queued();
  }

  isFor({ attempt }) {
    return attempt === this.#data.attempt;
  }

  /** The page ran again: what the server says anew about the clock is taken over, nothing else. */
  update(data, page) {
    this.#page = page;
    const [before, now] = [this.#data.state, data.state];
    this.#data = data;
    this.#layout.fit();
    if (before.working_ms === now.working_ms && before.paused === now.paused) return;
    this.#news.heard();
    this.#clock.resync(now.working_ms, now.paused === null ? "running" : "stopped");
    this.#pause.follow(now.paused);
  }

  destroy() {
    this.#saving.commit();
    this.#leaving.abort();
    this.#viewer.destroy();
    this.#shortcuts.destroy();
    for (const part of [this.#clock, this.#saving, this.#submission, this.#left, this.#http, this.#news]) part.stop();
    for (const part of [this.#modal, this.#connection, this.#queue]) part.stop();
    this.#layout.destroy();
  }

  get #isSearching() {
    return this.#data.screen === "search";
  }

  #connect() {
    const { attempt, index } = this.#data;
    this.#connection = new BenchConnection({ onChange: (isConnected) => this.#connectionChanged(isConnected) });
    this.#http = new BenchHttp({ attempt, connection: this.#connection });
    this.#gestures = new ReviewHttp(this.#http);
    this.#queue = new EventQueue({ attempt, post: (body, options) => this.#connection.postEvents(body, options) });
    this.#news = new BenchNews({
      attempt,
      ask: () => this.#submission.isDone || this.#page.ask(),
      onSubmitted: () => this.#submission.closedElsewhere(() => this.#page.ask()),
    });
    this.#source = new PageSource(index);
  }

  #makeClock(state) {
    this.#clock = new WorkingClock({
      workingMs: state.working_ms,
      paused: state.paused !== null,
      say: (text) => this.#voice.say(text),
    });
    this.#pause = new BenchPause({
      http: this.#gestures,
      clock: this.#clock,
      onAsk: () => this.#saving.commit(),
      onPaused: (isPaused) => this.#hideWork(isPaused),
      onTold: () => this.#news.tell("clock"),
      onConflict: () => this.#news.ask(),
    });
  }

  #makeSearch() {
    return new SearchPanel({
      http: this.#http,
      source: this.#source,
      k: this.#data.k,
      say: (text) => this.#voice.say(text),
      onOpen: (query, hit) => this.#openHit(query, hit),
      onShown: (query) => this.#viewer.setQuery(query.text),
      onConflict: () => this.#news.ask(),
    });
  }

  #makePages() {
    const { pages, first } = this.#data;
    const again = () => {
      this.#form.draft = { answer: first.answer, confidence: null, not_found: false };
      this.#edited();
      this.#form.focusSubmit();
    };
    return new ReviewPages({ pages, first, source: this.#source, onOpen: (page) => this.#open(page, "go_to"), onAgain: again });
  }

  #makeAnswer(state) {
    this.#tray = new EvidenceTray({
      onOpen: (mark) => this.#open(mark, "tray"),
      onRemove: (mark) => this.#viewer.unmark(mark.document, mark.page),
    });
    this.#form = new AnswerForm({
      submitLabel: this.#isSearching ? "Answer, then see the evidence" : "Answer, then compare",
      maySkip: false,
      onEdit: () => this.#edited(),
      onLeave: () => this.#saving.commit(),
      onSubmit: () => this.#submission.submit(),
      onSkip: () => {},
    });
    // A review states no confidence.
    this.#form.root.querySelector(".bench-confidence").hidden = true;
    this.#form.draft = state.draft;
    this.#saving = new BenchSaving({
      queue: this.#queue,
      readDraft: () => this.#form.draft,
      savedAtMs: state.saved_at_ms,
      say: (text) => this.#voice.say(text),
      onRefused: (sentence) => this.#notices.showUnsaved(sentence),
    });
    this.#submission = new BenchSubmission({
      http: this.#gestures,
      queue: this.#queue,
      form: this.#form,
      saving: this.#saving,
      notices: this.#notices,
      next: this.#isSearching ? "The evidence comes…" : "The author's item comes…",
      marks: () => this.#viewer.marks,
      onSending: (isSending) => this.#setSending(isSending),
      onAccepted: () => this.#news.tell("submitted"),
      onLeave: () => this.#page.ask(),
    });
  }

  #lay(parent) {
    const { question, round, submission, k } = this.#data;
    const step = this.#isSearching ? "step 1 of 3: by searching" : "step 2 of 3: from the evidence";
    const back = ReviewFrame.backButton(() => this.#page);
    const controls = [back, this.#clock.root, this.#pause.button, ReviewFrame.helpButton(() => this.#help.open())];
    this.#help = new HelpSheet({ listShortcuts: () => this.#listKeys(), k });
    this.#layout = new BenchLayout({
      question,
      parts: {
        header: { root: ReviewFrame.header(this.#data, `${ReviewWords.round(round, submission)} · ${step}`, controls) },
        search: this.#left,
        notices: this.#notices,
        tray: this.#tray,
        saving: this.#saving,
        form: this.#form,
        curtain: this.#pause.curtain,
        dialogs: [this.#pause.dialog, this.#help.root],
        voice: this.#voice,
      },
    });
    this.#layout.enter(parent);
    this.#modal = new StreamlitModal(this.#layout.frame);
    this.#makeViewer();
  }

  #makeViewer() {
    this.#shortcuts = new Shortcuts(this.#layout.frame);
    if (this.#isSearching) this.#shortcuts.add("/", "Search the collection", () => this.#left.focus());
    else this.#shortcuts.add("v", "The author's evidence pages", () => this.#left.focus());
    this.#shortcuts.add("a", "Write the answer", () => this.#form.focusAnswer());
    this.#viewer = new Viewer(this.#layout.viewer, {
      source: this.#source,
      queue: this.#queue,
      readOnly: false,
      shortcuts: this.#shortcuts,
      onMarks: (marks) => this.#marksChanged(marks),
      onView: (view) => this.#viewChanged(view),
    });
    this.#shortcuts.add("?", "This sheet", () => this.#help.open());
  }

  #restore(state) {
    if (this.#isSearching) this.#left.restore(state.queries);
    this.#viewer.setMarks(state.marks);
    this.#isRestored = true;
    const options = { signal: this.#leaving.signal };
    window.addEventListener("pagehide", () => this.#saving.commit(), options);
    document.addEventListener("visibilitychange", () => document.hidden && this.#saving.commit(), options);
    this.#layout.frame.addEventListener("keydown", (event) => this.#onKey(event), options);
    const [first] = this.#data.pages;
    if (state.view) this.#viewer.open({ ...state.view, reached: "restored", query: this.#query });
    else if (first) this.#open(first, "go_to");
    if (state.paused !== null) this.#pause.show(state.paused);
    else this.#left.focus();
  }

  get #query() {
    return this.#isSearching ? this.#left.shownText : "";
  }

  #listKeys() {
    return [...this.#shortcuts.list(), { keys: ["Ctrl", "Enter"], label: "Send the answer, also while you type" }];
  }

  // Works while somebody types, so it is no shortcut of one letter.
  #onKey(event) {
    if (event.isComposing || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    if (this.#pause.isPaused || event.target.closest("dialog")) return;
    event.preventDefault();
    if (!event.repeat) this.#submission.submit();
  }

  #openHit(query, hit) {
    const { document: document_, page, rank } = hit;
    this.#queue.add({ kind: "hit_opened", query_event_id: query.event_id, rank, document: document_, page });
    this.#open(hit, "hit");
  }

  #open({ document: document_, page }, reached) {
    this.#viewer.open({ document: document_, page, reached, query: this.#query });
    this.#layout.revealViewer();
  }

  #viewChanged(view) {
    this.#left.setView(view);
    this.#tray.setView(view);
  }

  #marksChanged(marks) {
    this.#left.setMarks(marks);
    this.#tray.setMarks(marks);
    if (!this.#isRestored) return;
    this.#submission.edited();
    this.#saving.queued();
  }

  #edited() {
    this.#submission.edited();
    this.#saving.edit();
  }

  #connectionChanged(isConnected) {
    this.#notices.showConnection(isConnected);
    if (!isConnected) return;
    this.#queue.flush();
    this.#news.ask();
  }

  #setUse() {
    this.#layout.setUse(this.#pause.isPaused ? "paused" : this.#isSending ? "sending" : "all");
  }

  #hideWork(isPaused) {
    this.#setUse();
    if (isPaused) this.#viewer.hold();
    else this.#viewer.release();
  }

  #setSending(isSending) {
    this.#isSending = isSending;
    this.#setUse();
    this.#tray.setLocked(isSending);
    if (isSending) this.#viewer.leave();
    else this.#viewer.enter();
  }
}
