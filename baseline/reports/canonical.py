"""The figures' data as one JSON value and as tables, in one form: the same figures, the same bytes. Pure.

Keys are sorted, numbers have twelve digits, and nothing says when or where they were computed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from baseline.exports.files import ExportFile
from baseline.reports.data_tables import attempt_table, figure_table, fixed, item_table
from baseline.reports.data_values import lines_value, panel_value
from baseline.reports.findings import Findings
from baseline.reports.panel_findings import FigureLine, pair_lines, system_lines
from baseline.reports.source import Source

FORMAT = "pagetrail-report-1"


def data_files(source: Source, findings: Findings) -> list[ExportFile]:
    """`data/figures.json`, and `figures.csv`, `items.csv`, `attempts.csv` beside it."""
    lines = list(figure_lines(findings))
    text = json.dumps(
        _in_one_form(figures_value(source, findings)),
        ensure_ascii=False,
        allow_nan=False,
        sort_keys=True,
        indent=1,
    )
    return [
        ExportFile("data/figures.json", f"{text}\n", len(lines), "every figure"),
        figure_table("data/figures.csv", lines),
        item_table("data/items.csv", findings),
        attempt_table("data/attempts.csv", findings),
    ]


def figure_lines(findings: Findings) -> Iterator[FigureLine]:
    """Every figure of the report, part by part."""
    yield from system_lines(findings)
    yield from _study_lines(findings)
    yield from pair_lines(findings)
    yield from _judging_lines(findings)


def _study_lines(findings: Findings) -> Iterator[FigureLine]:
    for gap in findings.gaps:
        yield from (FigureLine("gaps", gap.group, figure) for figure in gap.figures)
    for row in findings.robust:
        about = f"{row.name} | {row.variant.label}"
        yield from (FigureLine("robustness", about, figure) for figure in row.figures)


def _judging_lines(findings: Findings) -> Iterator[FigureLine]:
    judging = findings.judging
    yield from (FigureLine("raters", "two people", figure) for figure in judging.raters.figures)
    for judge, report in judging.judges.items():
        about = f"{judge.kind} | {judge.name}"
        yield from (FigureLine("judges", about, figure) for figure in report.figures)
    for row in judging.corrected:
        about = f"{row.system} | {row.judge} | {row.calibrated}"
        yield FigureLine("corrected", about, row.raw)
        yield FigureLine("corrected", about, row.corrected)


def figures_value(source: Source, findings: Findings) -> dict[str, Any]:
    """What `data/figures.json` says."""
    flow = source.told.flow
    return {
        "format": FORMAT,
        "study": {
            "id": source.study.study_id,
            "design_sha256": source.design_sha256,
            "phase": source.phase,
            "n_assigned": source.n_assigned,
        },
        "items": {
            "set": source.study.item_set,
            "sha256": source.items_sha256,
            "n": len(source.items),
            "statistics": [asdict(one) for one in findings.items],
        },
        "index_fingerprint": source.index.fingerprint,
        "people": {"came": [list(one) for one in flow.came], "fates": [list(one) for one in flow.fates]},
        "left_out": {
            "attempts": sorted(source.left_out.attempts),
            "participants": sorted(source.left_out.participants),
            "systems": list(findings.emptied),
        },
        **panel_value(findings),
        "judges": {
            f"{judge.kind}: {judge.name}": [list(row) for row in report.table]
            for judge, report in findings.judging.judges.items()
        },
        **lines_value(figure_lines(findings)),
    }


def _in_one_form(value: Any) -> Any:
    if isinstance(value, float):
        return fixed(value)
    if isinstance(value, Mapping):
        return {str(name): _in_one_form(one) for name, one in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_in_one_form(one) for one in value]
    return value
