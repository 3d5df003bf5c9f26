/**
 * The queue: what waits for a review that this person may give, what they have open, what they decided.
 *
 * It knows questions and times, and nothing that a blind review must not know.
 */
class ReviewQueue {
  static #HINT = "N takes what waits longest";

  #data;
  #page;
  #connection;
  #http;
  #notices = new BenchNotices();
  #voice = new BenchVoice();
  #gesture;
  #lists;
  #next;
  #count = BenchDom.make("p", { class: "review-count" });
  #frame;
  #keys;
  #modal;
  #timer;

  constructor(parent, data, page) {
    this.#data = data;
    this.#page = page;
    this.#connection = new BenchConnection({ onChange: (isConnected) => this.#notices.showConnection(isConnected) });
    this.#http = new BenchHttp({ about: {}, connection: this.#connection });
    this.#gesture = new ReviewGesture({ http: this.#http, notices: this.#notices });
    this.#lists = {
      waiting: this.#list("Waiting", "Nothing else waits for a review that you may give."),
      decided: this.#list("Decided by me", "What you decide is listed here, with who wrote it."),
    };
    this.#next = ReviewFrame.button("arrow", "", () => this.#goOn(), "bench-button bench-primary review-next");
    this.#lay(parent);
    this.#show();
    for (const list of Object.values(this.#lists)) list.see();
    this.#next.focus({ preventScroll: true });
    this.#timer = setInterval(() => document.hidden || page.ask(), 60_000);
  }

  isFor({ screen, project }) {
    return screen === "queue" && project.project_id === this.#data.project.project_id;
  }

  update(data, page) {
    this.#data = data;
    this.#page = page;
    this.#show();
  }

  destroy() {
    clearInterval(this.#timer);
    for (const part of [this.#http, this.#connection, this.#modal]) part.stop();
    for (const part of [this.#keys, this.#frame]) part.destroy();
  }

  #lay(parent) {
    const help = new HelpSheet({ listShortcuts: () => this.#keys.list(), k: this.#data.k });
    const head = BenchDom.make("div", { class: "review-queue-head" }, this.#count, this.#next,
      BenchDom.make("span", { class: "review-hint" }, BenchDom.make("kbd", { text: "N" }), " takes what waits longest"));
    const column = (title, { root }) => BenchDom.make("div", { class: "review-queue-column" }, BenchDom.make("h2", { text: title }), root);
    const columns = BenchDom.make("div", { class: "review-queue-columns" },
      column("Waiting", this.#lists.waiting), column("Decided by me", this.#lists.decided));
    const main = BenchDom.make("main", { class: "review-queue" }, this.#notices.root, head, columns);
    const controls = [ReviewFrame.helpButton(() => help.open())];
    this.#frame = new BenchFrame({
      name: "bench desk review-queue-page",
      parts: [ReviewFrame.header({ data: this.#data, words: "", controls, page: () => this.#page }), main],
      overlays: [help.root, this.#voice.root],
    });
    this.#frame.enter(parent);
    this.#modal = new StreamlitModal(this.#frame.frame);
    this.#keys = new Shortcuts(this.#frame.frame);
    this.#keys.add(["N", "n"], ReviewQueue.#HINT, () => this.#goOn());
    this.#keys.add("/", "Find an item in the list", () => this.#lists.waiting.focus());
    this.#keys.add("?", "This sheet", () => help.open());
  }

  #list(name, empty) {
    return new DeskList({
      name,
      things: ["item", "items"],
      placeholder: name === "Waiting" ? "Find a waiting item" : "Find a decided item",
      empty,
      content: (row) => this.#row(row),
      text: ({ question }) => question,
      isCurrent: () => false,
      onOpen: (row) => this.#open(row),
    });
  }

  #show() {
    const { open, adjudications, waiting, decided, totals, notice } = this.#data;
    const marked = (rows, kind) => rows.map((row) => ({ ...row, kind }));
    this.#lists.waiting.show([...marked(open, "open"), ...marked(adjudications, "adjudication"), ...marked(waiting, "waiting")]);
    this.#lists.decided.show(marked(decided, "decided"));
    const n = totals.open + totals.adjudications + totals.waiting;
    this.#count.textContent = this.#words(totals);
    this.#next.hidden = n === 0;
    this.#next.lastChild.textContent = open.length ? "Go on with my review" : adjudications.length ? "Decide the next one" : "Review the next one";
    if (notice) this.#notices.show("told", { tone: "warning", text: notice });
    else this.#notices.hide("told");
  }

  #words({ open, adjudications, waiting }) {
    const said = [];
    if (open) said.push(`${BenchDom.count(open, "review is", "reviews are")} open with you`);
    if (adjudications) said.push(`${BenchDom.count(adjudications, "disagreement waits", "disagreements wait")} for your decision`);
    if (waiting) said.push(`${BenchDom.count(waiting, "item waits", "items wait")} for a review`);
    if (said.length) return `${said.join(" · ")}.`;
    return "Nothing waits for you. Items come here as soon as their authors submit them; this list looks for them by itself.";
  }

  #row({ question, round, submission, since_ms: sinceMs, kind, status }) {
    const waited = ReviewWords.stretch(this.#data.now_ms - sinceMs);
    const tags = {
      open: () => ["open with you", `for ${waited}`],
      adjudication: () => ["decide between sides", `waits ${waited}`],
      waiting: () => [ReviewWords.round(round, submission).toLowerCase(), `waits ${waited}`],
      decided: () => [ReviewWords.stands(status), ReviewWords.date(sinceMs)],
    }[kind]();
    return [
      BenchDom.make("bdi", { class: "desk-list-title", text: question }),
      BenchDom.make("span", { class: "desk-list-words" },
        BenchDom.make("span", { class: "desk-tag", "data-kind": kind, text: tags[0] }), tags[1]),
    ];
  }

  async #open({ item, kind }) {
    if (kind !== "waiting") {
      this.#page.opened(item);
      return;
    }
    const reply = await this.#gesture.send("/api/review/open", { item });
    if (reply) this.#page.opened(reply.item);
    else this.#page.ask();
  }

  async #goOn() {
    if (this.#next.hidden) return;
    const reply = await this.#gesture.send("/api/review/next", { project: this.#data.project.project_id });
    if (reply?.item) this.#page.opened(reply.item);
    else this.#page.ask();
  }
}
