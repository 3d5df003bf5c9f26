"""The card on analysis: figures with intervals, tests, aggregation, exclusions, judgements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib.metadata import version

from baseline.analysis.intervals import DRAWS
from baseline.analysis.judge_calibration import Pair, agreement_figures
from baseline.analysis.records import Figure
from baseline.analysis.robustness import HEADLINE, RobustRow
from baseline.exports.card.entry import CardTable, Entry, Section
from baseline.exports.card.subject import Subject
from baseline.exports.card.words import FROM_FIGURES, figure_cells, share
from baseline.exports.contents import Place
from baseline.judging.answers import answer_key
from db.verdicts import standing
from db.version import VERSION
from db.wording import counted


def analysis_section(subject: Subject) -> Section:
    """How answers became figures."""
    return Section(
        "Analysis",
        (
            _scorer(subject),
            _figures(subject),
            _test(subject),
            _aggregation(),
            _exclusions(subject),
            _judgements(subject),
        ),
    )


def _scorer(subject: Subject) -> Entry:
    rubrics = sorted({one.rubric for one in subject.contents.verdicts.values()})
    lines = [
        "The same function scores people and agents: verdicts where there are any, else ANLS* with a "
        f"guard for numbers and dates (Pagetrail {VERSION}, anls_star {version('anls-star')}, strict mode).",
        f"Rubrics of the verdicts: {', '.join(rubrics)}."
        if rubrics
        else "No answer has a verdict of a judge.",
    ]
    return Entry("scorer", "The same metric, rubric and scorer for both", "app", FROM_FIGURES, tuple(lines))


def _figures(subject: Subject) -> Entry:
    rows = [
        (one.report.system, figure.label, *figure_cells(figure))
        for one in subject.report.systems
        for figure in map(one.report.figure, HEADLINE)
    ]
    rows += [
        (gap.group, figure.label, *figure_cells(figure))
        for gap in subject.report.gaps
        for figure in gap.figures
    ]
    table = CardTable(("system", "figure", "value", "95 % interval", "N"), tuple(rows))
    return Entry(
        "intervals",
        "Figures with intervals",
        "app",
        FROM_FIGURES,
        () if rows else ("Nobody has answered yet.",),
        (table,) if rows else (),
        met_by=33,
    )


def _test(subject: Subject) -> Entry:
    lines = [
        "Proportions: Wilson. Means, differences and Kuiper: percentile bootstrap over items, "
        f"{DRAWS} draws, seed 0; with several people an item, items are what is resampled.",
        "Effort calibration: permutation test of the Kuiper statistic.",
    ]
    for one in subject.report.systems:
        if one.report.test is not None:
            lines.append(f"{one.report.system}: p = {one.report.test.p:.3f}.")
    return Entry("test", "Test used, unit of resampling", "app", FROM_FIGURES, tuple(lines), met_by=8.7)


def _aggregation() -> Entry:
    line = (
        "The mean of the people who answered an item, then the mean over items: not the best, not the "
        "majority. Agents the same over their runs. Kuiper takes every attempt as a row."
    )
    return Entry(
        "aggregation", "How people are aggregated, and the same for agents", "app", FROM_FIGURES, (line,)
    )


def _exclusions(subject: Subject) -> Entry:
    tables = tuple(
        _robust_table(subject.robust, name) for name in dict.fromkeys(r.name for r in subject.robust)
    )
    return Entry(
        "exclusions",
        "Every headline figure under each exclusion rule",
        "app",
        FROM_FIGURES,
        () if tables else ("Nobody has answered yet.",),
        tables,
    )


def _robust_table(rows: Sequence[RobustRow], name: str) -> CardTable:
    own = [row for row in rows if row.name == name]
    known: tuple[Figure, ...] = next((row.figures for row in own if row.figures), ())
    # Whether accuracy is provisional stands in the table of figures.
    head = (name, *(figure.label.partition(" (string match")[0] for figure in known), "attempts")
    return CardTable(
        head,
        tuple(
            (row.variant.label, *(figure_cells(figure)[0] for figure in row.figures), str(row.n_attempts))
            if row.figures
            else (row.variant.label, *["nothing is left"] * len(known), str(row.n_attempts))
            for row in own
        ),
    )


def _judgements(subject: Subject) -> Entry:
    places = [*subject.answers("people"), *subject.answers("agent")]
    judged = [one for one in places if one.record and one.record.verdict is not None]
    kinds = Counter(subject.contents.verdicts[one.attempt_id].judge_kind for one in judged)
    by_kind = ", ".join(f"{n} by a {kind}" for kind, n in sorted(kinds.items()))
    whose = "people's and agents' answers" if subject.agents else "people's answers"
    lines = [
        f"With a verdict: {share(len(judged), len(places))} of {whose}{f' ({by_kind})' if by_kind else ''}."
    ]
    if len(judged) < len(places):
        lines.append("The others are scored by string match, and figures that rest on them say so.")
    lines.append(_agreement(subject, places))
    return Entry("adjudication", "Adjudication and rater agreement", "app", "verdicts", tuple(lines))


def _agreement(subject: Subject, places: Sequence[Place]) -> str:
    """Of first and second ratings, one pair a different answer."""
    pairs: dict[str, Pair] = {}
    for one in places:
        judgements = standing(subject.contents.judgements.get(one.attempt_id, ()))
        said = {rating.purpose: rating.score for rating in judgements if rating.judge_kind == "person"}
        if one.record is not None and "main" in said and "second" in said:
            pairs[answer_key(one.record.item_id, one.record.answer)] = Pair(said["main"], said["second"])
    if not pairs:
        return "No answer was judged by two people: their agreement is unknown."
    figures = agreement_figures(list(pairs.values()), "")
    told = []
    for figure in figures:
        value, span, _ = figure_cells(figure)
        told.append(f"{figure.label.lower()} {value}" + (f" ({span})" if span else ""))
    return f"First and second ratings of {counted(len(pairs), 'answers')}: {'; '.join(told)}."
