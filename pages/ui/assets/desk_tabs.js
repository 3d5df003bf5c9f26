/** Panels in one place, one of them shown: a tab list as browsers and screen readers know it. */
class DeskTabs {
  #tabs;
  #list = BenchDom.make("div", { class: "desk-tabs", role: "tablist", "aria-label": "Find" });

  #onShow;

  /** `panels`: [{name, title, root}, …]; the first is shown. `onShow(name)` before a panel is seen. */
  constructor(panels, onShow = () => {}) {
    this.#onShow = onShow;
    this.#tabs = panels.map(({ name, title, root }) => this.#tab(name, title, root));
    this.#list.append(...this.#tabs.map(({ button }) => button));
    this.#list.addEventListener("keydown", (event) => this.#move(event));
    this.root = BenchDom.make("div", { class: "bench-left" }, this.#list, ...this.#tabs.map(({ panel }) => panel));
    this.show(panels[0].name);
  }

  show(name) {
    this.#onShow(name);
    for (const tab of this.#tabs) {
      const shown = tab.name === name;
      tab.panel.hidden = !shown;
      tab.button.setAttribute("aria-selected", String(shown));
      tab.button.tabIndex = shown ? 0 : -1;
    }
  }

  #tab(name, title, root) {
    const button = BenchDom.make(
      "button",
      {
        type: "button",
        class: "desk-tab",
        role: "tab",
        id: `desk-tab-${name}`,
        "aria-controls": `desk-panel-${name}`,
        on: { click: () => this.show(name) },
      },
      title,
    );
    const attributes = { class: "desk-tab-panel", role: "tabpanel", id: `desk-panel-${name}`, "aria-labelledby": button.id };
    return { name, button, panel: BenchDom.make("div", attributes, root) };
  }

  #move(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const at = this.#tabs.findIndex(({ button }) => button === event.target);
    const next = this.#tabs[(at + step + this.#tabs.length) % this.#tabs.length];
    this.show(next.name);
    next.button.focus();
  }
}
