/**
 * The item as the reviewer would have it: the author's form with its evidence and checks, and a line that says
 * what sending it would be, before it is sent.
 */
class ReviewCorrection {
  #around;
  #reasons;
  #findings;
  #tray;
  #evidence;
  #form;
  #checker;
  #kind = { kind: "none", words: "" };
  #line = BenchDom.make("p", { class: "review-kind", role: "status" });
  #isStarted = false;

  /**
   * `around` is {item, choices, connection, source, open(page), edited(), left(), checked()}: the page around it.
   */
  constructor(around) {
    this.#around = around;
    const edits = { onEdit: () => this.#edited(), onLeave: () => around.left() };
    this.#reasons = new DeskReasons(edits);
    this.#findings = new DeskFindings({ reasons: this.#reasons, comments: [], mayEdit: true, onFix: (fix) => this.#repair(fix) });
    this.#tray = new EvidenceTray({ onOpen: around.open, onRemove: (mark) => this.#evidence.unmark(mark) });
    this.#evidence = new DeskEvidence({ tray: this.#tray, source: around.source, onEdit: edits.onEdit });
    this.#form = new DeskForm({ choices: around.choices, tray: this.#tray.root, comments: [], mayEdit: true, ...edits });
    this.#checker = new DeskChecker({
      path: "/api/review/check",
      item: around.item,
      connection: around.connection,
      read: () => this.read(),
      tell: {
        waiting: () => this.#findings.wait(),
        checked: (check) => this.show(check),
        failed: () => this.#findings.fail(),
      },
    });
    const back = ReviewFrame.button("left", "Back to the comparison", () => around.back());
    back.title = "Back to the comparison (Esc)";
    this.root = BenchDom.make(
      "div",
      { class: "review-correction", tabindex: "-1" },
      BenchDom.make("div", { class: "review-correction-head" }, BenchDom.make("h2", { text: "Your correction" }), this.#line, back),
      this.#form.root,
      around.why,
      this.#findings.root,
    );
  }

  get evidence() {
    return this.#evidence;
  }

  get form() {
    return this.#form;
  }

  get findings() {
    return this.#findings;
  }

  /** {kind, words}: what sending it would be. */
  get kind() {
    return this.#kind;
  }

  /** What keeps it from being sent, in a sentence; nothing if it can go. */
  get problem() {
    const { kind, words } = this.#kind;
    if (!["replacement", "extension"].includes(kind)) return words;
    const n = this.#findings.unexplained.length;
    if (!n) return "";
    if (n === 1) return "1 check still warns: repair it, or write below it why it may stay.";
    return `${BenchDom.number(n)} checks still warn: repair what you can, and write below the others why they may stay.`;
  }

  /** The viewer has come; the text is put on the screen. */
  start(viewer, draft, check) {
    this.#isStarted = false;
    this.#evidence.viewer = viewer;
    this.#write(draft);
    this.show(check);
    this.#isStarted = true;
    this.#checker.edit();
  }

  read() {
    return DeskDraft.whole({ ...this.#form.fields, ...this.#evidence.fields, overrides: this.#reasons.overrides });
  }

  show({ findings, hop, correction }) {
    this.#kind = correction;
    this.#line.textContent = correction.words;
    this.#line.dataset.kind = correction.kind;
    this.#findings.show(findings, hop);
    this.#around.checked();
  }

  stop() {
    for (const part of [this.#checker, this.#findings]) part.stop();
  }

  #write(draft) {
    const whole = DeskDraft.whole(draft);
    this.#form.fields = whole;
    this.#evidence.fields = whole;
    this.#reasons.overrides = whole.overrides;
    this.#findings.refresh();
  }

  #edited() {
    if (!this.#isStarted) return;
    this.#findings.paint();
    this.#around.edited();
    this.#checker.edit();
  }

  #repair(fix) {
    this.#write(DeskDraft.repaired(this.read(), fix));
    this.#edited();
  }
}
