/**
 * The item on the desk: its text on the screen, on its way to the server, under its checks, and against the text
 * of somebody else.
 */
class DeskItem {
  #data;
  #around;
  #saving;
  #checker;
  #conflict;
  #reasons;
  #tray;
  #isStarted = false;
  /** DeskReview, if there is a review to look at. */
  review = null;

  /**
   * `data` is what the page passes; `around` is {http, connection, source, notices, say(text), open(mark),
   * submitted(), replied()}; `start` is DeskStart's, `mirror` DeskMirror.
   */
  constructor({ data, around, start, mirror }) {
    this.#data = data;
    this.#around = around;
    this.#makeText();
    this.#makeChecker();
    this.#makeSaving(start, mirror);
  }

  get saving() {
    return this.#saving;
  }

  /** Windows over the desk. */
  get dialogs() {
    return [this.#conflict.root, this.submission.root, this.review?.root].filter(Boolean);
  }

  /** The viewer has come; the text is put on the screen. */
  start(viewer, { draft, isServers, ...start }) {
    this.evidence.viewer = viewer;
    this.#write(draft);
    this.#showCheck(this.#data.check);
    this.#isStarted = true;
    if (isServers) this.#saving.adopt({ ...start, draft: this.read() });
    else this.#edited();
  }

  /** The page ran again: its text is taken over only if it is newer and nothing here is unsaved. */
  update(data) {
    this.#data = data;
    if (data.revision <= this.#saving.revision || !this.#saving.isSaved) return;
    this.#write(data.draft);
    this.#saving.adopt({ ...data, draft: this.read() });
    this.#showCheck(data.check);
  }

  /** What stands on the screen, as a draft. */
  read() {
    return { ...this.form.fields, ...this.evidence.fields, overrides: this.#reasons.overrides };
  }

  /** A field was left, the page may go: what is not on its way yet goes now. */
  left() {
    if (this.#data.may_edit && !this.#saving.isSaved) this.#saving.commit("autosave");
  }

  /** Whether all is saved, after trying; what stands in the way is said. */
  async settle() {
    if (!this.#data.may_edit || (await this.#saving.commit())) return true;
    if (this.#saving.newest) this.#showConflict();
    return false;
  }

  async undo() {
    try {
      await this.#saving.act("/api/desk/undo", (reply) => this.#undone(reply));
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem;
      this.#around.notices.show("refused", { tone: "loss", text: problem.message });
    }
  }

  /** The connection is back. */
  checkAgain() {
    this.#checker.edit();
  }

  stop() {
    this.left();
    for (const part of [this.#saving, this.#checker, this.findings]) part.stop();
  }

  #makeText() {
    const { choices, review, may_edit: mayEdit } = this.#data;
    const comments = review?.comments ?? [];
    const { source, open } = this.#around;
    const edits = { onEdit: () => this.#edited(), onLeave: () => this.left() };
    this.coverage = new DeskCoverage();
    this.#reasons = new DeskReasons(edits);
    this.findings = new DeskFindings({ reasons: this.#reasons, comments: DeskItem.#ofTheWhole(comments), mayEdit, onFix: (fix) => this.#repair(fix) });
    this.#tray = new EvidenceTray({ onOpen: open, onRemove: (mark) => this.evidence.unmark(mark) });
    this.#tray.setLocked(!mayEdit);
    this.evidence = new DeskEvidence({ tray: this.#tray, source, onEdit: edits.onEdit });
    this.form = new DeskForm({ choices, tray: this.#tray.root, comments, mayEdit, ...edits });
    if (review) this.review = new DeskReview({ review, reply: (agrees, reason) => this.#reply(agrees, reason) });
  }

  static #ofTheWhole(comments) {
    return comments.filter(({ field }) => field === "item").map(({ comment }) => comment);
  }

  // What was typed meanwhile is saved first: a reply can take the item out of the author's hands.
  async #reply(agrees, reason) {
    if (!(await this.settle())) return "Your last change is not saved yet; look at that first.";
    try {
      await this.#around.http.gesture("/api/desk/reply", { agrees, reason });
    } catch (problem) {
      if (problem instanceof BenchStopped) return "";
      if (!(problem instanceof RequestError)) throw problem;
      return problem.message;
    }
    this.#around.replied();
    return "";
  }

  #makeChecker() {
    this.#checker = new DeskChecker({
      item: this.#data.item,
      connection: this.#around.connection,
      read: () => this.read(),
      tell: {
        waiting: () => this.findings.wait(),
        checked: (check) => this.#showCheck(check),
        failed: () => this.findings.fail(),
      },
    });
  }

  #makeSaving(start, mirror) {
    const { http, notices, say, submitted } = this.#around;
    this.#saving = new DeskSaving({
      http,
      mirror,
      read: () => this.read(),
      start,
      tell: {
        say,
        saved: (reply, draft) => this.#saved(reply, draft),
        conflict: () => this.#showConflict(),
        refused: ({ message }) => this.#refused(message),
      },
    });
    this.#conflict = new DeskConflict({ onSettled: (draft) => this.#settled(draft) });
    this.submission = new DeskSubmission({
      saving: this.#saving,
      findings: this.findings,
      reasons: this.#reasons,
      notices,
      findProblem: () => this.form.findProblem(this.evidence.nPages),
      reasonsChanged: () => this.findings.refresh(),
      unsaved: () => this.#saving.newest && this.#showConflict(),
      submitted,
    });
  }

  #write(draft) {
    const whole = DeskDraft.whole(draft);
    this.form.fields = whole;
    this.evidence.fields = whole;
    this.#reasons.overrides = whole.overrides;
    this.findings.refresh();
  }

  #edited() {
    if (!this.#isStarted || !this.#data.may_edit) return;
    this.submission.edited();
    this.findings.paint();
    this.#saving.edit();
    this.#checker.edit();
  }

  #undone(reply) {
    // What was typed while the server was asked is worth more than what it went back to.
    const isTyped = !this.#saving.isSaved;
    if (!isTyped) this.#write(reply.draft);
    this.#saving.adopt(isTyped ? reply : { ...reply, draft: this.read() });
    if (isTyped) this.#edited();
    else this.#showCheck(reply.check);
    this.#around.say("Undone");
  }

  #saved(reply, draft) {
    this.#around.notices.hide("unsaved");
    if (!reply || !DeskDraft.same(draft, this.read())) return;
    this.#checker.heard();
    this.#showCheck(reply.check);
  }

  #showCheck({ findings, hop, coverage }) {
    this.findings.show(findings, hop);
    this.coverage.show(coverage);
  }

  #repair(fix) {
    this.#write(DeskDraft.repaired(this.read(), fix));
    this.#edited();
    this.#saving.commit();
    this.#around.say(`Done: ${fix.label}`);
  }

  #showConflict() {
    const { newest, known } = this.#saving;
    const who = newest.by === "you" ? "in another tab or browser" : "by another person";
    this.#around.notices.show("conflict", {
      tone: "warning",
      text: `This item was changed ${who}. Your text is kept here and not saved until you have looked at both.`,
      actions: [["Compare both", () => this.#conflict.open(this.read(), newest, known)]],
    });
  }

  #settled(draft) {
    this.#around.notices.hide("conflict");
    this.#write(draft);
    this.#saving.resolve();
    this.#checker.edit();
  }

  #refused(sentence) {
    const text = `Your last change was not saved. ${sentence} What you wrote is kept in this browser.`;
    const again = ["Load again", () => window.location.reload()];
    this.#around.notices.show("unsaved", { tone: "loss", text, actions: [again] });
  }
}
