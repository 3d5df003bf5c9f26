"""Rows of imported runs, computed once and kept in the database: a page reads them instead of trajectories.

A kept row is made of the stored record, the judgement in force and the gold of its item; when one of them has
changed, or the app's version has, it is computed again. Deleting all of them changes nothing but time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pydantic import TypeAdapter

from baseline.analysis.attribution import SetScores
from baseline.analysis.cascade import CascadeLabel, HopType
from baseline.analysis.correctness import AnswerScore
from baseline.analysis.records import AttemptRecord, GoldItem, SearchStep
from baseline.analysis.run_rows import AttemptRow, make_row
from db import derived_rows, runs, verdicts
from db.connection import Database
from db.derived_rows import DerivedRow
from db.systems import Run


@dataclass(frozen=True, slots=True)
class _Kept:
    """An `AttemptRow` without its gold; the record has its queries, and not what they showed."""

    attempt: AttemptRecord
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

    def row(self, gold: GoldItem, name: str, condition: str) -> AttemptRow:
        """The row as a panel has it."""
        return AttemptRow(
            attempt=replace(self.attempt, system=name, condition=condition),
            gold=gold,
            score=self.score,
            pages=self.pages,
            documents=self.documents,
            hop_type=self.hop_type,
            cascade=self.cascade,
            effort=self.effort,
            hits_known=self.hits_known,
            found_document=self.found_document,
            found_page=self.found_page,
            found_all_documents=self.found_all_documents,
            found_all_pages=self.found_all_pages,
        )


_KEPT: TypeAdapter[_Kept] = TypeAdapter(_Kept)
_RECORD: TypeAdapter[AttemptRecord] = TypeAdapter(AttemptRecord)
_GOLD: TypeAdapter[GoldItem] = TypeAdapter(GoldItem)


class _Source(NamedTuple):
    """What one row is made of, and the name of it."""

    attempt_id: str
    record: str
    verdict: float | None
    gold: GoldItem
    made_of: str


class RunRead(NamedTuple):
    """The rows of a run, and how many of them had to be computed because they are not kept."""

    rows: tuple[AttemptRow, ...]
    n_computed: int


def rows_of_run(database: Database, run: Run, gold: Sequence[GoldItem], name: str) -> RunRead:
    """The `strict` row of every attempt of a run on an item of the set, in the order of its file.

    Kept ones are read, the others are computed; nothing is stored.
    """
    kept = derived_rows.rows_of_run(database, run.run_id)
    rows, n_computed = [], 0
    for source in _sources(database, run, gold):
        known = kept.get(source.attempt_id)
        if known is not None and known.made_of == source.made_of:
            made = _KEPT.validate_json(known.row)
        else:
            made, n_computed = _computed(source), n_computed + 1
        rows.append(made.row(source.gold, name, run.condition))
    return RunRead(tuple(rows), n_computed)


def refresh_rows(database: Database, run: Run, gold: Sequence[GoldItem]) -> int:
    """Keep the rows of a run that are not kept yet, or of something else; how many those were."""
    kept = derived_rows.rows_of_run(database, run.run_id)
    stale = [one for one in _sources(database, run, gold) if not _is_made_of(kept.get(one.attempt_id), one)]
    derived_rows.put_rows(
        database,
        (DerivedRow(one.attempt_id, one.made_of, _KEPT.dump_json(_computed(one)).decode()) for one in stale),
    )
    return len(stale)


def _is_made_of(kept: DerivedRow | None, source: _Source) -> bool:
    return kept is not None and kept.made_of == source.made_of


def _sources(database: Database, run: Run, gold: Sequence[GoldItem]) -> Iterator[_Source]:
    items = {item.item_id: item for item in gold}
    golds = {item.item_id: _GOLD.dump_json(item) for item in gold}
    stored = runs.attempts_of_run(database, run.run_id)
    in_force = _scores(database, [one.attempt_id for one in stored])
    for one in stored:
        if one.item_id in items:
            verdict = in_force.get(one.attempt_id)
            parts = [one.record.encode(), str(verdict).encode(), golds[one.item_id]]
            made_of = hashlib.sha256(b"\x00".join(parts))
            yield _Source(one.attempt_id, one.record, verdict, items[one.item_id], made_of.hexdigest())


def _scores(database: Database, attempt_ids: Sequence[str]) -> Mapping[str, float]:
    return {
        attempt_id: deciding.score
        for attempt_id, judged in verdicts.verdicts_of(database, attempt_ids).items()
        if (deciding := verdicts.in_force(judged)) is not None
    }


def _computed(source: _Source) -> _Kept:
    record = replace(_RECORD.validate_json(source.record), verdict=source.verdict)
    row = make_row(record, source.gold, "strict")
    return _Kept(
        attempt=replace(record, system="", searches=_queries(record)),
        score=row.score,
        pages=row.pages,
        documents=row.documents,
        hop_type=row.hop_type,
        cascade=row.cascade,
        effort=row.effort,
        hits_known=row.hits_known,
        found_document=row.found_document,
        found_page=row.found_page,
        found_all_documents=row.found_all_documents,
        found_all_pages=row.found_all_pages,
    )


def _queries(record: AttemptRecord) -> tuple[SearchStep, ...] | None:
    return None if record.searches is None else tuple(SearchStep(one.text, None) for one in record.searches)
