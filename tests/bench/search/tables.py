"""What was measured, as a page of the documentation."""

from __future__ import annotations

import math
import platform
from collections.abc import Iterable, Sequence
from typing import Any

from tests.bench.search.agreement import agreement

KINDS = ("term", "OR", "AND", "phrase", "prefix", "infix", "suffix", "NOT", "nested")
OURS = "Pagetrail"
REFERENCE = "Whoosh"
_HEAD = """# Search engines side by side

Made by `make bench-search`; do not edit. Invented pages of the published size and shape
(tests/bench/search/pages.py), the same words and the same queries for every engine, one process each, one
after the other. Times are CPU time of the process, so what else the machine did counts little; the best 10
pages are asked for, without snippets. Pagetrail and Whoosh read the query's text, the others get it
ready-made.

![CPU time of a query by kind and engine](images/search-benchmark.png)

- Pagetrail: the default engine. Whoosh: 2.7.4 with our faster wildcards, as it stays selectable.
- FTS5: infix and suffix wildcards become the fitting words of its vocabulary. Xapian: so do all wildcards.
- tantivy: wildcards are regular expressions, with one score for all pages that fit. bm25s: words and OR only.
"""


def document(results: Sequence[dict[str, Any]]) -> str:
    """The whole page in Markdown."""
    parts = [_HEAD, f"Python {platform.python_version()}, {platform.machine()}.\n"]
    for result in results:
        parts.append(
            f"## {result['times']}x: {result['pages']:,} pages, {result['words'] / 1e6:.1f} million words\n"
        )
        parts += [_left_out(results[0], result), _builds(result), _times(result), _agreements(result)]
    if len(results) > 1:
        parts.append(_growth(results[0], results[-1]))
    return "\n".join(parts)


def _left_out(first: dict[str, Any], result: dict[str, Any]) -> str:
    """Engines that were measured at the first size only, on request: one that builds for hours."""
    names = [name for name in first["engines"] if name not in result["engines"]]
    return f"Not measured at this size: {', '.join(names)}.\n" if names else ""


def _builds(result: dict[str, Any]) -> str:
    rows = [
        [
            name,
            f"{one['build']['cpu_s']:.1f}",
            f"{one['build']['wall_s']:.1f}",
            f"{one['build']['index_mb']:.1f}",
            f"{one['build']['peak_mb']:.0f}",
            f"{one['open_ms']:.0f}",
            f"{one['peak_mb']:.0f}",
        ]
        for name, one in result["engines"].items()
    ]
    head = ["engine", "build CPU s", "build wall s", "index MB", "build peak MB", "open ms", "search peak MB"]
    return _table("Build, size and memory", head, rows)


def _times(result: dict[str, Any]) -> str:
    rows = []
    for name, one in result["engines"].items():
        cells = [_spread(one["kinds"][kind]["ms"]) if kind in one["kinds"] else "-" for kind in KINDS]
        rows.append([name, *cells, _spread(_all_ms(one)) if len(one["kinds"]) == len(KINDS) else "-"])
    return _table("CPU ms per query: p50 / p95 / max", ["engine", *KINDS, "all nine"], rows) + _ratio(result)


def _ratio(result: dict[str, Any]) -> str:
    if not {OURS, REFERENCE} <= result["engines"].keys():
        return ""
    ours, theirs = (percentile(_all_ms(result["engines"][name]), 0.95) for name in (OURS, REFERENCE))
    return (
        f"\nAt p95 over the nine kinds together Pagetrail is {theirs / ours:.1f} times as fast as Whoosh.\n"
    )


def _agreements(result: dict[str, Any]) -> str:
    if OURS not in result["engines"]:
        return ""
    ours = result["engines"][OURS]["kinds"]
    rows = []
    for name, one in result["engines"].items():
        if name == OURS:
            continue
        cells = []
        for kind in KINDS:
            if kind not in one["kinds"]:
                cells.append("-")
                continue
            found = agreement(ours[kind]["lists"], one["kinds"][kind]["lists"])
            tau = "-" if found.tau is None else f"{found.tau:.2f}"
            cells.append(f"{found.overlap:.2f} / {tau} / {found.identical:.2f}")
        rows.append([name, *cells])
    title = "Lists beside Pagetrail's: overlap of the best 5 / Kendall's tau-b of their union / share equal"
    return _table(title, ["engine", *KINDS], rows)


def _growth(first: dict[str, Any], last: dict[str, Any]) -> str:
    rows = []
    for name in first["engines"]:
        if name not in last["engines"]:
            continue
        small, large = first["engines"][name]["kinds"], last["engines"][name]["kinds"]
        rows.append(
            [
                name,
                *(
                    f"{sum_per_query(large[kind]) / sum_per_query(small[kind]):.1f}"
                    if kind in small and kind in large
                    else "-"
                    for kind in KINDS
                ),
            ]
        )
    times = last["pages"] / first["pages"]
    title = f"{times:.0f} times the pages: mean time of a query, in times that of {first['times']}x"
    return f"## Growth\n\n{_table(title, ['engine', *KINDS], rows)}"


def sum_per_query(kind: dict[str, Any]) -> float:
    """Mean CPU ms."""
    return sum(kind["ms"]) / len(kind["ms"])


def percentile(values: Iterable[float], share: float) -> float:
    """The smallest value with at least this share of all values at or below it."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * share) - 1)]


def _all_ms(one: dict[str, Any]) -> list[float]:
    return [ms for kind in one["kinds"].values() for ms in kind["ms"]]


def _spread(ms: Sequence[float]) -> str:
    return " / ".join(_number(percentile(ms, share)) for share in (0.5, 0.95, 1.0))


def _number(value: float) -> str:
    return f"{value:.2f}" if value < 1 else f"{value:.1f}" if value < 100 else f"{value:.0f}"


def _table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"**{title}**", "", "| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows), ""])
