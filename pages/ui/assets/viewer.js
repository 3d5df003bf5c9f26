/**
 * The page viewer: one page of one document at a time, with everything to read it and to mark evidence.
 *
 * It never jumps: marks, queries and reruns of the script change what lies over the page, not where the
 * reader is. A page counts as viewed only after it was painted (see PageViews).
 */
class Viewer {
  static PATIENCE_MS = 120; // the old page may stay that long before a sentence takes its place
  static RETRY_MS = [1500, 3000, 6000, 12_000, 30_000];

  /**
   * `source`: PageSource; `queue`: EventQueue or null (nothing is recorded); `shortcuts`: Shortcuts or null;
   * `onMarks(marks)` after every change of the evidence; `onView({document, page, label})` after every painted page.
   */
  constructor(root, { source, queue = null, readOnly = false, shortcuts = null, onMarks = () => {}, onView = () => {} }) {
    this.source = source;
    this.readOnly = readOnly;
    this.onMarks = onMarks;
    this.onView = onView;
    this.turn = 0; // counts what was asked for: an answer to an older question is thrown away
    this.target = null; // the page asked for: {document, page, reached, since}
    this.painted = null; // the page on the screen: {document, page, label, reached}
    this.entry = null; // of the target's document, once known
    this.armed = false;
    this.zoom = new ViewerZoom();
    this.views = new PageViews(queue);
    this.evidence = new EvidenceMarks({
      queue,
      onChange: () => this.#showMarks({ tell: true }),
      onRefused: (reason) => this.#announce(`Not saved: ${reason}`),
    });
    this.#build(root);
    if (shortcuts) this.#addShortcuts(shortcuts);
    this.showEmpty("Open a page from the search results to read it here.");
  }

  /** Go to a page. Asking for the page that is already there changes only the query. */
  open({ document, page, reached, query }) {
    if (query !== undefined) this.setQuery(query);
    const same = this.target?.document === document && this.target.page === page;
    if (same && !this.failed) return;
    this.#show({ document, page, reached, since: performance.now() });
  }

  setQuery(text) {
    this.overlays.setQuery(text);
  }

  setMarks(marks) {
    this.evidence.set(marks);
  }

  get marks() {
    return this.evidence.book.all();
  }

  unmark(document, page) {
    this.evidence.unmark(document, page);
  }

  focus() {
    this.canvas.element.focus({ preventScroll: true });
  }

  /** End the page view for good, before an answer is sent. */
  leave() {
    this.views.leave();
  }

  /** Begin a new view of the page that is still on the screen. */
  enter() {
    if (this.painted) this.#enterView({ ...this.painted, reached: "restored" });
  }

  /** Something covers the page: visible time stops, the view goes on. */
  hold() {
    this.views.hold();
  }

  release() {
    this.views.release();
  }

  /** No page: a sentence says what will be here. */
  showEmpty(sentence) {
    this.canvas.showSentence(sentence);
  }

  destroy() {
    this.turn += 1;
    clearTimeout(this.retry);
    this.views.destroy();
    this.thumbs.destroy();
    this.canvas.destroy();
    this.unlisten.abort();
    this.element.remove();
  }

