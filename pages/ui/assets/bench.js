/**
 * The participant's bench: question, search, documents, evidence, answer; one window, nothing jumps.
 *
 * It starts from the state that the server folded from the events and then talks HTTP only, so a
 * rerun of the page changes nothing here.
 */
class Bench {
  #data;
  #onSubmitted;
  #leaving = new AbortController();
  #voice = new BenchVoice();
  #notices = new BenchNotices();
  #connection;
  #http;
  #queue;
  #source;
  #clock;
  #pause;
  #help;
  #search;
  #tray;
  #form;
  #saving;
  #submission;
  #layout;
  #shortcuts;
  #viewer;
  #isRestored = false;

  /**
   * `parent` is where the bench is put; `data` is as pages/baseline/bench_data.py makes it;
   * `onSubmitted(attempt)` is called once the answer was accepted.
   */
  constructor(parent, data, onSubmitted) {
    this.#data = data;
    this.#onSubmitted = onSubmitted;
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

  /** The page ran again: what the server says anew about the clock is taken over, nothing else. */
  update(data, onSubmitted) {
    this.#onSubmitted = onSubmitted;
    const [before, now] = [this.#data.state, data.state];
    this.#data = data;
    this.#layout.fit();
    // A change of theme calls with the same old data, whose clock is out of date.
    if (before.working_ms === now.working_ms) return;
    this.#clock.resync(now.working_ms, this.#pause.isPaused ? "stopped" : "running");
  }

  /** Takes the bench off the page; what is not saved yet is sent, or kept for the next start. */
  destroy() {
    this.#saving.commit();
    this.#leaving.abort();
    this.#viewer.destroy();
    this.#shortcuts.destroy();
    for (const part of [this.#clock, this.#saving, this.#submission, this.#search, this.#http, this.#connection]) {
      part.stop();
    }
    this.#queue.stop();
    this.#layout.destroy();
  }

  #connect() {
    const { attempt, index } = this.#data;
    this.#connection = new BenchConnection({ onChange: (is) => this.#notices.showConnection(is) });
    this.#http = new BenchHttp({ attempt, connection: this.#connection });
    const post = (body, options) => this.#connection.postEvents(body, options);
    this.#queue = new EventQueue({ attempt, post });
    this.#source = new PageSource(index);
  }

  #makeSearch(state) {
    const say = (text) => this.#voice.say(text);
    this.#clock = new WorkingClock({ workingMs: state.working_ms, paused: state.paused !== null, say });
    this.#pause = new BenchPause({
      http: this.#http,
      clock: this.#clock,
      onAsk: () => this.#saving.commit(),
      onPaused: (isPaused) => this.#hideWork(isPaused),
    });
    this.#search = new SearchPanel({
      http: this.#http,
      source: this.#source,
      k: this.#data.k,
      say,
      onOpen: (query, hit) => this.#openHit(query, hit),
      onShown: (query) => this.#viewer.setQuery(query.text),
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
      onEdit: () => this.#edited(),
      onLeave: () => this.#saving.commit(),
      onSubmit: () => this.#submission.submit(),
      onSkip: () => this.#submission.skip(),
    });
    this.#form.draft = state.draft;
    this.#saving = new BenchSaving({
      queue: this.#queue,
      readDraft: () => this.#form.draft,
      savedAtMs: state.saved_at_ms,
      say: (text) => this.#voice.say(text),
      onRefused: (sentence) => this.#notices.showUnsaved(sentence),
    });
    this.#submission = new BenchSubmission({
      http: this.#http,
      queue: this.#queue,
      form: this.#form,
      saving: this.#saving,
      notices: this.#notices,
      marks: () => this.#viewer.marks,
      onSending: (isSending) => this.#setSending(isSending),
      onAccepted: () => this.#onSubmitted(this.#data.attempt),
    });
  }

  #lay(parent) {
    const { item, k, simulated, study_title: studyTitle } = this.#data;
    const helpButton = BenchDom.make(
      "button",
      { type: "button", class: "bench-quiet", title: "Help (?)", on: { click: () => this.#help.open() } },
      BenchDom.icon("help"),
      "Help",
    );
    // Only the demo has one: {text, address}.
    const wayOut = this.#data.way_out;
    const outLink = wayOut && BenchDom.make("a", { class: "bench-quiet", href: wayOut.address, text: wayOut.text });
    const controls = [this.#clock.root, this.#pause.button, helpButton, outLink].filter(Boolean);
    // The sheet lists the shortcuts, which need the frame, which holds the sheet: it asks when it opens.
    this.#help = new HelpSheet({ listShortcuts: () => this.#shortcuts.list(), k });
    this.#layout = new BenchLayout({
      question: item.question,
      parts: {
        header: new BenchHeader({ studyTitle, item, simulated, controls }),
        search: this.#search,
        notices: this.#notices,
        tray: this.#tray,
        saving: this.#saving,
        form: this.#form,
        curtain: this.#pause.curtain,
        dialogs: [this.#pause.dialog, this.#help.root],
        voice: this.#voice,
      },
    });
    parent.append(this.#layout.frame);
    this.#layout.fit();
    this.#makeViewer();
  }

  #makeViewer() {
    this.#shortcuts = new Shortcuts(this.#layout.frame);
    this.#shortcuts.add("/", "Search the collection", () => this.#search.focus());
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
    this.#search.restore(state.queries);
    this.#viewer.setMarks(state.marks);
    this.#isRestored = true;
    if (state.view) this.#viewer.open({ ...state.view, reached: "restored", query: this.#search.shownText });
    const options = { signal: this.#leaving.signal };
    window.addEventListener("pagehide", () => this.#saving.commit(), options);
    document.addEventListener("visibilitychange", () => document.hidden && this.#saving.commit(), options);
    if (state.paused !== null) this.#pause.show(state.paused);
    else this.#search.focus();
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

  #hideWork(isPaused) {
    this.#layout.setUse(isPaused ? "paused" : "all");
    // Time under the curtain is not time on the page.
    if (isPaused) this.#viewer.hold();
    else this.#viewer.release();
  }

  #setSending(isSending) {
    this.#layout.setUse(isSending ? "sending" : "all");
    this.#tray.setLocked(isSending);
    // The view of the last page ends before the answer, not after it.
    if (isSending) this.#viewer.leave();
    else this.#viewer.enter();
  }
}
