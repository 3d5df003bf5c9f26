/** Words of a review: differences, stretches of time, what somebody decided. */
class ReviewWords {
  static #TAGS = { added: "ins", removed: "del", same: "span" };
  static #DECIDED = {
    accept: "accepted",
    return: "returned",
    correct: "corrected",
    reject: "rejected",
    agrees: "agrees",
    disagrees: "disagrees",
  };
  static #STANDS = {
    accepted: "accepted",
    returned: "back with its author",
    corrected: "its author replies",
    disputed: "waits for a second review",
    adjudication: "a supervisor decides",
    rejected: "rejected",
    submitted: "submitted again",
    in_review: "in review again",
    draft: "a draft again",
  };

  /** A text of [[kind, text], …] with what came and what went marked, letter for letter. */
  static text(words) {
    const parts = words.map(([kind, text]) => BenchDom.make(ReviewWords.#TAGS[kind], { text }));
    return BenchDom.make("p", { class: "review-text", dir: "auto" }, ...parts);
  }

  static decided(act) {
    return ReviewWords.#DECIDED[act] ?? act;
  }

  static stands(status) {
    return ReviewWords.#STANDS[status] ?? DeskDraft.words(status);
  }

  /** A stretch of time in its largest unit: 40 min, 5 h, 3 days. */
  static stretch(ms) {
    const minutes = Math.max(0, Math.floor(ms / 60_000));
    if (minutes < 60) return `${minutes} min`;
    if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
    return BenchDom.count(Math.floor(minutes / 1440), "day", "days");
  }

  static round(round, submission) {
    const which = round === 2 ? "Second review" : "First review";
    return submission > 1 ? `${which}, submitted ${submission} times` : which;
  }

  static date(atMs) {
    return new Date(atMs).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
  }
}
