/**
 * One-key commands for a whole page. They work wherever the focus is, and never while somebody types,
 * composes with an input method, holds Ctrl, Meta or Alt, or has a dialog open.
 */
class Shortcuts {
  static TYPING = "input, textarea, select, [contenteditable]:not([contenteditable='false']), " +
    "[role=textbox], [role=combobox], [role=searchbox], [role=spinbutton], [role=slider]";
  static MOVING = "[role=radiogroup], [role=tablist], [role=menu], [role=menubar], [role=grid], [role=tree]";

  /**
   * `rootNode`: any node of the component that owns the shortcuts; once it left the page they are dead.
   * `when`: whether they work now, where several parts of a page have the same keys.
   */
  constructor(rootNode, { when = () => true } = {}) {
    this.rootNode = rootNode;
    this.when = when;
    this.entries = [];
    this.listener = (event) => this.#onKey(event);
    // Capture: Streamlit has an `r` of its own (run the script again) that must not see a key that we used.
    document.addEventListener("keydown", this.listener, { capture: true });
  }

  /**
   * Run `fn(event)` on `key`, a KeyboardEvent.key or several of them. `label` says what it does, for the help sheet.
   * A key held down repeats only where `repeat` is "allow".
   */
  add(key, label, fn, { repeat = "ignore" } = {}) {
    this.entries.push({ keys: [key].flat(), label, fn, repeat });
  }

  /** All shortcuts in the order of registration: [{keys, label}, ...]. */
  list() {
    return this.entries.map(({ keys, label }) => ({ keys: [...keys], label }));
  }

  destroy() {
    document.removeEventListener("keydown", this.listener, { capture: true });
    this.entries = [];
  }

  #onKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.isComposing || event.keyCode === 229 || !this.rootNode.isConnected || !this.when()) return;
    const entry = this.entries.find(({ keys }) => keys.some((key) => Shortcuts.#matches(key, event)));
    if (!entry || this.#elsewhere(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!event.repeat || entry.repeat === "allow") entry.fn(event);
  }

  /** Caps Lock gives "N" without Shift: that is still the key n. */
  static #matches(key, event) {
    return event.key === key || (!event.shiftKey && key.length === 1 && event.key.toLowerCase() === key);
  }

  #elsewhere(event) {
    const path = event.composedPath().filter((node) => node instanceof Element);
    const moving = event.key.startsWith("Arrow");
    return path.some((node) =>
      node.matches(Shortcuts.TYPING) ||
      (moving && node.matches(Shortcuts.MOVING)) ||
      (node.matches("dialog[open], [role=dialog], [role=alertdialog]") && !this.#contains(node)));
  }

  /** Whether our own root stands inside `node`, seen through shadow roots. */
  #contains(node) {
    for (let at = this.rootNode; at; at = at.parentNode ?? at.host) {
      if (at === node) return true;
    }
    return false;
  }
}
