"""Which figures a report has, in order, and what each row gives to each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from baseline.analysis.attribution import SetScores
from baseline.analysis.averages import Value, Wanted
from baseline.analysis.cascade import CASCADE_LABELS, HOP_TYPES
from baseline.analysis.records import Mode
from baseline.analysis.run_rows import AttemptRow, RunRows
from baseline.analysis.search_behaviour import (
    answer_recovered,
    correct_within_steps,
    first_query_accuracy,
    found_by,
    multi_query_accuracy,
    recovered,
    single_query_accuracy,
)
from baseline.analysis.working_time import (
    MINUTE_LIMITS,
    TIME_BINS,
    TimeBin,
    accuracy_in_bin,
    correct_within_minutes,
)

MOST_STEP_LIMITS = 30
NO_ITEMS = "no item has a gold answer or a verdict"
NO_EVIDENCE = "no item has gold evidence"
NO_COUNTS = "the number of searches is not known"
NOT_FINISHED = "no attempt is finished yet"
NO_HITS = "not computable: the log holds no hits"
NO_TIMES = "working time is not known"
NOBODY_SEARCHED = "n/a (0 attempts searched)"


def correctness_figures(run: RunRows) -> list[Wanted]:
    """Accuracy, whole and by hop type, coverage and ANLS*."""
    label, notes = _accuracy_label(run)
    return [
        Wanted(
            "accuracy", _score, NO_ITEMS, label, "official" if run.mode == "harness" else "default", notes
        ),
        Wanted("accuracy_answered", _score_of_answered, "n/a (0 attempts with an answer)"),
        Wanted("coverage", lambda row: float(row.is_answered), "no items"),
        Wanted("anls_star", _anls, "no item has a gold answer"),
        *(
            Wanted(
                f"accuracy_by_hop@{hop}", partial(_score_of_hop, run.mode, hop), f"no item of hop type {hop}"
            )
            for hop in HOP_TYPES
        ),
    ]


def attribution_figures() -> list[Wanted]:
    """Precision, recall and F1 of pages and documents."""
    return [
        Wanted(f"{level}_{part}", partial(_attribution, level, part), NO_EVIDENCE)
        for level in ("page", "document")
        for part in ("precision", "recall", "f1")
    ]


def search_figures(run: RunRows) -> list[Wanted]:
    """Steps, accuracy at each step limit, first query, retrieval and recovery."""
    counts = [row.n_searches for row in run.rows if row.n_searches is not None]
    searched = any(counts)
    no_counts = NO_COUNTS if any(row.is_finished for row in run.rows) else NOT_FINISHED
    no_first = NOBODY_SEARCHED if counts else no_counts
    return [
        Wanted("steps", _steps, no_counts),
        *_step_limits(counts, no_counts),
        Wanted("first_query_accuracy", _if_scored(first_query_accuracy), no_first),
        Wanted(
            "single_query_accuracy",
            _if_scored(single_query_accuracy),
            no_first if not searched else "n/a (0 attempts with one query)",
        ),
        Wanted(
            "multi_query_accuracy",
            _if_scored(multi_query_accuracy),
            no_first if not searched else "n/a (0 attempts with two or more queries)",
        ),
        *_retrieval(run),
    ]


def cascade_figures() -> list[Wanted]:
    """The share of each label."""
    return [
        Wanted(f"cascade@{label}", partial(_has_label, label), "no attempt can be labelled")
        for label in CASCADE_LABELS
    ]


def time_figures(run: RunRows, limits: Sequence[int] = MINUTE_LIMITS) -> list[Wanted]:
    """Working time, and accuracy by it; `limits` in minutes."""
    is_known = any(row.is_finished and row.attempt.working_s is not None for row in run.rows)
    no_such = "n/a (0 attempts took this long)" if is_known else NO_TIMES
    return [
        Wanted("working_time", _working_s, NO_TIMES),
        *(Wanted(f"accuracy_by_time@{b.key}", partial(_score_in_bin, b), no_such) for b in TIME_BINS),
        *(
            Wanted(f"accuracy_at_minute_limit@{t}", partial(_within_minutes, t, is_known), NO_TIMES)
            for t in limits
        ),
    ]


def single_query(row: AttemptRow) -> float | None:
    """Correct among attempts with one query."""
    return _if_scored(single_query_accuracy)(row)


def multi_query(row: AttemptRow) -> float | None:
    """Correct among attempts with several queries."""
    return _if_scored(multi_query_accuracy)(row)


def _accuracy_label(run: RunRows) -> tuple[str | None, tuple[str, ...]]:
    sources = [row.score.source for row in run.rows if row.score is not None]
    n_guessed = sum(source in {"string_match", "value"} for source in sources)
    if n_guessed == 0:
        return None, ()
    note = f"{n_guessed} of {len(sources)} attempts have no verdict and are scored by string match"
    return "Accuracy (string match, provisional)", (note,)


def _score(row: AttemptRow) -> float | None:
    return None if row.score is None else row.score.score


def _score_of_answered(row: AttemptRow) -> float | None:
    return _score(row) if row.is_answered else None


def _score_of_hop(mode: Mode, hop: str, row: AttemptRow) -> float | None:
    """The public scorer calls an item without evidence `single`; in `strict` mode it is of no type."""
    has_type = bool(row.gold.evidence) or mode == "harness"
    return _score(row) if row.hop_type == hop and has_type else None


def _anls(row: AttemptRow) -> float | None:
    return row.score.anls if row.score is not None and row.gold.answer_variants else None


def _attribution(level: str, part: str, row: AttemptRow) -> float | None:
    scores: SetScores | None = row.pages if level == "page" else row.documents
    return None if scores is None else float(getattr(scores, part))


def _steps(row: AttemptRow) -> float | None:
    return row.n_searches


def _if_scored(rule: Callable[[bool, int | None], float | None]) -> Value:
    def value(row: AttemptRow) -> float | None:
        return None if row.score is None else rule(row.is_correct, row.n_searches)

    return value


def _step_limits(counts: list[int], if_none: str) -> list[Wanted]:
    if not counts:
        return [Wanted("accuracy_at_step_limit@1", lambda row: None, if_none)]
    highest = max(counts)
    limits = sorted({*range(min(highest, MOST_STEP_LIMITS) + 1), highest})
    return [
        Wanted(f"accuracy_at_step_limit@{limit}", partial(_within_steps, limit), NO_ITEMS) for limit in limits
    ]


def _within_steps(limit: int, row: AttemptRow) -> float | None:
    return None if row.score is None else correct_within_steps(row.is_correct, row.n_searches, limit)


def _retrieval(run: RunRows) -> list[Wanted]:
    counted = [row for row in run.rows if row.hits_known and row.n_searches is not None]
    reason = NO_HITS
    if counted:
        reason = NOBODY_SEARCHED if not any(row.n_searches for row in counted) else NO_EVIDENCE
    n_iterations = max((row.n_searches or 0 for row in counted), default=0)
    iterations = range(1, min(max(n_iterations, 1), MOST_STEP_LIMITS) + 1)
    is_known = n_iterations > 0
    needed = "n/a (0 attempts needed recovery)" if is_known else reason
    return [
        *(
            Wanted(f"first_query_retrieval@{name}", partial(_found_by, field, 1, is_known), reason)
            for name, field in _RETRIEVAL_MODES
        ),
        *(
            Wanted(f"evidence_found_{level}@{i}", partial(_found_by, f"found_{level}", i, is_known), reason)
            for level in ("document", "page")
            for i in iterations
        ),
        Wanted("recovery_rate", _recovered, needed),
        Wanted("answer_recovery", _answer_recovered, needed),
    ]


_RETRIEVAL_MODES = (
    ("document_any", "found_document"),
    ("document_all", "found_all_documents"),
    ("page_any", "found_page"),
    ("page_all", "found_all_pages"),
)


def _found_by(field: str, iteration: int, is_known: bool, row: AttemptRow) -> float | None:
    """An item without an attempt retrieved nothing; an attempt whose hits were not logged is left out."""
    if not is_known or not row.gold.evidence:
        return None
    if row.attempt.status == "missing":
        return 0.0
    return found_by(getattr(row, field), iteration) if row.hits_known else None


def _recovered(row: AttemptRow) -> float | None:
    return recovered(row.n_searches, row.found_document) if row.hits_known else None


def _answer_recovered(row: AttemptRow) -> float | None:
    if row.score is None or not row.hits_known:
        return None
    return answer_recovered(row.is_correct, row.n_searches, row.found_document)


def _has_label(label: str, row: AttemptRow) -> float | None:
    return None if row.cascade is None else float(row.cascade == label)


def _score_in_bin(time_bin: TimeBin, row: AttemptRow) -> float | None:
    if row.score is None or not row.is_finished:
        return None
    return accuracy_in_bin(row.is_correct, row.attempt.working_s, time_bin)


def _working_s(row: AttemptRow) -> float | None:
    return row.attempt.working_s if row.is_finished else None


def _within_minutes(limit_min: float, is_known: bool, row: AttemptRow) -> float | None:
    if row.score is None or not is_known:
        return None
    return correct_within_minutes(row.is_correct, row.attempt.working_s, limit_min)
