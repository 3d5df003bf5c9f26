/**
 * The copy of unsaved events in localStorage, so that a reload or a crash loses nothing.
 *
 * Every queue instance has a key of its own, `pagetrail:<attempt>:<instance>`: two tabs never overwrite
 * each other. Whoever sends somebody else's events removes only those that the server acknowledged.
 */
class EventMirror {
  constructor(attempt) {
    this.prefix = `pagetrail:${attempt}:`;
  }

  /** Keep `events` as all that `instance` still has to send. Returns false if the browser would not store them. */
  keep(instance, events) {
    try {
      if (events.length) localStorage.setItem(this.prefix + instance, JSON.stringify(events));
      else localStorage.removeItem(this.prefix + instance);
      return true;
    } catch {
      return false; // storage is full or forbidden: the queue in memory goes on
    }
  }

  /** Remove the events with these ids from the copy of `instance`, and leave what else it holds. */
  forget(instance, ids) {
    const left = this.#read(this.prefix + instance).filter((event) => !ids.has(event.event_id));
    this.keep(instance, left);
  }

  /** What earlier instances (and other tabs) left behind, oldest instance first: [[instance, events], ...]. */
  recover() {
    const found = [];
    for (const key of this.#keys()) {
      const events = this.#read(key);
      if (events.length) found.push([key.slice(this.prefix.length), events]);
    }
    return found.sort((a, b) => a[1][0].client_at_ms - b[1][0].client_at_ms);
  }

  #keys() {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(this.prefix));
    } catch {
      return [];
    }
  }

  #read(key) {
    try {
      const events = JSON.parse(localStorage.getItem(key) ?? "[]");
      return Array.isArray(events) ? events : [];
    } catch {
      return [];
    }
  }
}
