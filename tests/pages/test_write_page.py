"""The author's page: what is on it before there is an item, and what the desk is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from streamlit.testing.v1 import AppTest

from annotation import membership
from db.accounts import find_account
from db.authored import Member, MemberRole
from db.models import By, Role
from db.projects import find_project, put_member
from pages.annotate import write
from pages.services import Services
from pages.ui import page as page_frame
from tests.pages.conftest import Browser
from tests.pages.desk_room import OUTSIDER, DeskRoom, explained, make_desk_room, whole_draft
from tests.small_study import SmallStudy


def show() -> None:
    from pages.annotate import write

    write.show()


class Chosen(NamedTuple):
    """What the desk answers: nothing was opened."""

    opened: str | None = None
    submitted: str | None = None


class Author(NamedTuple):
    """The page as one person sees it, and what the desk on it was given last."""

    app: AppTest
    payloads: list[dict[str, Any]]
    answers: list[Chosen]

    def text(self) -> str:
        """Everything that is written on the page."""
        kinds = (self.app.title, self.app.markdown, self.app.error, self.app.caption)
        return "\n".join(str(element.value) for kind in kinds for element in kind).replace("\\", "")

    def press(self, label: str) -> None:
        """One press of a button."""
        (button,) = [one for one in self.app.button if one.label.replace("\\", "") == label]
        button.click().run()


@pytest.fixture
def room(running: Services, small_study: SmallStudy, enter: Callable[[str], Browser]) -> DeskRoom:
    return make_desk_room(running, small_study, enter)


@pytest.fixture
def page_of(room: DeskRoom, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Author]:
    """The page as somebody opens it, with the desk replaced by a note of what it was given."""

    def opened(who: str, **address: str) -> Author:
        with room.services.reading() as database:
            account = find_account(database, who)
        payloads: list[dict[str, Any]] = []
        answers = [Chosen()]

        def note(*, key: str, payload: dict[str, Any]) -> Chosen:
            payloads.append(payload)
            return answers[-1]

        monkeypatch.setattr(page_frame, "account_here", lambda: account)
        monkeypatch.setattr(write, "show_desk", note)
        app = AppTest.from_function(show, default_timeout=60)
        for name, value in address.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return Author(app, payloads, answers)

    return opened


def test_account_without_a_project_is_told_so(page_of: Callable[..., Author]) -> None:
    author = page_of(OUTSIDER)
    assert "You are not in a project yet" in author.text()
    assert not author.app.button


def test_welcome_has_one_button_that_starts_the_first_item(
    page_of: Callable[..., Author], room: DeskRoom
) -> None:
    author = page_of("ann")
    assert "A pilot of questions" in author.text()
    assert "3 documents with 36 pages" in author.text()
    assert [button.label for button in author.app.button] == ["Write the first item"]
    author.press("Write the first item")
    assert author.payloads[-1]["item"] == "pilot-0001"
    assert author.app.query_params["item"] == "pilot-0001"
    assert room.history("pilot-0001").state.author == "ann"


def test_reviewer_is_told_that_authors_write(page_of: Callable[..., Author]) -> None:
    author = page_of("rita")
    assert "You review in this project" in author.text()
    assert not author.app.button


def test_one_of_several_projects_is_chosen_first(page_of: Callable[..., Author], room: DeskRoom) -> None:
    def second(database: Any) -> None:
        first = find_project(database, "pilot")
        project = first.model_copy(update={"project_id": "second", "title": "The second [one](x)"})
        membership.create_project(database, project, By("sue", 1))
        put_member(database, Member(project_id="second", account_id="ann", role=MemberRole.AUTHOR))

    room.services.write(second)
    author = page_of("ann")
    assert "Your projects" in author.text()
    author.press("The second [one](x)")
    author.press("Write the first item")
    assert author.payloads[-1]["item"] == "second-0001"
    assert [one["item"] for one in author.payloads[-1]["mine"]] == ["second-0001"]
    assert [way["text"] for way in author.payloads[-1]["ways_out"]] == ["Projects", "Sign out"]


def test_desk_is_given_everything_of_the_item(page_of: Callable[..., Author], room: DeskRoom) -> None:
    item = room.new()
    room.save("ann", item, 1, whole_draft())
    stream = f"desk:{item}"
    search = {"attempt": stream, "event_id": "searched-once", "text": "dredging"}
    room.browsers["ann"].post("/api/search", search)
    payload = page_of("ann").payloads[-1]
    assert set(payload) == {
        *("item", "attempt", "project", "index", "k", "revision", "draft", "status", "may_edit"),
        *("saved_at_ms", "review", "state", "check", "mine", "documents", "choices", "simulated"),
        *("places", "ways_out"),
    }
    assert (payload["item"], payload["attempt"], payload["revision"]) == (item, stream, 2)
    assert (payload["status"], payload["may_edit"], payload["review"]) == ("draft", True, None)
    assert payload["draft"]["answer_variants"] == [["4,217 crowns"]]
    (query,) = payload["state"]["queries"]
    assert (query["event_id"], query["opened"], query["hits"][0]["page"]) == ("searched-once", [], 2)
    assert payload["state"]["view"] is None
    assert payload["check"]["hop"] == "single"
    assert [(one["item"], one["hop"], one["n_pages"]) for one in payload["mine"]] == [(item, "single", 1)]
    assert {one["document"]: one["n_items"] for one in payload["documents"]} == {
        "accounts/harbour-2021.pdf": 1,
        "ferry log.pdf": 0,
        "lighthouse.pdf": 0,
    }
    assert "tabular" in payload["choices"]["visual"]
    assert {"accounts", "Report"} <= set(payload["choices"]["category"])


def test_item_that_was_sent_back_comes_first_with_the_reviewers_comment(
    page_of: Callable[..., Author], room: DeskRoom
) -> None:
    returned = room.submitted()
    room.submitted()
    room.returned(returned, "Which harbour?")
    payload = page_of("ann").payloads[-1]
    assert (payload["item"], payload["status"], payload["may_edit"]) == (returned, "returned", True)
    assert payload["review"]["comments"] == [{"field": "question", "comment": "Which harbour?"}]
    assert "rita" not in str(payload)


def test_corrected_item_comes_before_a_draft(page_of: Callable[..., Author], room: DeskRoom) -> None:
    corrected = room.submitted()
    room.corrected(corrected, explained(whole_draft(answer="4,217 crowns in 2021")))
    room.submitted()
    payload = page_of("ann").payloads[-1]
    assert (payload["item"], payload["status"], payload["may_edit"]) == (corrected, "corrected", False)
    assert [way["text"] for way in payload["ways_out"]] == ["Sign out"]


def test_item_that_waits_for_its_review_may_be_read_only(
    page_of: Callable[..., Author], room: DeskRoom
) -> None:
    room.submitted()
    payload = page_of("ann").payloads[-1]
    assert (payload["status"], payload["may_edit"]) == ("submitted", False)


def test_other_item_that_is_opened_takes_the_place_of_the_first(
    page_of: Callable[..., Author], room: DeskRoom
) -> None:
    first, second = room.new(), room.new()
    author = page_of("ann", item=first)
    assert author.payloads[-1]["item"] == first
    author.answers.append(Chosen(opened=second))
    author.app.run()
    assert not author.app.exception
    assert author.payloads[-1]["item"] == second
    assert author.app.query_params["item"] == second


@pytest.mark.parametrize(
    ("who", "sentence"), [("bob", "somebody else's"), (OUTSIDER, "not in a project"), ("carl", "somebody")]
)
def test_address_of_somebody_elses_item_shows_nothing_of_it(
    page_of: Callable[..., Author], room: DeskRoom, who: str, sentence: str
) -> None:
    item = room.new()
    room.save("ann", item, 1, whole_draft())
    author = page_of(who, item=item)
    assert sentence in author.text()
    assert author.payloads == []
    assert "4,217" not in author.text()


def test_address_of_no_item_leads_back(page_of: Callable[..., Author], room: DeskRoom) -> None:
    item = room.new()
    author = page_of("ann", item="nothing-here")
    assert "There is no item 'nothing-here'" in author.text()
    author.press("Go to my project")
    assert author.payloads[-1]["item"] == item


def test_supervisor_opens_an_authors_item_on_a_desk_of_their_own(
    page_of: Callable[..., Author], room: DeskRoom
) -> None:
    item = room.new()
    payload = page_of("sue", item=item).payloads[-1]
    assert (payload["attempt"], payload["may_edit"]) == (f"desk-of:sue:{item}", True)


def test_candidate_is_told_of_their_own_items_only(page_of: Callable[..., Author], room: DeskRoom) -> None:
    room.submitted("ann")
    room.new("carl")
    payload = page_of("carl").payloads[-1]
    assert all(one["n_items"] == 0 for one in payload["documents"])
    assert all(row["have"] == 0 for group in payload["check"]["coverage"] for row in group["thinnest"])


@pytest.mark.parametrize("role", [Role.PARTICIPANT, Role.RESEARCHER])
def test_page_stops_everybody_who_is_no_annotator(
    room: DeskRoom, monkeypatch: pytest.MonkeyPatch, role: Role
) -> None:
    with room.services.reading() as database:
        account = find_account(database, "ann").model_copy(update={"role": role})
    monkeypatch.setattr(page_frame, "account_here", lambda: account)
    app = AppTest.from_function(show).run()
    assert not app.exception
    assert "not for your role" in "\n".join(element.value for element in app.markdown)
