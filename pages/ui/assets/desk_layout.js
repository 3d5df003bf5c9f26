/**
 * Where things stand on the desk: header; finding on the left, the document in the middle, coverage at the
 * right edge; the item and its checks below. Reading order and focus order are the order of the work.
 */
class DeskLayout {
  #frame;

  /**
   * `parts` are the pieces: {title, places, leave(address), status, review, controls, shelf, coverage, notices, form, findings, actions,
   * dialogs, voice}.
   */
  constructor(parts) {
    this.viewer = BenchDom.make("div", { class: "bench-viewer" });
    const checks = parts.findings.root;
    checks.append(BenchDom.make("div", { class: "desk-actions" }, ...parts.actions));
    this.#frame = new BenchFrame({
      name: "bench desk",
      parts: [
        DeskLayout.#header(parts),
        BenchDom.make("main", { class: "bench-work" }, parts.shelf.root, this.viewer),
        BenchDom.make("div", { class: "bench-foot desk-foot" }, parts.notices.root, parts.form.root, checks),
        parts.coverage.root,
      ],
      overlays: [...parts.dialogs, parts.voice.root],
    });
  }

  get frame() {
    return this.#frame.frame;
  }

  enter(parent) {
    this.#frame.enter(parent);
  }

  fit() {
    this.#frame.fit();
  }

  revealViewer() {
    this.#frame.reveal(this.viewer);
  }

  destroy() {
    this.#frame.destroy();
  }

  static #header({ title, places, leave, status, review, controls }) {
    return BenchDom.make(
      "header",
      { class: "bench-header" },
      BenchDom.make("h1", { class: "bench-study", title, text: title }),
      BenchPlaces.line(places, leave),
      BenchDom.make("span", { class: "desk-status", "data-status": status, text: `Item: ${DeskDraft.words(status)}` }),
      review,
      BenchDom.make("div", { class: "bench-controls" }, ...controls),
    );
  }
}
