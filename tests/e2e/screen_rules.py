"""Rules that every screen keeps, as scripts that name what breaks them."""

from __future__ import annotations

from playwright.sync_api import Page

# Controls without a name, and ids that are used twice.
NAMELESS_AND_DOUBLED = """(frame) => {
  const controls = [...frame.querySelectorAll("button, input, select, textarea")];
  const named = (one) => one.getAttribute("aria-label")
    || (one.matches("select") ? "" : one.textContent.trim())
    || one.labels?.[0]?.textContent.trim() || one.title;
  const ids = [...frame.querySelectorAll("[id]")].map((one) => one.id);
  return [controls.filter((one) => !named(one)).map((one) => one.outerHTML),
          ids.filter((id, n) => ids.indexOf(id) !== n)];
}"""

# Every text of the screen itself whose ratio to the ground behind it is under 4.5 (WCAG 1.4.3).
WEAK_TEXT = """(bench) => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].map((one) => one / 255);
  };
  const over = (top, below) => [0, 1, 2].map((n) => top[n] * top[3] + below[n] * (1 - top[3]));
  const ground = (at) => {
    if (!at || at instanceof ShadowRoot) return [1, 1, 1];
    const own = rgba(getComputedStyle(at).backgroundColor);
    return own[3] === 1 ? own.slice(0, 3) : over(own, ground(at.parentNode));
  };
  const light = (c) => c.map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
  const weak = [];
  for (const one of bench.querySelectorAll("*")) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || one.closest(".viewer, :disabled, [aria-disabled=true]") || !one.checkVisibility()) continue;
    const below = ground(one);
    const [a, b] = [light(below), light(over(rgba(getComputedStyle(one).color), below))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) weak.push(`${one.className} ${one.textContent.slice(0, 30)} ${ratio.toFixed(2)}`);
  }
  return weak;
}"""


# Names, roles, labels, headings, language, live regions, targets: what breaks WCAG 2.2 A and AA, in words.
# Runs over the whole page, shadow roots included.
BROKEN_RULES = """() => {
  const broken = [];
  const all = [];
  const walk = (node) => {
    for (const one of node.querySelectorAll("*")) {
      all.push(one);
      if (one.shadowRoot) walk(one.shadowRoot);
    }
  };
  walk(document);
  const seen = (one) => one.checkVisibility({visibilityProperty: true}) && !one.closest("[aria-hidden=true]");
  const brief = (one) => one.outerHTML.slice(0, 120);
  const root = (one) => one.getRootNode();
  const byIds = (one, name) => (one.getAttribute(name) ?? "").split(/\\s+/).filter(Boolean)
    .map((id) => root(one).getElementById(id));
  const name = (one) => (one.getAttribute("aria-label")
    || byIds(one, "aria-labelledby").map((at) => at?.textContent).join(" ")
    || [...(one.labels ?? [])].map((at) => at.textContent).join(" ")
    || (one.matches("input, select, textarea") ? "" : one.textContent)
    || one.querySelector("img[alt]")?.alt || one.title || "").trim();

  if (!document.documentElement.lang) broken.push("the page says no language");
  if (!document.title.trim()) broken.push("the page has no title");
  const visible = all.filter(seen);
  const controls = visible.filter((one) => one.matches(
    "button, a[href], input, select, textarea, summary, dialog, [role=button], [role=slider], "
    + "[role=checkbox], [role=radiogroup], [role=progressbar]"));
  for (const one of controls) if (!name(one)) broken.push(`no name: ${brief(one)}`);
  for (const one of visible) {
    if (one.tabIndex > 0 && one.hasAttribute("tabindex")) broken.push(`order of its own: ${brief(one)}`);
    if (one.matches("img") && !one.hasAttribute("alt")) broken.push(`picture without words: ${brief(one)}`);
    for (const point of ["aria-labelledby", "aria-describedby"]) {
      if (byIds(one, point).includes(null)) broken.push(`${point} leads nowhere: ${brief(one)}`);
    }
    const role = one.getAttribute("role");
    if (role && !KNOWN.has(role)) broken.push(`no such role: ${brief(one)}`);
  }
  const headings = visible.filter((one) => one.matches("h1, h2, h3, h4, h5, h6"));
  const levels = headings.map((one) => Number(one.tagName[1]));
  if (levels.filter((level) => level === 1).length !== 1) broken.push(`h1: ${levels}`);
  if (levels.some((level, n) => n && level > levels[n - 1] + 1)) broken.push(`level left out: ${levels}`);
  const isThere = (what, among) => among.some((one) => one.matches(what));
  if (!isThere("[role=status], [role=alert], [aria-live]", all)) broken.push("nothing is said aloud");
  if (!isThere("main, [role=main]", visible)) broken.push("no main part");
  // Links inside a sentence, and fields that a label makes larger, may be smaller (WCAG 2.5.8).
  const small = "button, select, textarea, a.bench-quiet, "
    + "input:not([type=radio], [type=checkbox], [type=range])";
  for (const one of controls.filter((at) => at.matches(small))) {
    const {width, height} = one.getBoundingClientRect();
    if (width && height && Math.min(width, height) < 23.5 && !one.disabled) {
      broken.push(`small (${Math.round(width)} x ${Math.round(height)}): ${brief(one)}`);
    }
  }
  return broken;
}""".replace(
    "KNOWN.has",
    """new Set(`alert alertdialog application article banner button cell checkbox columnheader combobox
      complementary dialog document figure form grid gridcell group heading img link list listbox listitem log
      main menu menuitem navigation none note option presentation progressbar radio radiogroup region row
      rowgroup scrollbar search searchbox separator slider spinbutton status switch tab table tablist tabpanel
      term textbox timer toolbar tooltip tree treeitem`.split(/\\s+/)).has""",
)