  #build(root) {
    this.find = new FindBar({
      onChange: ({ boxes, current, scroll }) => this.#showFound(boxes, current, scroll),
      onClose: () => this.#findClosed(),
    });
    this.overlays = new PageOverlays({
      source: this.source,
      find: this.find,
      onWords: (words) => this.toolbar?.setNote(Viewer.#noteOn(words)),
      reveal: (box) => this.canvas.element.scrollTop === 0 && this.canvas.reveal(box),
    });
    this.regions = new RegionLayer({
      readOnly: this.readOnly,
      onDraw: (box) => this.#addRegion(box),
      onRemove: (region) => this.evidence.removeRegion(this.painted, region),
    });
    this.canvas = new PageCanvas({
      layers: this.overlays.layers,
      upright: this.regions.element,
      onLayout: () => this.#layOut(),
    });
    this.thumbs = new ThumbnailStrip({ source: this.source, onOpen: (page) => this.#goTo(page, "thumbnail") });
    this.toolbar = new ViewerToolbar({ readOnly: this.readOnly, actions: this.#actions() });
    this.live = ViewerDom.make("div", { class: "viewer-live", "aria-live": "polite", role: "status" });
    const body = ViewerDom.make("div", { class: "viewer-body" }, this.thumbs.element, this.canvas.element);
    this.element = ViewerDom.make(
      "section",
      { class: "viewer", "aria-label": "Page viewer" },
      this.toolbar.element, this.find.element, body, this.live,
    );
    this.unlisten = new AbortController();
    const options = { signal: this.unlisten.signal };
    addEventListener("online", () => this.failed && this.#show(this.target), options);
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.#escape(), options);
    root.append(this.element);
    this.toolbar.setPressed("thumbnails", false);
    this.toolbar.setPressed("region", false);
    this.toolbar.setPressed("find", false);
  }

  #actions() {
    return {
      previous: () => this.#step(-1, "previous"),
      next: () => this.#step(1, "next"),
      goTo: (text) => this.#goToText(text),
      zoomOut: () => this.#zoomBy(-1),
      zoomIn: () => this.#zoomBy(1),
      fitWidth: () => this.#fitWidth(),
      rotate: () => this.#rotate(),
      find: () => (this.find.isOpen ? this.find.close() : this.#openFind()),
      toggleRegion: () => this.#arm(!this.armed),
      toggleThumbnails: () => this.#setThumbnails(this.thumbs.element.hidden),
      toggleMark: () => this.#toggleMark(),
    };
  }

  #addShortcuts(shortcuts) {
    const held = { repeat: "allow" };
    shortcuts.add("f", "Find on this page", () => this.#openFind());
    shortcuts.add(["n", "ArrowRight"], "Next page", () => this.#step(1, "next"), held);
    shortcuts.add(["p", "ArrowLeft"], "Previous page", () => this.#step(-1, "previous"), held);
    if (!this.readOnly) {
      shortcuts.add("e", "Mark this page as evidence, or take the mark back", () => this.#toggleMark());
      shortcuts.add("r", "Mark a region by dragging (Esc: stop)", () => this.#arm(!this.armed));
    }
    shortcuts.add(["+", "="], "Zoom in", () => this.#zoomBy(1), held);
    shortcuts.add("-", "Zoom out", () => this.#zoomBy(-1), held);
    shortcuts.add("0", "Fit the page to the width", () => this.#fitWidth());
  }

  // --- Going from page to page ---

  #step(direction, reached) {
    if (this.target) this.#goTo(this.target.page + direction, reached);
  }

  /** A page number, or a printed label that is not a number ("iv"). Returns whether there is such a page. */
  #goToText(text) {
    if (!this.entry) return false;
    const label = this.entry.pages.findIndex((page) => page[2] === text) + 1;
    const page = /^\d+$/.test(text) ? Number(text) : label;
    if (page >= 1 && page <= this.entry.n_pages) return this.#goTo(page, "go_to");
    this.#announce(`There is no page ${text}; this document has ${this.entry.n_pages}.`);
    return false;
  }

  #goTo(page, reached) {
    const { document } = this.target;
    if (page < 1 || !this.entry || page > this.entry.n_pages) return false;
    if (page !== this.target.page) this.#show({ document, page, reached, since: performance.now() });
    return true;
  }

  async #show(target) {
    const turn = ++this.turn;
    clearTimeout(this.retry);
    this.failed = false;
    this.#setTarget(target);
    const patience = setTimeout(() => this.#showLoading(target), Viewer.PATIENCE_MS);
    try {
      const entry = this.source.document(target.document);
      const image = await this.source.image(target.document, target.page);
      const known = await entry;
      if (turn === this.turn) await this.#paint(target, known, image, turn);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (turn === this.turn) this.#showFailure(target, error.message);
    } finally {
      clearTimeout(patience);
    }
  }

  #setTarget(target) {
    if (this.target?.document !== target.document) {
      this.entry = null;
      this.source.document(target.document).then((entry) => this.#setEntry(target.document, entry), () => {});
    }
    this.target = target;
    this.toolbar.setPage({ ...target, entry: this.entry });
    this.#showMarkButton();
  }

  #setEntry(document, entry) {
    if (this.target.document !== document) return;
    this.entry = entry;
    this.thumbs.setDocument(entry);
    this.thumbs.setMarked(this.evidence.book.pagesOf(document));
    if (this.thumbnailsWanted === undefined) this.#setThumbnails(entry.n_pages > 1 && this.element.clientWidth >= 680);
    this.toolbar.setPage({ ...this.target, entry });
  }

  async #paint(target, entry, image, turn) {
    this.#setEntry(target.document, entry);
    this.views.leave();
    const [width, height, label] = entry.pages[target.page - 1];
    this.overlays.clear();
    this.canvas.setRotation(0);
    this.canvas.showImage(image, { width, height }, `${target.document} page ${target.page}`);
    this.#layOut();
    this.canvas.scrollToTop();
    this.painted = { document: target.document, page: target.page, label, reached: target.reached };
    this.#arm(false);
    this.#showMarks({ tell: false });
    await Viewer.#nextPaint();
    if (turn === this.turn) this.#afterPaint(target, entry);
  }

  /** Two frames: the first callback runs before the frame with the new image, the second after it. */
  static #nextPaint() {
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }

  #afterPaint(target, entry) {
    this.#enterView(this.painted);
    this.element.dataset.painted = String(target.page);
    this.element.dispatchEvent(new CustomEvent("pagetrail:painted", {
      bubbles: true,
      composed: true,
      detail: { document: target.document, page: target.page, ms: performance.now() - target.since },
    }));
    this.thumbs.setPage(target.page);
    this.overlays.show(target, { seekHit: target.reached === "hit" });
    this.#announcePage(entry);
    this.onView({ document: target.document, page: target.page, label: this.painted.label });
    for (const page of [target.page + 1, target.page - 1]) this.#prefetch(target.document, page, entry);
  }

  #enterView({ document, page, reached }) {
    this.views.enter({ document, page, reached, zoom: this.#scale(), rotation: this.canvas.rotation });
  }

  /** A page that cannot be had early will be asked for again, and will say so, when it is wanted. */
  #prefetch(document, page, entry) {
    if (page < 1 || page > entry.n_pages) return;
    this.source.image(document, page, { priority: "low" }).catch(() => {});
    this.source.words(document, page).catch(() => {});
  }

  #showLoading(target) {
    this.#clearPage();
    const size = this.entry?.pages[target.page - 1];
    this.canvas.showLoading(`Loading page ${target.page}…`, size ? { width: size[0], height: size[1] } : null);
    this.#layOut();
  }

  #showFailure(target, sentence) {
    this.#clearPage();
    this.failed = true;
    const again = { ...target, attempts: (target.attempts ?? 0) + 1 };
    this.target = again;
    this.canvas.showSentence(sentence, { text: "Try again", run: () => this.#show(again) });
    this.#announce(sentence);
    const wait = Viewer.RETRY_MS[Math.min(again.attempts, Viewer.RETRY_MS.length) - 1];
    this.retry = setTimeout(() => this.#show(again), wait);
  }

  /** The page that was on the screen is no longer there. */
  #clearPage() {
    this.views.leave();
    this.painted = null;
    this.overlays.clear();
    this.canvas.setRotation(0);
    this.#arm(false);
    this.#showMarks({ tell: false });
    delete this.element.dataset.painted;
  }

  // --- Evidence ---

  get #settled() {
    const { painted, target } = this;
    return painted !== null && painted.page === target.page && painted.document === target.document;
  }

  #toggleMark() {
    if (!this.#settled || this.readOnly) return;
    this.evidence.toggle(this.painted);
    this.#announce(this.#isMarked() ? "Page marked as evidence" : "Page no longer evidence");
  }

  #isMarked() {
    return this.painted !== null && this.evidence.book.has(this.painted.document, this.painted.page);
  }

  #addRegion(box) {
    const quote = RegionLayer.quote(this.overlays.words?.words ?? [], box);
    this.evidence.addRegion(this.painted, box, quote);
    this.#announce("Region marked");
  }

  #showMarks({ tell }) {
    const { book } = this.evidence;
    const { painted } = this;
    this.canvas.setMarked(this.#isMarked());
    this.regions.show(painted ? book.regions(painted.document, painted.page) : [], this.canvas.rotation);
    this.#showMarkButton();
    if (this.entry) this.thumbs.setMarked(book.pagesOf(this.entry.document));
    if (tell) this.onMarks(book.all());
  }

  #showMarkButton() {
    this.toolbar.setMarkState({ marked: this.#isMarked(), usable: this.target !== null && this.#settled });
  }

  #arm(armed) {
    this.armed = armed && !this.readOnly && this.#settled;
    this.regions.setArmed(this.armed);
    this.toolbar.setPressed("region", this.armed);
  }

  #escape() {
    if (!this.regions.cancel()) this.#arm(false);
  }

  // --- Looking closer ---

  #scale() {
    const { canvas, painted, target } = this;
    if (!canvas.size) return 1;
    return this.zoom.scale((painted ?? target).document, canvas.widthPt, canvas.roomPx);
  }

