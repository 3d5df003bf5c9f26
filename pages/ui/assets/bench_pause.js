/**
 * Pause and resume: a reason is asked, the server is told, and the work is out of sight meanwhile.
 *
 * Only the server's reply stops or starts the clock.
 */
class BenchPause {
  static #REASONS = ["Short break", "Interruption", "Technical problem"];
  static #RULES = { allowed: true, reasons: [], longest_s: null };
  static #MOST_LETTERS = 400;
  static #KEY = "pagetrail-pause-reason";
  static #SOONEST_MS = 1_000;

  #http;
  #clock;
  #rules;
  #left = new BenchCountdown();
  #noneLeft = false;
  #onPaused;
  #onAsk;
  #onTold;
  #onConflict;
  #onOver;
  #reason;
  #problem;
  #go;
  #sentence = BenchDom.make("p", { class: "bench-curtain-reason" });
  #resume;
  #returnTo = null;
  #isPaused = false;

  /**
   * `onAsk()` is called when the button is pressed, `onPaused(isPaused)` hides or shows the work,
   * `onTold()` is called after the server took a pause or its end, `onConflict()` after it refused one, `onOver()`
   * when a pause has lasted as long as it may. `rules`: { allowed, reasons, longest_s }.
   */
  constructor({ http, clock, rules, onAsk, onPaused, onTold, onConflict, onOver }) {
    this.#http = http;
    this.#clock = clock;
    this.#rules = rules ?? BenchPause.#RULES;
    this.#onOver = onOver;
    this.#onAsk = onAsk;
    this.#onPaused = onPaused;
    this.#onTold = onTold;
    this.#onConflict = onConflict;
    this.button = BenchDom.make(
      "button",
      { type: "button", class: "bench-button", hidden: !this.#rules.allowed, on: { click: () => this.#ask() } },
      BenchDom.icon("pause"),
      "Pause",
    );
    this.dialog = this.#buildDialog();
    this.curtain = this.#buildCurtain();
  }

  get isPaused() {
    return this.#isPaused;
  }

  /**
   * Shows the paused state as the server knows it; `reason` is null while working, `leftMs` until the clock runs
   * again by itself, or null.
   */
  show(reason, leftMs = null) {
    const paused = reason !== null;
    this.#isPaused = paused;
    this.#onPaused(paused);
    this.#left.stop();
    if (paused) {
      if (leftMs !== null) this.#left.start(leftMs, this.#onOver);
      this.#sentence.textContent = `Reason: ${reason}. ${this.#clock.standing()}`;
      this.#resume.focus();
    }
  }

  /** What the server says meanwhile: somebody paused or resumed in another tab. A gesture of ours knows better. */
  follow(reason, leftMs = null) {
    if (this.#isTelling) return;
    if ((reason !== null) === this.#isPaused) {
      // Our clock may be ahead of the server's: what it says is left is waited for, but it is not asked without end.
      if (this.#isPaused && leftMs !== null) this.#left.start(Math.max(leftMs, BenchPause.#SOONEST_MS), this.#onOver);
      return;
    }
    this.dialog.close();
    this.show(reason, leftMs);
    if (reason === null) (this.#returnTo ?? this.button).focus();
  }

  /** How many pauses are left on this item; null where nobody counts them. */
  setLeft(n) {
    this.#noneLeft = n === 0;
    if (this.#noneLeft) this.button.setAttribute("aria-disabled", "true");
    else this.button.removeAttribute("aria-disabled");
    this.button.title = n === null ? "" : n === 0 ? "No pause is left on this item" : `${BenchDom.count(n, "pause", "pauses")} left on this item`;
  }

  stop() {
    this.#left.stop();
    BenchPause.#kept = "";
  }

  get #isTelling() {
    return [this.#go, this.#resume].some((button) => button.hasAttribute("aria-disabled"));
  }

  #buildDialog() {
    this.#reason = BenchDom.make("input", {
      type: "text",
      class: "bench-input",
      maxlength: BenchPause.#MOST_LETTERS,
      "aria-label": "Other reason",
      on: { input: () => this.#typed(), keydown: (event) => this.#onReasonKey(event) },
    });
    this.#reason.value = BenchPause.#kept;
    this.#problem = BenchDom.make("p", { class: "bench-refusal", role: "alert", hidden: true });
    this.#go = BenchDom.make("button", { type: "submit", class: "bench-button bench-primary", text: "Pause" });
    const submit = (event) => {
      event.preventDefault();
      this.#pause();
    };
    const cancel = BenchDom.make("button", {
      type: "button",
      class: "bench-button",
      text: "Keep working",
      on: { click: () => this.dialog.close() },
    });
    return BenchDom.make(
      "dialog",
      { class: "bench-dialog", "aria-labelledby": "bench-pause-title" },
      BenchDom.make(
        "form",
        { on: { submit } },
        BenchDom.make("h2", { id: "bench-pause-title", text: "Why do you pause?" }),
        BenchDom.make("p", { text: this.#explanation() }),
        this.#choices(),
        this.#problem,
        BenchDom.make("div", { class: "bench-dialog-actions" }, cancel, this.#go),
      ),
    );
  }

  #explanation() {
    const { longest_s: longest } = this.#rules;
    const atMost = longest === null ? "" : ` After ${WorkingClock.roughly(longest)} it runs again by itself.`;
    return `The clock stops, and the item is out of sight until you resume.${atMost}`;
  }

  #choices() {
    const { reasons: given } = this.#rules;
    const reasons = given.length ? given : BenchPause.#REASONS;
    const choice = (value, n, ...more) =>
      BenchDom.make(
        "label",
        { class: "bench-check" },
        BenchDom.make("input", { type: "radio", name: "bench-pause-reason", value, checked: n === 0 }),
        ...more,
      );
    return BenchDom.make(
      "fieldset",
      {},
      BenchDom.make("legend", { class: "bench-spoken", text: "Reason" }),
      ...reasons.map((reason, n) => choice(reason, n, reason)),
      given.length ? null : BenchDom.make("div", { class: "bench-other" }, choice("other", -1, "Other"), this.#reason),
    );
  }

  #buildCurtain() {
    this.#resume = BenchDom.make(
      "button",
      { type: "button", class: "bench-button bench-primary", on: { click: () => this.#end() } },
      BenchDom.icon("play"),
      "Resume",
    );
    return BenchDom.make(
      "section",
      { class: "bench-curtain", "aria-label": "Paused", hidden: true },
      BenchDom.make("h2", { text: "Paused" }),
      this.#sentence,
      this.#left.root,
      this.#resume,
    );
  }

  #ask() {
    if (this.#noneLeft) return;
    this.#onAsk();
    this.#returnTo = this.dialog.getRootNode().activeElement;
    this.#complain("");
    if (BenchPause.#kept && this.#reason.isConnected) this.#choose("other");
    this.dialog.showModal();
  }

  #choose(value) {
    this.dialog.querySelector(`input[value="${value}"]`).checked = true;
  }

  #typed() {
    this.#choose("other");
    BenchPause.#kept = this.#reason.value;
  }

  // What was typed and not sent outlasts a reload in this tab, and nothing else: the item's end takes it away.
  static get #kept() {
    try {
      return sessionStorage.getItem(BenchPause.#KEY) ?? "";
    } catch {
      return ""; // a browser that keeps nothing
    }
  }

  static set #kept(text) {
    try {
      if (text) sessionStorage.setItem(BenchPause.#KEY, text);
      else sessionStorage.removeItem(BenchPause.#KEY);
    } catch {
      // as above
    }
  }

  // An input method's Enter must not pause.
  #onReasonKey(event) {
    if (event.key === "Enter" && (event.isComposing || event.keyCode === 229)) event.preventDefault();
  }

  #complain(sentence) {
    this.#problem.textContent = sentence;
    this.#problem.hidden = !sentence;
  }

  async #pause() {
    const chosen = this.dialog.querySelector("input:checked").value;
    const isOther = chosen === "other" && !this.#rules.reasons.length;
    const reason = isOther ? this.#reason.value.trim() : chosen;
    if (!reason) {
      this.#complain("Say in a few words why you pause.");
      this.#reason.focus();
      return;
    }
    const reply = await this.#tell("/api/pause", { reason }, this.#go);
    if (!reply) return;
    BenchPause.#kept = "";
    this.dialog.close();
    this.#settle(reply, reason);
  }

  async #end() {
    const reply = await this.#tell("/api/resume", {}, this.#resume);
    if (!reply) return;
    this.#settle(reply, "paused again in another tab");
    if (!reply.paused) (this.#returnTo ?? this.button).focus();
  }

  /** A reply says what holds now; that need not be what was asked for. */
  #settle({ paused, working_ms: workingMs, clock = null }, reason) {
    this.#clock.resync(workingMs, paused ? "stopped" : "running", clock?.limits);
    this.show(paused ? reason : null, clock?.pause_left_ms);
    if (clock) this.setLeft(clock.pauses_left);
    this.#onTold();
  }

  /** The server's reply to one gesture; null when it refused, with its sentence shown. */
  async #tell(path, fields, button) {
    if (button.hasAttribute("aria-disabled")) return null;
    button.setAttribute("aria-disabled", "true");
    const complain = (sentence) => (this.isPaused ? (this.#sentence.textContent = sentence) : this.#complain(sentence));
    try {
      return await this.#http.gesture(path, fields, () => complain("No connection. Trying again…"));
    } catch (problem) {
      if (problem instanceof BenchStopped) return null;
      if (!(problem instanceof RequestError)) throw problem;
      complain(problem.message);
      this.#onConflict();
      return null;
    } finally {
      button.removeAttribute("aria-disabled");
    }
  }
}
