/** The evidence that the reader marks in the viewer: every gesture is an event, and all marks are told to `onChange`. */
class EvidenceMarks {
  /** `queue` may be null (nothing is recorded); `onChange()` after every change. */
  constructor({ queue, onChange, onRefused }) {
    this.queue = queue;
    this.onChange = onChange;
    this.book = new MarkBook();
    queue?.onTrouble(({ refused }) => {
      const ours = refused.filter(({ payload }) => MarkBook.KINDS.has(payload.kind));
      for (const { payload } of ours) this.#takeBack(payload);
      if (ours.length) onRefused(ours[0].reason);
    });
  }

  /** Start from what the server knows, and lay over it what is still on its way there. */
  set(marks) {
    this.book = new MarkBook(marks);
    for (const payload of this.queue?.unsaved() ?? []) this.book.apply(payload);
    this.onChange();
  }

  toggle({ document, page, label }) {
    const kind = this.book.has(document, page) ? "evidence_unmarked" : "evidence_marked";
    this.#record({ kind, document, page }, label);
  }

  unmark(document, page) {
    if (this.book.has(document, page)) this.#record({ kind: "evidence_unmarked", document, page });
  }

  addRegion({ document, page, label }, box, quote) {
    this.#record({ kind: "region_marked", document, page, region_id: randomId(), box, quote }, label);
  }

  removeRegion({ document, page }, region) {
    this.#record({ kind: "region_unmarked", document, page, region_id: region.region_id });
  }

  #record(payload, label) {
    this.book.apply(payload, label);
    this.queue?.add(payload);
    this.onChange();
  }

  /** The server refused the gesture for good: the screen goes back to what the log says. */
  #takeBack({ kind, document, page, region_id }) {
    if (kind === "evidence_marked") this.book.apply({ kind: "evidence_unmarked", document, page });
    if (kind === "region_marked") this.book.apply({ kind: "region_unmarked", document, page, region_id });
    if (kind === "evidence_unmarked") this.book.apply({ kind: "evidence_marked", document, page });
    this.onChange();
  }
}
