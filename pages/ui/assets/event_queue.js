/**
 * Events on their way to the server: sent until it says that they are committed, never dropped.
 *
 * - `add` returns the event's id at once; the event is sent within a second, or at once if it matters.
 * - Sending again is harmless: the server knows every event by its id.
 * - An event that the server refuses for good is taken out and reported to `onTrouble` as `refused`.
 * - Events of an earlier, crashed or reloaded page are sent first, under their own instance and sequence.
 */
class EventQueue {
  static URGENT = new Set([
    "page_entered", "page_left", "hit_opened", "evidence_marked", "evidence_unmarked",
    "region_marked", "region_unmarked", "tab_hidden", "tab_shown",
  ]);
  static BATCH_EVENTS = 100;
  static BATCH_CHARACTERS = 48_000; // browsers allow 64 KiB of requests in flight while a page closes
  static LONGEST_WAIT_MS = 15_000;

  constructor({ attempt, post = (body, options) => postJson("/api/events", body, options) }) {
    this.attempt = attempt;
    this.instance = randomId();
    this.post = post;
    this.mirror = new EventMirror(attempt);
    this.pending = []; // {number, instance, event}, in the order in which they are sent
    this.clientSeq = 0;
    this.number = 0;
    this.batchEvents = EventQueue.BATCH_EVENTS;
    this.failures = 0;
    this.sending = false;
    this.leaving = false;
    this.stopped = false;
    this.timer = null;
    this.waiters = [];
    this.listeners = { saved: [], trouble: [], replaced: [] };
    for (const [instance, events] of this.mirror.recover()) {
      for (const event of events) this.#append(instance, event);
    }
    this.#listen();
    this.#soon(0);
  }

  /** Queue one event payload ({kind, ...}) and return its event id. */
  add(payload) {
    const event = {
      event_id: randomId(),
      client_seq: this.clientSeq++,
      // The page's own clock never goes backwards when somebody sets the computer's clock.
      client_at_ms: Math.round(performance.timeOrigin + performance.now()),
      payload,
    };
    this.#append(this.instance, event);
    if (!this.#mirrorOwn()) this.#report("This browser keeps no copy of unsaved work: leave the page open until it is saved.");
    if (this.leaving || this.stopped) this.#sendOff([this.pending.at(-1)]);
    else if (EventQueue.URGENT.has(payload.kind)) queueMicrotask(() => this.#pump());
    else this.#soon(900);
    return event.event_id;
  }

  /** Send now. The promise is true when all that was queued so far is saved, false if the queue was stopped first. */
  flush() {
    if (!this.pending.length) return Promise.resolve(true);
    if (this.stopped) return Promise.resolve(false);
    const until = this.pending.at(-1).number;
    const done = new Promise((resolve) => this.waiters.push({ until, resolve }));
    this.#pump();
    return done;
  }

  /** The payloads that are not saved yet, oldest first: lay them over the state that the server gave at start. */
  unsaved() {
    return this.pending.map((entry) => entry.event.payload);
  }

  /** Call `listener(saved_at_ms, waiting)` after every commit; `waiting` events are still under way. */
  onSaved(listener) {
    this.listeners.saved.push(listener);
  }

  /** Call `listener(draft)` with the newest draft of another page that one of ours took the place of. */
  onReplaced(listener) {
    this.listeners.replaced.push(listener);
  }

  /** Call `listener({waiting, reason, refused})` when sending fails; `refused`: [{event_id, payload, reason}]. */
  onTrouble(listener) {
    this.listeners.trouble.push(listener);
  }

  /** Send what is left and stop. Whatever is not acknowledged stays in the browser for the next start. */
  stop() {
    if (this.stopped) return;
    this.stopped = true;
    clearTimeout(this.timer);
    this.unlisten.abort();
    this.#sendOff(this.pending);
    for (const waiter of this.waiters.splice(0)) waiter.resolve(false);
  }

  #append(instance, event) {
    this.pending.push({ number: this.number++, instance, event });
  }

  #mirrorOwn() {
    const own = this.pending.filter((entry) => entry.instance === this.instance);
    return this.mirror.keep(this.instance, own.map((entry) => entry.event));
  }

