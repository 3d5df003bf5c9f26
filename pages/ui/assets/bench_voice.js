/** One polite live region for the whole bench: short sentences for people who listen. */
class BenchVoice {
  root = BenchDom.make("div", { class: "bench-spoken", role: "status", "aria-live": "polite" });

  /** Says `text`; the same text twice is said twice. */
  say(text) {
    this.root.textContent = this.root.textContent === text ? `${text}\u00a0` : text;
  }
}
