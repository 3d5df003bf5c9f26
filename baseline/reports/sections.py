"""The sections of a report, from its source and its findings. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from baseline.analysis.panel_report import SystemFigures
from baseline.analysis.records import Figure
from baseline.reports import svg
from baseline.reports.about_sections import (
    Gold,
    card_section,
    fingerprint_section,
    people_section,
    recompute_section,
    what_section,
)
from baseline.reports.document import Chart, Row, Section, Table, figure_table
from baseline.reports.findings import Findings
from baseline.reports.fingerprints import CodeFacts
from baseline.reports.item_sections import item_section, kind_blocks
from baseline.reports.panel_findings import FACETS
from baseline.reports.source import Source
from baseline.reports.trust_sections import agreement_section, gap_section, judging_section, robust_section

NOBODY = "Nobody has answered an item of this study yet, and no run on its items was imported."
_HEADLINE = ("accuracy", "accuracy_answered", "coverage", "page_f1", "document_f1")
_HOPS = ("accuracy_by_hop@single", "accuracy_by_hop@cross_page", "accuracy_by_hop@cross_doc", "anls_star")
_PAGES = ("page_precision", "page_recall", "page_f1", "document_precision", "document_recall")
_EFFORT = ("steps", "kuiper_tie_safe", "kuiper_over_sigma", "kuiper_p", "effort_ratio")
_FIRST = ("first_query_accuracy", "single_query_accuracy", "multi_query_accuracy", "query_accuracy_gap")
_RECOVERY = ("recovery_rate", "answer_recovery")
_TIME = ("working_time",)


def report_sections(source: Source, findings: Findings, code: CodeFacts, gold: Gold) -> tuple[Section, ...]:
    """Everything, in the order of the page."""
    drawn = tuple(svg.Drawn(one, number) for number, one in enumerate(findings.systems))
    return (
        what_section(source, findings),
        _headline(findings, drawn),
        people_section(source),
        _attribution(findings, drawn),
        _effort(findings, drawn),
        _search(findings),
        _limits(findings, drawn),
        _errors(findings),
        gap_section(findings),
        robust_section(findings),
        agreement_section(findings),
        judging_section(findings),
        item_section(source, findings),
        card_section(source),
        fingerprint_section(source, code),
        recompute_section(gold),
    )


def _table(name: str, caption: str, findings: Findings, keys: Sequence[str]) -> Table:
    """These figures of every system; a figure that no system has is left out."""
    have = [key for key in keys if any(key == one.key for of in findings.systems for one in of.figures)]
    rows = [Row(one.name, [one.figure(key) for key in have]) for one in findings.systems]
    return figure_table(name, caption, rows, NOBODY)


def _dots(findings: Findings, drawn: Sequence[svg.Drawn], key: str) -> Iterable[Chart]:
    if findings.systems:
        label = min((one.figure(key).label for one in findings.systems), key=len)
        yield Chart(svg.dots(drawn, key), f"{label}, with 95 % intervals.")


def _headline(findings: Findings, drawn: Sequence[svg.Drawn]) -> Section:
    blocks: list[str | Table | Chart] = [
        "Everybody is measured on the same items: what was not answered counts as wrong. The study's people "
        "and agents come first, by condition; imported runs on the same items follow."
    ]
    if findings.emptied:
        blocks.append(f"Everything is excluded of: {', '.join(findings.emptied)}.")
    blocks += _dots(findings, drawn, "accuracy")
    blocks.append(_table("headline", "Headline figures by system and condition", findings, _HEADLINE))
    blocks.append(_table("hop-types", "Accuracy by hop type, and string similarity", findings, _HOPS))
    notes = [f"{one.name}: {note}." for one in findings.systems for note in one.notes]
    return Section("headline", "Headline figures", (*blocks, *notes))


def _attribution(findings: Findings, drawn: Sequence[svg.Drawn]) -> Section:
    table = _table("attribution", "Attribution: cited against gold", findings, _PAGES)
    return Section("attribution", "Attribution", (*_dots(findings, drawn, "page_f1"), table))


def _effort(findings: Findings, drawn: Sequence[svg.Drawn]) -> Section:
    curves = [Chart(found, one.figures.name) for one in drawn if (found := svg.difference(one))]
    said = (
        "The curve is the cumulative sum of (correct minus mean), attempts in order of effort; the band "
        "holds 95 % of the curves that shuffled outcomes give. K grows with N: compare K / sigma, or p.",
    )
    table = _table("effort", "Effort calibration", findings, _EFFORT)
    return Section("effort", "Effort", (table, *(said if curves else ()), *curves))


def _search(findings: Findings) -> Section:
    retrieval = _keys(findings, "first_query_retrieval")
    drift = figure_table(
        "drift", "Query drift", [Row(one.name, one.figures) for one in findings.drifts], NOBODY
    )
    return Section(
        "search",
        "First query, retrieval and recovery",
        (
            _table("first-query", "Accuracy by number of queries", findings, _FIRST),
            _table("retrieval", "What the first query's hits hold", findings, retrieval),
            _table("recovery", "Recovery after a first query that missed", findings, _RECOVERY),
            drift,
        ),
    )


def _keys(findings: Findings, family: str) -> list[str]:
    found = (one.key for of in findings.systems for one in of.family(family))
    return list(dict.fromkeys(found))


def _limits(findings: Findings, drawn: Sequence[svg.Drawn]) -> Section:
    blocks: list[str | Table | Chart] = []
    for family, x_title, name in (
        ("accuracy_at_step_limit", "searches allowed", "step-limit"),
        ("accuracy_at_minute_limit", "minutes of working time allowed", "minute-limit"),
        ("evidence_found_document", "queries", "found-document"),
    ):
        chart = svg.curves(drawn, family, x_title)
        if chart:
            blocks.append(Chart(chart, f"{_label(findings, family)}, by {x_title}."))
        blocks.append(_limit_table(findings, family, name))
    blocks.append(_table("time", "Working time", findings, [*_TIME, *_keys(findings, "accuracy_by_time")]))
    return Section("limits", "Limits of steps and time", tuple(blocks))


def _label(findings: Findings, family: str) -> str:
    first = next(one for of in findings.systems for one in of.family(family))
    return first.label.partition(",")[0]


def _limit_table(findings: Findings, family: str, name: str) -> Table:
    """A few limits only: the figures' data have all. Where a system has none, its last one holds."""
    limits = [1, 2, 3, 5, 10]
    label = _label(findings, family) if _keys(findings, family) else family.replace("_", " ")
    rows = [
        Row(one.name, [_at(one, family, limit) for limit in limits])
        for one in findings.systems
        if one.family(family)
    ]
    table = figure_table(name, f"{label.capitalize()}", rows, NOBODY)
    symbols = {"accuracy_at_step_limit": "n", "accuracy_at_minute_limit": "t"}
    head = ("System", *(f"{symbols.get(family, 'i')} = {limit}" for limit in limits)) if rows else ()
    return table._replace(head=head)


