/** The slim row on top: where this is, how far it is, how long it took, and the way to a pause. */
class BenchHeader {
  /** `controls` are the elements at the end of the row (clock, pause, help), in order. */
  constructor({ studyTitle, item, simulated, controls }) {
    this.root = BenchDom.make(
      "header",
      { class: "bench-header" },
      BenchDom.make("h1", { class: "bench-study", title: studyTitle, text: studyTitle }),
      simulated ? BenchDom.make("span", { class: "bench-simulated", text: "Simulated" }) : null,
      ...BenchHeader.#progress(item),
      BenchDom.make("div", { class: "bench-controls" }, ...controls),
    );
  }

  // How many there are may be hidden (`of` is null): then neither is a bar there.
  static #progress({ name = "Item", number, of: total, batch, batches }) {
    if (total === null) return [BenchHeader.#place(`${name} ${number}`)];
    const done = number - 1;
    const words = `${done} of ${total} done`;
    const fill = BenchDom.make("span", { class: "bench-progress-fill" });
    fill.style.width = `${(100 * done) / total}%`;
    return [
      BenchHeader.#place(`${name} ${number} of ${total}`, batches > 1 ? ` · batch ${batch} of ${batches}` : ""),
      BenchDom.make(
        "span",
        {
          class: "bench-progress",
          role: "progressbar",
          "aria-label": "Items done",
          "aria-valuemin": 0,
          "aria-valuemax": total,
          "aria-valuenow": done,
          "aria-valuetext": words,
        },
        BenchDom.make("span", { class: "bench-progress-track" }, fill),
        BenchDom.make("span", { class: "bench-progress-words", text: words }),
      ),
    ];
  }

  static #place(words, more = "") {
    return BenchDom.make("span", { class: "bench-place" }, BenchDom.make("b", { text: words }), more);
  }
}
