"""Measurements as a table: the median, the 95th percentile, and the ratio to the naive way beside it."""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

RESULTS = Path(__file__).resolve().parents[2] / "bench-results"


class Row(NamedTuple):
    """Milliseconds of one way to do one thing."""

    what: str
    way: str
    ms: Sequence[float]

    @property
    def median(self) -> float:
        return statistics.median(self.ms)

    @property
    def p95(self) -> float:
        return sorted(self.ms)[min(len(self.ms) - 1, int(len(self.ms) * 0.95))]


def report(name: str, rows: Sequence[Row], target: str) -> None:
    """Print the table and keep it as JSON under bench-results/."""
    lines = [f"{name}. Target: {target}"]
    lines.append(f"  {'what':<26}{'way':<34}{'n':>6}{'median ms':>12}{'p95 ms':>10}{'ratio':>8}")
    first: dict[str, Row] = {}
    for row in rows:
        base = first.setdefault(row.what, row)
        ratio = f"{row.median / base.median:.1f}x" if row is not base else ""
        numbers = f"{len(row.ms):>6}{row.median:>12.1f}{row.p95:>10.1f}{ratio:>8}"
        lines.append(f"  {row.what:<26}{row.way:<34}{numbers}")
    sys.stdout.write("\n" + "\n".join(lines) + "\n")
    RESULTS.mkdir(exist_ok=True)
    kept = [
        {"what": row.what, "way": row.way, "n": len(row.ms), "median_ms": row.median, "p95_ms": row.p95}
        for row in rows
    ]
    (RESULTS / f"{name}.json").write_text(json.dumps({"target": target, "rows": kept}, indent=2))
