"""The times as a picture: one row a kind of query, one point an engine, p50 to p95."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
from playwright.sync_api import sync_playwright
from plotly.subplots import make_subplots

from tests.bench.search.tables import KINDS, percentile

# Told apart by shape as well as by colour.
_LOOKS = {
    "Pagetrail": ("#0f766e", "circle"),
    "Whoosh": ("#b45309", "square"),
    "FTS5": ("#1d4ed8", "diamond"),
    "bm25s": ("#6b7280", "cross"),
    "tantivy": ("#9d174d", "triangle-up"),
    "Xapian": ("#4c1d95", "x"),
}
_WIDTH, _HEIGHT = 1200, 560


def write_plot(results: Sequence[dict[str, Any]], path: Path) -> None:
    """Draw it in Chromium (`PAGETRAIL_CHROMIUM`, as the tests find it) and keep the picture."""
    html = _figure(results).to_html(include_plotlyjs=True, config={"staticPlot": True})
    path.parent.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("PAGETRAIL_CHROMIUM") or None, args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": _WIDTH, "height": _HEIGHT})
        page.set_content(html)
        page.locator(".main-svg").first.wait_for()
        page.locator(".plot-container").screenshot(path=path)
        browser.close()


def _figure(results: Sequence[dict[str, Any]]) -> go.Figure:
    titles = [f"{result['times']}x: {result['pages']:,} pages" for result in results]
    figure = make_subplots(
        cols=len(results), subplot_titles=titles, shared_yaxes=True, horizontal_spacing=0.03
    )
    for column, result in enumerate(results, 1):
        for name, one in result["engines"].items():
            figure.add_trace(_points(name, one["kinds"], is_first=column == 1), row=1, col=column)
    # One scale for all: growth is to be seen.
    figure.update_xaxes(
        type="log", matches="x", title="CPU ms per query: p50, line to p95", gridcolor="#e5e7eb", dtick=1
    )
    figure.update_yaxes(autorange="reversed", gridcolor="#f3f4f6")
    figure.update_layout(
        template="plotly_white",
        width=_WIDTH,
        height=_HEIGHT,
        font={"family": "sans-serif", "size": 14},
        legend={"orientation": "h", "y": -0.16},
        margin={"l": 80, "r": 20, "t": 50, "b": 90},
        scattermode="group",
    )
    return figure


def _points(name: str, kinds: dict[str, Any], *, is_first: bool) -> go.Scatter:
    colour, symbol = _LOOKS[name]
    shown = [kind for kind in KINDS if kind in kinds]
    middle = [percentile(kinds[kind]["ms"], 0.5) for kind in shown]
    high = [percentile(kinds[kind]["ms"], 0.95) for kind in shown]
    return go.Scatter(
        x=middle,
        y=shown,
        mode="markers",
        name=name,
        legendgroup=name,
        showlegend=is_first,
        marker={"color": colour, "symbol": symbol, "size": 9},
        error_x={
            "array": [top - mid for mid, top in zip(middle, high, strict=True)],
            "arrayminus": [0.0] * len(shown),
            "color": colour,
            "thickness": 1,
        },
    )
