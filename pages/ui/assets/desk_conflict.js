/**
 * Two people (or two tabs) changed the same item: both texts beside each other, field by field, and the
 * words that differ marked, and the person says which one stands. Nothing is taken without having been seen; closing the window loses nothing.
 */
class DeskConflict {
  #dialog = new DeskDialog({ name: "conflict", wide: true });
  #onSettled;

  /** `onSettled(draft)`: this is what shall stand. */
  constructor({ onSettled }) {
    this.#onSettled = onSettled;
  }

  get root() {
    return this.#dialog.root;
  }

  /** `mine` stands in the form, `newest` is {revision, draft, by, at_ms}, `known` what both started from, or null. */
  open(mine, newest, known) {
    const parts = DeskVersions.differing(mine, newest.draft);
    const versions = new DeskVersions();
    const who = newest.by === "you" ? "by you, in another tab or browser" : "by another person";
    const words = `This item was changed ${who} at ${BenchDom.timeOfDay(newest.at_ms)}, after you had opened it. ` +
      "Both texts are kept; choose what shall stand.";
    const rows = parts.map((part) => DeskConflict.#row(part, versions.pair(part, mine, newest.draft), {
      untouched: known !== null && DeskDraft.sameIn(part.fields, mine, known),
    }));
    const settle = (chosen) => {
      const taken = parts.filter((part, n) => chosen(n) === "theirs").flatMap(({ fields }) => fields);
      this.#dialog.close();
      this.#onSettled(DeskDraft.taking(taken, mine, newest.draft));
    };
    this.#dialog.open({
      title: "Two versions of this item",
      content: [BenchDom.make("p", { text: words }), this.#head(newest), ...rows.map(({ element }) => element)],
      actions: [
        ["Look at it later", () => this.#dialog.close()],
        ["Take all theirs", () => settle(() => "theirs")],
        ["Keep all mine", () => settle(() => "mine")],
        ["Save what is chosen", () => settle((n) => rows[n].chosen()), "bench-primary"],
      ],
    });
    versions.mark();
  }

  #head({ by }) {
    const theirs = by === "you" ? "In the other tab" : "The other person's";
    return BenchDom.make("div", { class: "desk-versions desk-versions-head", "aria-hidden": "true" },
      BenchDom.make("span", { text: "" }), BenchDom.make("span", { text: "Yours" }), BenchDom.make("span", { text: theirs }));
  }

  // What was not touched here is taken from the other text, unless the person says otherwise.
  static #row({ name }, sides, { untouched }) {
    const options = [["mine", "Yours"], ["theirs", "Theirs"]].map(([value, title], n) => {
      const input = BenchDom.make("input", { type: "radio", name: `desk-version-${name}`, value });
      input.checked = value === (untouched ? "theirs" : "mine");
      const text = BenchDom.make("span", {}, BenchDom.spoken(`${title}: `), sides[n]);
      return { input, label: BenchDom.make("label", { class: "desk-version" }, input, text) };
    });
    const element = BenchDom.make(
      "fieldset",
      { class: "desk-versions", "aria-label": name },
      BenchDom.make("span", { class: "desk-versions-name", text: name }),
      ...options.map(({ label }) => label),
    );
    return { element, chosen: () => options.find(({ input }) => input.checked).input.value };
  }
}
