/**
 * What came of the review, and the author's reply: comments, and a correction beside the author's own text with
 * the words marked that differ. Who agrees with a correction has the item accepted; who disagrees says why, and
 * somebody else reviews.
 */
class DeskReview {
  static #MOST_LETTERS = 2000;
  static #COMMENTED = { question: "Question", answer: "Answer", evidence: "Evidence", metadata: "Details" };
  static #WHAT = {
    extension: "A reviewer kept the text and added to it.",
    replacement: "A reviewer corrected this item.",
    return: "A reviewer sent this item back.",
  };

  #review;
  #reply;
  #dialog = new DeskDialog({ name: "review", wide: true });
  #isSending = false;
  #reason = BenchDom.make("textarea", {
    id: "desk-disagree",
    class: "bench-input desk-disagree",
    rows: 2,
    maxlength: DeskReview.#MOST_LETTERS,
    dir: "auto",
    placeholder: "The second reviewer and a supervisor may read it",
  });
  #problem = BenchDom.make("p", { class: "bench-refusal", role: "alert", hidden: true });
  /** Opens the window. */
  button;

  /**
   * `review` is what the page passes, to the item's author (`is_mine`) or a supervisor: {decision, is_mine, comments,
   * yours, correction, may_reply, reason}. `reply(agrees, reason)` sends the reply; what it gives back is a sentence
   * about what went wrong, or nothing.
   */
  constructor({ review, reply }) {
    this.#review = review;
    this.#reply = reply;
    this.button = BenchDom.make("button", {
      type: "button",
      class: this.isNext ? "bench-button bench-primary" : "bench-quiet desk-review-open",
      title: "What the reviewer says, and your reply (v)",
      text: this.isNext ? "See the correction and reply" : "The review",
      on: { click: () => this.open() },
    });
  }

  get root() {
    return this.#dialog.root;
  }

  /** Whether the author's next step is to reply: the item was corrected. */
  get isNext() {
    return this.#review.may_reply && this.#review.correction !== null;
  }

  open() {
    const { correction, may_reply: mayReply } = this.#review;
    const versions = new DeskVersions();
    this.#problem.hidden = true;
    const actions = [["Close", () => this.#dialog.close()]];
    if (mayReply) actions.push(["Disagree", () => this.#send(false)]);
    if (mayReply && correction) actions.push(["Agree: accept the correction", () => this.#send(true), "bench-primary"]);
    this.#dialog.open({
      title: correction ? "The correction" : "The review",
      content: [...this.#words(), ...this.#table(versions), ...(mayReply ? this.#disagreement() : [])],
      actions,
    });
    versions.mark();
  }

  #words() {
    const { decision, correction, may_reply: mayReply, reason } = this.#review;
    const said = [DeskReview.#WHAT[correction ? correction.kind : decision]];
    if (mayReply) said.push(correction
      ? "Agree, and the item is accepted as corrected; disagree, and somebody else reviews it."
      : "To agree, change the item and submit it again; disagree, and somebody else reviews it.");
    const whole = this.#review.comments.filter(({ field }) => !DeskReview.#COMMENTED[field]);
    return [
      BenchDom.make("p", { text: said.join(" ") }),
      ...whole.map(({ comment }) => DeskReview.comment(comment)),
      reason === null ? null : BenchDom.make("p", { dir: "auto" }, BenchDom.make("b", { text: `${this.#review.is_mine ? "You" : "The author"} disagreed: ` }), reason),
    ].filter(Boolean);
  }

  #table(versions) {
    const { yours, correction } = this.#review;
    const changed = correction ? DeskVersions.differing(yours, correction.draft) : [];
    const parts = DeskDraft.PARTS.filter((part) => changed.includes(part) || this.#comments(part).length);
    if (!parts.length) return [];
    const head = BenchDom.make("div", { class: "desk-versions desk-versions-head", "aria-hidden": "true" },
      BenchDom.make("span", {}), BenchDom.make("span", { text: this.#author }),
      BenchDom.make("span", { text: changed.length ? "The reviewer's" : "" }));
    return [head, ...parts.map((part) => this.#row(part, versions, changed.includes(part)))];
  }

  #row(part, versions, isChanged) {
    const { yours, correction } = this.#review;
    const sides = versions.pair(part, yours, isChanged ? correction.draft : yours).slice(0, isChanged ? 2 : 1);
    const titles = [`${this.#author}: `, "The reviewer's: "];
    return BenchDom.make(
      "div",
      { class: "desk-versions", role: "group", "aria-label": part.name },
      BenchDom.make("span", { class: "desk-versions-name", text: part.name }),
      ...sides.map((side, n) => BenchDom.make("div", { class: "desk-version" }, BenchDom.spoken(titles[n]), side)),
      ...this.#comments(part).map(({ comment }) => DeskReview.comment(comment)),
    );
  }

  get #author() {
    return this.#review.is_mine ? "Yours" : "The author's";
  }

  #comments({ name }) {
    return this.#review.comments.filter(({ field }) => DeskReview.#COMMENTED[field] === name);
  }

  #disagreement() {
    const label = BenchDom.make("label", { class: "desk-versions-name", for: this.#reason.id, text: "If you disagree, say why" });
    return [BenchDom.make("div", { class: "desk-disagreement" }, label, this.#reason, this.#problem)];
  }

  async #send(agrees) {
    const reason = this.#reason.value.trim();
    if (!agrees && !reason) {
      this.#say("Say why you disagree; the second reviewer and a supervisor may read it.");
      this.#reason.focus();
      return;
    }
    if (this.#isSending) return;
    this.#isSending = true;
    const problem = await this.#reply(agrees, agrees ? "" : reason);
    this.#isSending = false;
    if (problem) this.#say(problem);
    else this.#dialog.close();
  }

  #say(sentence) {
    this.#problem.textContent = sentence;
    this.#problem.hidden = false;
  }

  /** A reviewer's comment, wherever it stands. */
  static comment(text) {
    return BenchDom.make("p", { class: "desk-comment", dir: "auto" }, BenchDom.icon("flag"),
      BenchDom.make("span", {}, BenchDom.spoken("Review: "), text));
  }
}
