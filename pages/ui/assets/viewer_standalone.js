/** The viewer as a component of its own: its page, query and marks come from the script that mounts it. */
class StandaloneViewer {
  /** `data`: {index: {name, fingerprint}, document, page, query, marks, read_only, attempt}; attempt null records nothing. */
  constructor(parent, { index, attempt, read_only: readOnly }) {
    this.root = ViewerDom.make("div", { class: "viewer-standalone" });
    parent.append(this.root);
    this.queue = attempt === null ? null : new EventQueue({ attempt });
    this.shortcuts = new Shortcuts(this.root);
    this.viewer = new Viewer(this.root, {
      source: new PageSource(index),
      queue: this.queue,
      readOnly,
      shortcuts: this.shortcuts,
    });
    this.given = null;
  }

  /** Only what the script changed moves the viewer: the reader may have turned pages since. */
  update({ document, page, query, marks }) {
    const given = JSON.stringify([document, page]);
    if (given !== this.given) this.viewer.open({ document, page, reached: "go_to" });
    this.given = given;
    this.viewer.setQuery(query);
    const marked = JSON.stringify(marks);
    if (marked !== this.marked) this.viewer.setMarks(marks);
    this.marked = marked;
  }

  destroy() {
    this.viewer.destroy();
    this.queue?.stop();
    this.shortcuts.destroy();
    this.root.remove();
  }
}
