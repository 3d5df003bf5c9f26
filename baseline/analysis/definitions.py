"""What each figure is: label, unit, definition and source, said once for screens, files and docs.

A key may carry a parameter after `@` (`accuracy_at_step_limit@3`); the definition belongs to the part
before it. docs/metrics.md describes every key; a test holds the two together.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Unit = Literal["share", "points", "items", "count", "seconds", "ratio", "p"]
Base = Literal["items", "attempts"]


class Definition(NamedTuple):
    """`base` is what the figure is averaged over: items (attempts first averaged in each) or attempts."""

    label: str
    unit: Unit
    base: Base
    definition: str
    source: str


_HERE = "docs/metrics.md"

DEFINITIONS: dict[str, Definition] = {
    "accuracy": Definition(
        "Accuracy", "share", "items",
        "Mean score (1, 0.5 or 0) over all items of the set; an item without an answer scores 0.",
        "MADQA, section 3.1",
    ),
    "share_correct": Definition(
        "Share correct (public harness)", "share", "attempts",
        "Share of rows with a score of at least one half.", "MADQA eval/evaluate.py",
    ),
    "accuracy_corrected": Definition(
        "Accuracy, corrected for the judge (public harness)", "share", "attempts",
        "Accuracy as it would be if the judge were never wrong, with the public scorer's own calibration.",
        "MADQA, section 3.1",
    ),
    "accuracy_answered": Definition(
        "Accuracy of answered", "share", "attempts",
        "Mean score over attempts with a submitted answer only; read it beside the coverage.", _HERE,
    ),
    "coverage": Definition(
        "Coverage", "share", "items", "Items with a submitted answer or \"could not find it\".", _HERE
    ),
    "accuracy_by_hop": Definition(
        "Accuracy by hop type", "share", "items",
        "Mean score over items whose gold is one page (single), several pages of one document "
        "(cross_page) or several documents (cross_doc).", "MADQA, section 3.1 and table 3",
    ),
    "anls_star": Definition(
        "ANLS*", "share", "items",
        "Mean over items of the best string similarity with a gold answer, 0 below one half.",
        "arXiv 2402.03848; MADQA, section 3.1",
    ),
    "page_precision": Definition(
        "Page precision", "share", "items", "Cited gold pages / cited pages.", "MADQA, section 3.2"
    ),
    "page_recall": Definition(
        "Page recall", "share", "items", "Cited gold pages / gold pages.", "MADQA, section 3.2"
    ),
    "page_f1": Definition(
        "Page F1", "share", "items",
        "Harmonic mean of precision and recall on (document, page), per attempt, then averaged.",
        "MADQA, section 3.2",
    ),
    "document_precision": Definition(
        "Document precision", "share", "items", "Cited gold documents / cited documents.",
        "MADQA, section 3.2",
    ),
    "document_recall": Definition(
        "Document recall", "share", "items", "Cited gold documents / gold documents.", "MADQA, section 3.2"
    ),
    "document_f1": Definition(
        "Doc F1", "share", "items",
        "Harmonic mean of precision and recall on documents, per attempt, then averaged.",
        "MADQA, section 3.2",
    ),
    "steps": Definition(
        "Searches per item", "count", "items",
        "Mean number of submitted queries; attempts without a query count as 0.", "MADQA, section 3.3",
    ),
    "kuiper_tie_safe": Definition(
        "Kuiper (tie-safe)", "items", "attempts",
        "Largest swing of the cumulative sum of (correct - mean), attempts in order of effort, read at "
        "the ends of groups of equal effort. Raw count: it grows with N.", _HERE,
    ),
    "kuiper_official": Definition(
        "Kuiper (public harness)", "items", "attempts",
        "The same, with attempts of equal effort in the order of the rows.", "MADQA, section 3.3",
    ),
    "kuiper_sigma": Definition(
        "Sigma", "items", "attempts", "sqrt(N m (1 - m)), m the share correct: what K is compared with.",
        _HERE,
    ),
    "kuiper_over_sigma": Definition(
        "K / sigma", "ratio", "attempts", "Tie-safe Kuiper divided by sigma.", _HERE
    ),
    "kuiper_p": Definition(
        "Permutation p", "p", "attempts",
        "Share of 10,000 shuffles of outcome against effort (seed 0) with a tie-safe K at least as large.",
        _HERE,
    ),
    "effort_ratio": Definition(
        "Effort ratio", "ratio", "attempts",
        "Mean number of searches of wrong attempts / of correct attempts, attempts without a search left "
        "out.", "MADQA, section 3.3",
    ),
    "accuracy_at_step_limit": Definition(
        "Accuracy at step limit", "share", "items",
        "Share of all items that are correct with at most n searches.", "MADQA, figure 9",
    ),
    "first_query_accuracy": Definition(
        "First-query accuracy", "share", "attempts",
        "Correct after exactly one query / attempts that searched at all.", "MADQA, figure 9",
    ),
    "single_query_accuracy": Definition(
        "Single-query accuracy", "share", "attempts", "Correct among attempts with exactly one query.",
        "MADQA, appendix H",
    ),
    "multi_query_accuracy": Definition(
        "Multi-query accuracy", "share", "attempts", "Correct among attempts with two or more queries.",
        "MADQA, appendix H",
    ),
    "query_accuracy_gap": Definition(
        "Single minus multi", "points", "attempts", "Single-query accuracy minus multi-query accuracy.",
        "MADQA, appendix H",
    ),
    "first_query_retrieval": Definition(
        "First-query retrieval", "share", "items",
        "Share of items for which the hits of the first query hold any (or all) of the gold documents (or "
        "pages); an attempt without a query retrieved nothing.", "MADQA, figure 23",
    ),
    "evidence_found_document": Definition(
        "Gold document found by iteration", "share", "items",
        "Share of items for which the hits of the first i queries hold a gold document.",
        "MADQA, figure 23",
    ),
    "evidence_found_page": Definition(
        "Gold page found by iteration", "share", "items",
        "Share of items for which the hits of the first i queries hold a gold page.", "MADQA, figure 23",
    ),
    "recovery_rate": Definition(
        "Recovery rate", "share", "attempts",
        "A later query's hits hold a gold document / attempts whose first query's hits did not.",
        "MADQA, figure 24",
    ),
    "answer_recovery": Definition(
        "Answer recovery", "share", "attempts",
        "Ended correct / attempts whose first query's hits held no gold document.", _HERE,
    ),
    "cascade": Definition(
        "Error cascade", "share", "attempts",
        "Share of attempts by the first label that holds: correct, correct_verbose, refusal, retrieval, "
        "navigation, comprehension. It reads citations alone: where right pages were given, retrieval says "
        "that none of their documents was cited, not that none was found.", "MADQA, figure 8",
    ),
    "working_time": Definition(
        "Working time per item", "seconds", "items",
        "Mean time from question shown to submitted, without pauses and server outages.", _HERE,
    ),
    "accuracy_by_time": Definition(
        "Accuracy by working time", "share", "attempts",
        "Correct among attempts that took this long.", "MADQA, appendix H",
    ),
    "accuracy_at_minute_limit": Definition(
        "Accuracy at minute limit", "share", "items",
        "Share of all items that are correct in at most t minutes of working time.", _HERE,
    ),
}  # fmt: skip


def definition_of(key: str) -> Definition:
    """The definition of a key with or without its parameter. Raises KeyError for an unknown one."""
    return DEFINITIONS[key.partition("@")[0]]


def label_of(key: str) -> str:
    """The label with its parameter: "Accuracy at step limit, n = 3"."""
    base, _, parameter = key.partition("@")
    if not parameter:
        return DEFINITIONS[base].label
    symbol = {
        "accuracy_at_step_limit": "n = ",
        "evidence_found_document": "i = ",
        "evidence_found_page": "i = ",
        "accuracy_at_minute_limit": "t = ",
    }.get(base, "")
    return f"{DEFINITIONS[base].label}, {symbol}{parameter.replace('_', ' ')}"
