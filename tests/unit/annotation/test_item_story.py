"""The story of an item: a line an act, runs of autosaves in one, and names hidden where they must be."""

from __future__ import annotations

from annotation.item_story import milestones, story, told_as
from db.authored import (
    Adjudicated,
    FieldComment,
    ModelChecked,
    Override,
    Replied,
    Reviewed,
    ReviewOpened,
    RevisionKind,
    Submitted,
    Withdrawn,
)
from tests.authoring import blind, make_revision, make_steps

AUTO, EDIT = RevisionKind.AUTOSAVE, RevisionKind.EDIT


def revisions(*kinds: tuple[RevisionKind, str]):
    return [
        make_revision(number, account_id=who, kind=kind).model_copy(
            update={"at_ms": make_revision().at_ms + number}
        )
        for number, (kind, who) in enumerate(kinds, 1)
    ]


def numbers(found) -> list[int]:
    return [one.revision for one in found]


def test_run_of_autosaves_is_its_last_one() -> None:
    written = revisions((AUTO, "ann"), (AUTO, "ann"), (AUTO, "ann"), (EDIT, "ann"), (AUTO, "ann"))
    assert numbers(milestones(written, [])) == [3, 4, 5]


def test_run_ends_where_somebody_else_goes_on_or_a_step_is_about_it() -> None:
    written = revisions((AUTO, "ann"), (AUTO, "sue"), (AUTO, "sue"), (AUTO, "sue"))
    steps = make_steps(("ann", Submitted()), revision=3)
    assert numbers(milestones(written, steps)) == [1, 3, 4]


def test_story_is_newest_first_and_says_for_how_many_saves_a_line_stands() -> None:
    written = revisions((AUTO, "ann"), (AUTO, "ann"), (EDIT, "ann"))
    steps = make_steps(("ann", Submitted(overridden=(Override(check="hop", reason="So."),))), revision=3)
    lines = story(written, steps, "milestones")
    assert [(line.what, line.revision) for line in lines] == [
        ("submitted", 3),
        ("changed", 3),
        ("saved while writing (2 saves)", 2),
    ]
    assert lines[0].said == ("kept what hop warns of: So.",)
    assert len(story(written, steps, "everything")) == 4


def test_every_kind_of_step_is_told_with_what_people_said() -> None:
    corrected = make_revision(2, account_id="rita", kind=RevisionKind.EXTENSION)
    comment = FieldComment(field="answer", comment="One is missing.")
    steps = make_steps(
        ("ann", Submitted()),
        ("ann", Withdrawn()),
        ("rita", ReviewOpened(review_id="r")),
        ("rita", blind("r")),
        ("rita", blind("r", "evidence")),
        ("rita", Reviewed(review_id="r", decision="correct", comments=(comment,), corrected_revision=2)),
        ("rita", Reviewed(review_id="r", decision="accept")),
        ("rita", Reviewed(review_id="r", decision="return")),
        ("ann", Replied(agrees=False, reason="It is there.")),
        ("ann", Replied(agrees=True)),
        ("sue", Adjudicated(decision="accept", accepted_revision=1, reason="The author is right.")),
        ("sue", ModelChecked(tool="nothing", model="m", answer=("1",), is_right=True)),
    )
    told = [(line.what, line.said) for line in reversed(story([corrected], steps, "milestones"))]
    assert told[1:] == [
        ("submitted", ()),
        ("taken back", ()),
        ("review opened", ()),
        ("blind answer, by searching", ()),
        ("blind answer, from the evidence", ()),
        ("review: corrected (extension, revision 2)", ("answer: One is missing.",)),
        ("review: accepted", ()),
        ("review: returned", ()),
        ("author disagrees", ("It is there.",)),
        ("author agrees", ()),
        ("adjudicated: accept revision 1", ("The author is right.",)),
        ("m answered from nothing: right", ()),
    ]


def test_people_are_called_by_what_they_are_while_names_are_hidden() -> None:
    shown = told_as({"ann": "Ann"}, "ann", ["rita", "ray", "rita"], hides_people=False)
    assert [shown(one) for one in ("ann", "rita")] == ["Ann", "rita"]
    hidden = told_as({"ann": "Ann"}, "ann", ["rita", "ray", "rita"], hides_people=True)
    called = [hidden(one) for one in ("ann", "rita", "ray", "sue")]
    assert called == ["the author", "reviewer 1", "reviewer 2", "somebody else"]
