"""What a report says of how far its figures hold: gaps, exclusion rules, agreement, judges. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from baseline.analysis.records import Figure
from baseline.analysis.robustness import RobustRow
from baseline.reports.document import Cell, Row, Section, Table, figure_table, plain
from baseline.reports.findings import Findings
from db.wording import counted, grouped

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
    """Every headline figure under every way to exclude, system by system, then the gaps."""
    said = "Nothing is rejected by a rule alone: a researcher decides, with a reason that is kept."
    by_name: dict[tuple[str, str], list[RobustRow]] = {}
    for row in findings.robust:
        by_name.setdefault((row.of, row.name), []).append(row)
    tables = [
        _robust_table(f"robustness-{number}", of, name, rows)
        for number, ((of, name), rows) in enumerate(by_name.items(), 1)
    ]
    blocks: list[str | Table] = [said, *tables] if tables else ["Nobody has answered yet."]
    return Section("robustness", "Robustness under exclusion rules", tuple(blocks))


def _robust_table(name: str, of: str, about: str, rows: Sequence[RobustRow]) -> Table:
    """A way to exclude that leaves nothing has a row that says so, without figures."""
    n_figures = max(len(one.figures) for one in rows)
    shown = [Row(one.variant.label, one.figures) for one in rows if one.figures]
    what = "gaps" if of == "gaps" else "headline figures"
    table = figure_table(name, f"{about}: {what} under exclusion rules", shown, "", ("Excluded",))
    filled = iter(table.rows)
    cells = [
        next(filled)[1:] if one.figures else plain("nothing is left", *[""] * (n_figures - 1)) for one in rows
    ]
    return table._replace(
        rows=tuple(
            (Cell(one.variant.label, (_counts(one),)), *figures)
            for one, figures in zip(rows, cells, strict=True)
            if n_figures
        ),
        if_empty="Everything is excluded under every rule.",
    )


def _counts(one: RobustRow) -> str:
    return f"{counted(one.n_attempts, 'attempts')}, {grouped(one.n_excluded)} excluded"


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
