"""Is the answer right? ANLS*, the guard for numbers and dates, and the provisional score."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from typing import Literal, NamedTuple

from anls_star import anls_score

from baseline.analysis.cascade import is_refusal
from baseline.analysis.records import AttemptRecord, GoldItem, Mode
from baseline.analysis.text_values import Comparison, compare_values

AnswerVariants = Sequence[Sequence[str]]
ScoreSource = Literal["verdict", "exact", "string_match", "value", "no_answer", "too_long"]

MAX_ANSWER_JSON_CHARACTERS = 2000
PROVISIONAL_THRESHOLD = 0.5


class AnswerScore(NamedTuple):
    """A score in {0, 0.5, 1}, what it rests on, and the ANLS* beside it (0..1)."""

    score: float
    source: ScoreSource
    anls: float

    @property
    def is_correct(self) -> bool:
        """A partial verdict counts as correct for every binary metric."""
        return self.score >= 0.5


def anls_star(answer: Sequence[str], variants: AnswerVariants, mode: Mode) -> float:
    """Best ANLS* of the answer over the gold variants.

    Parts are matched in any order; similarity 1 - edits / longer length, kept from 0.5; missing and
    surplus parts count as 0. `harness` lower-cases both sides; `strict` applies NFKC as well (white
    space is collapsed by the package in both).

    Unit: share. A blank answer and an item without variants give 0.
    Source: arXiv 2402.03848, package anls_star 1.0.1; MADQA, section 3.1.
    """
    return max(_anls_by_variant(answer, variants, mode), default=0.0)


def _anls_by_variant(answer: Sequence[str], variants: AnswerVariants, mode: Mode) -> list[float]:
    ours = _prepared(answer, mode)
    if not any(part.strip() for part in ours):
        return [0.0] * len(variants)
    return [_anls_of_parts(ours, _prepared(variant, mode)) for variant in variants]


def _prepared(parts: Sequence[str], mode: Mode) -> list[str]:
    if mode == "harness":
        return [part.lower() for part in parts]
    return [unicodedata.normalize("NFKC", part).lower() for part in parts]


def _anls_of_parts(ours: list[str], gold: list[str]) -> float:
    if not gold:
        return 0.0
    if len(gold) == 1:
        # The best single match over the number of parts: what the package's matching comes to, but
        # in linear time (its matching of one part against hundreds takes minutes).
        return max(_package_score(part, gold[0]) for part in ours) / len(ours)
    return _package_score(ours, gold)


def _package_score(ours: str | list[str], gold: str | list[str]) -> float:
    # The harness gives the prediction first; between texts or lists of them the order changes nothing.
    return anls_score(ours, gold, return_gt=False, return_key_scores=False)


def is_too_long(answer: Sequence[str]) -> bool:
    """Whether the answer, as JSON, is over 2,000 characters. Source: MADQA eval/metrics.py."""
    return len(json.dumps(list(answer))) > MAX_ANSWER_JSON_CHARACTERS


def score_answer(attempt: AttemptRecord, gold: GoldItem, mode: Mode) -> AnswerScore:
    """The score of one attempt: its verdict where there is one, else the provisional rule.

    No answer is 0; over 2,000 JSON characters is 0; else the best over the gold variants, where a
    variant gives 1 if ANLS* >= 0.5. In `strict` mode a variant of numbers or dates is compared by
    value instead: equal is 1, different is 0. In `harness` mode no verdict is used of an answer that the
    public scorer asks no judge about, and its length counts only where a judge was asked. Source:
    docs/metrics.md, "Accuracy".
    """
    return _official_score(attempt, gold) if mode == "harness" else _strict_score(attempt, gold)


def _strict_score(attempt: AttemptRecord, gold: GoldItem) -> AnswerScore:
    too_long = is_too_long(attempt.answer)
    by_variant = [] if too_long else _anls_by_variant(attempt.answer, gold.answer_variants, "strict")
    anls = max(by_variant, default=0.0)
    if attempt.verdict is not None:
        return AnswerScore(attempt.verdict, "verdict", anls)
    if is_refusal(attempt):
        return AnswerScore(0.0, "no_answer", 0.0)
    if too_long:
        return AnswerScore(0.0, "too_long", 0.0)
    if anls >= 1.0:
        return AnswerScore(1.0, "exact", anls)
    comparisons = [compare_values(attempt.answer, variant) for variant in gold.answer_variants]
    return _guarded_score(comparisons, by_variant)


def _official_score(attempt: AttemptRecord, gold: GoldItem) -> AnswerScore:
    """As MADQA eval/metrics.py: the answer decides, not what the row calls it."""
    anls = anls_star(attempt.answer, gold.answer_variants, "harness")
    if not any(attempt.answer):
        return AnswerScore(0.0, "no_answer", anls)
    if attempt.verdict is not None and is_too_long(attempt.answer):
        return AnswerScore(0.0, "too_long", anls)
    if anls >= 1.0:
        return AnswerScore(1.0, "exact", anls)
    if attempt.verdict is not None:
        return AnswerScore(attempt.verdict, "verdict", anls)
    return AnswerScore(float(anls >= PROVISIONAL_THRESHOLD), "string_match", anls)


def _guarded_score(comparisons: Sequence[Comparison], by_variant: Sequence[float]) -> AnswerScore:
    anls = max(by_variant, default=0.0)
    if "equal" in comparisons:
        return AnswerScore(1.0, "value", anls)
    pairs = zip(comparisons, by_variant, strict=True)
    as_text = max((value for comparison, value in pairs if comparison == "unknown"), default=0.0)
    if as_text >= PROVISIONAL_THRESHOLD:
        return AnswerScore(1.0, "string_match", anls)
    return AnswerScore(0.0, "value" if "different" in comparisons else "string_match", anls)
