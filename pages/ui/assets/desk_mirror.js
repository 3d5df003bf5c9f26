/**
 * The copy of a text that is not saved yet, in this browser: a reload, a crash or a lost connection costs no letter.
 *
 * Every desk has a key of its own, so two tabs never overwrite each other's copy. A copy goes when the
 * server has what is in it.
 */
class DeskMirror {
  #prefix;
  #key;
  #recovered = null;

  constructor(item) {
    this.#prefix = `pagetrail-desk:${item}:`;
    this.#key = this.#prefix + randomId();
  }

  /** Keeps {based_on, draft, sent}: the text, the revision under it, and what is on its way (or null). */
  keep(copy) {
    try {
      localStorage.setItem(this.#key, JSON.stringify({ ...copy, at_ms: Date.now() }));
    } catch {
      // Storage is full or forbidden: the text on the screen goes on.
    }
  }

  /** The newest copy that an earlier page left behind, or null. */
  recover() {
    const found = this.#keys().map((key) => [key, this.#read(key)]).filter(([, copy]) => copy !== null);
    found.sort(([, a], [, b]) => b.at_ms - a.at_ms);
    if (!found.length) return null;
    const [key, copy] = found[0];
    this.#recovered = { key, at_ms: copy.at_ms };
    return copy;
  }

  /** All is saved: the copy goes, and the one that was recovered, unless another tab has written it anew. */
  forget() {
    this.#remove(this.#key);
    const left = this.#recovered;
    if (left && this.#read(left.key)?.at_ms === left.at_ms) this.#remove(left.key);
    this.#recovered = null;
  }

  /** What was recovered stays for a later start. */
  leave() {
    this.#recovered = null;
  }

  #keys() {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(this.#prefix));
    } catch {
      return [];
    }
  }

  #read(key) {
    try {
      const copy = JSON.parse(localStorage.getItem(key));
      return copy?.draft ? copy : null;
    } catch {
      return null;
    }
  }

  #remove(key) {
    try {
      localStorage.removeItem(key);
    } catch {
      // As above.
    }
  }
}
