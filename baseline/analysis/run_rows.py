"""One system's attempts joined with their gold: what every figure of a report is averaged from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from baseline.analysis.attribution import (
    NOTHING_RIGHT,
    SetScores,
    cited_documents,
    cited_pages,
    document_scores,
    official_scores,
    page_scores,
)
from baseline.analysis.cascade import CascadeLabel, HopType, cascade_label, hop_type
from baseline.analysis.correctness import AnswerScore, score_answer
from baseline.analysis.records import AttemptRecord, GoldItem, Mode
from baseline.analysis.search_behaviour import found_at, has_hits

_NAMES_SHOWN = 10
_NO_EVIDENCE = (
    "without gold evidence, left out of retrieval and cascade, and of attribution where nothing was cited "
    "(citing anything scores 0)"
)


@dataclass(frozen=True)
class AttemptRow:
    """One attempt with everything that is computed for it alone.

    `score` is None when neither the item nor a verdict says what is right; `pages` and
    `documents` are None (in `strict` mode) when the item has no gold evidence and nothing was cited,
    `cascade` whenever it has none. `effort`
    is the number of searches (`harness`: or of iterations), None when not known. `found_*` is the
    first iteration whose hits so far hold gold, None when never or not known (`hits_known`).
    """

    attempt: AttemptRecord
    gold: GoldItem
    score: AnswerScore | None
    pages: SetScores | None
    documents: SetScores | None
    hop_type: HopType
    cascade: CascadeLabel | None
    effort: float | None
    hits_known: bool
    found_document: int | None
    found_page: int | None
    found_all_documents: int | None
    found_all_pages: int | None

    @property
    def is_correct(self) -> bool:
        """A score of one half counts; an attempt that cannot be scored does not."""
        return self.score is not None and self.score.is_correct

    @property
    def is_finished(self) -> bool:
        """Submitted, skipped or expired: what it took is final."""
        return self.attempt.status not in {"open", "missing"}

    @property
    def is_answered(self) -> bool:
        """Submitted with an answer or with "could not find it"."""
        return self.attempt.status in {"own", "auto", "not_found"}

    @property
    def n_searches(self) -> int | None:
        """Every submitted query counts; None when not known or not finished."""
        return self.attempt.n_searches if self.is_finished else None


@dataclass(frozen=True)
class RunRows:
    """The rows in the order given, the items they are averaged over, and what was noticed."""

    rows: tuple[AttemptRow, ...]
    item_ids: tuple[str, ...]
    mode: Mode
    notes: tuple[str, ...]

    @cached_property
    def item_index(self) -> dict[str, int]:
        """Position of each item."""
        return {item_id: index for index, item_id in enumerate(self.item_ids)}


def join_rows(
    gold: Sequence[GoldItem],
    attempts: Sequence[AttemptRecord],
    mode: Mode,
    known: Mapping[str, AttemptRow] | None = None,
) -> RunRows:
    """Match attempts with their items. `known`: attempt id -> its row in this mode, made before.

    `strict`: a second attempt of the same person on the same item is a duplicate and is ignored; every
    item of the set is there, with a missing attempt where nobody answered. `harness`: every row that
    matches an item counts, and nothing else. Raises ValueError for two items with one id.
    """
    items = {item.item_id: item for item in gold}
    if len(items) != len(gold):
        raise ValueError("two gold items have the same id")
    rows_made = known or {}
    matched = [attempt for attempt in attempts if attempt.item_id in items]
    notes = _unknown_notes(attempts, items)
    if mode == "strict":
        matched, n_duplicates = _without_duplicates(matched)
        notes += _plural(n_duplicates, "duplicate submission ignored", "duplicate submissions ignored")
        notes += _gold_notes(gold, matched)
        matched += _missing_attempts(gold, matched)
    item_ids = items if mode == "strict" else dict.fromkeys(attempt.item_id for attempt in matched)
    rows = tuple(
        rows_made.get(attempt.attempt_id or "") or make_row(attempt, items[attempt.item_id], mode)
        for attempt in matched
    )
    return RunRows(rows=rows, item_ids=tuple(item_ids), mode=mode, notes=tuple(notes))


def of_last_with_question(gold: Iterable[GoldItem], attempts: Iterable[AttemptRecord]) -> list[AttemptRecord]:
    """As the public scorer matches rows that have questions: of items that ask the same, the last counts."""
    items = list(gold)
    last = {item.question.strip(): item.item_id for item in items}
    ruling = {item.item_id: last[item.question.strip()] for item in items}
    return [
        one
        if ruling.get(one.item_id, one.item_id) == one.item_id
        else replace(one, item_id=ruling[one.item_id])
        for one in attempts
    ]


def make_row(attempt: AttemptRecord, gold: GoldItem, mode: Mode) -> AttemptRow:
    """Everything about one attempt."""
    has_answer = attempt.verdict is not None or bool(gold.answer_variants)
    score = score_answer(attempt, gold, mode) if has_answer or mode == "harness" else None
    hits_known = has_hits(attempt.searches) and bool(gold.evidence)
    searches = attempt.searches if hits_known and attempt.searches else ()
    pages, documents = _attribution(attempt, gold, mode)
    can_label = score is not None and bool(gold.evidence) and attempt.status not in {"open", "missing"}
    return AttemptRow(
        attempt=attempt,
        gold=gold,
        score=score,
        pages=pages,
        documents=documents,
        hop_type=hop_type(gold.evidence),
        cascade=cascade_label(attempt, score.score, gold.evidence) if can_label and score else None,
        effort=_effort(attempt, mode),
        hits_known=hits_known,
        found_document=found_at(searches, gold.evidence, "document", "any") if searches else None,
        found_page=found_at(searches, gold.evidence, "page", "any") if searches else None,
        found_all_documents=found_at(searches, gold.evidence, "document", "all") if searches else None,
        found_all_pages=found_at(searches, gold.evidence, "page", "all") if searches else None,
    )


def _attribution(
    attempt: AttemptRecord, gold: GoldItem, mode: Mode
) -> tuple[SetScores | None, SetScores | None]:
    if mode == "harness":
        return (
            official_scores(attempt, gold.evidence, "page"),
            official_scores(attempt, gold.evidence, "document"),
        )
    if not gold.evidence:
        # 0/0 has no value; but whatever was cited is not gold.
        pages, documents = cited_pages(attempt.citations), cited_documents(attempt.citations)
        return NOTHING_RIGHT if pages else None, NOTHING_RIGHT if documents else None
    return page_scores(attempt.citations, gold.evidence), document_scores(attempt.citations, gold.evidence)


def _effort(attempt: AttemptRecord, mode: Mode) -> float | None:
    if mode == "strict":
        return attempt.n_searches
    return attempt.n_searches or attempt.iterations or 0


def _without_duplicates(attempts: Iterable[AttemptRecord]) -> tuple[list[AttemptRecord], int]:
    """The first of each; an attempt that never came to an answer gives way to one that did."""
    first: dict[tuple[str | None, str | None, str], AttemptRecord] = {}
    n_duplicates = 0
    for attempt in attempts:
        key = (attempt.attempt_id, attempt.participant, attempt.item_id)
        before = first.setdefault(key, attempt)
        if before.status == "missing":
            first[key] = attempt
        elif before is not attempt:
            n_duplicates += 1
    return list(first.values()), n_duplicates


def _missing_attempts(gold: Iterable[GoldItem], attempts: Sequence[AttemptRecord]) -> list[AttemptRecord]:
    attempted = {attempt.item_id for attempt in attempts}
    system = attempts[0].system if attempts else ""
    return [
        AttemptRecord(system, item.item_id, answer=(), citations=(), n_searches=None, status="missing")
        for item in gold
        if item.item_id not in attempted
    ]


def _gold_notes(gold: Iterable[GoldItem], attempts: Iterable[AttemptRecord]) -> list[str]:
    judged = {attempt.item_id for attempt in attempts if attempt.verdict is not None}
    no_evidence = [item.item_id for item in gold if not item.evidence]
    no_answer = [item.item_id for item in gold if not item.answer_variants and item.item_id not in judged]
    return [
        *_named(no_evidence, _NO_EVIDENCE),
        *_named(no_answer, "without a gold answer, left out of accuracy"),
    ]


def _unknown_notes(attempts: Iterable[AttemptRecord], items: dict[str, GoldItem]) -> list[str]:
    unknown = [attempt.item_id for attempt in attempts if attempt.item_id not in items]
    return _named(list(dict.fromkeys(unknown)), "answered but not in the item set, left out")


def _named(item_ids: list[str], what: str) -> list[str]:
    if not item_ids:
        return []
    shown = ", ".join(item_ids[:_NAMES_SHOWN])
    more = f" and {len(item_ids) - _NAMES_SHOWN} more" if len(item_ids) > _NAMES_SHOWN else ""
    return [f"{len(item_ids)} {'item' if len(item_ids) == 1 else 'items'} {what}: {shown}{more}"]


def _plural(n: int, one: str, many: str) -> list[str]:
    return [] if n == 0 else [f"{n} {one if n == 1 else many}"]
