/**
 * Page views: when a page was on the screen, and for how many milliseconds it was really visible.
 *
 * A view begins (`page_entered`) once its page is painted and the tab is visible, reports its visible
 * time every five seconds (`page_visible`) and ends with all of it (`page_left`). A hidden tab, a paused
 * bench and a sleeping computer do not count. Without a queue nothing is counted or sent.
 */
class PageViews {
  static HEARTBEAT_MS = 5000;
  static STALLED_MS = 15_000; // a longer silence of a five-second timer is a computer asleep, not a reader

  constructor(queue) {
    this.queue = queue;
    this.view = null; // {fields, viewId, entered, visibleMs, reportedMs, since}
    this.held = false;
    this.away = false;
    if (!queue) return;
    this.awayKey = `pagetrail-away:${queue.attempt}`;
    this.unlisten = new AbortController();
    const options = { signal: this.unlisten.signal, capture: true }; // before the queue sends its last batch
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#hide() : this.#show()), options);
    addEventListener("pagehide", () => this.#goAway(), options);
    addEventListener("pageshow", (event) => event.persisted && this.#comeBack(), options);
    this.timer = setInterval(() => this.#beat(), PageViews.HEARTBEAT_MS);
    this.away = this.#wasAway();
    if (!document.hidden) this.#show();
  }

  /** A page has been painted. `fields`: {document, page, reached, zoom, rotation}. */
  enter(fields) {
    this.leave();
    if (!this.queue) return;
    this.view = { fields, viewId: randomId(), entered: false, visibleMs: 0, reportedMs: 0, since: null };
    this.#resume();
  }

  /** The page is no longer on the screen. */
  leave() {
    if (!this.view) return;
    this.#suspend();
    if (this.view.entered) this.#add("page_left", { visible_ms: Math.round(this.view.visibleMs) });
    this.view = null;
  }

  /** Something covers the page: visible time stops, the view goes on. */
  hold() {
    this.held = true;
    this.#suspend();
  }

  release() {
    this.held = false;
    this.#resume();
  }

  destroy() {
    this.leave();
    if (!this.queue) return;
    clearInterval(this.timer);
    this.unlisten.abort();
  }

  #add(kind, more) {
    const { document, page } = this.view.fields;
    this.queue.add({ kind, view_id: this.view.viewId, document, page, ...more });
  }

  #resume() {
    if (!this.view || this.held || document.hidden || this.view.since !== null) return;
    this.view.since = performance.now();
    if (this.view.entered) return;
    this.view.entered = true;
    const { reached, zoom, rotation } = this.view.fields;
    this.#add("page_entered", { reached, zoom, rotation });
  }

  #suspend() {
    if (!this.view || this.view.since === null) return;
    this.#count();
    this.view.since = null;
  }

  /** Add the time since the last look to the visible time. */
  #count() {
    const now = performance.now();
    const elapsed = now - this.view.since;
    this.view.visibleMs += elapsed > PageViews.STALLED_MS ? PageViews.HEARTBEAT_MS : elapsed;
    this.view.since = now;
  }

  #beat() {
    if (!this.view || this.view.since === null) return;
    this.#count();
    this.#reportVisible();
  }

  #reportVisible() {
    const visibleMs = Math.round(this.view.visibleMs);
    if (visibleMs === this.view.reportedMs) return;
    this.view.reportedMs = visibleMs;
    this.#add("page_visible", { visible_ms: visibleMs });
  }

  #hide() {
    const counting = this.view !== null && this.view.since !== null;
    this.#suspend();
    if (counting) this.#reportVisible(); // the browser may end a hidden tab without another word
    if (this.away) return;
    this.queue.add({ kind: "tab_hidden" });
    this.#setAway(true);
  }

  #show() {
    if (this.away) {
      this.queue.add({ kind: "tab_shown" });
      this.#setAway(false);
    }
    this.#resume();
  }

  /** The page is closed, reloaded or put into the back-forward cache. */
  #goAway() {
    this.suspended = this.view?.fields ?? null;
    this.leave();
    this.#hide();
  }

  /** The back-forward cache gave the page back, as it was painted. */
  #comeBack() {
    this.#show();
    if (this.suspended) this.enter({ ...this.suspended, reached: "restored" });
  }

  /**
   * A reload starts a new page in the same tab: that the old one said tab_hidden is remembered with the
   * tab. Another tab or another browser was never hidden, and has nothing to take back.
   */
  #setAway(away) {
    this.away = away;
    try {
      if (away) sessionStorage.setItem(this.awayKey, "1");
      else sessionStorage.removeItem(this.awayKey);
    } catch {
      // Without storage a reload is not followed by tab_shown; the next page_entered says the same.
    }
  }

  #wasAway() {
    try {
      return sessionStorage.getItem(this.awayKey) !== null;
    } catch {
      return false;
    }
  }
}
