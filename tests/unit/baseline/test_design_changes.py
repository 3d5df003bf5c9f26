"""Designs as JSON and hashes, what differs between two, what may be amended, two changes merged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baseline.designs.changes import changes_between, declared_late, merged, refusal_of_amendment
from baseline.designs.design_files import design_as_json, read_changes, read_design
from db.errors import InvalidInput
from db.study_design import (
    AttentionChecks,
    Condition,
    ExclusionRule,
    HitContent,
    Limits,
    PauseRules,
    Pay,
    Plan,
    Qualification,
    Question,
    ReportNotes,
    StudyDesign,
)

NAMES = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,8}", fullmatch=True)
# No half surrogate pairs: no form of a browser and no JSON file can hold one.
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
SOME = {"title": st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)}


def values(model: type, **fields: st.SearchStrategy) -> st.SearchStrategy:
    return st.fixed_dictionaries({}, optional=fields).map(lambda chosen: model(**chosen))


SECONDS = st.integers(1, 10_000)
SHARES = st.floats(0, 1)
RULES = values(
    ExclusionRule, rule_id=NAMES, kind=st.sampled_from(["too_fast", "no_search"]), threshold=st.floats(0, 9)
)
DESIGNS = st.builds(
    StudyDesign,
    **SOME,
    item_set=TEXTS,
    index_name=TEXTS,
    conditions=st.lists(
        st.builds(Condition, name=NAMES, tools=st.sampled_from(["search", "given_pages"])),
        min_size=1,
        max_size=3,
    ).map(tuple),
    k=st.integers(1, 50),
    hits=values(HitContent, title=st.booleans(), snippet=st.booleans()),
    people_per_item=st.none() | st.integers(1, 9),
    limits=values(Limits, item_s=st.none() | SECONDS, at_limit=st.sampled_from(["submit", "expire"])),
    pauses=values(PauseRules, allowed=st.booleans(), reasons=st.lists(TEXTS, max_size=2).map(tuple)),
    consent=TEXTS,
    before=st.lists(
        st.builds(Question, question_id=NAMES, text=SOME["title"], choices=st.lists(TEXTS).map(tuple)),
        max_size=2,
    ).map(tuple),
    qualification=st.none() | values(Qualification, item_set=TEXTS, pass_share=SHARES),
    attention=st.none() | values(AttentionChecks, item_set=TEXTS, per_batch=st.integers(1, 5)),
    pay=values(Pay, per_hour=st.none() | st.floats(0, 99), currency=st.sampled_from(["", "EUR"])),
    exclusion_rules=st.lists(
        st.builds(ExclusionRule, rule_id=NAMES, kind=st.just("no_search")), max_size=2
    ).map(tuple),
    notes=values(ReportNotes, population=TEXTS),
    plan=values(Plan, accuracy=st.floats(0.01, 0.99), people=st.none() | st.integers(1, 99)),
)
PLAIN = StudyDesign(title="A", item_set="a", index_name="a", people_per_item=2)


@given(DESIGNS)
def test_any_design_round_trips_through_json_with_its_hash(design: StudyDesign) -> None:
    again = read_design(design_as_json(design))
    assert again == design
    assert again.sha256 == design.sha256
    assert read_design(design.model_dump_json(exclude_defaults=True)) == design


@given(DESIGNS, DESIGNS)
def test_two_designs_have_one_hash_only_if_they_are_the_same(one: StudyDesign, other: StudyDesign) -> None:
    assert (one.sha256 == other.sha256) == (one == other) == (not changes_between(one, other))


@given(DESIGNS, DESIGNS, DESIGNS)
def test_a_merge_keeps_mine_everywhere_and_theirs_where_i_changed_nothing(
    base: StudyDesign, theirs: StudyDesign, mine: StudyDesign
) -> None:
    together = merged(base, theirs, mine)
    mine_now = {change.field: change.after for change in changes_between(base, mine)}
    ours = changes_between(theirs, together.design)
    assert all(
        any(
            change.field == field or change.field.startswith(f"{field}.") or field.startswith(change.field)
            for field in mine_now
        )
        for change in ours
    )
    assert merged(base, base, mine) == (mine, ())
    assert merged(base, theirs, base) == (theirs, ())
    assert merged(base, mine, mine).conflicts == ()


def test_a_hash_stays_the_same_for_ever() -> None:
    # A field that is added later at its default must not change the hash under which studies were launched.
    assert PLAIN.sha256 == "7e583951c1979cb540986768d188b6017a21eb53d293074694de29dd793b7b0c"


def test_two_people_who_change_different_fields_do_not_conflict() -> None:
    mine = PLAIN.model_copy(update={"k": 7, "limits": Limits(item_s=60)})
    theirs = PLAIN.model_copy(update={"title": "B", "limits": Limits(at_limit="expire")})
    together = merged(PLAIN, theirs, mine)
    assert together.conflicts == ()
    assert together.design == PLAIN.model_copy(
        update={"k": 7, "title": "B", "limits": Limits(item_s=60, at_limit="expire")}
    )


def test_two_people_who_change_one_field_conflict_with_both_values() -> None:
    together = merged(PLAIN, PLAIN.model_copy(update={"k": 6}), PLAIN.model_copy(update={"k": 7}))
    assert together.conflicts == (("k", 6, 7),)
    assert together.design.k == 7


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "Nothing is changed"),
        ({"k": 9}, "'Hits a query shows' is fixed since the launch"),
        ({"seed": 9}, "'Seed' is fixed"),
        ({"hits": HitContent(title=False)}, "'Hits show the title' is fixed"),
        ({"conditions": (Condition(name="other"),)}, "'Conditions' is fixed"),
        ({"people_per_item": None}, "Places cannot be shared out, or stop being shared"),
        ({"exclusion_rules": ()}, "'first' was declared before the first answer and stays"),
    ],
)
def test_what_was_measured_is_not_amended(changes: dict[str, object], words: str) -> None:
    launched = PLAIN.model_copy(
        update={"exclusion_rules": (ExclusionRule(rule_id="first", kind="no_search"),)}
    )
    refused = refusal_of_amendment(launched, launched, launched.model_copy(update=changes))
    assert refused is not None
    assert words in refused


def test_texts_limits_places_and_further_rules_may_be_amended_and_late_rules_are_known() -> None:
    late = ExclusionRule(rule_id="late", kind="no_page_read")
    wanted = PLAIN.model_copy(
        update={
            "title": "B",
            "consent": "New",
            "limits": Limits(item_s=900),
            "people_per_item": 3,
            "exclusion_rules": (late,),
        }
    )
    assert refusal_of_amendment(PLAIN, PLAIN, wanted) is None
    assert declared_late(PLAIN, wanted) == {"late"}


def test_mistakes_in_a_file_are_named_with_their_fields() -> None:
    with pytest.raises(InvalidInput) as refused:
        read_design(
            '{"title": "A", "item_set": "a", "k": 90, "pausen": 1, "conditions": [{"name": "-"}]}', "d.json"
        )
    told = refused.value.user_message
    assert told.startswith("d.json cannot be used:")
    assert "field 'index_name' is missing" in told
    assert "there is no field 'pausen'; look for a spelling mistake" in told
    assert "field 'conditions.1.name':" in told
    assert "field 'k':" in told


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"title": NaN}'])
def test_a_file_that_holds_no_design_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(InvalidInput):
        read_design(text, "d.json")
    with pytest.raises(InvalidInput):
        read_changes(text, PLAIN, "d.json")


def test_a_file_of_changes_leaves_the_rest_as_it_is() -> None:
    assert read_changes('{"title": "B"}', PLAIN) == PLAIN.model_copy(update={"title": "B"})
