/** How far the project is: small bars against its targets, those that miss most first; the words say it too. */
class DeskCoverage {
  static #GROUPS = [
    ["hop", "Hop types"],
    ["visual", "Visual types"],
    ["category", "Categories"],
    ["documents", "Documents"],
  ];
  static #MOST = 6;

  root = BenchDom.make("aside", { class: "desk-coverage", "aria-label": "Coverage of the project", tabindex: "0" });

  /** `coverage`: [{group, of, have, want, missing}, …] as the checks answer it; `want` may be null. */
  show(coverage) {
    const title = BenchDom.make("h2", { class: "bench-label", text: "Still thin" });
    const groups = DeskCoverage.#GROUPS.map(([name, words]) => {
      return DeskCoverage.#group(words, coverage.filter(({ group }) => group === name));
    });
    const nothing = coverage.length ? null : BenchDom.make("p", { class: "bench-empty", text: "Targets will be shown here." });
    this.root.replaceChildren(title, ...groups.filter(Boolean), ...(nothing ? [nothing] : []));
  }

  static #group(words, rows) {
    if (!rows.length) return null;
    const shown = [...rows].sort((a, b) => b.missing - a.missing).slice(0, DeskCoverage.#MOST);
    const more = rows.length - shown.length;
    return BenchDom.make(
      "section",
      { class: "desk-coverage-group" },
      BenchDom.make("h3", { text: words }),
      BenchDom.make("ul", {}, ...shown.map((row) => DeskCoverage.#row(row))),
      more ? BenchDom.make("p", { class: "desk-coverage-more", text: `and ${more} more` }) : null,
    );
  }

  static #row({ group, of, have, want, missing }) {
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
