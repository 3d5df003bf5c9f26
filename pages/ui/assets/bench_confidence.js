/** Confidence from 0 to 100: a slider and a number that say nothing until somebody sets them. */
class BenchConfidence {
  #onEdit;
  #value = null;
  #slider;
  #number;
  #clear;
  #problem;

  /** `onEdit()` after each change, `onLeave()` when the number or the slider is left. */
  constructor({ onEdit, onLeave }) {
    this.#onEdit = onEdit;
    this.#slider = BenchDom.make("input", {
      type: "range",
      min: 0,
      max: 100,
      step: 1,
      class: "bench-slider",
      "aria-label": "Confidence in percent",
      on: {
        input: () => this.#set(Number(this.#slider.value)),
        // A press on the very middle of an unset slider changes nothing, so no input event comes.
        pointerup: () => this.#set(Number(this.#slider.value)),
        keydown: (event) => this.#onSliderKey(event),
        blur: onLeave,
      },
    });
    this.#number = BenchDom.make("input", {
      type: "text",
      inputmode: "numeric",
      class: "bench-input bench-confidence-number",
      autocomplete: "off",
      placeholder: "–",
      "aria-label": "Confidence as a number from 0 to 100",
      "aria-describedby": "bench-confidence-problem",
      on: { input: () => this.#read(), blur: onLeave, keydown: (event) => this.#onNumberKey(event) },
    });
    this.#clear = BenchDom.make("button", {
      type: "button",
      class: "bench-quiet bench-confidence-clear",
      "aria-label": "Take the confidence back",
      title: "Take the confidence back",
      on: { click: () => this.#takeBack() },
    }, BenchDom.icon("close"));
    this.#problem = BenchDom.make("span", { id: "bench-confidence-problem", class: "bench-confidence-state" });
    this.root = BenchDom.make(
      "div",
      { class: "bench-confidence", role: "group", "aria-label": "Confidence" },
      BenchDom.make("span", { class: "bench-row-title", "aria-hidden": "true", text: "Confidence" }),
      this.#slider,
      this.#number,
      BenchDom.make("span", { class: "bench-confidence-end" }, this.#problem, this.#clear),
    );
    this.#paint();
  }

  /** 0-100, or null when not stated. */
  get value() {
    return this.#value;
  }

  set value(value) {
    this.#value = value;
    this.#number.value = value === null ? "" : String(value);
    this.#paint();
  }

  /** True while the number field holds something that is no confidence. */
  get isInvalid() {
    return this.#number.hasAttribute("aria-invalid");
  }

  setEnabled(enabled) {
    for (const control of [this.#slider, this.#number, this.#clear]) control.disabled = !enabled;
  }

  focus() {
    this.#number.focus();
  }

  #set(value) {
    if (this.#slider.disabled || (value === this.#value && !this.isInvalid)) return;
    this.value = value;
    this.#onEdit();
  }

  #onSliderKey(event) {
    // With Ctrl or Meta it is somebody else's key.
    if ((event.key !== " " && event.key !== "Enter") || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#set(Number(this.#slider.value));
  }

  #onNumberKey(event) {
    if (event.key === "Enter") event.preventDefault();
  }

  #takeBack() {
    this.value = null;
    this.#number.focus();
    this.#onEdit();
  }

  #read() {
    const typed = this.#number.value.trim().replace(/\s*%$/, "");
    const fits = /^\d{1,3}$/.test(typed) && Number(typed) <= 100;
    this.#value = fits ? Number(typed) : null;
    this.#paint(typed !== "" && !fits ? "0 to 100" : null);
    this.#onEdit();
  }

  #paint(problem = null) {
    const unset = this.#value === null;
    this.#slider.value = unset ? 50 : this.#value;
    this.#slider.classList.toggle("bench-slider-unset", unset);
    this.#slider.style.setProperty("--bench-slider-fill", `${unset ? 0 : this.#value}%`);
    this.#slider.setAttribute("aria-valuetext", unset ? "not stated" : `${this.#value} percent`);
    if (problem) this.#number.setAttribute("aria-invalid", "true");
    else this.#number.removeAttribute("aria-invalid");
    this.#problem.textContent = problem ?? (unset ? "not stated" : "%");
    this.#clear.style.visibility = unset ? "hidden" : "visible";
  }
}
