/**
 * After both blind answers: what was answered blind, the author's item and the corrections beside each other, and the
 * decision. A supervisor decides between sides on the same screen; what was decided is shown on it too.
 */
class ReviewCompare {
  #data;
  #page;
  #leaving = new AbortController();
  #voice = new BenchVoice();
  #notices = new BenchNotices();
  #connection;
  #http;
  #plain;
  #gesture;
  #next;
  #queue;
  #source;
  #saving = null;
  #decision = null;
  #correction = null;
  #corrected = null;
  #isCorrecting = false;
  #whyPlace = null;
  #isDone = false;
  #table;
  #side;
  #left = BenchDom.make("main", { class: "review-left" });
  #foot;
  #frame;
  #help;
  #modal;

  constructor(parent, data, page) {
    this.#data = data;
    this.#page = page;
    this.#connect();
    if (!this.#isDecided) this.#makeDecision();
    this.#table = new ReviewTable({
      columns: data.columns,
      rounds: data.rounds,
      flags: data.flags,
      decides: !this.#isDecided,
      isDisputed: data.is_disputed,
      notes: (field) => this.#decision.note(field),
      onOpen: (ref) => this.#side.open(ref),
    });
    this.#lay(parent);
    if (this.#isDecided) this.#startDecided();
    else this.#startDeciding();
  }

  isFor({ screen, attempt }) {
    return screen === this.#data.screen && attempt === this.#data.attempt;
  }

  update(data, page) {
    this.#page = page;
    this.#frame.fit();
  }

  destroy() {
    this.#saving?.commit();
    this.#leaving.abort();
    this.#side.stop();
    for (const part of [this.#correction, this.#saving, this.#http, this.#plain, this.#modal, this.#connection, this.#queue]) part?.stop();
    this.#frame.destroy();
  }

  get #isDecided() {
    return this.#data.screen === "decided";
  }

  get #isJudging() {
    return this.#data.screen === "adjudication";
  }

