/** Building the viewer's DOM. Text from documents only ever becomes a text node or an attribute value. */
class ViewerDom {
  static #SVG = "http://www.w3.org/2000/svg";

  /** Strokes on a 20 x 20 grid, drawn for this app. */
  static #ICONS = {
    previous: "M12.5 4.5 7 10l5.5 5.5",
    next: "M7.5 4.5 13 10l-5.5 5.5",
    smaller: "M4.5 10h11",
    larger: "M4.5 10h11M10 4.5v11",
    width: "M3 4v12M17 4v12M5.5 10h9M8 7.5 5.5 10 8 12.5M12 7.5l2.5 2.5-2.5 2.5",
    rotate: "M15.6 11.5A5.8 5.8 0 1 1 14 6.1L16 8M16 4v4h-4",
    find: "M8.5 13.5a5 5 0 1 1 0-10 5 5 0 0 1 0 10ZM12.2 12.2 16.5 16.5",
    region: "M3.5 7V3.5H7M13 3.5h3.5V7M16.5 13v3.5H13M7 16.5H3.5V13M7.5 7.5h5v5h-5Z",
    thumbnails: "M3.5 3.5h5v5h-5ZM11.5 3.5h5v5h-5ZM3.5 11.5h5v5h-5ZM11.5 11.5h5v5h-5Z",
    flag: "M5.5 17V3.5h9l-2 3.2 2 3.3h-9",
    close: "M5 5l10 10M15 5 5 15",
    up: "M4.5 12.5 10 7l5.5 5.5",
    down: "M4.5 7.5 10 13l5.5-5.5",
  };

  /**
   * An element with attributes and children. `text` sets the text, `on` maps event names to listeners;
   * null and false leave an attribute out, true sets it empty. Children are nodes or strings.
   */
  static make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (name === "text") element.textContent = value;
      else if (name === "on") ViewerDom.#listen(element, value);
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }

  static #listen(element, listeners) {
    for (const [event, listener] of Object.entries(listeners)) element.addEventListener(event, listener);
  }

  /** A decorative icon; the words or the label beside it say what it means. */
  static icon(name) {
    const svg = document.createElementNS(ViewerDom.#SVG, "svg");
    svg.setAttribute("viewBox", "0 0 20 20");
    svg.setAttribute("class", `viewer-icon viewer-icon-${name}`);
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(ViewerDom.#SVG, "path");
    path.setAttribute("d", ViewerDom.#ICONS[name]);
    svg.append(path);
    return svg;
  }

  /** A button with an icon and, if given, a visible text. `label` is what it does; `key` its shortcut. */
  static button({ icon, label, key = null, text = null, className = "", onClick }) {
    return ViewerDom.make(
      "button",
      {
        type: "button",
        class: `viewer-button ${className}`,
        "aria-label": text === null ? label : null,
        "aria-keyshortcuts": key,
        title: key ? `${label} (${key})` : label,
        on: { click: (event) => event.currentTarget.getAttribute("aria-disabled") !== "true" && onClick(event) },
      },
      ViewerDom.icon(icon),
      text === null ? null : ViewerDom.make("span", { class: "viewer-button-text", text }),
    );
  }

  /** Out of use, but still focusable: a button that vanishes under the finger loses the reader's place. */
  static setUsable(button, usable) {
    if (usable) button.removeAttribute("aria-disabled");
    else button.setAttribute("aria-disabled", "true");
  }

  /** Put `element` over the part of its parent that `box` covers; boxes are 0-1 of the parent. */
  static place(element, { x0, y0, x1, y1 }) {
    element.style.left = `${100 * x0}%`;
    element.style.top = `${100 * y0}%`;
    element.style.width = `${100 * (x1 - x0)}%`;
    element.style.height = `${100 * (y1 - y0)}%`;
    return element;
  }

  /** The printed label where it says something else than the page number, as (printed "v"); otherwise "". */
  static printed(label, page) {
    return label && label !== String(page) ? `(printed “${label}”)` : "";
  }
}