# What has the focus, through shadow roots, and everything near it that could show so.
_FOCUSED = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (!at || at === document.body) return null;
  const near = [at];
  for (let up = at, n = 0; up.parentElement && n < 3; n += 1) near.push(up = up.parentElement);
  const label = at.closest("label");
  if (label) near.push(...label.querySelectorAll("*"));
  const look = () => near.map((one) => {
    const style = getComputedStyle(one);
    const {outline, boxShadow, borderColor, backgroundColor, textDecoration} = style;
    return [outline, boxShadow, borderColor, backgroundColor, textDecoration].join();
  }).join();
  const before = window.focusWalk;
  const isUnseen = before && before.at !== at && before.look() === before.seen;
  window.focusWalk = {at, look, seen: look(), n: (before?.n ?? 0) + 1};
  const {left, top, right, bottom} = at.getBoundingClientRect();
  return {
    name: (at.getAttribute("aria-label") || at.labels?.[0]?.textContent || at.textContent || at.tagName)
      .trim().slice(0, 60),
    unseen: isUnseen ? before.at.outerHTML.slice(0, 120) : null,
    outside: right < 0 || bottom < 0 || left > innerWidth || top > innerHeight,
  };
}"""


def walk_by_keyboard(page: Page, most: int = 60) -> tuple[list[str], list[str]]:
    """Tab from the beginning to the end of the page; the names in their order, and what was wrong on the way.

    Wrong is a focus that does not show, or that is out of the window.
    """
    # Half-way through a transition a ring that fades in looks like none.
    page.add_style_tag(content="* { transition: none !important; }")
    page.evaluate("() => { window.focusWalk = null; document.body.tabIndex = -1; document.body.focus(); }")
    names: list[str] = []
    wrong: list[str] = []
    for _ in range(most):
        page.keyboard.press("Tab")
        now = page.evaluate(_FOCUSED)
        if now is None:
            break
        if now["unseen"]:
            wrong.append(f"focus is not shown: {now['unseen']}")
        if now["outside"]:
            wrong.append(f"focus is out of sight: {now['name']}")
        if names and now["name"] == names[0]:
            break
        names.append(now["name"])
    return names, wrong
