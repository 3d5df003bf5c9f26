"""Exclusion rules: what each flags, at its edge, and what it cannot know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from baseline.analysis.exclusion_rules import Judged, Share, all_flags, flags_of, left_out_by, rule_text
from baseline.analysis.left_out import LeftOut
from db.study_design import AttentionChecks, Condition, ExclusionRule, StudyDesign
from tests.unit.analysis.metrics_makers import attempt

DESIGN = StudyDesign(
    title="T",
    item_set="set",
    index_name="index",
    conditions=(Condition(), Condition(name="oracle", tools="given_pages")),
    attention=AttentionChecks(item_set="easy", pass_share=0.5),
)


def rule(kind: str, threshold: float = 0.0) -> ExclusionRule:
    return ExclusionRule(rule_id=kind, kind=kind, threshold=threshold)


def record(number: int = 1, **fields):
    made = attempt(
        f"q{number}", n=fields.pop("n", 1), attempt_id=f"a{number}", participant=fields.pop("who", "p1")
    )
    return replace(made, **{"condition": "search", "n_page_views": 1, **fields})


def flagged(wanted: ExclusionRule, *records, attention=None, finished=None) -> list[str]:
    judged = Judged(list(records), attention or {}, finished or {})
    return [flag.id for flag in flags_of(wanted, DESIGN, judged)]


def test_too_fast_is_less_than_the_seconds_of_working_time_that_were_declared():
    records = [record(1, working_s=9.99), record(2, working_s=10.0), record(3, working_s=None)]
    assert flagged(rule("too_fast", 10), *records) == ["a1"]


@pytest.mark.parametrize("status", ["skipped", "expired", "open", "missing"])
def test_only_answers_are_too_fast(status):
    assert flagged(rule("too_fast", 10), record(working_s=1.0, status=status)) == []


def test_hidden_share_is_of_the_working_time():
    # 10 s of work, 4 s in sight: hidden for 60 %.
    one = record(working_s=10.0, visible_s=4.0)
    assert flagged(rule("hidden_share", 0.6), one) == []
    assert flagged(rule("hidden_share", 0.59), one) == ["a1"]
    assert flagged(rule("hidden_share", 0.1), record(working_s=0.0, visible_s=0.0)) == []
    assert flagged(rule("hidden_share", 0.1), record(working_s=5.0, visible_s=None)) == []


def test_no_search_looks_only_where_searching_was_possible():
    records = [record(1, n=0), record(2, n=0, condition="oracle"), record(3, n=1), record(4, n=None)]
    assert flagged(rule("no_search"), *records) == ["a1"]


def test_no_page_read_looks_under_every_condition():
    records = [record(1, n_page_views=0), record(2, n_page_views=0, condition="oracle"), record(3)]
    assert flagged(rule("no_page_read"), *records) == ["a1", "a2"]


def test_attention_needs_the_share_of_the_design_and_a_check_that_is_over():
    shares = {"p1": Share(1, 2), "p2": Share(0, 1), "p3": Share(0, 0)}
    assert flagged(rule("attention_failed"), attention=shares) == ["p2"]


def test_unfinished_is_less_than_the_share_of_items_taken():
    shares = {"p1": Share(4, 5), "p2": Share(3, 5)}
    assert flagged(rule("unfinished", 0.8), finished=shares) == ["p2"]


def test_a_flag_says_in_a_sentence_what_was_measured():
    judged = Judged([record(working_s=3.0)], {"p1": Share(0, 2)}, {})
    design = DESIGN.model_copy(update={"exclusion_rules": (rule("too_fast", 10), rule("attention_failed"))})
    fast, inattentive = all_flags(design, judged)
    assert fast.sentence == "3.0 s of working time"
    assert inattentive.sentence == "0 of 2 attention checks passed"
    assert left_out_by([fast, inattentive]) == LeftOut(frozenset({"a1"}), frozenset({"p1"}))


@pytest.mark.parametrize(
    "kind", ["attention_failed", "too_fast", "hidden_share", "no_search", "no_page_read", "unfinished"]
)
def test_every_rule_reads_as_a_sentence(kind):
    assert rule_text(rule(kind, 0.5), DESIGN)[0].isupper()
