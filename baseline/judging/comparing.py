"""Judges held against what people decided, and accuracy as a model judges it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from baseline.analysis.judge_calibration import Pair, accuracy_as_judged
from baseline.analysis.left_out import NOTHING, LeftOut, kept, kept_items
from baseline.analysis.records import AttemptRecord, Figure, GoldItem
from baseline.analysis.run_rows import join_rows
from baseline.judging.queue import Standing, Verdicts
from db.models import Verdict

_DECIDED_WITHOUT_A_JUDGE = {"verdict", "exact", "no_answer", "too_long"}
SECOND_PEOPLE = "Second ratings"


class Judge(NamedTuple):
    """Somebody or something that judged beside those who decide."""

    kind: Literal["second", "model", "file"]
    name: str


def rating_pairs(stands: Sequence[Standing]) -> list[Pair]:
    """First and second rating of each answer that two people judged without knowing of each other."""
    return [
        Pair(one.first.score, one.second.score)
        for one in stands
        if one.first is not None and one.second is not None
    ]


def judge_pairs(stands: Sequence[Standing], verdicts: Verdicts) -> Mapping[Judge, list[Pair]]:
    """For each other judge, the answers that it and people judged: its score, and what people decided.

    One pair an answer, however many gave it: copies of one judgement are no evidence of their own. Answers
    that a rule decides are not among them: no judge is asked about those.
    """
    found: dict[Judge, list[Pair]] = {}
    for stand in stands:
        if stand.deciding is None:
            continue
        for judge, score in _others(stand, verdicts).items():
            found.setdefault(judge, []).append(Pair(score, stand.deciding.score))
    return dict(sorted(found.items(), key=lambda one: ("smf".index(one[0].kind[0]), one[0].name)))


def _others(stand: Standing, verdicts: Verdicts) -> dict[Judge, float]:
    scores: dict[Judge, float] = {}
    if stand.second is not None:
        scores[Judge("second", SECOND_PEOPLE)] = stand.second.score
    for attempt in stand.answer.attempts:
        for verdict in verdicts.get(attempt, ()):
            if verdict.judge_kind == "model":
                scores[Judge("model", verdict.judge)] = verdict.score
            elif verdict.judge_kind == "file":
                scores[Judge("file", verdict.judge)] = verdict.score
    return scores


def as_judged_by(
    gold: Sequence[GoldItem],
    records: Sequence[AttemptRecord],
    verdicts: Mapping[str, Verdict],
    left_out: LeftOut = NOTHING,
) -> Figure:
    """Accuracy of one system as one judge scores it. `verdicts`: attempt id -> that judge's verdict.

    Exact matches, overlong and missing answers score as ever; the figure is undefined while any other
    answer has no verdict of this judge.
    """
    scored = [
        replace(record, verdict=None if own is None else own.score)
        for record in kept(records, left_out)
        for own in [verdicts.get(record.attempt_id or "")]
    ]
    run = join_rows(kept_items(gold, records, left_out), scored, "strict")
    by_item: dict[str, list[float]] = {}
    n_unjudged = 0
    for row in run.rows:
        if row.score is not None:
            by_item.setdefault(row.attempt.item_id, []).append(row.score.score)
            n_unjudged += row.score.source not in _DECIDED_WITHOUT_A_JUDGE
    return accuracy_as_judged([sum(of) / len(of) for of in by_item.values()], n_unjudged)
