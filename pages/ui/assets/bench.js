/**
 * The participant's bench: question, search, documents, evidence, answer; one window, nothing jumps.
 *
 * It starts from the state that the server folded from the events and then talks HTTP only, so a
 * rerun of the page changes nothing here, except what the server alone knows: the clock.
 */
class Bench {
  #data;
  #page;
  #kind;
  #leaving = new AbortController();
  #voice = new BenchVoice();
  #notices = new BenchNotices();
  #connection;
  #http;
  #news;
  #modal;
  #queue;
  #source;
  #time;
  #goOn = null;
  #pause;
  #help;
  #search;
  #tray;
  #form;
  #saving;
  #drafts;
  #submission;
  #layout;
  #shortcuts;
  #viewer;
  #isRestored = false;
  #opensAfterPause = null;
  #isSending = false;

  /**
   * `parent` is where the bench is put; `data` is as pages/baseline/bench_data.py makes it; `page` is
   * the page around: `submitted(attempt)` makes it go on, `ask()` makes it tell anew how things stand. `kind` says
   * what the bench is for.
   */
  constructor(parent, data, page, kind = new BenchKind()) {
    this.#data = data;
    this.#page = page;
    this.#kind = kind;
    this.#connect();
    const unsaved = this.#queue.unsaved();
    const state = BenchRestore.overlay(data.state, unsaved);
    this.#makeSearch(state);
    this.#makeAnswer(state);
    this.#lay(parent);
    this.#restore(state);
    if (unsaved.some(({ kind }) => BenchSaving.WORK.has(kind))) this.#saving.queued();
  }

  get attempt() {
    return this.#data.attempt;
  }

  /** Whether this item is closed and the person knows it: the next one may take its place. */
  get isDone() {
    return this.#submission.isDone;
  }

