/**
 * The page viewer: one page of one document at a time, with everything to read it and to mark evidence.
 *
 * It never jumps: marks, queries and reruns of the script change what lies over the page, not where the
 * reader is. A page counts as viewed only after it was painted (see PageViews).
 */
class Viewer {
  /**
   * `source`: PageSource; `queue`: EventQueue or null (nothing is recorded); `shortcuts`: Shortcuts or null;
   * `onMarks(marks)` after every change of the evidence; `onView({document, page, label})` after every painted page.
   * `walks`: whether one page leads to the others of its document; `invitation` is said while no page is open.
   */
  constructor(root, {
    source, queue = null, readOnly = false, shortcuts = null, walks = true, onMarks = () => {}, onView = () => {},
    invitation = "Open a page from the search results to read it here.",
  }) {
    this.source = source;
    this.readOnly = readOnly;
    this.walks = walks;
    this.onMarks = onMarks;
    this.onView = onView;
    this.painted = null; // the page on the screen: {document, page, label, reached}
    this.armed = false; // the region tool
    this.wordsWanted = false; // the cursor, on the page that is coming
    this.thumbnailsWanted = null; // by the reader; until they say, the room decides
    this.views = new PageViews(queue);
    this.evidence = new EvidenceMarks({
      queue,
      onChange: () => this.#showMarks({ tell: true }),
      onRefused: (reason) => this.#announce(`Not saved: ${reason}`),
    });
    this.#build(root);
    if (shortcuts) this.#addShortcuts(shortcuts);
    this.close(invitation);
  }

