"""How far the judges of a set agree and can be trusted, and accuracy corrected for them. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from baseline.analysis.judge_calibration import (
    JudgeReport,
    agreement_figures,
    calibration_of,
    checked_calibration,
    confusion,
    corrected_figure,
    judge_report,
)
from baseline.analysis.records import Figure
from baseline.figures.systems import SetSystems
from baseline.judging.comparing import Judge, as_judged_by, judge_pairs, rating_pairs
from baseline.judging.queue import Standing, Verdicts
from db.judging import EnteredCalibration
from db.models import Verdict

NO_PAIRS = "no answer was rated by two people yet"
Calibrated = Literal["measured here", "entered by hand"]


class CorrectedRow(NamedTuple):
    """Accuracy of a system as a judge scores it, and corrected by one calibration of that judge."""

    system: str
    judge: str
    calibrated: Calibrated
    raw: Figure
    corrected: Figure


def rater_report(stands: Sequence[Standing]) -> JudgeReport:
    """Agreement of first and second ratings; rows of the table are first ratings, columns second ones."""
    pairs = rating_pairs(stands)
    return JudgeReport("people", confusion(pairs), agreement_figures(pairs, NO_PAIRS))


def judge_reports(stands: Sequence[Standing], verdicts: Verdicts) -> Mapping[Judge, JudgeReport]:
    """Every other judge held against what people decided: second ratings, models, files."""
    return {judge: judge_report(judge.name, of) for judge, of in judge_pairs(stands, verdicts).items()}


def corrected_rows(
    found: SetSystems,
    verdicts: Verdicts,
    reports: Mapping[Judge, JudgeReport],
    entered: Mapping[str, EnteredCalibration],
) -> list[CorrectedRow]:
    """Each system under each model or file that judged any answer of it, by each calibration there is."""
    rows: list[CorrectedRow] = []
    for judge in _machines(verdicts):
        own = _verdicts_of(judge, verdicts)
        report = reports.get(judge) or judge_report(judge.name, [])
        by_hand = entered.get(judge.name)
        for system in found.systems:
            if not any(record.attempt_id in own for record in system.records):
                continue
            raw = as_judged_by(found.gold, system.records, own, system.left_out)
            measured = corrected_figure(raw, calibration_of(report))
            rows.append(CorrectedRow(system.name, judge.name, "measured here", raw, measured))
            if by_hand is not None:
                given = checked_calibration(
                    by_hand.sensitivity, by_hand.specificity, by_hand.n_positive, by_hand.n_negative
                )
                by_given = corrected_figure(raw, given)
                rows.append(CorrectedRow(system.name, judge.name, "entered by hand", raw, by_given))
    return rows


def _machines(verdicts: Verdicts) -> list[Judge]:
    kinds = {
        (verdict.judge_kind, verdict.judge)
        for of in verdicts.values()
        for verdict in of
        if verdict.judge_kind in {"model", "file"}
    }
    return [Judge("model" if kind == "model" else "file", name) for kind, name in sorted(kinds, reverse=True)]


def _verdicts_of(judge: Judge, verdicts: Verdicts) -> dict[str, Verdict]:
    """The newest verdict of one judge on each attempt."""
    return {
        verdict.attempt_id: verdict
        for of in verdicts.values()
        for verdict in of
        if (verdict.judge_kind, verdict.judge) == (judge.kind, judge.name)
    }


def figure_rows(figures: Sequence[Figure], about: str = "") -> list[dict[str, str]]:
    """Figures as lines of a table file: value, interval and N as numbers, or why there is none."""
    return [
        {
            "about": about,
            "figure": one.label,
            "value": "" if one.value is None else repr(one.value),
            "low": "" if one.interval is None else repr(one.interval.low),
            "high": "" if one.interval is None else repr(one.interval.high),
            "n": str(one.n),
            "n_of": one.n_unit,
            "undefined": one.undefined or "",
            "notes": "; ".join(one.notes),
        }
        for one in figures
    ]


FIGURE_COLUMNS = ("about", "figure", "value", "low", "high", "n", "n_of", "undefined", "notes")


def calibration_rows(reports: Mapping[Judge, JudgeReport]) -> list[dict[str, str]]:
    """One line a figure of each judge."""
    return [row for judge, report in reports.items() for row in figure_rows(report.figures, judge.name)]


def corrected_file_rows(rows: Sequence[CorrectedRow]) -> list[dict[str, str]]:
    """Two lines a row: as judged, and corrected."""
    return [
        line
        for row in rows
        for line in figure_rows(
            (row.raw, row.corrected), f"{row.system}, judged by {row.judge}, calibration {row.calibrated}"
        )
    ]
