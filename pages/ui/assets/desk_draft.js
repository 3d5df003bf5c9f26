/** What stands in the author's form, in the shape in which the server stores it (db/authored.py, ItemDraft). */
class DeskDraft {
  static METADATA = ["visual", "reasoning", "category", "domain"];
  /** What two people can differ about: a name, and the fields of a draft that belong to it. */
  static PARTS = [
    { name: "Question", fields: ["question"] },
    { name: "Answer", fields: ["answer_variants"] },
    { name: "Evidence", fields: ["evidence", "bridges"] },
    { name: "Details", fields: ["metadata"] },
    { name: "Reasons for warnings", fields: ["overrides"] },
  ];
  static #CHECKS = {
    extractive: "answer stands on the pages",
    multi_hop: "hop type",
    closed_world: "needs the documents",
    grounded: "evidence is minimal",
    agentic: "no single query is enough",
    visual: "what has to be seen",
    self_reference: "stands alone",
    location_cue: "does not tell where to look",
    yes_no: "not answered by yes or no",
    near_duplicate: "not asked already",
    long_answer: "short answer",
  };

  /** The draft with every field there, in one order, and nothing else in it: fit to be sent and to be compared. */
  static whole(draft) {
    const { question = "", answer_variants: variants, evidence = [], bridges = [], metadata = {}, overrides = [] } = draft;
    return {
      question,
      answer_variants: variants?.length ? variants.map((parts) => (parts.length ? [...parts] : [""])) : [[""]],
      evidence: evidence.map(DeskDraft.#mark),
      bridges: bridges.map(DeskDraft.ref),
      metadata: Object.fromEntries(DeskDraft.METADATA.map((name) => [name, metadata[name] ?? ""])),
      overrides: overrides.map(({ check, reason }) => ({ check, reason: reason.trim() })).filter(({ reason }) => reason),
    };
  }

  static same(a, b) {
    return JSON.stringify(DeskDraft.whole(a)) === JSON.stringify(DeskDraft.whole(b));
  }

  /** Whether two drafts hold the same in these fields. */
  static sameIn(fields, a, b) {
    const [one, other] = [DeskDraft.whole(a), DeskDraft.whole(b)];
    return fields.every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]));
  }

  /** `draft` with these fields as they are in `other`. */
  static taking(fields, draft, other) {
    const from = DeskDraft.whole(other);
    return { ...DeskDraft.whole(draft), ...Object.fromEntries(fields.map((field) => [field, from[field]])) };
  }

  static ref({ document: document_, page }) {
    return { document: document_, page };
  }

  static isAt(ref, { document: document_, page }) {
    return ref.document === document_ && ref.page === page;
  }

  /** A repair as a check offers it (annotation/checks/findings.py, `applied`); one of something gone changes nothing. */
  static repaired(draft, { kind, ref, variant, part, words }) {
    const whole = DeskDraft.whole(draft);
    const isMarked = ref && whole.evidence.some((mark) => DeskDraft.isAt(ref, mark));
    const isBridge = ref && whole.bridges.some((bridge) => DeskDraft.isAt(ref, bridge));
    if (kind === "drop_page") {
      whole.evidence = whole.evidence.filter((mark) => !DeskDraft.isAt(ref, mark));
      whole.bridges = whole.bridges.filter((bridge) => !DeskDraft.isAt(ref, bridge));
    }
    if (kind === "mark_page" && !isMarked) whole.evidence.push({ ...DeskDraft.ref(ref), regions: [] });
    if (kind === "name_bridge" && isMarked && !isBridge) whole.bridges.push(DeskDraft.ref(ref));
    if (kind === "use_words" && whole.answer_variants[variant]?.[part] !== undefined) {
      whole.answer_variants[variant][part] = words;
    }
    return whole;
  }

  /** Hop types in the words of the screen. */
  static hopWords(hop) {
    return { single: "single", cross_page: "cross-page", cross_doc: "cross-document" }[hop] ?? "no evidence yet";
  }

  /** A check, by what it wants. */
  static checkWords(check) {
    return DeskDraft.#CHECKS[check] ?? DeskDraft.words(check);
  }

  /** The name of a choice or a state, to be read: `in_review` is “in review”. */
  static words(name) {
    return name.replaceAll("_", " ");
  }

  static #mark({ document: document_, page, regions = [] }) {
    const whole = ({ region_id: id, box: { x0, y0, x1, y1 }, quote = "" }) => ({ region_id: id, box: { x0, y0, x1, y1 }, quote });
    return { document: document_, page, regions: regions.map(whole) };
  }
}
