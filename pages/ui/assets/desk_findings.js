/**
 * What the checks say, beside the form: first what is to be repaired or explained, then what is worth a look;
 * what is in order is one line that unfolds. A repair is one press; a warning that stays takes a reason.
 */
class DeskFindings {
  static #ICONS = { warn: "warning", note: "note", pass: "check" };
  static #WORDS = { warn: "Warning: ", note: "Note: ", pass: "In order: " };
  static #WAIT_MS = 300;

  #reasons;
  #onFix;
  #mayEdit;
  #findings = [];
  #shownHop = null;
  #rows = new Map();
  #opened = new Set();
  #timer = null;
  #summary = BenchDom.make("h2", { class: "bench-row-title desk-checks-title", id: "desk-checks-title", tabindex: "-1" });
  #hop = BenchDom.make("span", { class: "desk-hop", title: "Hop type: how many pages and documents the evidence takes" });
  #waiting = BenchDom.make("span", { class: "bench-waiting", hidden: true });
  #comments = BenchDom.make("ul", { class: "desk-comments", "aria-label": "From the review" });
  #list = BenchDom.make("ul", { class: "desk-findings", "aria-labelledby": "desk-checks-title" });
  #passed = BenchDom.make("ul", { class: "desk-passed" });
  #passedTitle = BenchDom.make("span", {});
  #fold;

