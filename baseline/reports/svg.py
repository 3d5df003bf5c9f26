"""Charts of a report as SVG, drawn by our own code. Pure.

No script and no library: a report stays small, prints as sharp as text, follows light and dark by the page's
own colours, and opens in twenty years. What a mark stands for is in its tooltip and in the table beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from baseline.analysis.cascade import CASCADE_LABELS
from baseline.analysis.figure_text import interval_text, n_text, value_text
from baseline.analysis.panel_report import SystemFigures
from baseline.analysis.records import Figure

_WIDTH, _LEFT, _RIGHT, _ROW = 880, 230, 26, 30
_NAME_CHARACTERS = 30
_LEGEND = 290


class Drawn(NamedTuple):
    """A system and the number of its look: the page has a colour and a mark for each."""

    figures: SystemFigures
    look: int


def dots(drawn: Sequence[Drawn], key: str) -> str:
    """One figure of every system: a mark for the value, a bar for its interval, or why there is none."""
    known = [one.figures.figure(key) for one in drawn]
    ends = [figure.interval.high if figure.interval else figure.value or 0 for figure in known]
    is_share = bool(known) and known[0].unit == "share"
    top = 1.0 if is_share else _nice(max(ends, default=1.0))
    height = 20 + _ROW * len(drawn) + 34
    across = _scale(0.0, top, _LEFT, _WIDTH - _RIGHT)
    parts = _x_axis(across, [top * i / 5 for i in range(6)], 14, height - 34, is_share=is_share)
    for place, ((system, look), figure) in enumerate(zip(drawn, known, strict=True)):
        y = 20 + _ROW * place + _ROW / 2
        parts.append(_name(system.name, y))
        if figure.value is None:
            parts.append(f'<text class="quiet" x="{_LEFT}" y="{y + 4:.1f}">{escape(_why(figure))}</text>')
            continue
        span = figure.interval
        bar = ""
        if span:
            bar = f'<path class="line" d="M{across(span.low):.1f} {y:.1f}H{across(span.high):.1f}"/>'
        title = f"{system.name}: {value_text(figure)}, {interval_text(figure)}, {n_text(figure)}"
        parts.append(_group(look, title, bar + _mark(look, across(figure.value), y)))
    return _svg(height, parts, f"{known[0].label if known else key} of every system")


def curves(drawn: Sequence[Drawn], family: str, x_title: str) -> str:
    """A share over a growing limit, one line a system; "" where no system has a value."""
    lines = [(one, [f for f in one.figures.family(family) if f.value is not None]) for one in drawn]
    shown = [(one, points) for one, points in lines if points]
    if not shown:
        return ""
    farthest = max(_limit(points[-1]) for _, points in shown) or 1
    height, bottom = 360, 300
    across, up = _scale(0, farthest, 56, _WIDTH - _LEGEND), _scale(0.0, 1.0, bottom, 16)
    steps = list(range(0, farthest + 1, max(1, round(_nice(farthest / 8)))))
    parts = [*_x_axis(across, steps, 16, bottom, is_share=False), *_y_axis(up, 56, _WIDTH - _LEGEND)]
    parts.append(
        f'<text class="quiet" x="{(56 + _WIDTH - _LEGEND) / 2}" y="{bottom + 42}">{escape(x_title)}</text>'
    )
    for place, (one, points) in enumerate(shown):
        path = f"M{across(_limit(points[0])):.1f} {up(points[0].value or 0):.1f}"
        for point in points[1:]:
            path += f"H{across(_limit(point)):.1f}V{up(point.value or 0):.1f}"
        path += f"H{across(farthest):.1f}"
        marks = "".join(_mark(one.look, across(_limit(p)), up(p.value or 0), 3.5) for p in points)
        parts.append(_group(one.look, one.figures.name, f'<path class="line" d="{path}"/>{marks}'))
        parts += _legend_entry(one, place)
    return _svg(height, parts, x_title)


def bars(rows: Mapping[str, Mapping[str, float]]) -> str:
    """One stacked bar a system: the share of each label of the cascade."""
    height = 46 + _ROW * len(rows) + 34
    across = _scale(0.0, 1.0, _LEFT, _WIDTH - _RIGHT)
    parts = _x_axis(across, [i / 5 for i in range(6)], 40, height - 34, is_share=True)
    for place, label in enumerate(CASCADE_LABELS):
        x = 12 + place * 145
        words = label.replace("_", ", ")
        parts.append(f'<rect class="k-{label}" x="{x}" y="8" width="14" height="14"/>')
        parts.append(f'<text x="{x + 20}" y="20">{words}</text>')
    for place, (name, shares) in enumerate(rows.items()):
        y, start = 46 + _ROW * place, 0.0
        parts.append(_name(name, y + _ROW / 2))
        for label in CASCADE_LABELS:
            share = shares[label]
            title = escape(f"{name}: {label.replace('_', ', ')} {100 * share:.1f} %")
            parts.append(
                f'<rect class="k-{label}" x="{across(start):.1f}" y="{y + 4}" width="'
                f'{across(share) - _LEFT:.1f}" height="{_ROW - 8}"><title>{title}</title></rect>'
            )
            start += share
    return _svg(height, parts, "Where attempts ended, a bar for each system")


def difference(one: Drawn) -> str:
    """The cumulative difference curve of one system and the band of its shuffles; "" where K is undefined."""
    test, curve = one.figures.test, one.figures.curve
    if test is None:
        return ""
    low, high = test.band.low, test.band.high
    values = [*low, *high, *(point.difference for point in curve)]
    edge = max(abs(value) for value in values) or 1.0
    across, up = _scale(0, curve[-1].k, 50, 420), _scale(-edge, edge, 190, 14)
    there = [f"{across(p.k):.1f},{up(v):.1f}" for p, v in zip(curve, high, strict=True)]
    back = [f"{across(p.k):.1f},{up(v):.1f}" for p, v in zip(reversed(curve), reversed(low), strict=True)]
    line = "M" + "L".join(f"{across(p.k):.1f} {up(p.difference):.1f}" for p in curve)
    marks = "".join(_mark(one.look, across(p.k), up(p.difference), 3.5) for p in curve)
    parts = [
        f'<polygon class="band" points="{" ".join([*there, *back])}"/>',
        f'<path class="grid" d="M50 {up(0):.1f}H420"/>',
        *(
            f'<text class="tick end" x="44" y="{up(v) + 4:.1f}">{v:.1f}</text>'.replace(">-", ">−")
            for v in (-edge, 0.0, edge)
        ),
        _group(one.look, one.figures.name, f'<path class="line" d="{line}"/>{marks}'),
        f'<text class="quiet" x="50" y="214">{curve[-1].k} attempts in order of effort</text>',
    ]
    return _svg(222, parts, f"Cumulative difference of {one.figures.name}", 440)


def _limit(figure: Figure) -> int:
    return int(figure.key.partition("@")[2])


def _why(figure: Figure) -> str:
    return figure.undefined or "undefined"


def _scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    width = (high - low) or 1.0
    return lambda value: start + (value - low) / width * (end - start)


def _nice(value: float) -> float:
    """A round number that is not smaller."""
    if value <= 0:
        return 1.0
    size = 1.0
    while size * 10 <= value:
        size *= 10
    while size > value:
        size /= 10
    return next(size * step for step in (1, 2, 2.5, 5, 10) if size * step >= value)


def _x_axis(
    across: Callable[[float], float], ticks: Iterable[float], top: float, bottom: float, *, is_share: bool
) -> list[str]:
    parts = []
    for tick in ticks:
        x = across(tick)
        text = f"{100 * tick:.0f} %" if is_share else f"{tick:g}"
        parts.append(f'<path class="grid" d="M{x:.1f} {top}V{bottom}"/>')
        parts.append(f'<text class="tick mid" x="{x:.1f}" y="{bottom + 18}">{text}</text>')
    return parts


def _y_axis(up: Callable[[float], float], left: float, right: float) -> list[str]:
    parts = []
    for tick in range(6):
        y = up(tick / 5)
        parts.append(f'<path class="grid" d="M{left} {y:.1f}H{right}"/>')
        parts.append(f'<text class="tick end" x="{left - 8}" y="{y + 4:.1f}">{20 * tick} %</text>')
    return parts


def _legend_entry(one: Drawn, place: int) -> list[str]:
    x, y = _WIDTH - _LEGEND + 18, 24 + 22 * place
    line = f'<path class="line" d="M{x} {y}h26"/>{_mark(one.look, x + 13, y)}'
    name = escape(_cut(one.figures.name, _NAME_CHARACTERS))
    return [_group(one.look, one.figures.name, line), f'<text x="{x + 34}" y="{y + 4}">{name}</text>']


def _name(name: str, y: float) -> str:
    return (
        f'<text class="end" x="{_LEFT - 14}" y="{y + 4:.1f}">{escape(_cut(name, _NAME_CHARACTERS))}'
        f"<title>{escape(name)}</title></text>"
    )


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _group(look: int, title: str, content: str) -> str:
    return f'<g class="s s{look}"><title>{escape(title)}</title>{content}</g>'


def _mark(look: int, x: float, y: float, r: float = 5.5) -> str:
    """A mark of its own for every look in a row of six: what colour says, shape says too."""
    corner = f'x="{x - r:.1f}" y="{y - r:.1f}" width="{2 * r}" height="{2 * r}"'
    round_one, wide = f'cx="{x:.1f}" cy="{y:.1f}" r="{r}"', round(1.4 * r, 1)
    match look % 6:
        case 0:
            return f'<circle class="mark" {round_one}/>'
        case 1:
            return f'<rect class="mark" {corner}/>'
        case 2:
            return f'<path class="mark" d="M{x:.1f} {y - wide:.1f}l{wide} {2 * wide}h{-2 * wide}z"/>'
        case 3:
            sides = f"l{wide} {wide}l{-wide} {wide}l{-wide} {-wide}z"
            return f'<path class="mark" d="M{x:.1f} {y - wide:.1f}{sides}"/>'
        case 4:
            return f'<circle class="open" {round_one}/>'
        case _:
            return f'<rect class="open" {corner}/>'


def _svg(height: float, parts: Iterable[str], label: str, width: int = _WIDTH) -> str:
    return (
        f'<svg role="img" aria-label="{escape(label)}" viewBox="0 0 {width} {height:.0f}" '
        f'style="max-width:{width}px">{"".join(parts)}</svg>'
    )
