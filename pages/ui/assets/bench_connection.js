/**
 * Whether the server can be reached, as the last request and the browser know it.
 *
 * While nothing else is sent and the tab is in sight, a small question every few seconds keeps that true.
 */
class BenchConnection {
  static #SILENCE_MS = 5000;

  #onChange;
  #answered = true;
  #online = navigator.onLine;
  #lastWordAt = performance.now();
  #isAsking = false;
  #listening = new AbortController();
  #timer;

  /** `onChange(isConnected)` is called when it changes. */
  constructor({ onChange }) {
    this.#onChange = onChange;
    const options = { signal: this.#listening.signal };
    window.addEventListener("offline", () => this.#set(this.#answered, false), options);
    window.addEventListener("online", () => this.#set(this.#answered, true), options);
    this.#timer = setInterval(() => this.#breakSilence(), BenchConnection.#SILENCE_MS);
  }

  get isConnected() {
    return this.#answered && this.#online;
  }

  /** What became of a request: the server answered it, or it did not. */
  note(answered) {
    this.#lastWordAt = performance.now();
    this.#set(answered, answered || this.#online);
  }

  /** Posts a batch of the event queue and notes whether that worked. */
  async postEvents(body, options) {
    try {
      return await this.#noted(postJson("/api/events", body, options));
    } catch (problem) {
      throw problem.status === 0 ? new RequestError("no connection", 0) : problem;
    }
  }

  stop() {
    this.#listening.abort();
    clearInterval(this.#timer);
  }

  async #breakSilence() {
    const silent = performance.now() - this.#lastWordAt >= BenchConnection.#SILENCE_MS;
    if (!silent || this.#isAsking || document.hidden) return;
    this.#isAsking = true;
    // What came of it is noted; nobody waits for the answer. A slow server is not a lost one.
    await this.#noted(requestJson("/api/health")).catch(() => {});
    this.#isAsking = false;
  }

  async #noted(request) {
    try {
      const reply = await request;
      this.note(true);
      return reply;
    } catch (problem) {
      this.note(problem.status !== 0 && problem.status < 500);
      throw problem;
    }
  }

  #set(answered, online) {
    const before = this.isConnected;
    this.#answered = answered;
    this.#online = online;
    if (before !== this.isConnected && !this.#listening.signal.aborted) this.#onChange(this.isConnected);
  }
}

/**
 * News from outside this tab: the connection is back, the tab is looked at again, another tab paused,
 * resumed or submitted, the server refused something.
 *
 * News never say what holds now. They make the bench ask, and the answer is what the page's script folds
 * from the events. A question can be lost while Streamlit's own connection is still coming back, so it is
 * asked again, until something new was heard.
 */
class BenchNews {
  static #WAITS_MS = [2_000, 4_000, 8_000];
  // Two minutes: Streamlit itself waits up to half a minute between two attempts to reach the server.
  static #MOST_QUESTIONS = 16;

  #ask;
  #channel;
  #timer = null;
  #listening = new AbortController();

  /**
   * `ask()` asks once. Of another tab of this browser: `onSubmitted()` when it submitted this attempt,
   * `onDraft(draft)` when it wrote one.
   */
  constructor({ attempt, ask, onSubmitted, onDraft }) {
    this.#ask = ask;
    this.#channel = new BroadcastChannel(`pagetrail:${attempt}`);
    this.#channel.onmessage = ({ data }) => {
      if (data === "submitted") onSubmitted();
      else if (data.draft) onDraft(data.draft);
      else this.ask();
    };
    const options = { signal: this.#listening.signal };
    document.addEventListener("visibilitychange", () => document.hidden || this.ask(), options);
    window.addEventListener("pageshow", (event) => event.persisted && this.ask(), options);
  }

  /** Asks how things stand. */
  ask() {
    clearTimeout(this.#timer);
    this.#askAgain(0);
  }

  /** Something new was heard: there is nothing left to ask. */
  heard() {
    clearTimeout(this.#timer);
  }

  /** Tells the other tabs of this browser: "clock" (stopped or started), "submitted", or {draft}. */
  tell(what) {
    this.#channel.postMessage(what);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#listening.abort();
    this.#channel.close();
  }

  #askAgain(n) {
    this.#ask();
    if (n >= BenchNews.#MOST_QUESTIONS) return;
    const wait = BenchNews.#WAITS_MS[Math.min(n, BenchNews.#WAITS_MS.length - 1)];
    this.#timer = setTimeout(() => this.#askAgain(n + 1), wait);
  }
}

/**
 * Streamlit covers the page with a "Connection error" of its own while the server is away, and makes all
 * below it unusable. The bench needs no connection for reading and typing, and says by itself how things
 * stand, so it closes that window before it is painted and puts the focus back.
 */
class StreamlitModal {
  static #WINDOW = "[data-testid='stDialog']";

  #frame;
  #focused = null;
  #listening = new AbortController();
  #observer;

  /** `frame`: the element that holds the bench. */
  constructor(frame) {
    this.#frame = frame;
    frame.addEventListener("focusin", ({ target }) => (this.#focused = target), { signal: this.#listening.signal });
    this.#observer = new MutationObserver((changes) => this.#look(changes));
    this.#observer.observe(document.body, { childList: true, subtree: true });
  }

  stop() {
    this.#listening.abort();
    this.#observer.disconnect();
  }

  #look(changes) {
    const close = document.querySelector(`${StreamlitModal.#WINDOW} button[aria-label="Close"]`);
    if (close) close.click();
    else if (changes.some(({ removedNodes }) => [...removedNodes].some(StreamlitModal.#isWindow))) this.#giveBack();
  }

  static #isWindow(node) {
    return node instanceof Element && (node.matches(StreamlitModal.#WINDOW) || node.querySelector(StreamlitModal.#WINDOW) !== null);
  }

  // In a later frame: the window gives the focus to whatever had it in the document, which is our host.
  #giveBack() {
    const { activeElement } = this.#frame.getRootNode();
    if (!activeElement && this.#focused?.isConnected) requestAnimationFrame(() => this.#focused.focus({ preventScroll: true }));
  }
}
