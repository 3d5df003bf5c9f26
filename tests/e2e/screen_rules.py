"""Rules that every screen keeps, as scripts that name what breaks them."""

from __future__ import annotations

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