  /** `reasons`: DeskReasons; `onFix(fix)` for the button of a repair; `comments`: what the review says of the item as a whole. */
  constructor({ reasons, comments, mayEdit, onFix }) {
    this.#reasons = reasons;
    this.#onFix = onFix;
    this.#mayEdit = mayEdit;
    const summary = BenchDom.make("summary", {}, BenchDom.icon("chevron"), this.#passedTitle);
    this.#fold = BenchDom.make("details", { class: "bench-fold desk-fold" }, summary, this.#passed);
    this.#comments.append(...comments.map((text) => BenchDom.make("li", {}, DeskReview.comment(text))));
    this.#comments.hidden = !comments.length;
    this.root = BenchDom.make(
      "section",
      { class: "desk-checks", "aria-labelledby": "desk-checks-title" },
      BenchDom.make("div", { class: "desk-checks-head" }, this.#summary, this.#waiting, this.#hop),
      BenchDom.make("div", { class: "desk-checks-body", tabindex: "0", role: "group", "aria-label": "What the checks say" },
        this.#comments, this.#list, this.#fold),
    );
    this.show([], null);
  }

  /** The warnings, one for each check, in order. */
  get warnings() {
    const warnings = this.#findings.filter(({ level }) => level === "warn");
    return warnings.filter(({ check }, n) => warnings.findIndex((one) => one.check === check) === n);
  }

  /** The warnings without a reason. */
  get unexplained() {
    return this.warnings.filter(({ check }) => !this.#reasons.of(check).trim());
  }

  /** Shows what the checks say now, and the hop type; a row that says the same stays, with the focus in it. */
  show(findings, hop) {
    this.#rest();
    this.#findings = findings;
    this.#shownHop = hop;
    this.#hop.textContent = DeskDraft.hopWords(hop);
    const open = [...findings].filter(({ level }) => level !== "pass").sort((a, b) => (a.level === "note") - (b.level === "note"));
    const rows = new Map();
    for (const [n, finding] of open.entries()) {
      const key = JSON.stringify([finding, this.warnings.includes(finding), n]);
      rows.set(key, this.#rows.get(key) ?? this.#row(finding));
    }
    this.#replace(rows);
    const passed = findings.filter(({ level }) => level === "pass");
    this.#passed.replaceChildren(...passed.map((finding) => DeskFindings.#line("pass", finding)));
    this.#passedTitle.textContent = BenchDom.count(passed.length, "check in order", "checks in order");
    this.#fold.hidden = !passed.length;
    this.paint();
  }

  /** The words on top, after a reason was written or taken back. */
  paint() {
    const { unexplained, warnings } = this;
    const kept = warnings.length - unexplained.length;
    const said = [];
    if (unexplained.length) said.push(`${unexplained.length} to repair or explain`);
    if (kept) said.push(`${kept} kept with a reason`);
    if (!this.#findings.length) said.push("they answer as you write");
    else if (!said.length) said.push("nothing to repair");
    this.#summary.replaceChildren("Checks", BenchDom.make("span", { class: "desk-checks-count", text: ` · ${said.join(" · ")}` }));
    this.#summary.dataset.level = unexplained.length ? "warn" : "pass";
  }

  /** The reasons changed from outside: every field shows its own again. */
  refresh() {
    this.#rows = new Map();
    this.#opened.clear();
    this.show(this.#findings, this.#shownHop);
  }

  /** The server was asked; said only if it takes long. */
  wait() {
    if (this.#timer === null) this.#timer = setTimeout(() => this.#say("Checking…"), DeskFindings.#WAIT_MS);
  }

  /** It could not be asked: what stands here is of an earlier text. */
  fail() {
    this.#rest();
    this.#say("Of an earlier text; asked again with the next change");
  }

  /** To where the reason for the first warning without one is written. */
  focusUnexplained() {
    const [first] = this.unexplained;
    const row = first && this.#list.querySelector(`[data-check="${first.check}"]`);
    const keep = row?.querySelector(".desk-keep");
    if (keep) keep.click();
    else (row?.querySelector("input") ?? this.#summary).focus();
  }

  focus() {
    const first = this.#list.querySelector("button, input") ?? this.#summary;
    first.focus();
  }

  stop() {
    this.#rest();
  }

  #say(words) {
    this.#waiting.textContent = words;
    this.#waiting.hidden = false;
  }

  #rest() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#waiting.hidden = true;
  }

  // A repair takes its row away: the focus goes to the row that took its place.
  #replace(rows) {
    const focused = this.#list.getRootNode().activeElement;
    const at = focused && this.#list.contains(focused) ? [...this.#list.children].indexOf(focused.closest("li")) : -1;
    const items = [...rows.values()];
    for (const item of [...this.#list.children]) if (!items.includes(item)) item.remove();
    items.forEach((item, n) => {
      if (this.#list.children[n] !== item) this.#list.insertBefore(item, this.#list.children[n] ?? null);
    });
    this.#rows = rows;
    if (at < 0 || this.#list.contains(focused)) return;
    (items[Math.min(at, items.length - 1)]?.querySelector("button, input") ?? this.#summary).focus();
  }

  #row(finding) {
    const row = DeskFindings.#line(finding.level, finding);
    const actions = BenchDom.make("div", { class: "desk-finding-actions" });
    if (this.#mayEdit) actions.append(...finding.fixes.map((fix) => this.#fixButton(fix)));
    if (this.warnings.includes(finding)) this.#offerReason(finding.check, row, actions);
    if (actions.childElementCount) row.querySelector(".desk-finding-words").append(actions);
    return row;
  }

  #fixButton(fix) {
    const click = () => this.#onFix(fix);
    return BenchDom.make("button", { type: "button", class: "bench-button desk-fix", text: fix.label, on: { click } });
  }

  #offerReason(check, row, actions) {
    const ask = () => {
      this.#opened.add(check);
      const field = this.#reasons.field(check, { enabled: this.#mayEdit });
      keep.replaceWith(field);
      return field;
    };
    const keep = BenchDom.make(
      "button",
      { type: "button", class: "bench-quiet desk-keep", disabled: !this.#mayEdit, on: { click: () => ask().focus() } },
      "Keep it, with a reason",
    );
    row.dataset.check = check;
    actions.append(keep);
    if (this.#reasons.of(check) || this.#opened.has(check)) ask();
  }

  static #line(level, { check, sentence }) {
    const words = BenchDom.make("div", { class: "desk-finding-words" }, BenchDom.spoken(DeskFindings.#WORDS[level]),
      BenchDom.make("p", { dir: "auto", text: sentence }));
    const icon = BenchDom.icon(DeskFindings.#ICONS[level]);
    return BenchDom.make("li", { class: "desk-finding", "data-level": level, title: `Check: ${DeskDraft.checkWords(check)}` }, icon, words);
  }
}
