/**
 * Handing the item in: what is missing is said at the field; every warning that stays is looked at once, with
 * its reason; the server has the text before the item goes.
 */
class DeskSubmission {
  #desk;
  #dialog = new DeskDialog({ name: "submission" });
  #isSending = false;
  #button;

  /**
   * `desk` is what is handed in and whom to tell: {saving, findings, reasons, notices, findProblem(),
   * reasonsChanged(), unsaved(), submitted()}.
   */
  constructor(desk) {
    this.#desk = desk;
    this.#button = BenchDom.make(
      "button",
      { type: "button", class: "bench-button bench-primary desk-submit", title: "Submit for review (Ctrl+Enter)", on: { click: () => this.submit() } },
      "Submit for review",
    );
    this.#dialog.root.addEventListener("close", () => desk.reasonsChanged());
  }

  get root() {
    return this.#dialog.root;
  }

  get button() {
    return this.#button;
  }

  /** The button, or Ctrl+Enter: in the window with the warnings it goes on. */
  async submit() {
    if (this.#isSending) return;
    const { notices, findProblem, saving, findings, unsaved } = this.#desk;
    notices.hide("submission");
    if (this.#dialog.isOpen) {
      this.#goOn();
      return;
    }
    const problem = findProblem();
    if (problem) {
      notices.show("submission", { tone: "warning", text: problem });
      return;
    }
    this.#lock("Saving…");
    const isSaved = await saving.commit();
    this.#unlock();
    if (!isSaved) unsaved();
    else if (findings.warnings.length) this.#ask();
    else this.#send();
  }

  /** Takes back a sentence about a text that is another one by now. */
  edited() {
    this.#desk.notices.hide("submission");
  }

  #ask(missing = []) {
    const { findings, reasons } = this.#desk;
    const rows = findings.warnings.map(({ check, sentence }) => this.#row(check, sentence, reasons));
    // The server may know of a warning that the list beside the form does not show yet.
    const unseen = missing.filter((check) => !findings.warnings.some((one) => one.check === check));
    rows.push(...unseen.map((check) => this.#row(check, `A check complains: ${DeskDraft.checkWords(check)}.`, reasons)));
    this.#dialog.open({
      title: "Before it goes to review",
      content: [
        BenchDom.make("p", { text: "Repair what you can. What stays needs a reason, which the reviewer reads." }),
        BenchDom.make("ul", { class: "desk-look" }, ...rows),
      ],
      actions: [
        ["Go back", () => this.#dialog.close()],
        ["Submit with these reasons", () => this.#goOn(), "bench-primary"],
      ],
    });
    this.#emptyFields()[0]?.focus();
  }

  #row(check, sentence, reasons) {
    const problem = BenchDom.make("p", { class: "bench-refusal", role: "alert", hidden: true, text: "Say why, or go back and repair it." });
    return BenchDom.make(
      "li",
      {},
      BenchDom.make("p", { class: "desk-look-sentence", dir: "auto" }, BenchDom.icon("warning"), sentence),
      reasons.field(check, { name: `Reason: ${sentence}` }),
      problem,
    );
  }

  #emptyFields() {
    return [...this.#dialog.root.querySelectorAll(".desk-reason")].filter(({ value }) => !value.trim());
  }

  #goOn() {
    const empty = this.#emptyFields();
    for (const field of this.#dialog.root.querySelectorAll(".desk-reason")) {
      field.nextElementSibling.hidden = !empty.includes(field);
    }
    if (empty.length) {
      empty[0].focus();
      return;
    }
    this.#dialog.close();
    this.#send();
  }

  async #send() {
    const { saving, notices, submitted } = this.#desk;
    this.#lock("Submitting…");
    try {
      let isSubmitted = false;
      await saving.act("/api/desk/submit", () => (isSubmitted = true));
      if (isSubmitted) {
        notices.conclude("submission", { tone: "quiet", text: "Submitted for review." });
        submitted();
      } else {
        this.#unlock();
      }
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem;
      this.#unlock();
      this.#refused(problem);
    }
  }

  #refused({ message, body }) {
    const unexplained = body.unexplained ?? [];
    this.#desk.notices.show("submission", { tone: "loss", text: `Not submitted. ${message}` });
    if (unexplained.length) this.#ask(unexplained);
  }

  #lock(words) {
    this.#isSending = true;
    this.#button.textContent = words;
    this.#button.setAttribute("aria-disabled", "true");
  }

  #unlock() {
    this.#isSending = false;
    this.#button.textContent = "Submit for review";
    this.#button.removeAttribute("aria-disabled");
  }
}
