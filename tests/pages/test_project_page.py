"""The supervisor's page of a project: every part of it, empty and full, and nobody else on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from streamlit.testing.v1 import AppTest

from annotation import item_sets, membership, reviewing
from annotation.acting import By
from db.accounts import account_of_invitation, add_account, find_account
from db.authored import Member, MemberRole, Reviewed
from db.items import is_frozen
from db.models import Account, Role
from db.project_sets import sets_of_project
from db.projects import admissions_of, find_member, find_project, members_of
from pages.annotate import errand
from pages.services import Services
from pages.ui import page as page_frame
from tests.authoring import blind
from tests.pages.conftest import Browser
from tests.pages.desk_room import OUTSIDER, DeskRoom, explained, make_desk_room, whole_draft
from tests.small_study import SmallStudy

PARTS = ("items", "coverage", "agreement", "people", "qualification", "sets")


def show() -> None:
    from pages.annotate import project

    project.show()


class Supervisor(NamedTuple):
    """The page as one person sees it."""

    app: AppTest

    def text(self) -> str:
        """Everything that is written on the page, tables of ours included."""
        kinds = ("title", "markdown", "caption", "subheader", "error", "info", "warning", "success", "code")
        found = [str(element.value) for kind in kinds for element in self.app.get(kind)]
        tables = [element.proto.body for element in self.app.get("html")]
        return "\n".join([*found, *tables]).replace("\\", "")

    def primary(self) -> list[str]:
        """The labels of all primary buttons."""
        return [one.label for one in self.app.button if one.proto.type == "primary"]

    def press(self, label: str) -> None:
        """One press of a button."""
        (button,) = [one for one in self.app.button if one.label.replace("\\", "") == label]
        button.click().run()
        assert not self.app.exception

    def field(self, kind: str, label: str) -> Any:
        """The field with this label."""
        (found,) = [one for one in self.app.get(kind) if one.label == label]
        return found

    def table(self) -> Any:
        """The first table, as data."""
        return self.app.dataframe[0].value


@pytest.fixture
def room(running: Services, small_study: SmallStudy, enter: Callable[[str], Browser]) -> DeskRoom:
    return make_desk_room(running, small_study, enter)


@pytest.fixture
def page_of(running: Services, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Supervisor]:
    """The page as somebody opens it at an address."""

    def opened(who: str = "sue", **address: str) -> Supervisor:
        with running.reading() as database:
            account = find_account(database, who)
        for module in (page_frame, errand):
            monkeypatch.setattr(module, "account_here", lambda: account)
        app = AppTest.from_function(show, default_timeout=60)
        for name, value in address.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return Supervisor(app)

    return opened


def reviewed(room: DeskRoom, item: str, decision: str, who: str = "rita") -> None:
    """A whole review with this decision."""
    by = By(who, room.services.clock.now_ms())
    review_id = room.opened_review(item, who)
    comments = ({"field": "question", "comment": "Which <b>harbour</b>?"},) if decision == "return" else ()

    def job(database: Any) -> None:
        for stage in ("search", "evidence"):
            reviewing.answer_blind(database, item, blind(review_id, stage, "4,217 crowns"), by)
        decided = {"review_id": review_id, "decision": decision, "comments": comments}
        reviewing.review(database, item, Reviewed.model_validate(decided), by)

    room.services.write(job)


# Who may see it


def test_page_shows_nothing_to_those_who_do_not_supervise(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    room.submitted()
    for who in ("ann", "rita", "carl", OUTSIDER):
        for address in ({}, {"project": "pilot", "part": "sets"}, {"item": "pilot-0001"}):
            page = page_of(who, **address)
            assert "for those who supervise a project" in page.text()
            assert "4,217" not in page.text()
            assert "A pilot" not in page.text()
            assert not page.app.dataframe


def test_page_stops_everybody_who_is_no_annotator(page_of: Callable[..., Supervisor], room: DeskRoom) -> None:
    for role in (Role.PARTICIPANT, Role.RESEARCHER, Role.ADMIN):
        account = Account(account_id=role.value, name="Other", role=role)
        room.services.write(lambda database, account=account: add_account(database, account, 1))
        assert "not for your role" in page_of(role.value).text()


def test_supervisor_of_another_project_is_told_why_not(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    def second(database: Any) -> None:
        changes = {"project_id": "second", "title": "The second"}
        project = find_project(database, "pilot").model_copy(update=changes)
        membership.create_project(database, project, By("ann", 1))

    room.services.write(second)
    room.submitted()
    page = page_of("ann", project="pilot")
    assert "Only supervisors see how a project stands" in page.text()
    assert "4,217" not in page.text()
    page.press("Go to my project")
    assert "The second" in page.text()
    other = page_of("ann", item="pilot-0001")
    assert "There is no item 'pilot-0001' in this project" in other.text()
    assert "4,217" not in other.text()
    assert "dredging" not in other.text()


# Empty


def test_every_part_of_an_empty_project_says_what_will_be_there(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    for part in PARTS:
        page = page_of(part=part)
        assert not page.app.error
        assert len(page.primary()) == 1
        assert "nan" not in page.text().lower()


def test_every_part_works_with_one_member_only(page_of: Callable[..., Supervisor], room: DeskRoom) -> None:
    def alone(database: Any) -> None:
        project = find_project(database, "pilot").model_copy(update={"project_id": "alone"})
        membership.create_project(database, project, By(OUTSIDER, 1))

    room.services.write(alone)
    for part in PARTS:
        page = page_of(OUTSIDER, part=part)
        assert not page.app.error
        assert "1 member" in page.text()


# Items


def test_items_are_listed_and_narrowed_by_the_address(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    first = room.submitted()
    second = room.new("bob")
    page = page_of()
    assert set(page.table()["Item"]) == {first, second}
    row = page.table().set_index("Item").loc[first]
    assert (row["Author"], row["Status"], row["Hop type"], row["Pages"]) == (
        *("Ann (ann)", "submitted", "single", 1),
    )
    narrowed = page_of(author="bob", status="draft")
    assert list(narrowed.table()["Item"]) == [second]
    assert "1 of 2 items" in narrowed.text()
    assert "No item fits all of these choices" in page_of(author="bob", hop="cross_doc").text()


def test_choice_of_a_filter_goes_into_the_address(page_of: Callable[..., Supervisor], room: DeskRoom) -> None:
    room.submitted()
    page = page_of()
    page.field("selectbox", "Status").set_value("submitted").run()
    assert page.app.query_params["status"] == "submitted"
    assert len(page.table()) == 1


def test_history_shows_revisions_steps_differences_and_reviews(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    item = room.submitted()
    reviewed(room, item, "return")
    newest = room.history(item).newest.revision
    changed = explained(whole_draft("How much did the dredging cost in 2022?"))
    assert room.save("ann", item, newest, changed).status_code == 200
    page = page_of(item=item)
    text = page.text()
    assert "<del>of</del>" in text or "2021" in text
    assert "<ins>2022</ins>" in text
    assert "review: returned" in text
    assert "Which &lt;b&gt;harbour&lt;/b&gt;?" in text
    assert "Ann (ann)" in text
    assert "4,217 crowns" in text
    page.press("All items")
    assert len(page.table()) == 1


def test_any_two_revisions_are_compared_by_the_address(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    item = room.submitted()
    page = page_of(item=item, **{"from": "2", "to": "1"})
    assert "Question removed" in page.text()
    assert "<del>How much did the dredging" in page.text()


def test_supervisor_who_reviews_an_item_blind_sees_nothing_of_it_here(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    item = room.submitted()
    room.opened_review(item, "sue")
    page = page_of(item=item)
    assert "hidden from you while you review" in page.text()
    assert "4,217" not in page.text()
    assert "Ann" not in page.text()
    row = page_of().table().set_index("Item").loc[item]
    assert (row["Author"], row["Documents"]) == ("hidden while you judge it", "")


# Coverage


def test_targets_are_changed_by_the_form(page_of: Callable[..., Supervisor], room: DeskRoom) -> None:
    room.submitted()
    page = page_of(part="coverage")
    assert "1 handed in of 500 items wanted" in page.text().replace("*", "")
    page.field("number_input", "Items in all").set_value(40)
    page.field("number_input", "tabular").set_value(25.0)
    page.press("Save the targets")
    assert "now wants 40 items" in page.text()
    assert "0 of 10, 10 missing" in page.text()
    with room.services.reading() as database:
        targets = find_project(database, "pilot").targets
    assert (targets.n_items, [(one.of, one.share) for one in targets.visual]) == (40, [("tabular", 0.25)])


def test_targets_that_cannot_be_are_refused_in_a_sentence(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    page = page_of(part="coverage")
    page.field("number_input", "cross page").set_value(60.0)
    page.field("number_input", "cross doc").set_value(50.0)
    page.press("Save the targets")
    assert "sum to 110.0 %; take 100 % at most" in page.text()


# Agreement


def test_agreement_shows_figures_with_n_and_what_is_undefined(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    reviewed(room, room.submitted(), "accept")
    reviewed(room, room.submitted("bob"), "return")
    page = page_of(part="agreement")
    text = page.text()
    assert "2 reviews of 2 items" in text
    assert "N = 2 reviews" in text
    assert "no submission was reviewed twice" in text
    assert all(name in text for name in ("Rita (rita)", "Ann (ann)", "Bob (bob)"))
    assert "nan" not in text.lower()


# People


def test_invited_people_have_links_that_are_shown_until_they_are_put_away(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    page = page_of(part="people")
    page.field("text_area", "Names, one a line").set_value("Ada\nBea <b>x</b>\n")
    page.press("Make invitation links")
    links = page.app.code[0].value.splitlines()
    assert len(links) == 2
    with room.services.reading() as database:
        owner = account_of_invitation(database, links[0].rpartition("/")[2])
        assert owner is not None
        member = find_member(database, "pilot", owner.account_id)
    assert (owner.name, member.role if member else None) == ("Ada", MemberRole.AUTHOR)
    page.press("I have copied them")
    assert not page.app.code
    assert "Ada" in set(page.table()["Name"])


def test_errand_of_somebody_who_signed_out_does_nothing(
    page_of: Callable[..., Supervisor], room: DeskRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_of(part="people")
    monkeypatch.setattr(errand, "account_here", lambda: None)
    page.field("text_area", "Names, one a line").set_value("Ada")
    page.press("Make invitation links")
    assert "You are not signed in any more" in page.text()
    with room.services.reading() as database:
        assert len(members_of(database, "pilot")) == 5


# Qualification


def test_candidates_stand_side_by_side_and_are_decided_on_with_a_reason(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    cora = Account(account_id="cora", name="Cora", role=Role.ANNOTATOR)

    def join(database: Any) -> None:
        add_account(database, cora, 1)
        place = Member(project_id="pilot", account_id="cora", role=MemberRole.CANDIDATE)
        membership.give_place(database, place, By("sue", 1))

    room.services.write(join)
    reviewed(room, room.submitted("carl"), "accept")
    page = page_of(part="qualification")
    assert "Carl (carl)" in page.text()
    assert "1 item reviewed, and no error." in page.text()
    assert "Nothing was reviewed yet." in page.text()
    assert "accounts/harbour-2021.pdf" in page.text()
    page.press("Record the decision")
    assert "Say why" in page.text()
    page.field("text_input", "Reason").set_value("Clear questions.")
    page.press("Record the decision")
    assert "Carl (carl) is admitted" in page.text()
    assert "Clear questions." in page.text()
    with room.services.reading() as database:
        (decision,) = admissions_of(database, "pilot")
    assert (decision.account_id, decision.admitted, decision.by) == ("carl", True, "sue")
    assert list(page.field("selectbox", "Candidate").options) == ["Cora (cora)"]


def test_candidates_over_different_documents_are_no_comparison(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    def join(database: Any) -> None:
        add_account(database, Account(account_id="cora", name="", role=Role.ANNOTATOR), 1)
        place = Member(
            project_id="pilot",
            account_id="cora",
            role=MemberRole.CANDIDATE,
            documents=("lighthouse.pdf",),
        )
        membership.give_place(database, place, By("sue", 1))

    room.services.write(join)
    assert "do not have the same documents" in page_of(part="qualification").text()


# Item sets


def test_set_is_made_of_what_is_shown_then_frozen(page_of: Callable[..., Supervisor], room: DeskRoom) -> None:
    item = room.submitted()
    reviewed(room, item, "accept")
    room.submitted("bob")
    page = page_of(part="sets")
    assert list(page.table()["Item"]) == [item]
    page.field("text_input", "Name of the set").set_value("v1")
    page.press("Make a set of 1 item")
    assert page.app.query_params["set"] == "v1"
    assert "may change until it is frozen" in page.text()
    page.press("Freeze it for good")
    assert "Set v1 is frozen" in page.text()
    assert "Freeze it for good" not in [one.label for one in page.app.button]
    with room.services.reading() as database:
        assert is_frozen(database, "v1")
        (one,) = sets_of_project(database, "pilot")
    assert (one.made.account_id if one.made else "", one.frozen.account_id if one.frozen else "") == (
        *("sue", "sue"),
    )
    page.press("All sets")
    assert list(page.table()["Set"]) == ["v1"]


def test_name_that_is_taken_is_refused_in_a_sentence(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    reviewed(room, room.submitted(), "accept")
    page = page_of(part="sets")
    page.field("text_input", "Name of the set").set_value("small")
    page.press("Make a set of 1 item")
    assert "already an item set 'small'" in page.text()
    assert "no item set 'small'" in page_of(part="sets", set="small").text()


def test_construct_report_is_computed_on_request_and_kept(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    item = room.submitted()
    reviewed(room, item, "accept")
    by = By("sue", 1)
    room.services.write(lambda database: item_sets.make_item_set(database, "pilot", "v1", [item], by))
    page = page_of(part="sets", set="v1")
    page.press("Compute the construct report")
    assert "Pages matched, median" in page.text()
    assert "Select a figure's name" in page_of(part="sets", set="v1").text()
