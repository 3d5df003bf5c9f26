"""Do reviewers and authors agree, over time and with each other? Figures from review records. Pure.

Intervals resample items, so that several reviews of one item move together.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, get_args

from annotation.figures import Ratio, Wanted, figures_of, mean_of, plain_figure
from annotation.review_records import Correction, Decision, ReviewRecord
from annotation.revisions import says_the_same
from baseline.analysis.attribution import NOTHING_RIGHT, page_scores
from baseline.analysis.correctness import AnswerScore, score_answer
from baseline.analysis.rater_agreement import ac1_interval, cohen_kappa, gwet_ac1, kappa_interval
from baseline.analysis.records import AttemptRecord, Figure, FigureTable, GoldItem
from db.authored import BlindAnswered, ItemDraft
from db.models import Citation

Period = Literal["week", "month"]
Stage = Literal["search", "evidence"]
STAGES: tuple[Stage, ...] = get_args(Stage)
DECISIONS: tuple[Decision, ...] = get_args(Decision)
CORRECTIONS: tuple[Correction, ...] = get_args(Correction)
ANOTHER_CORRECTION = "another correction"
"""The decision of a second reviewer who corrects, and otherwise than the first."""
NO_INTERVAL = "no interval"
Value = Callable[[ReviewRecord], float | None]
BlindScores = Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class ReviewFigures(FigureTable):
    """The figures of some reviews: all of them, a reviewer's, an author's, or a period's."""

    name: str
    n_reviews: int
    n_items: int
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class AgreementReport:
    """Over all reviews, by reviewer, by author, and by period (earliest first)."""

    overall: ReviewFigures
    second_reviews: tuple[Figure, ...]
    by_reviewer: tuple[ReviewFigures, ...]
    by_author: tuple[ReviewFigures, ...]
    by_period: tuple[ReviewFigures, ...]


def agreement_report(
    records: Sequence[ReviewRecord], period: Period = "month", known: Mapping[str, BlindScores] | None = None
) -> AgreementReport:
    """All figures of agreement. The order of `records` changes nothing.

    `known` has the scores by review id, where somebody has them already.
    """
    ordered = sorted(records, key=lambda record: (record.item_id, record.submission, record.order))
    scores = {record.review_id: blind_scores(record) for record in ordered} if known is None else known
    return AgreementReport(
        overall=review_figures("all", ordered, scores),
        second_reviews=tuple(second_review_figures(ordered)),
        by_reviewer=_grouped(ordered, scores, lambda record: record.reviewer),
        by_author=_grouped(ordered, scores, lambda record: record.author),
        by_period=_grouped(ordered, scores, lambda record: period_of(record.at_ms, period)),
    )


def period_of(at_ms: int, period: Period) -> str:
    """`2026-04`, or the ISO week `2026-W14`, in UTC."""
    day = datetime.datetime.fromtimestamp(at_ms / 1000, datetime.UTC).date()
    if period == "month":
        return f"{day.year:04d}-{day.month:02d}"
    year, week, _ = day.isocalendar()
    return f"{year:04d}-W{week:02d}"


def blind_scores(record: ReviewRecord) -> BlindScores:
    """How right the blind answers of a review are, by figure; None where one is missing."""
    scores: dict[str, float | None] = {"blind_page_f1": blind_page_f1(record)}
    for stage in STAGES:
        score = blind_score(record, stage)
        scores[f"blind_right@{stage}"] = None if score is None else float(score.is_correct)
        scores[f"blind_anls_star@{stage}"] = None if score is None else score.anls
    return scores


def review_figures(
    name: str, records: Sequence[ReviewRecord], known: Mapping[str, BlindScores] | None = None
) -> ReviewFigures:
    """Blind answers, blind evidence, decisions, corrections, replies. `known` as in `agreement_report`."""
    scores = {record.review_id: blind_scores(record) for record in records} if known is None else known
    by_item: dict[str, list[ReviewRecord]] = defaultdict(list)
    for record in records:
        by_item[record.item_id].append(record)
    wanted: list[Wanted] = []
    for stage in STAGES:
        none = f"no blind answer of stage {stage}"
        wanted += [
            _over_items(key, by_item, partial(_score, scores, key), none)
            for key in (f"blind_right@{stage}", f"blind_anls_star@{stage}")
        ]
    page_f1 = partial(_score, scores, "blind_page_f1")
    wanted += [
        _over_items("blind_page_f1", by_item, page_f1, "no blind answer of stage search"),
        *(
            _over_items(
                f"decisions@{decision}", by_item, partial(_decided, decision), "no review is finished"
            )
            for decision in DECISIONS
        ),
        *(
            _over_items(f"corrections@{kind}", by_item, partial(_corrected, kind), "no corrections")
            for kind in CORRECTIONS
        ),
        _over_items("author_agrees", by_item, lambda record: record.author_agrees, "no author has replied"),
    ]
    return ReviewFigures(name, len(records), len(by_item), tuple(figures_of(wanted)))


