"""`python -m annotation coverage` and `agreement`: how a project stands, as its supervisors see it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from annotation.agreement import ReviewFigures, agreement_report
from annotation.board import ProjectBoard, drafts_of
from annotation.construct.printed import number_text
from annotation.coverage import Thin, coverage
from annotation.supervising import records_of
from baseline.analysis.records import Figure
from db import projects
from db.command_line import add_command
from db.connection import opened_database
from db.home import database_path
from db.wording import counted, grouped
from index.collection import open_index

_GROUPS = {
    "hop_types": "Hop types",
    "visual": "Visual categories",
    "categories": "Document categories",
    "documents": "Documents",
}
_MOST_LINES = 20


def add_stand_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `coverage` and `agreement`."""
    covering = add_command(
        subparsers,
        "coverage",
        coverage_of,
        "what a project lacks against its targets",
        prints=_coverage_lines,
    )
    covering.add_argument("--project", required=True, metavar="ID")
    agreeing = add_command(
        subparsers, "agreement", agreement_of, "how reviewers and authors agree", prints=_agreement_lines
    )
    agreeing.add_argument("--project", required=True, metavar="ID")
    agreeing.add_argument("--period", choices=["month", "week"], default="month", help="default month")


def coverage_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Handed in, in work, wanted and missing: of all items and by kind, what is missing most first.

    Raises:
        NotFound: there is no such project.
        IndexMissing: its index is not here any more.
    """
    with opened_database(database_path()) as database:
        project = projects.find_project(database, arguments.project)
        board = ProjectBoard(project.project_id).read(database)
    index = open_index(project.index_name, fingerprint=project.index_fingerprint)
    try:
        documents = [entry.document for entry in index.documents()]
    finally:
        index.close()
    found = coverage(drafts_of(board.by(None)), documents, project.targets)
    return {
        "project": project.project_id,
        "targets": project.targets.model_dump(mode="json"),
        "items": found.items._asdict(),
        **{group: [thin._asdict() for thin in getattr(found, group)] for group in _GROUPS},
    }


def agreement_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Every figure of the reviews: over all, by reviewer, author and period.

    Raises:
        NotFound: there is no such project.
    """
    with opened_database(database_path()) as database:
        projects.find_project(database, arguments.project)
        records = records_of(database, arguments.project)
    report = agreement_report(records, arguments.period)
    return {
        "project": arguments.project,
        "overall": _group_as_json(report.overall),
        "second_reviews": _figures_as_json(report.second_reviews),
        **{
            f"by_{of}": [_group_as_json(group) for group in groups]
            for of, groups in (
                ("reviewer", report.by_reviewer),
                ("author", report.by_author),
                ("period", report.by_period),
            )
        },
    }


def _group_as_json(group: ReviewFigures) -> dict[str, Any]:
    return {
        "name": group.name,
        "n_reviews": group.n_reviews,
        "n_items": group.n_items,
        "figures": _figures_as_json(group.figures),
    }


def _figures_as_json(figures: Iterable[Figure]) -> dict[str, Any]:
    return {figure.key: {**asdict(figure), "notes": list(figure.notes)} for figure in figures}


def _coverage_lines(outcome: Mapping[str, Any]) -> str:
    lines = [f"Project {outcome['project']}: {_numbers(Thin(**outcome['items']))}"]
    for group, title in _GROUPS.items():
        kinds = [Thin(**kind) for kind in outcome[group]]
        told = [kind for kind in kinds if kind.have or kind.in_work or kind.want]
        lines += ["", title, *(f"  {kind.of}: {_numbers(kind)}" for kind in told[:_MOST_LINES])]
        if len(told) > _MOST_LINES:
            lines.append(f"  and {grouped(len(told) - _MOST_LINES)} more (all with --json)")
    return "\n".join(lines)


def _numbers(kind: Thin) -> str:
    wanted = "no target" if kind.want is None else f"{kind.want:g} wanted, {kind.missing:g} missing"
    return f"{grouped(kind.have)} submitted, {grouped(kind.in_work)} in work, {wanted}"


def _agreement_lines(outcome: Mapping[str, Any]) -> str:
    overall = outcome["overall"]
    size = f"{counted(overall['n_reviews'], 'reviews')} of {counted(overall['n_items'], 'items')}"
    figures = [*overall["figures"].values(), *outcome["second_reviews"].values()]
    rows = [(one["label"], *_cells(one)) for one in figures]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    table = [_padded(row, widths) for row in rows]
    return "\n".join(
        [
            f"Project {outcome['project']}: {size}",
            "",
            *table,
            "",
            "By reviewer, author and period: --json. Each figure is defined in docs/construct-report.md.",
        ]
    )


def _padded(row: Sequence[str], widths: Sequence[int]) -> str:
    label, value, span, n = row
    return f"{label:<{widths[0]}}  {value:>{widths[1]}}  {span:<{widths[2]}}  {n}"


def _cells(figure: Mapping[str, Any]) -> tuple[str, str, str]:
    n = f"N = {counted(figure['n'], figure['n_unit'])}"
    if figure["value"] is None:
        return "-", f"undefined: {figure['undefined']}", n
    interval = figure["interval"]
    ends = "" if interval is None else f"95 % [{_end(figure, 'low')}, {_end(figure, 'high')}]"
    return number_text(figure["value"], figure["unit"]), ends, n


def _end(figure: Mapping[str, Any], end: str) -> str:
    return number_text(figure["interval"][end], figure["unit"]).removesuffix(" %")
