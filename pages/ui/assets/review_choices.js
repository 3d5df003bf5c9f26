/** Between what a reviewer or a supervisor chooses, with keys: [{name, keys, label, send}, …] in order. */
class ReviewChoices {
  /** `data` is what the page passes for a comparison or an adjudication. */
  static of({ screen, sides, can_agree: canAgree }) {
    return screen === "adjudication" ? ReviewChoices.#between(sides) : ReviewChoices.#reviewing(canAgree);
  }

  static #reviewing(canAgree) {
    const agree = { name: "agree", keys: ["4"], label: "Agree", send: "Agree with the first review" };
    return [
      { name: "accept", keys: ["1"], label: "Accept", send: "Accept the item" },
      { name: "return", keys: ["2", "r"], label: "Return", send: "Return with these comments" },
      { name: "correct", keys: ["3"], label: "Correct", send: "Send the correction" },
      ...(canAgree ? [agree] : []),
    ];
  }

  static #between(sides) {
    const next = sides.length + 1;
    return [
      ...sides.map(({ letter, name }, n) => (
        { name: `side-${letter}`, keys: [String(n + 1)], label: `Accept ${letter}`, send: `Accept ${letter}: ${name}` }
      )),
      { name: "return", keys: [String(next), "r"], label: "Return", send: "Return it to its author" },
      { name: "reject", keys: [String(next + 1), "x"], label: "Reject", send: "Reject the item" },
    ];
  }
}
