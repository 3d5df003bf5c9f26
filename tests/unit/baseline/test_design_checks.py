"""Every sentence that a design can be told before its launch, and that a sound one is told none."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from baseline.designs.design_checks import errors_in, problems_of
from baseline.designs.problem import DesignFacts, IndexFacts, SetFacts
from db.study_design import StudyDesign

ROOT = Path(__file__).parent.parent.parent.parent

SETS = {
    one.name: one
    for one in (
        SetFacts("main", tuple(f"i{n}" for n in range(100))),
        SetFacts("practice", ("p1", "p2")),
        SetFacts("test", tuple(f"t{n}" for n in range(10))),
        SetFacts("easy", ("e1", "e2", "e3")),
        SetFacts("empty", ()),
        SetFacts("overlapping", ("i1", "i2", "x")),
        SetFacts("elsewhere", ("z",), not_in_index=("item 'z': unknown document 'a.pdf'",)),
        SetFacts("bare", ("b1", "b2"), without_evidence=("b1",), without_answer=("b2",)),
    )
}
BUILD = IndexFacts("corpus", "f" * 64, "exact")
SOUND: dict[str, Any] = {
    "title": "Harbour",
    "item_set": "main",
    "index_name": "corpus",
    "people_per_item": 2,
    "batches_per_person": 2,
    "conditions": [{"name": "search"}, {"name": "oracle", "tools": "given_pages"}],
    "limits": {"item_s": 600},
    "consent": "Do you agree?",
    "instructions": "Search, read, answer.",
    "practice_set": "practice",
    "qualification": {"item_set": "test", "n_items": 5, "attempts": 2},
    "attention": {"item_set": "easy", "per_batch": 1},
    "before": [{"question_id": "age", "text": "How old are you?", "kind": "number"}],
    "after": [
        {"question_id": "job", "text": "Your work?", "kind": "choice", "choices": ["office", "other"]},
        {"question_id": "hard", "text": "How hard?", "kind": "scale", "choices": ["easy", "hard"]},
    ],
    "exclusion_rules": [
        {"rule_id": "asleep", "kind": "attention_failed"},
        {"rule_id": "rushed", "kind": "too_fast", "threshold": 10},
        {"rule_id": "away", "kind": "hidden_share", "threshold": 0.5},
        {"rule_id": "left", "kind": "unfinished", "threshold": 0.8},
        {"rule_id": "blind", "kind": "no_page_read"},
        {"rule_id": "guess", "kind": "no_search"},
    ],
    "pay": {"per_hour": 15, "currency": "EUR"},
}


def told(index: IndexFacts = BUILD, **changes: Any) -> list[tuple[str, str, str]]:
    design = StudyDesign.model_validate({**SOUND, **changes})
    return [
        (problem.level, problem.field, problem.sentence)
        for problem in problems_of(design, DesignFacts(SETS, index))
    ]


def question(**changes: Any) -> list[dict[str, Any]]:
    return [{"question_id": "q", "text": "Which?", **changes}]


def rule(**changes: Any) -> list[dict[str, Any]]:
    return [*SOUND["exclusion_rules"][:1], {"rule_id": "r", **changes}]


def test_a_sound_design_is_told_nothing() -> None:
    assert told() == []


CASES: list[tuple[dict[str, Any], str, str, str]] = [
    ({"title": " "}, "error", "title", "has no title"),
    ({"protocol": "other"}, "error", "protocol", "There is no protocol 'other'"),
    ({"index_name": ""}, "error", "index_name", "No index is chosen"),
    ({"item_set": ""}, "error", "item_set", "No item set is chosen; choose the items that are answered."),
    ({"item_set": "nowhere"}, "error", "item_set", "There is no item set 'nowhere'"),
    ({"item_set": "empty"}, "error", "item_set", "Item set 'empty' is empty"),
    (
        {"practice_set": "elsewhere"},
        "error",
        "practice_set",
        "The evidence of 1 item of set 'elsewhere' is not in",
    ),
    (
        {"qualification": {}},
        "error",
        "qualification.item_set",
        "No item set is chosen for the qualification set",
    ),
    ({"practice_set": "main"}, "error", "practice_set", "The practice set is also the set that is answered"),
    (
        {"practice_set": "overlapping"},
        "error",
        "practice_set",
        "2 items of the practice set stand in the set",
    ),
    ({"practice_set": "bare"}, "error", "practice_set", "Condition 'oracle' gives the gold pages, and these"),
    ({"practice_set": "bare"}, "error", "practice_set", "no gold answer, so nobody can be told whether"),
    ({"item_set": "bare"}, "warning", "item_set", "no gold answer, so figures leave them out: 'b2'"),
    (
        {"item_set": "bare", "conditions": [{"name": "search"}]},
        "warning",
        "item_set",
        "no gold evidence, so page and document figures leave them out: 'b1'",
    ),
    (
        {"qualification": {"item_set": "test", "n_items": 6, "attempts": 2}},
        "error",
        "qualification.n_items",
        "2 tries of 6 items need 12 different items, and set 'test' holds 10",
    ),
    (
        {"batches_per_person": 4},
        "error",
        "attention.per_batch",
        "Somebody who does 4 batches needs 4 different attention checks, and set 'easy' holds 3",
    ),
    (
        {"conditions": [{"name": "search"}, {"name": "Search", "tools": "given_pages"}]},
        "error",
        "conditions",
        "Two conditions are called",
    ),
    (
        {"conditions": [{"name": "one"}, {"name": "two"}]},
        "warning",
        "conditions",
        "Conditions 'one' and 'two' give people the same tools",
    ),
    ({"hits": {"snippet": False, "thumbnail": False}}, "warning", "hits", "neither snippet nor thumbnail"),
    ({"people_per_item": None}, "error", "people_per_item", "in condition 'search' alone"),
    ({"people_per_item": None}, "warning", "batches_per_person", "has no effect"),
    ({"people_per_item": None}, "error", "people_per_item", "Attention checks stand in batches"),
    (
        {"plan": {"people": 7}},
        "warning",
        "plan.people",
        "You expect 7 people, and all places need at",
    ),
    ({"lease_s": 120}, "warning", "lease_s", "Places are free again after 2 min without work"),
    ({"batch_size": 200}, "warning", "batch_size", "A batch of 200 is more than the 100 items"),
    (
        {"batches_per_person": 9},
        "warning",
        "batches_per_person",
        "9 batches a person are more than the set has",
    ),
    ({"batches_per_person": 1}, "warning", "batches_per_person", "can do 1 batch. Smaller batches"),
    (
        {"batches_per_person": 3},
        "warning",
        "batches_per_person",
        "cannot be shared evenly among 2 conditions",
    ),
    (
        {"limits": {"item_s": 600, "batch_s": 500}},
        "error",
        "limits.batch_s",
        "A batch ends after 8 min 20 s and one item of it may take 10 min",
    ),
    (
        {"limits": {"item_s": 600, "batch_s": 60_000}},
        "warning",
        "limits.batch_s",
        "26 items of at most 10 min are over after 4 h 20 min",
    ),
    (
        {"limits": {"item_s": 120}},
        "error",
        "limits.warn_before_s",
        "A warning 5 min before the end would come",
    ),
    (
        {"limits": {"item_s": 120, "batch_s": 1200}},
        "warning",
        "limits.warn_before_s",
        "5 min before the end is given for the batch only",
    ),
    (
        {"limits": {"item_s": 600, "warn_before_s": [60, 60]}},
        "error",
        "limits.warn_before_s",
        "twice for one",
    ),
    (
        {"limits": {"item_s": 600, "warn_before_s": []}, "show_time": False},
        "warning",
        "show_time",
        "items end without a word",
    ),
    ({"pauses": {"allowed": False}}, "warning", "pauses.allowed", "whoever is interrupted loses time"),
    ({"pauses": {"allowed": False, "longest_s": 60}}, "warning", "pauses.reasons", "none is allowed"),
    ({"pauses": {"reasons": ["tea", "tea"]}}, "error", "pauses.reasons", "offered twice: 'tea'"),
    ({"pauses": {"reasons": [" "]}}, "error", "pauses.reasons", "A reason for a pause is empty"),
    (
        {"pauses": {"longest_s": 172_800}},
        "warning",
        "pauses.longest_s",
        "A pause of 2 days outlasts the 1 day",
    ),
    ({"consent": " "}, "warning", "consent", "There is no consent text"),
    ({"consent": "Ask [Add a name.]"}, "warning", "consent", "The text still has a gap: [Add a name.] Write"),
    ({"pay": {"per_hour": 15}}, "error", "pay.currency", "The pay has no currency"),
    ({"pay": {"currency": "EUR"}}, "warning", "pay.per_hour", "A currency is given, and no pay"),
    (
        {"qualification": {"item_set": "test", "pass_share": 0}},
        "warning",
        "qualification.pass_share",
        "everybody passes the test",
    ),
    ({"attention": {"item_set": "easy", "pass_share": 0}}, "warning", "attention.pass_share", "nobody fails"),
    (
        {"batch_size": 1, "attention": {"item_set": "easy", "per_batch": 2}},
        "warning",
        "attention.per_batch",
        "more attention checks than items",
    ),
    ({"exclusion_rules": []}, "warning", "attention.item_set", "Nothing follows from failing"),
    ({"before": question(question_id="job")}, "error", "after", "Two questions have one id: 'job'"),
    ({"before": question() * 2}, "error", "before", "Two questions have one id: 'q'"),
    ({"before": question(text=" ")}, "error", "before", "Question 'q' has no text"),
    (
        {"before": question(kind="choice", choices=["a"])},
        "error",
        "before",
        "needs at least two choices; it has 1",
    ),
    (
        {"before": question(kind="scale", choices=["a"])},
        "error",
        "before",
        "the words at its two ends; it has 1",
    ),
    ({"before": question(choices=["a"])}, "warning", "before", "its choices are not shown"),
    ({"before": question(kind="choice", choices=["a", "a"])}, "error", "before", "offers one choice twice"),
    ({"before": question(kind="choice", choices=["a", " "])}, "error", "before", "has an empty choice"),
    (
        {"exclusion_rules": rule(kind="no_search") * 2},
        "error",
        "exclusion_rules",
        "have one id: 'asleep', 'r'",
    ),
    (
        {"exclusion_rules": rule(kind="attention_failed")},
        "warning",
        "exclusion_rules",
        "Two exclusion rules say the same",
    ),
    ({"attention": None}, "error", "exclusion_rules", "Rule 'asleep' cannot apply"),
    (
        {"conditions": [{"name": "oracle", "tools": "given_pages"}]},
        "error",
        "exclusion_rules",
        "Rule 'guess' leaves out everybody",
    ),
    (
        {"exclusion_rules": rule(kind="hidden_share", threshold=1)},
        "error",
        "exclusion_rules",
        "Rule 'r' never",
    ),
    ({"exclusion_rules": rule(kind="unfinished")}, "error", "exclusion_rules", "needs the share of items"),
    ({"exclusion_rules": rule(kind="too_fast")}, "error", "exclusion_rules", "nobody is faster than 0 s"),
    (
        {"exclusion_rules": rule(kind="too_fast", threshold=600)},
        "error",
        "exclusion_rules",
        "an item ends after 10 min, and faster than 10 min is too fast",
    ),
]


@pytest.mark.parametrize(("changes", "level", "field", "words"), CASES)
def test_a_contradiction_is_named_in_a_sentence_at_its_field(
    changes: dict[str, Any], level: str, field: str, words: str
) -> None:
    found = [one for one in told(**changes) if words in one[2]]
    assert [(one[0], one[1]) for one in found] == [(level, field)]
    assert found[0][2].endswith(".")


def test_an_index_that_is_not_there_or_waits_for_ocr_is_named() -> None:
    assert "There is no index 'corpus' here" in told(IndexFacts("corpus"))[0][2]
    pending = told(BUILD._replace(has_ocr_pending=True))
    assert pending[0][:2] == ("error", "index_name")
    assert "still waits for OCR" in pending[0][2]


def test_errors_come_before_warnings() -> None:
    levels = [one[0] for one in told(consent="", title=" ", lease_s=60, pay={"per_hour": 3})]
    assert levels == ["error", "error", "warning", "warning"]


def test_there_is_a_case_for_every_problem_that_the_checks_can_yield() -> None:
    n_yields = 0
    for path in sorted((ROOT / "baseline" / "designs").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Yield):
                n_yields += 1
    # One sentence of each place that yields one, at least: three of them have several, two are of the index.
    assert len({words for _, _, _, words in CASES}) + 2 >= n_yields


def test_errors_alone_keep_a_study_from_being_launched() -> None:
    design = StudyDesign.model_validate({**SOUND, "consent": "", "title": " "})
    errors = errors_in(problems_of(design, DesignFacts(SETS, BUILD)))
    assert [one.field for one in errors] == ["title"]