  #connect() {
    const { attempt, index } = this.#data;
    this.#connection = new BenchConnection({ onChange: (isConnected) => this.#connectionChanged(isConnected) });
    this.#http = new BenchHttp({ attempt, connection: this.#connection });
    this.#plain = new BenchHttp({ about: {}, connection: this.#connection });
    this.#gesture = new ReviewGesture({ http: this.#http, notices: this.#notices });
    this.#next = new ReviewGesture({ http: this.#plain, notices: this.#notices });
    this.#queue = new EventQueue({ attempt, post: (body, options) => this.#connection.postEvents(body, options) });
    this.#source = new PageSource(index);
  }

  // --- Making ---

  #makeDecision() {
    this.#decision = new ReviewDecision({
      choices: ReviewChoices.of(this.#data),
      reason: this.#isJudging ? "one" : "fields",
      onEdit: () => this.#edited(),
      onLeave: () => this.#saving.commit(),
      onChosen: (name) => this.#chosen(name),
      onSend: () => this.#send(),
    });
  }

  #lay(parent) {
    const { round, submission, k } = this.#data;
    this.#help = new HelpSheet({ listShortcuts: () => this.#listKeys(), k });
    const which = `${ReviewWords.round(round, submission)} · ${this.#isDecided ? "decided" : "step 3 of 3: compare and decide"}`;
    const between = this.#isDecided ? "Decided between the sides" : "Decide between the sides";
    const words = this.#data.is_judge ? between : which;
    const controls = [ReviewFrame.helpButton(() => this.#help.open())];
    const header = ReviewFrame.header({ data: this.#data, words, controls, page: () => this.#page });
    this.#foot = BenchDom.make("div", { class: "bench-foot review-foot" }, this.#notices.root);
    this.#side = new ReviewSide({
      data: this.#data,
      around: {
        http: this.#http,
        source: this.#source,
        queue: this.#queue,
        say: (text) => this.#voice.say(text),
        ask: () => this.#page.ask(),
        frame: () => this.#frame.frame,
        viewChanged: (view) => this.#viewChanged(view),
        addKeys: (keys) => this.#addKeys(keys),
      },
    });
    this.#frame = new BenchFrame({
      name: "bench desk review",
      parts: [header, this.#left, this.#foot, this.#side.root],
      overlays: [this.#help.root, this.#voice.root],
    });
    this.#left.append(this.#table.root);
    this.#frame.enter(parent);
    this.#modal = new StreamlitModal(this.#frame.frame);
  }

  // --- Starting ---

  #startDecided() {
    const { n_next: nNext } = this.#data;
    const next = nNext
      ? ReviewFrame.button("arrow", "Next one", () => this.#goOn(), "bench-button bench-primary")
      : ReviewFrame.button("left", "Back to the reviews", () => this.#page.opened(""), "bench-button");
    next.title = nNext ? "Next one (N)" : "All reviews";
    const waits = nNext ? `${BenchDom.count(nNext, "item waits", "items wait")} for you` : "nothing else waits for you";
    this.#foot.append(BenchDom.make("div", { class: "review-bar" }, this.#outcome(), BenchDom.make("span", { class: "review-hint", text: waits }), next));
    this.#side.show({ marks: [] });
    this.#openFirst();
    next.focus({ preventScroll: true });
  }

  #startDeciding() {
    const unsaved = this.#queue.unsaved().filter(({ kind }) => kind === "review_edited");
    const draft = unsaved.at(-1)?.draft ?? this.#data.decision;
    this.#decision.draft = draft;
    this.#corrected = draft.correction;
    this.#saving = new BenchSaving({
      queue: new ReviewDraftQueue(this.#queue),
      readDraft: () => this.#draft,
      savedAtMs: this.#data.state.saved_at_ms,
      say: (text) => this.#voice.say(text),
      onRefused: (sentence) => this.#notices.showUnsaved(sentence),
    });
    this.#decision.bar.insertBefore(this.#saving.root, this.#decision.bar.lastChild);
    this.#foot.append(this.#decision.bar);
    const options = { signal: this.#leaving.signal };
    window.addEventListener("pagehide", () => this.#saving.commit(), options);
    document.addEventListener("visibilitychange", () => document.hidden && this.#saving.commit(), options);
    this.#frame.frame.addEventListener("keydown", (event) => this.#onKey(event), options);
    if (this.#decision.choice === "correct") this.#correct();
    else this.#compare();
    this.#openFirst();
    if (unsaved.length) this.#saving.queued();
    if (!this.#isCorrecting) this.#table.root.focus({ preventScroll: true });
  }

  #openFirst() {
    if (this.#data.state.view) return;
    const [first] = this.#data.columns.find(({ key }) => key === "author").evidence;
    if (first) this.#side.open(first);
  }

  get #draft() {
    const { choice, comments, reason } = this.#decision.draft;
    const whole = this.#corrected && DeskDraft.whole(this.#corrected);
    return { choice, comments, reason, correction: whole };
  }

  #outcome() {
    const { outcome, author, status } = this.#data;
    const stands = ReviewWords.stands(status);
    const decided = ReviewWords.decided(outcome);
    const now = stands === decided ? "" : ` Now: ${stands}.`;
    return BenchDom.make("p", { class: "review-outcome" }, BenchDom.icon("check"),
      BenchDom.make("span", {}, BenchDom.make("b", { text: `You ${decided} it.` }), now, author ? ` Written by ${author}.` : ""));
  }

  // --- Comparing and correcting ---

  #compare() {
    this.#isCorrecting = false;
    this.#decision.setLabel(null);
    this.#correction?.stop();
    this.#correction = null;
    this.#whyPlace?.append(this.#decision.area("item"));
    this.#left.replaceChildren(this.#table.root);
    this.#side.show({ marks: this.#data.author_draft.evidence });
  }

  #correct() {
    this.#isCorrecting = true;
    const why = this.#whyField();
    this.#correction = new ReviewCorrection({
      item: this.#data.item,
      choices: this.#data.choices,
      connection: this.#connection,
      source: this.#source,
      why,
      open: (ref) => this.#side.open(ref, "tray"),
      back: () => this.#back(),
      edited: () => this.#correctionEdited(),
      left: () => this.#saving.commit(),
      checked: () => this.#labelCorrection(),
    });
    this.#left.replaceChildren(this.#correction.root);
    const use = (text) => {
      this.#correction.evidence.markView();
      this.#voice.say(`${this.#correction.form.take(text)}: ${text}`);
    };
    this.#side.show({ marks: [], onMarks: () => this.#correction.evidence.marked(), actions: [{ key: "a", label: "Use as answer", run: use }] });
    this.#correction.start(this.#side.viewer, this.#corrected ?? this.#data.author_draft, this.#data.check);
    this.#correction.form.focusQuestion();
  }

  // The comment on the item as a whole, which the author reads beside the correction.
  #whyField() {
    const area = this.#decision.area("item");
    this.#whyPlace = area.parentNode;
    return BenchDom.make("label", { class: "desk-row review-why" }, BenchDom.make("span", { class: "bench-row-title", text: "Why" }), area);
  }

  #back() {
    this.#corrected = this.#correction.read();
    this.#decision.choose("");
    this.#compare();
    this.#table.root.focus({ preventScroll: true });
  }

  #correctionEdited() {
    this.#corrected = this.#correction.read();
    this.#edited();
  }

  #labelCorrection() {
    const { kind } = this.#correction.kind;
    const labels = { replacement: "Send as a replacement", extension: "Send as an extension" };
    this.#decision.setLabel(labels[kind] ?? "Correct it first", kind in labels);
  }

  // --- Deciding ---

  #chosen(name) {
    if (this.#isDone) return;
    this.#notices.hide("decision");
    if (name === "correct" && !this.#isCorrecting) this.#correct();
    else if (name && name !== "correct" && this.#isCorrecting) this.#compare();
    if (name === "return" || (this.#isJudging && name)) this.#decision.focusWords();
    else if (name && name !== "correct") this.#decision.focusSend();
  }

  #edited() {
    this.#notices.hide("decision");
    this.#notices.hide("gesture");
    this.#saving?.edit();
  }

  #problem() {
    const { choice, comments, reason } = this.#decision.draft;
    if (!choice) return "Choose a decision first: press its number.";
    if (this.#isJudging) return reason.trim() ? "" : "Write the reason first; both sides read it.";
    if (choice === "return" && !comments.length) return "Say what is wrong first: write a comment beside the field.";
    if (choice === "correct") return this.#correction.problem;
    return "";
  }

  async #send() {
    if (this.#isDone || this.#gesture.isSending) return;
    const problem = this.#problem();
    if (problem) {
      this.#notices.show("decision", { tone: "warning", text: problem });
      if (this.#decision.choice === "correct") this.#correction.findings.focusUnexplained();
      else if (this.#decision.choice) this.#decision.focusWords();
      return;
    }
    this.#decision.lock("Sending…");
    this.#saving.commit();
    if (!(await this.#queue.flush())) return;
    const [path, fields] = this.#isJudging ? this.#judged() : this.#reviewed();
    const again = ["Load again", () => window.location.reload()];
    const reply = await this.#gesture.send(path, fields, { prefix: "Not sent. ", actions: [again] });
    if (!reply) {
      this.#decision.unlock();
      return;
    }
    this.#isDone = true;
    this.#notices.conclude("decision", { tone: "quiet", text: "Sent." });
    this.#page.sent();
  }

  #reviewed() {
    const { choice: decision } = this.#decision.draft;
    const draft = decision === "correct" ? this.#correction.read() : null;
    return ["/api/review/decide", { decision, comments: this.#decision.comments, draft }];
  }

  #judged() {
    const { choice, reason } = this.#decision.draft;
    const side = this.#data.sides.find(({ letter }) => choice === `side-${letter}`);
    return ["/api/review/adjudicate", { decision: side ? "accept" : choice, revision: side?.revision ?? null, reason: reason.trim() }];
  }

  async #goOn() {
    const reply = await this.#next.send("/api/review/next", { project: this.#data.project.project_id });
    if (reply) this.#page.opened(reply.item ?? "");
  }

  // --- Around ---

  #addKeys(keys) {
    if (this.#isDecided) keys.add("N", "Next one", () => this.#goOn());
    else this.#addDecidingKeys(keys);
    keys.add("?", "This sheet", () => this.#help.open());
  }

  #addDecidingKeys(keys) {
    const choices = ReviewChoices.of(this.#data);
    for (const { name, keys: [first, ...more], label } of choices) {
      // While a correction is written, r marks a region, as on the desk.
      keys.add(this.#isCorrecting ? first : [first, ...more], label, () => this.#decision.choose(name));
    }
    if (!this.#isCorrecting) return;
    keys.add("q", "Write the question", () => this.#correction.form.focusQuestion());
    keys.add("b", "This evidence page is a bridge to the answer, or not", () => this.#voice.say(this.#correction.evidence.toggleBridge()));
    keys.add("t", "Details", () => this.#correction.form.focusDetails());
    keys.add("c", "Checks", () => this.#correction.findings.focus());
  }

  #listKeys() {
    const extra = [];
    if (!this.#isDecided) extra.push({ keys: ["Ctrl", "Enter"], label: "Send the decision, also while you type" });
    if (!this.#isDecided) extra.push({ keys: ["Esc"], label: "From a field to the comparison" });
    return [...this.#side.list(), ...extra];
  }

  // Both work while somebody types, so they are no shortcuts of one letter.
  #onKey(event) {
    if (event.isComposing || event.keyCode === 229 || event.target.closest("dialog")) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!event.repeat) this.#send();
    }
    const isInViewer = this.#side.root.contains(event.target);
    if (event.key !== "Escape" || isInViewer) return;
    if (event.target.matches(Shortcuts.TYPING)) this.#left.firstElementChild.focus({ preventScroll: true });
    else if (this.#isCorrecting) this.#back();
  }

  #viewChanged(view) {
    this.#table.setView(view);
    this.#correction?.evidence.setView(view);
  }

  #connectionChanged(isConnected) {
    this.#notices.showConnection(isConnected);
    if (isConnected) this.#queue.flush();
  }
}
