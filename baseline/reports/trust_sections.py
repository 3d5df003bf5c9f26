"""What a report says of how far its figures hold: gaps, exclusion rules, agreement, judges. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from baseline.analysis.records import Figure
from baseline.analysis.robustness import RobustRow
from baseline.reports.document import Row, Section, Table, figure_table
from baseline.reports.findings import Findings

_NO_GAPS = (
    "The study has no group that answered both with search and with the gold pages given, so nothing can be "
    "decomposed."
)
_NO_PAIRS = "One system alone agrees with nobody: two are needed."
_NO_JUDGES = "No model, file or second person judged these answers beside those who decide."


def gap_section(findings: Findings) -> Section:
    """What is lost in finding, and what in understanding."""
    rows = [Row(f"{gap.group}: {gap.search} against {gap.given_pages}", gap.figures) for gap in findings.gaps]
    table = figure_table("gaps", "Lost in finding, lost in understanding", rows, _NO_GAPS, ("Group",))
    if rows:
        table = table._replace(
            head=(
                "Group",
                "Accuracy with search",
                "Accuracy with pages given",
                "Retrieval gap",
                "Comprehension gap",
            )
        )
    return Section("gaps", "Gaps", (table,))


def robust_section(findings: Findings) -> Section:
    """Every headline figure under every way to exclude."""
    said = "Nothing is rejected by a rule alone: a researcher decides, with a reason that is kept."
    systems = _robust_table(
        "robustness",
        "Headline figures under exclusion rules",
        [r for r in findings.robust if r.of == "system"],
    )
    gaps = [row for row in findings.robust if row.of == "gaps"]
    of_gaps = [_robust_table("robustness-gaps", "Gaps under exclusion rules", gaps)] if gaps else []
    return Section("robustness", "Robustness under exclusion rules", (said, systems, *of_gaps))


def _robust_table(name: str, caption: str, rows: Sequence[RobustRow]) -> Table:
    shown = [
        Row(one.name, one.figures, (one.variant.label, f"{one.n_attempts} ({one.n_excluded} excluded)"))
        for one in rows
        if one.figures
    ]
    empty = [f"{one.name}, {one.variant.label}: nothing is left." for one in rows if not one.figures]
    return figure_table(
        name,
        " ".join([f"{caption}.", *empty]).rstrip("."),
        shown,
        "Nobody has answered yet.",
        ("System", "Excluded", "Attempts"),
    )


def agreement_section(findings: Findings) -> Section:
    """Systems with each other, and attempts of one system with themselves."""
    pairs = [Row(one.first, one.figures, (one.second,)) for one in findings.pairs]
    overlaps = [Row(one.name, one.figures) for one in findings.overlaps]
    union = [Row("All systems", (findings.union,))] if findings.systems else []
    return Section(
        "agreement",
        "Agreement",
        (
            figure_table(
                "agreement",
                "Agreement of systems on which items are correct",
                pairs,
                _NO_PAIRS,
                ("System", "and"),
            ),
            figure_table("union", "What all systems reach together", union, _NO_PAIRS),
            figure_table(
                "overlap", "Attempts of one system at the same items", overlaps, "Nobody has answered yet."
            ),
        ),
    )


def judging_section(findings: Findings) -> Section:
    """Raters, judges, and accuracy corrected for them."""
    judging = findings.judging
    raters = [Row("First and second rating", judging.raters.figures)]
    judges = [Row(f"{one.name} ({one.kind})", report.figures) for one, report in judging.judges.items()]
    corrected = [
        Row(one.system, (one.raw, one.corrected), (one.judge, one.calibrated)) for one in judging.corrected
    ]
    return Section(
        "judges",
        "Judges of answers",
        (
            figure_table("raters", "Agreement of two people", raters, _NO_JUDGES, ("Raters",)),
            *_in_parts(judges),
            figure_table(
                "corrected",
                "Accuracy as judged, and corrected for the judge",
                corrected,
                _NO_JUDGES,
                ("System", "Judge", "Calibration"),
            ),
        ),
    )


def _in_parts(judges: Sequence[Row]) -> list[Table]:
    """Sensitivity and specificity first, agreement after: all at once are too many columns for paper."""

    def part(name: str, caption: str, which: slice) -> Table:
        rows = [one._replace(figures=_chosen(one.figures, which)) for one in judges]
        return figure_table(name, caption, rows, _NO_JUDGES, ("Judge",))

    return [
        part("judges", "How often judges find what people found", slice(0, 2)),
        part("judges-agreement", "Agreement of judges with what people decided", slice(2, None)),
    ]


def _chosen(figures: Sequence[Figure], which: slice) -> Sequence[Figure]:
    return tuple(figures)[which]