  /** The page ran again: what the server says anew about the clock is taken over, nothing else. */
  update(data, page) {
    this.#page = page;
    const [before, now] = [this.#data.state, data.state];
    if (before !== now && this.#submission.isOpen) this.#drafts.hear(now.draft);
    this.#data = data;
    this.#layout.fit();
    // A change of theme calls with the same old data, whose clock is out of date.
    if (before.working_ms === now.working_ms && before.paused === now.paused) return;
    this.#time.hear(now);
  }

  /** The page has gone on to another item: this one was closed elsewhere. `goOn()` shows the other one. */
  overtaken(goOn) {
    this.#news.heard();
    this.#goOn = goOn;
    // Whether it was answered elsewhere or its time was up, only the server knows.
    if (this.#time.isKept) this.#time.ask();
    else this.#closeElsewhere(goOn);
  }

  /** Asks how things stand. */
  refresh() {
    if (!this.isDone) this.#news.ask();
  }

  /** Takes the bench off the page; what is not saved yet is sent, or kept for the next start. */
  destroy() {
    this.#saving.commit();
    this.#leaving.abort();
    this.#viewer.destroy();
    this.#shortcuts.destroy();
    for (const part of [this.#time, this.#pause, this.#saving, this.#submission, this.#search]) part.stop();
    for (const part of [this.#http, this.#news, this.#modal, this.#connection]) part.stop();
    this.#queue.stop();
    this.#layout.destroy();
  }

  #connect() {
    const { attempt, index } = this.#data;
    this.#connection = new BenchConnection({ onChange: (isConnected) => this.#connectionChanged(isConnected) });
    this.#http = this.#kind.http({ attempt, connection: this.#connection });
    this.#queue = new EventQueue({ attempt, post: (body, options) => this.#connection.postEvents(body, options) });
    this.#queue.onTrouble(({ refused }) => refused.length && this.refresh());
    this.#news = new BenchNews({
      attempt,
      ask: () => this.isDone || (this.#time.isKept ? this.#time.ask() : this.#page.ask()),
      onSubmitted: () => this.#closeElsewhere(() => this.#submission.leave()),
      onDraft: (draft) => this.#submission.isOpen && this.#drafts.hear(draft, "now"),
    });
    this.#source = new PageSource(index);
  }

  #makeSearch(state) {
    const say = (text) => this.#voice.say(text);
    this.#time = this.#makeTime(state, say);
    this.#pause = new BenchPause({
      http: this.#kind.gestures(this.#http),
      clock: this.#time.clock,
      rules: this.#data.time?.pauses,
      onOver: () => this.refresh(),
      onAsk: () => this.#saving.commit(),
      onPaused: (isPaused) => this.#hideWork(isPaused),
      onTold: () => this.#news.tell("clock"),
      onConflict: () => this.refresh(),
    });
    this.#pause.setLeft(state.clock?.pauses_left ?? null);
    const around = {
      http: this.#http,
      source: this.#source,
      k: this.#data.k,
      content: this.#data.hits,
      say,
      onOpen: (query, hit) => this.#openHit(query, hit),
      onPage: (page) => this.#open(page, "go_to"),
      onAnswer: (answer) => this.#answerAs(answer),
      onShown: (query) => this.#viewer.setQuery(query.text),
      onConflict: () => this.refresh(),
    };
    this.#search = this.#kind.left(around, this.#data);
  }

  #makeTime(state, say) {
    return new BenchTime({
      data: this.#data,
      state,
      http: this.#http,
      notices: this.#notices,
      queue: this.#queue,
      say,
      bench: {
        isBusy: () => this.isDone || this.#submission.isSending,
        onNear: () => this.#saving?.commit(),
        onCover: (isCovered) => this.#coverWork(isCovered),
        onHeard: (paused, clock) => this.#hearTime(paused, clock),
        onEnded: () => this.#endTime(),
        onClosed: (why) => this.#closeElsewhere(this.#goOn ?? (() => this.#submission.leave()), why),
        onGoOn: () => (this.#goOn ? this.#goOn() : this.#submission.leave()),
      },
    });
  }

  #makeAnswer(state) {
    this.#tray = new EvidenceTray({
      onOpen: (mark) => this.#open(mark, "tray"),
      onRemove: (mark) => this.#viewer.unmark(mark.document, mark.page),
    });
    this.#form = new AnswerForm({
      submitLabel: this.#data.submit_label,
      maySkip: this.#data.may_skip,
      asksConfidence: this.#data.ask_confidence,
      onEdit: () => this.#edited(),
      onLeave: () => this.#saving.commit(),
      onSubmit: () => this.#submission.submit(),
      onSkip: () => this.#submission.skip(),
    });
    this.#kind.prepare(this.#form);
    this.#form.draft = state.draft;
    this.#saving = new BenchSaving({
      queue: this.#queue,
      readDraft: () => this.#form.draft,
      onDraft: (draft) => this.#drafts.wrote(draft),
      savedAtMs: state.saved_at_ms,
      say: (text) => this.#voice.say(text),
      onRefused: (sentence) => this.#refused(sentence),
    });
    const [form, saving, notices, queue, news] = [this.#form, this.#saving, this.#notices, this.#queue, this.#news];
    const saved = this.#data.state.draft;
    this.#drafts = new BenchDrafts({ form, saved, saving, notices, queue, news, onTaken: () => this.#edited() });
    this.#submission = new BenchSubmission({
      http: this.#kind.gestures(this.#http),
      next: this.#kind.next,
      queue: this.#queue,
      form: this.#form,
      saving: this.#saving,
      notices: this.#notices,
      marks: () => this.#viewer.marks,
      onSending: (isSending) => this.#setSending(isSending),
      onAccepted: () => this.#news.tell("submitted"),
      onTimeOver: ({ ended }) => this.#time.conclude(ended),
      onLeave: () => this.#page.submitted(this.#data.attempt),
    });
  }

  #lay(parent) {
    const helpButton = BenchDom.make(
      "button",
      { type: "button", class: "bench-quiet", title: "Help (?)", on: { click: () => this.#help.open() } },
      BenchDom.icon("help"),
      "Help",
    );
    const wayOut = this.#data.way_out; // only the demo has one: {text, address}
    const outLink = wayOut && BenchDom.make("a", { class: "bench-quiet bench-way-out", href: wayOut.address, text: wayOut.text });
    const controls = [this.#time.clock.root, this.#pause.button, helpButton, outLink].filter(Boolean);
    // The sheet lists the shortcuts, which need the frame, which holds the sheet: it asks when it opens.
    const k = this.#data.tools === "given_pages" ? null : this.#data.k;
    this.#help = new HelpSheet({ listShortcuts: () => this.#listKeys(), k });
    this.#layout = new BenchLayout({
      question: this.#kind.question(this.#data),
      parts: {
        header: this.#kind.header(this.#data, controls),
        search: this.#search,
        notices: this.#notices,
        tray: this.#tray,
        saving: this.#saving,
        form: this.#form,
        curtain: this.#pause.curtain,
        dialogs: [this.#time.cover.root, this.#pause.dialog, this.#help.root],
        voice: this.#voice,
      },
    });
    this.#layout.enter(parent);
    this.#modal = new StreamlitModal(this.#layout.frame);
    this.#makeViewer();
  }

  #makeViewer() {
    this.#shortcuts = new Shortcuts(this.#layout.frame);
    this.#shortcuts.add(...(this.#search.shortcut ?? this.#kind.leftKey), () => this.#search.focus());
    this.#shortcuts.add("a", "Write the answer", () => this.#form.focusAnswer());
    this.#viewer = new Viewer(this.#layout.viewer, {
      source: this.#source,
      queue: this.#queue,
      readOnly: false,
      shortcuts: this.#shortcuts,
      walks: this.#data.whole_document ?? true,
      invitation: this.#search.invitation,
      onMarks: (marks) => this.#marksChanged(marks),
      onView: (view) => this.#viewChanged(view),
    });
    this.#shortcuts.add("?", "This sheet", () => this.#help.open());
  }

  #restore(state) {
    this.#search.restore(state.queries);
    this.#viewer.setMarks(state.marks);
    this.#isRestored = true;
    // During a pause the server gives no page: what was on the screen is opened when the work goes on.
    if (state.paused === null) this.#openFirst(state.view);
    else this.#opensAfterPause = () => this.#openFirst(state.view);
    const options = { signal: this.#leaving.signal };
    if (this.#kind.sendsByKey) this.#form.root.addEventListener("keydown", (event) => this.#onKey(event), options);
    window.addEventListener("pagehide", () => this.#saving.commit(), options);
    document.addEventListener("visibilitychange", () => document.hidden && this.#saving.commit(), options);
    if (state.paused !== null) this.#pause.show(state.paused, state.clock?.pause_left_ms);
    else this.#search.focus();
  }

  #openFirst(view) {
    const first = this.#kind.firstPage(this.#data);
    if (view) this.#viewer.open({ ...view, reached: "restored", query: this.#search.shownText });
    else if (first) this.#open(first, "go_to");
  }

  #listKeys() {
    const send = { keys: ["Ctrl", "Enter"], label: "Submit, while you are in the answer form" };
    return [...this.#shortcuts.list(), ...(this.#kind.sendsByKey ? [send] : [])];
  }

  // Works while somebody types, so it is no shortcut of one letter; from elsewhere nobody expects it to submit. An
  // input method's own Enter (isComposing, or key code 229 in Safari) never does.
  #onKey(event) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (event.isComposing || event.keyCode === 229 || this.#pause.isPaused || this.#time.isUp) return;
    event.preventDefault();
    // On the button itself the browser would press it as well.
    if (!event.repeat) this.#submission.submit();
  }

  #answerAs(answer) {
    this.#form.draft = { answer, confidence: null, not_found: false };
    this.#edited();
    this.#form.focusSubmit();
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
    this.#search.setView(view);
    this.#tray.setView(view);
  }

  #marksChanged(marks) {
    this.#search.setMarks(marks);
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
    this.#time.clock.isEstimate = !isConnected;
    // The server may have been down, which is nobody's working time: only it knows how long.
    if (!isConnected) return;
    this.#queue.flush();
    this.refresh();
  }

  #refused(sentence) {
    // What came too late needs no word of its own: the time is up, and that is said.
    if (this.#time.isUp) return;
    this.#submission.edited();
    this.#notices.showUnsaved(sentence);
  }

  #hearTime(paused, clock) {
    this.#news.heard();
    this.#pause.follow(paused, clock?.pause_left_ms);
    if (clock) this.#pause.setLeft(clock.pauses_left);
  }

  /** The time is up, or was not after all. */
  #coverWork(isCovered) {
    this.#closeDialogs();
    this.#setUse();
    if (isCovered) this.#viewer.leave();
    else this.#viewer.enter();
  }

  #endTime() {
    this.#news.heard();
    this.#submission.end();
    this.#saving.end();
    this.#pause.follow(null);
  }

  #closeDialogs() {
    for (const dialog of [this.#pause.dialog, this.#help.root]) dialog.close();
  }

  /** `why`: the server's sentence, if it was not by an answer. */
  #closeElsewhere(goOn, why = undefined) {
    this.#closeDialogs();
    this.#search.clearRefusal();
    this.#pause.follow(null);
    this.#submission.closedElsewhere(goOn, why);
  }

  #setUse() {
    this.#layout.setUse(this.#time.isUp ? "over" : this.#pause.isPaused ? "paused" : this.#isSending ? "sending" : "all");
  }

  #hideWork(isPaused) {
    this.#setUse();
    // Time under the curtain is not time on the page.
    if (isPaused) return this.#viewer.hold();
    this.#viewer.release();
    const open = this.#opensAfterPause;
    this.#opensAfterPause = null;
    open?.();
  }

  #setSending(isSending) {
    this.#isSending = isSending;
    this.#setUse();
    this.#tray.setLocked(isSending);
    // The view of the last page ends before the answer, not after it.
    if (isSending) this.#viewer.leave();
    else this.#viewer.enter();
  }
}
