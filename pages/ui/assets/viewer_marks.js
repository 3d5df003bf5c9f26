/**
 * The pages marked as evidence and their regions: the fold of mark events over a starting state.
 *
 * Folding an event that the state already holds changes nothing, so events that are still on their way
 * can be laid over a state that may or may not contain them.
 */
class MarkBook {
  static KINDS = new Set(["evidence_marked", "evidence_unmarked", "region_marked", "region_unmarked"]);

  /** `marks`: [{document, page, label, regions: [{region_id, box, quote}]}], in the order in which they were made. */
  constructor(marks = []) {
    this.marks = structuredClone(marks);
  }

  /** A copy of all marks. */
  all() {
    return structuredClone(this.marks);
  }

  has(document, page) {
    return this.#find(document, page) !== undefined;
  }

  regions(document, page) {
    return this.#find(document, page)?.regions ?? [];
  }

  /** The marked page numbers of one document. */
  pagesOf(document) {
    return new Set(this.marks.filter((mark) => mark.document === document).map((mark) => mark.page));
  }

  /** Fold one mark event; `label` is the printed label, for a page that becomes marked by it. */
  apply(payload, label = "") {
    const { kind, document, page } = payload;
    if (kind === "evidence_marked") this.#ensure(document, page, label);
    if (kind === "evidence_unmarked") this.marks = this.marks.filter((mark) => mark !== this.#find(document, page));
    if (kind === "region_marked") this.#addRegion(this.#ensure(document, page, label), payload);
    if (kind === "region_unmarked") this.#dropRegion(this.#find(document, page), payload.region_id);
  }

  #find(document, page) {
    return this.marks.find((mark) => mark.document === document && mark.page === page);
  }

  #ensure(document, page, label) {
    const known = this.#find(document, page);
    if (known) return known;
    const mark = { document, page, label, regions: [] };
    this.marks.push(mark);
    return mark;
  }

  #addRegion(mark, { region_id, box, quote }) {
    if (!mark.regions.some((region) => region.region_id === region_id)) mark.regions.push({ region_id, box, quote });
  }

  #dropRegion(mark, regionId) {
    if (mark) mark.regions = mark.regions.filter((region) => region.region_id !== regionId);
  }
}
