/**
 * Several tabs with the same item: each learns of the drafts of the others, and none writes over one unseen.
 *
 * A draft that this tab neither loaded nor wrote was written elsewhere. While nothing waits here it takes the place
 * of what stood in the form; over what somebody is typing it does not come. Either way the other text is one
 * press away.
 */
class BenchDrafts {
  static #BLANK = BenchDrafts.#key({ answer: [""] });

  #form;
  #saving;
  #notices;
  #news;
  #known;
  #onTaken;

  /**
   * Parts of the bench; `saved` is what the server had at the start, where what is not sent yet may stand in the
   * form instead; `onTaken()`: what stands in the form now was chosen by the person, and is to be saved.
   */
  constructor({ form, saved, saving, notices, queue, news, onTaken }) {
    this.#form = form;
    this.#saving = saving;
    this.#notices = notices;
    this.#news = news;
    this.#onTaken = onTaken;
    this.#known = new Set([form.draft, saved].map(BenchDrafts.#key));
    queue.onReplaced((draft) => this.#replaced(draft));
  }

  /** This tab wrote it, and sends it. */
  wrote(draft) {
    this.#known.add(BenchDrafts.#key(draft));
    this.#news.tell({ draft });
  }

  /** A draft that another tab wrote "now", or that the server had when it was asked: that may be one of ours. */
  hear(draft, when = "then") {
    const key = BenchDrafts.#key(draft);
    const isOld = when === "then" && this.#known.has(key);
    this.#known.add(key);
    const mine = this.#form.draft;
    if (isOld || BenchDrafts.#key(mine) === key) return;
    if (this.#saving.isTyping) {
      this.#offer(`Your answer was also changed in another tab, to ${BenchDrafts.#inWords(draft)}.`, "Take that one", draft);
      return;
    }
    this.#form.draft = draft;
    this.#saving.took();
    const isBlank = BenchDrafts.#key(mine) === BenchDrafts.#BLANK;
    const text = "Your answer was changed in another tab. It stands here now.";
    if (isBlank) this.#notices.show("draft", { tone: "quiet", text, actions: [["Close", () => this.#notices.hide("draft")]] });
    else this.#offer(text, "Take mine back", mine);
  }

  /** The server kept a draft of ours over another one that was not seen here. */
  #replaced(draft) {
    const key = BenchDrafts.#key(draft);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    const what = BenchDrafts.#inWords(draft);
    this.#offer(`Another tab or browser had ${what} here. Your change took its place.`, "Take that one", draft);
  }

  #offer(text, label, draft) {
    const take = () => {
      this.#notices.hide("draft");
      this.#form.draft = draft;
      this.#onTaken();
    };
    this.#notices.show("draft", { tone: "warning", text, actions: [[label, take], ["Close", () => this.#notices.hide("draft")]] });
  }

  static #key({ answer, confidence, not_found: notFound }) {
    return JSON.stringify([answer, confidence ?? null, notFound ?? false]);
  }

  static #inWords({ answer, not_found: notFound }) {
    const parts = answer.filter((text) => text.trim());
    if (notFound) return "“could not find it”";
    if (!parts.length) return "no answer";
    const text = Array.from(parts.join("; "));
    return `“${text.length > 120 ? `${text.slice(0, 119).join("")}…` : text.join("")}”`;
  }
}