def _at(one: SystemFigures, family: str, limit: int) -> Figure:
    """The figure at this limit, or at the largest below it: more than was ever used changes nothing."""
    own = one.family(family)
    below = [figure for figure in own if int(figure.key.partition("@")[2]) <= limit]
    found = below[-1] if below else own[0]
    # The head of the column says which limit.
    return replace(found, label=found.label.partition(",")[0])


def _errors(findings: Findings) -> Section:
    shares: dict[str, dict[str, float]] = {}
    for funnel, one in zip(findings.funnels, findings.systems, strict=True):
        if funnel.n:
            shares[one.name] = {
                figure.key.partition("@")[2]: figure.value or 0.0 for figure in one.family("cascade")
            }
    chart = (
        [Chart(svg.bars(shares), "Where attempts ended, by the first label that holds.")] if shares else []
    )
    reach = figure_table(
        "reach",
        "Finding and understanding",
        [Row(one.system, [one.found, one.understood]) for one in findings.reaches],
        NOBODY,
    )
    cascade = _table("cascade", "Error cascade", findings, _keys(findings, "cascade"))
    cascade = cascade._replace(head=tuple(head.removeprefix("Error cascade, ") for head in cascade.head))
    kinds = [block for facet in FACETS for block in kind_blocks(findings, facet)]
    return Section("errors", "Errors, and kinds of items", (*chart, cascade, reach, *kinds))