  #layOut() {
    if (!this.canvas?.size) return;
    const scale = this.#scale();
    this.canvas.layOut(scale);
    this.toolbar.setZoom(scale);
  }

  #zoomBy(direction) {
    if (!this.painted) return;
    this.zoom.step(this.painted.document, this.#scale(), direction);
    this.#layOut();
    this.#announce(`Zoom ${this.toolbar.percent.textContent}`);
  }

  #fitWidth() {
    if (!this.painted) return;
    this.zoom.fitWidth(this.painted.document);
    this.#layOut();
  }

  #rotate() {
    if (!this.painted) return;
    this.canvas.setRotation((this.canvas.rotation + 90) % 360);
    this.#layOut();
    this.#showMarks({ tell: false });
    this.#announce(`Turned by ${this.canvas.rotation} degrees`);
  }

  #setThumbnails(visible) {
    this.thumbnailsWanted = visible;
    this.thumbs.setVisible(visible);
    this.toolbar.setPressed("thumbnails", visible);
  }

  #openFind() {
    this.find.open();
    this.toolbar.setPressed("find", true);
  }

  #findClosed() {
    this.toolbar.setPressed("find", false);
    this.focus();
  }

  #showFound(boxes, current, scroll) {
    this.overlays.found.show(boxes, current);
    const first = boxes.find((box) => box.number === current);
    if (scroll && first && this.painted) this.canvas.reveal(first);
  }

  // --- Words for the reader ---

  static #noteOn(words) {
    if (!words) return "";
    const notes = { ocr: "Text recognised by OCR", both: "Text partly recognised by OCR", none: "No text on this page" };
    return notes[words.source] ?? "";
  }

  #announcePage(entry) {
    const { page, label } = this.painted;
    const printed = ViewerDom.printed(label, page) ? `, printed ${label}` : "";
    this.#announce(`Page ${page} of ${entry.n_pages}${printed}`);
  }

  #announce(sentence) {
    this.live.textContent = sentence;
  }
}
