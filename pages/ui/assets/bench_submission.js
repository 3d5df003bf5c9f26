/**
 * From the press of the button to exactly one accepted answer.
 *
 * One press is one gesture with one event_id, sent again until the server answers; the button is
 * blocked meanwhile, and everything marked or typed is acknowledged before the answer goes out.
 */
class BenchSubmission {
  static #ALREADY =
    "Already submitted: this item was answered before, in another tab or by an earlier press. " +
    "The first answer counts; this one changed nothing.";
  static #ELSEWHERE =
    "This item was submitted in another tab or browser. That answer counts; nothing that was changed here " +
    "since then is part of it.";
  static #NO_EVIDENCE = ["No page is marked as evidence yet.", "Submit without evidence"];

  #bench;
  #state = "editing";
  #ticker = null;

  /**
   * `bench` is what the answer is made of and reported to: { http, queue, form, saving,
   * notices, marks(), onSending(isSending), onAccepted(), onTimeOver(clock), onLeave() }, and in `next` what comes
   * after it.
   */
  constructor(bench) {
    this.#bench = bench;
  }

  /** The primary button was pressed. */
  submit() {
    if (this.#isBlocked()) return;
    const { form, notices } = this.#bench;
    const problem = form.findProblem();
    if (problem) {
      notices.show("answer", { tone: "loss", text: problem });
      return;
    }
    const { form: { answer, confidence, notFound }, marks } = this.#bench;
    const own = { answer, confidence, answer_kind: "own" };
    const none = { answer: [], confidence, answer_kind: "not_found" };
    if (notFound) this.#send(none);
    else if (!answer.length) this.#ask(...this.#noAnswer(), () => this.#send(none));
    else if (!marks().length) this.#ask(...BenchSubmission.#NO_EVIDENCE, () => this.#send(own));
    else this.#send(own);
  }

  /** The button to skip was pressed. */
  skip() {
    if (this.#isBlocked()) return;
    const skipped = { answer: [], confidence: null, answer_kind: "skipped" };
    this.#ask("Skip this question? You cannot come back to it.", "Skip it", () => this.#send(skipped));
  }

  /** Something in the form or the evidence changed: a question about what was missing is out of date. */
  edited() {
    if (this.#state === "asking") this.#goBack();
    if (this.#state === "editing") this.#bench.notices.hide("answer");
  }

  /** Whether the item is closed, by this screen or elsewhere, and the person knows it. */
  get isDone() {
    return this.#state === "done";
  }

  /** Whether the answer can still be changed. */
  get isOpen() {
    return !this.isDone && !this.isSending;
  }

  /** Whether an answer is on its way: it will hear by itself what became of it. */
  get isSending() {
    return this.#state === "sending";
  }

  /** The time was up: the item is closed, and somebody else says so. */
  end() {
    this.#state = "done";
    this.#bench.form.lock("Time is up");
  }

  /** The item was answered elsewhere, or closed as `why` says; `goOn()` is the one thing left to do. */
  closedElsewhere(goOn, why = BenchSubmission.#ELSEWHERE) {
    // An answer of ours that is on its way will hear by itself what became of it.
    if (this.#state === "sending" || this.isDone) return;
    this.#bench.onSending(true);
    this.#close(why, goOn);
  }

  stop() {
    clearInterval(this.#ticker);
  }

  #isBlocked() {
    const { notices } = this.#bench;
    if (this.#state === "asking" || this.isDone) notices.focus("answer");
    if (this.#state === "sending") {
      notices.show("again", { tone: "quiet", text: "Already on its way: one press is enough." });
    }
    return this.#state !== "editing";
  }

  #noAnswer() {
    const more = this.#bench.marks().length ? "" : ", and no page is marked as evidence";
    return [`There is no answer yet${more}. Did you not find it?`, "Submit as “could not find it”"];
  }

  #ask(text, label, goOn) {
    this.#state = "asking";
    this.#bench.notices.show("answer", {
      tone: "warning",
      text,
      takesFocus: true,
      actions: [
        ["Go back", () => this.#goBack(() => this.#bench.form.focusSubmit())],
        [label, goOn],
      ],
    });
  }

  #goBack(then = () => {}) {
    this.#state = "editing";
    this.#bench.notices.hide("answer");
    then();
  }

  async #send(answer) {
    const { form, notices } = this.#bench;
    this.#state = "sending";
    form.lock("Submitting…");
    form.focusSubmit();
    notices.hide("answer");
    this.#bench.onSending(true);
    this.#countSeconds();
    try {
      this.#settle(await this.#deliver(answer));
    } catch (problem) {
      if (problem instanceof RequestError) this.#refused(problem);
      else if (!(problem instanceof BenchStopped)) throw problem;
    } finally {
      clearInterval(this.#ticker);
    }
  }

  async #deliver(answer) {
    const { http, queue, saving, marks } = this.#bench;
    saving.commit();
    if (!(await queue.flush())) throw new BenchStopped();
    const citations = marks().map(({ document: document_, page }) => ({ document: document_, page }));
    let isRepeated = false;
    const reply = await http.gesture("/api/answer", { ...answer, citations }, () => (isRepeated = true));
    return { ...reply, isRepeated };
  }

  #settle(reply) {
    const { form, notices, next = "Next item…" } = this.#bench;
    if (reply.time_over) {
      this.#bench.onTimeOver(reply.clock);
      return;
    }
    // "Already" in reply to a repeated request most likely means this very answer, whose reply was lost.
    if (reply.accepted || reply.isRepeated) {
      const said = reply.accepted ? "Submitted." : "Already submitted; the first answer counts.";
      this.#state = "done";
      form.lock("Submitted");
      notices.conclude("answer", { tone: "quiet", text: `${said} ${next}` });
      this.#bench.onAccepted();
      this.leave();
      return;
    }
    this.#close(BenchSubmission.#ALREADY, () => this.leave());
    notices.focus("answer");
  }

  // The button does not take the focus by itself: somebody who types must not press it with a space.
  #close(text, goOn) {
    this.#state = "done";
    this.#bench.form.lock("Submitted");
    this.#bench.notices.conclude("answer", { tone: "warning", text, actions: [["Go on", goOn]] });
  }

  /** What comes next takes the place of this item. */
  leave() {
    this.#bench.onLeave();
  }

  #refused({ message, status }) {
    const { form, notices, onSending } = this.#bench;
    this.#state = "editing";
    form.unlock();
    notices.hide("again");
    onSending(false);
    const reload = ["Load what is saved", () => window.location.reload()];
    notices.show("answer", {
      tone: "loss",
      text: `Not submitted. ${message}`,
      actions: [["Close", () => notices.hide("answer")], ...(status === 409 || status === 401 ? [reload] : [])],
    });
  }

  #countSeconds() {
    const since = performance.now();
    this.#ticker = setInterval(() => {
      const seconds = Math.floor((performance.now() - since) / 1000);
      if (seconds >= 2) this.#bench.form.lock(`Submitting… ${seconds} s`);
    }, 1000);
  }
}