  #listen() {
    this.unlisten = new AbortController();
    const options = { signal: this.unlisten.signal };
    addEventListener("pagehide", () => {
      this.leaving = true;
      this.#sendOff(this.pending);
    }, options);
    addEventListener("pageshow", () => {
      this.leaving = false;
      this.#pump();
    }, options);
    addEventListener("online", () => this.#pump(), options);
    document.addEventListener("visibilitychange", () => this.#pump(), options);
  }

  #soon(delayMs) {
    if (this.timer !== null || this.stopped) return;
    this.timer = setTimeout(() => this.#pump(), delayMs);
  }

  async #pump() {
    clearTimeout(this.timer);
    this.timer = null;
    if (this.sending || this.stopped) return;
    this.sending = true;
    try {
      while (this.pending.length && (await this.#sendBatch()));
    } finally {
      this.sending = false;
      if (this.pending.length) this.#soon(this.#backOffMs());
    }
  }

  #backOffMs() {
    const plain = Math.min(EventQueue.LONGEST_WAIT_MS, 500 * 2 ** Math.max(0, this.failures - 1));
    return plain * (0.75 + Math.random() / 2); // spread, so that fifty people do not come back in one instant
  }

  /** The first pending events of one instance, within the limits of a request. */
  #nextBatch(entries) {
    const batch = [];
    let characters = 0;
    for (const entry of entries) {
      characters += JSON.stringify(entry.event).length;
      const full = batch.length >= this.batchEvents || characters > EventQueue.BATCH_CHARACTERS;
      if (batch.length && (full || entry.instance !== batch[0].instance)) break;
      batch.push(entry);
    }
    return batch;
  }

  #body(batch) {
    return { attempt: this.attempt, instance: batch[0].instance, events: batch.map((entry) => entry.event) };
  }

  /** Send one batch. True: go on with the next at once. False: wait before trying again. */
  async #sendBatch() {
    const batch = this.#nextBatch(this.pending);
    try {
      const reply = await this.post(this.#body(batch), { keepalive: false });
      const settled = this.#settle(reply);
      // Refused under an id that is none of ours: still an answer, and no reason to send it for ever.
      if (!settled && reply.refused?.length) throw new RequestError(reply.refused[0].reason, 422);
      if (!settled) throw new RequestError("The server did not say that it saved the events.", 0);
      this.failures = 0;
      this.batchEvents = EventQueue.BATCH_EVENTS;
      return true;
    } catch (error) {
      return this.#afterFailure(batch, error);
    }
  }

  #afterFailure(batch, error) {
    const unreadable = [400, 413, 422].includes(error.status);
    if (unreadable && batch.length > 1) {
      this.batchEvents = Math.ceil(batch.length / 2); // one bad event must not hold up the others: find it
      return true;
    }
    if (unreadable) {
      this.#settle({ refused: [{ event_id: batch[0].event.event_id, reason: error.message }] });
      return true;
    }
    this.failures += 1;
    this.#report(error.message);
    return false;
  }

  /** Take out what the server has settled; returns how many events that were. */
  #settle({ acknowledged = [], refused = [], saved_at_ms = null, others_draft = null }) {
    const reasons = new Map(refused.map((one) => [one.event_id, one.reason]));
    const ids = new Set([...acknowledged, ...reasons.keys()]);
    const settled = this.pending.filter((entry) => ids.has(entry.event.event_id));
    this.pending = this.pending.filter((entry) => !ids.has(entry.event.event_id));
    for (const instance of new Set(settled.map((entry) => entry.instance))) this.mirror.forget(instance, ids);
    const rejected = settled.filter((entry) => reasons.has(entry.event.event_id)).map(({ event }) => ({
      event_id: event.event_id, payload: event.payload, reason: reasons.get(event.event_id),
    }));
    if (rejected.length) this.#report(rejected[0].reason, rejected);
    if (saved_at_ms !== null && acknowledged.length) {
      for (const listener of this.listeners.saved) listener(saved_at_ms, this.pending.length);
    }
    if (others_draft) for (const listener of this.listeners.replaced) listener(others_draft);
    this.#wakeWaiters();
    return settled.length;
  }

  #wakeWaiters() {
    const oldest = this.pending.length ? this.pending[0].number : Infinity;
    const done = this.waiters.filter((waiter) => waiter.until < oldest);
    this.waiters = this.waiters.filter((waiter) => waiter.until >= oldest);
    for (const waiter of done) waiter.resolve(true);
  }

  #report(reason, refused = []) {
    for (const listener of this.listeners.trouble) listener({ waiting: this.pending.length, reason, refused });
  }

  /** Send without waiting, in a way that outlives the page. What is too long for that stays in the mirror. */
  #sendOff(entries) {
    const batch = this.#nextBatch(entries);
    if (!batch.length) return;
    this.post(this.#body(batch), { keepalive: true }).then((reply) => this.#settle(reply), () => {});
  }
}