  /** Go to a page. Asking for the page that is already there changes only the query. */
  open({ document, page, reached, query }) {
    if (query !== undefined) this.setQuery(query);
    if (!this.turner.isAt(document, page)) this.turner.open(document, page, reached);
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

  /** Mark the page on the screen, if it is not marked yet. */
  mark() {
    if (!this.#isMarked()) this.#toggleMark();
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

  /** No page: a sentence says why, or what will be here; `action` ({text, run}) is a button below it. */
  close(sentence, action = null) {
    this.turner.close();
    this.#clearPage();
    if (this.find.isOpen) this.#closeFind();
    this.#showThumbnails(false);
    this.canvas.showSentence(sentence, action);
    this.#showMarks({ tell: false });
    this.toolbar.clear();
  }

  destroy() {
    this.turner.destroy();
    this.views.destroy();
    this.thumbs.destroy();
    this.canvas.destroy();
    this.words.destroy();
    this.unlisten.abort();
    this.element.remove();
  }

  #build(root) {
    this.find = new FindBar({
      onChange: ({ boxes, current, scroll }) => this.#showFound(boxes, current, scroll),
      onClose: () => this.#leaveFind(),
    });
    this.overlays = new PageOverlays({
      source: this.source,
      find: this.find,
      onWords: (words) => this.toolbar?.setNote(Viewer.#noteOn(words)),
      onText: () => this.words.ready(),
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
      onScale: (scale) => this.toolbar.setZoom(scale),
    });
    this.words = new WordCursor({
      layer: this.overlays.text,
      canvas: this.canvas,
      say: (sentence) => this.#announce(sentence),
    });
    this.turner = new PageTurner({ source: this.source, screen: this.#screen(), walks: this.walks });
    this.thumbs = new ThumbnailStrip({ source: this.source, onOpen: (page) => this.turner.goTo(page, "thumbnail") });
    this.toolbar = new ViewerToolbar({ readOnly: this.readOnly, walks: this.walks, actions: this.#actions() });
    this.live = ViewerDom.make("div", { class: "viewer-live", "aria-live": "polite", role: "status" });
    const body = ViewerDom.make("div", { class: "viewer-body" }, this.thumbs.element, this.canvas.element);
    this.element = ViewerDom.make(
      "section",
      { class: "viewer", "aria-label": "Page viewer" },
      this.toolbar.element, this.find.element, body, this.live,
    );
    this.unlisten = new AbortController();
    const options = { signal: this.unlisten.signal };
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.#escape(), options);
    root.append(this.element);
    this.toolbar.setPressed("thumbnails", false);
    this.toolbar.setPressed("region", false);
    this.toolbar.setPressed("find", false);
  }

  #actions() {
    return {
      previous: () => this.turner.step(-1, "previous"),
      next: () => this.turner.step(1, "next"),
      goTo: (text) => this.#goToText(text),
      zoomOut: () => this.#zoomBy(-1),
      zoomIn: () => this.#zoomBy(1),
      fitWidth: () => this.painted && this.canvas.fitWidth(),
      rotate: () => this.#rotate(),
      find: () => (this.find.isOpen ? this.#leaveFind() : this.#openFind()),
      toggleRegion: () => this.#arm(!this.armed),
      toggleThumbnails: () => this.#chooseThumbnails(),
      toggleMark: () => this.#toggleMark(),
    };
  }

  #addShortcuts(shortcuts) {
    const held = { repeat: "allow" };
    shortcuts.add("f", "Find on this page (Esc: select what was found)", () => this.#openFind());
    shortcuts.add("w", "Select words of the page: arrows, Shift for more", () => this.#startWords());
    if (this.walks) {
      shortcuts.add(["n", "ArrowRight"], "Next page", () => this.turner.step(1, "next"), held);
      shortcuts.add(["p", "ArrowLeft"], "Previous page", () => this.turner.step(-1, "previous"), held);
    }
    if (!this.readOnly) {
      shortcuts.add("e", "Mark this page as evidence, or take the mark back", () => this.#toggleMark());
      shortcuts.add("r", "Mark a region by dragging (Esc: stop)", () => this.#arm(!this.armed));
    }
    shortcuts.add(["+", "="], "Zoom in", () => this.#zoomBy(1), held);
    shortcuts.add("-", "Zoom out", () => this.#zoomBy(-1), held);
    shortcuts.add("0", "Fit the page to the width", () => this.painted && this.canvas.fitWidth());
  }

  // --- Going from page to page ---

  /** What the screen does while the turner turns pages. */
  #screen() {
    return {
      target: (target, entry) => this.#showTarget(target, entry),
      entry: (entry) => this.#showEntry(entry),
      swap: (target, entry, image) => this.#swap(target, entry, image),
      painted: (target, entry) => this.#afterPaint(target, entry),
      waiting: (target, entry) => this.#showWaiting(target, entry),
      failed: (sentence, retry) => this.#showFailure(sentence, retry),
    };
  }

  /** A page number, or a printed label that is not a number ("iv"). Returns whether there is such a page. */
  #goToText(text) {
    const { entry } = this.turner;
    if (!entry) return false;
    const label = entry.pages.findIndex((page) => page[2] === text) + 1;
    const known = this.turner.goTo(/^\d+$/.test(text) ? Number(text) : label, "go_to");
    if (!known) this.#announce(`There is no page ${text}; this document has ${entry.n_pages}.`);
    return known;
  }

  #showTarget(target, entry) {
    delete this.element.dataset.painted;
    this.toolbar.setPage({ ...target, entry });
    this.#showMarkButton();
  }

  #showEntry(entry) {
    this.thumbs.setDocument(entry);
    this.thumbs.setMarked(this.evidence.book.pagesOf(entry.document));
    this.#showThumbnails(this.walks && (this.thumbnailsWanted ?? (entry.n_pages > 1 && this.element.clientWidth >= 680)));
    this.toolbar.setPage({ ...this.turner.target, entry });
  }

  #swap({ document, page, reached }, entry, image) {
    this.#clearPage();
    const [width, height, label] = entry.pages[page - 1];
    this.canvas.showImage(image, { document, size: { width, height }, alt: `${document} page ${page}` });
    this.painted = { document, page, label, reached };
    this.#showMarks({ tell: false });
  }

  #afterPaint(target, entry) {
    const { document, page, label } = this.painted;
    this.#enterView(this.painted);
    this.element.dataset.painted = String(page);
    this.element.dispatchEvent(new CustomEvent("pagetrail:painted", {
      bubbles: true,
      composed: true,
      detail: { document, page, ms: performance.now() - target.since },
    }));
    this.thumbs.setPage(page);
    this.overlays.show(this.painted, { seekHit: target.reached === "hit" });
    const printed = ViewerDom.printed(label, page) ? `, printed ${label}` : "";
    this.#announce(`Page ${page} of ${entry.n_pages}${printed}`);
    this.onView({ document, page, label });
    if (this.wordsWanted) this.#startWords();
    this.wordsWanted = false;
  }

  #enterView({ document, page, reached }) {
    this.views.enter({ document, page, reached, zoom: this.canvas.scale, rotation: this.canvas.rotation });
  }

  #showWaiting({ document, page }, entry) {
    this.#clearPage();
    const known = entry?.pages[page - 1];
    const size = known ? { width: known[0], height: known[1] } : null;
    this.canvas.showLoading(`Loading page ${page}…`, { document, size });
    this.#showMarks({ tell: false });
  }

  #showFailure(sentence, retry) {
    this.#clearPage();
    this.canvas.showSentence(sentence, { text: "Try again", run: retry });
    this.#showMarks({ tell: false });
    this.#announce(sentence);
  }

  /** The page that was on the screen goes. */
  #clearPage() {
    this.views.leave();
    this.painted = null;
    this.overlays.clear();
    this.words.clear();
    this.#arm(false);
    delete this.element.dataset.painted;
  }

  // --- Evidence ---

  /** The page on the screen is the one that is wanted: a mark goes where the reader thinks. */
  get #settled() {
    return this.painted !== null && this.turner.isAt(this.painted.document, this.painted.page);
  }

  #toggleMark() {
    if (this.readOnly || !this.turner.target) return;
    if (!this.#settled) return this.#announce("The page is still loading: mark it when it is there.");
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
    const { entry } = this.turner;
    if (entry) this.thumbs.setMarked(book.pagesOf(entry.document));
    if (tell) this.onMarks(book.all());
  }

  #showMarkButton() {
    this.toolbar.setMarkState({ marked: this.#isMarked(), usable: this.#settled });
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

  #zoomBy(direction) {
    if (!this.painted) return;
    this.canvas.zoomBy(direction);
    this.#announce(`Zoom ${this.toolbar.percent.textContent}`);
  }

  #rotate() {
    if (!this.painted) return;
    this.canvas.rotate();
    this.#showMarks({ tell: false });
    this.#announce(`Turned by ${this.canvas.rotation} degrees`);
  }

  #chooseThumbnails() {
    this.thumbnailsWanted = this.thumbs.element.hidden;
    this.#showThumbnails(this.thumbnailsWanted && this.turner.entry !== null);
  }

  #showThumbnails(visible) {
    this.thumbs.setVisible(visible);
    this.toolbar.setPressed("thumbnails", visible);
  }

  #openFind() {
    if (!this.turner.target) return;
    this.canvas.keepPlace(() => this.find.open());
    this.toolbar.setPressed("find", true);
  }

  // As in a browser: what was found last is selected when the field goes.
  #leaveFind() {
    const { match } = this.find;
    this.#closeFind();
    this.focus();
    if (match) this.words.select({ word: match[0].word, share: match[0].from }, { word: match.at(-1).word, share: match.at(-1).to });
  }

  // Pressed before the page is there, it begins when it is.
  #startWords() {
    if (this.#settled) this.words.start(() => this.overlays.firstHit);
    else this.wordsWanted = this.turner.target !== null;
  }

  #closeFind() {
    this.canvas.keepPlace(() => this.find.close());
    this.toolbar.setPressed("find", false);
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

  #announce(sentence) {
    this.live.textContent = sentence;
  }
}
