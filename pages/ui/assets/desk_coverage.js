/** How far the project is: small bars against its targets, those that miss most first; the words say it too. */
class DeskCoverage {
  static #GROUPS = [
    ["hop", "Hop types"],
    ["visual", "Visual categories"],
    ["category", "Document categories"],
    ["documents", "Documents"],
  ];

  root = BenchDom.make("aside", { class: "desk-coverage", "aria-label": "Coverage of the project", tabindex: "0" });

  /**
   * `coverage`: [{group, n_kinds, thinnest: [{of, have, want, missing}, …]}, …] as the checks answer it, thinnest
   * first; `want` may be null.
   */
  show(coverage) {
    const title = BenchDom.make("h2", { class: "bench-label", text: "Still missing" });
    const groups = DeskCoverage.#GROUPS.map(([name, words]) => {
      const found = coverage.find(({ group }) => group === name);
      return found ? DeskCoverage.#group(words, found) : null;
    });
    const nothing = coverage.length ? null : BenchDom.make("p", { class: "bench-empty", text: "Targets will be shown here." });
    this.root.replaceChildren(title, ...groups.filter(Boolean), ...(nothing ? [nothing] : []));
  }

  static #group(words, { group, n_kinds: nKinds, thinnest }) {
    const more = nKinds - thinnest.length;
    return BenchDom.make(
      "section",
      { class: "desk-coverage-group" },
      BenchDom.make("h3", { text: words }),
      BenchDom.make("ul", {}, ...thinnest.map((row) => DeskCoverage.#row(group, row))),
      more ? BenchDom.make("p", { class: "desk-coverage-more", text: `and ${BenchDom.count(more, "more", "more")}` }) : null,
    );
  }

  static #row(group, { of, have, want, missing }) {
    const name = group === "hop" ? DeskDraft.hopWords(of) : DeskDraft.words(of);
    const wanted = want ?? 0;
    const fill = BenchDom.make("span", { class: "desk-coverage-fill" });
    fill.style.width = `${wanted ? Math.min(100, (100 * have) / wanted) : 100}%`;
    const count = want === null ? String(have) : `${have} of ${Math.round(want)}`;
    return BenchDom.make(
      "li",
      { class: "desk-coverage-row", "data-state": missing > 0 ? "thin" : "full", title: of },
      group === "documents" ? BenchDom.documentName(of, "dropped") : BenchDom.make("span", { class: "desk-coverage-name", text: name }),
      BenchDom.make("span", { class: "desk-coverage-count", text: count }),
      BenchDom.make("span", { class: "desk-coverage-track", "aria-hidden": "true" }, fill),
    );
  }
}
