/**
 * Two texts of one item beside each other, part by part: the words that differ are marked once the server has
 * compared them. Both are read whole before that, and without a connection.
 */
class DeskVersions {
  #pairs = [];

  /** The parts (DeskDraft.PARTS) in which two drafts differ. */
  static differing(one, other) {
    return DeskDraft.PARTS.filter(({ fields }) => !DeskDraft.sameIn(fields, one, other));
  }

  /** The texts of a part in both drafts, as two elements. */
  pair({ fields }, before, after) {
    const texts = [before, after].map((draft) => DeskVersions.#text(fields[0], DeskDraft.whole(draft)));
    const sides = texts.map((text) => BenchDom.make("span", { class: "desk-version-text", dir: "auto" }, DeskVersions.#plain(text)));
    this.#pairs.push({ texts, sides });
    return sides;
  }

  /** Marks what differs in all pairs so far; where that cannot be asked, they stay as they are. */
  async mark() {
    const pairs = this.#pairs.filter(({ texts }) => texts.every(Boolean));
    if (!pairs.length) return;
    try {
      const { words } = await postJson("/api/desk/compare", { pairs: pairs.map(({ texts }) => texts) });
      pairs.forEach(({ sides }, n) => {
        sides[0].replaceChildren(...DeskVersions.#marked(words[n], "removed"));
        sides[1].replaceChildren(...DeskVersions.#marked(words[n], "added"));
      });
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem;
    }
  }

  static #plain(text) {
    return text || BenchDom.make("span", { class: "bench-empty", text: "nothing" });
  }

  static #marked(words, own) {
    const tag = own === "added" ? "ins" : "del";
    return words
      .filter(([kind]) => kind === "same" || kind === own)
      .map(([kind, text]) => (kind === "same" ? text : BenchDom.make(tag, { text })));
  }

  // One thing a line: a variant, a page, a detail, a reason.
  static #text(field, draft) {
    const lines = {
      question: () => [draft.question],
      answer_variants: () => draft.answer_variants.map((parts) => parts.filter(Boolean).join(" · ")),
      evidence: () => draft.evidence.map((mark) => DeskVersions.#page(mark, draft.bridges)),
      metadata: () => Object.entries(draft.metadata).filter(([, value]) => value).map(([name, value]) => `${name}: ${DeskDraft.words(value)}`),
      overrides: () => draft.overrides.map(({ check, reason }) => `${DeskDraft.checkWords(check)}: \u2068${reason}\u2069`),
    }[field]();
    return lines.filter((line) => line.trim()).join("\n");
  }

  static #page(mark, bridges) {
    const notes = [];
    if (bridges.some((bridge) => DeskDraft.isAt(bridge, mark))) notes.push("bridge");
    if (mark.regions.length) notes.push(BenchDom.count(mark.regions.length, "region", "regions"));
    return `${mark.document}, p. ${mark.page}${notes.length ? ` (${notes.join(", ")})` : ""}`;
  }
}