def second_review_figures(records: Sequence[ReviewRecord]) -> list[Figure]:
    """How alike the first and second review of the same submission decide.

    A review after the author's changes is no second opinion: it judges another text. A second correction that
    says something else than the first is a decision of its own, ANOTHER_CORRECTION.
    """
    pairs = decision_pairs(records)
    none = "no submission was reviewed twice"
    used = {label for pair in pairs for label in pair}
    labels = (*DECISIONS, *({ANOTHER_CORRECTION} & used))
    kappa, ac1 = cohen_kappa(pairs), gwet_ac1(pairs, labels)
    # Resamples of pairs that are all alike are alike: an interval without width would claim to be sure.
    is_sure = all(one == other for one, other in pairs)
    notes = (f"{NO_INTERVAL}: all pairs are alike",) if is_sure and pairs else ()
    alike = mean_of("second_reviews_agree", [one == other for one, other in pairs], none)
    one_label = f"both always chose {pairs[0][0]!r}: agreement 100 %, kappa undefined" if pairs else none
    return [
        *figures_of([alike]),
        replace(
            plain_figure("second_reviews_kappa", kappa, len(pairs), one_label),
            interval=kappa_interval(pairs) if kappa is not None and not is_sure else None,
            notes=notes,
        ),
        replace(
            plain_figure("second_reviews_ac1", ac1, len(pairs), none),
            interval=ac1_interval(pairs, labels) if ac1 is not None and not is_sure else None,
            notes=notes,
        ),
    ]


def decision_pairs(records: Sequence[ReviewRecord]) -> list[tuple[str, str]]:
    """The first two decisions on each submission, by different reviewers.

    Corrections are alike if they say the same (`says_the_same`); otherwise the second is ANOTHER_CORRECTION.
    """
    decided: dict[tuple[str, int], list[ReviewRecord]] = defaultdict(list)
    for record in sorted(records, key=lambda record: (record.item_id, record.submission, record.order)):
        if record.decision is not None:
            decided[record.item_id, record.submission].append(record)
    return [
        (str(of[0].decision), _second_label(of[0], of[1]))
        for of in decided.values()
        if len(of) > 1 and of[0].reviewer != of[1].reviewer
    ]


def _second_label(first: ReviewRecord, second: ReviewRecord) -> str:
    ours, theirs = first.corrected, second.corrected
    if ours is not None and theirs is not None and not says_the_same(ours, theirs):
        return ANOTHER_CORRECTION
    return str(second.decision)


def blind_score(record: ReviewRecord, stage: Stage) -> AnswerScore | None:
    """The blind answer against the author's variants, strict; None without one or without variants."""
    blind = record.search if stage == "search" else record.evidence
    return None if blind is None else score_blind(blind, record.draft)


def score_blind(blind: BlindAnswered, draft: ItemDraft) -> AnswerScore | None:
    """A blind answer against the author's variants, strict; None without variants."""
    variants = tuple(variant for variant in draft.answer_variants if any(map(str.strip, variant)))
    if not variants:
        return None
    attempt = AttemptRecord(
        system="",
        item_id="",
        answer=blind.answer,
        citations=_citations(blind),
        n_searches=None,
        status="not_found" if blind.not_found else "own",
        attempt_id=blind.review_id,
    )
    return score_answer(attempt, GoldItem("", draft.question, variants, draft.pages), "strict")


def blind_page_f1(record: ReviewRecord) -> float | None:
    """F1 of the pages cited after searching; None without that answer or without the author's evidence."""
    if record.search is None or not record.draft.evidence:
        return None
    citations = _citations(record.search)
    return (page_scores(citations, record.draft.pages) if citations else NOTHING_RIGHT).f1


def _grouped(
    records: Sequence[ReviewRecord],
    scores: Mapping[str, BlindScores],
    name_of: Callable[[ReviewRecord], str],
) -> tuple[ReviewFigures, ...]:
    groups: dict[str, list[ReviewRecord]] = defaultdict(list)
    for record in records:
        groups[name_of(record)].append(record)
    return tuple(review_figures(name, of, scores) for name, of in sorted(groups.items()))


def _over_items(key: str, by_item: dict[str, list[ReviewRecord]], value: Value, if_empty: str) -> Ratio:
    """A mean over reviews, summed by item; every review weighs the same."""
    known = [[float(one) for one in map(value, records) if one is not None] for records in by_item.values()]
    return Ratio(
        key,
        tuple(sum(values) for values in known),
        tuple(float(len(values)) for values in known),
        if_empty,
        n=sum(map(len, known)),
    )


def _score(scores: Mapping[str, BlindScores], key: str, record: ReviewRecord) -> float | None:
    return scores[record.review_id][key]


def _decided(decision: Decision, record: ReviewRecord) -> bool | None:
    return None if record.decision is None else record.decision == decision


def _corrected(kind: Correction, record: ReviewRecord) -> bool | None:
    return None if record.correction is None else record.correction == kind


def _citations(blind: BlindAnswered) -> tuple[Citation, ...]:
    return tuple(Citation(document=ref.document, page=ref.page) for ref in blind.citations)
