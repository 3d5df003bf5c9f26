"""The page of who reviews: the queue, then each stage with what may be seen in it, and no more."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from streamlit.testing.v1 import AppTest

from annotation import reviewing
from db.accounts import find_account
from db.authored import ModelChecked
from db.models import By
from pages.annotate import review
from pages.services import Services
from pages.ui import page as page_frame
from tests.pages.conftest import Browser
from tests.pages.desk_room import OUTSIDER, QUESTION, explained, make_desk_room, whole_draft
from tests.pages.review_work import GOLD, ReviewWork
from tests.small_study import SmallStudy

COMMENT = {"field": "answer", "comment": "Leave out the crowns."}


def show() -> None:
    from pages.annotate import review

    review.show()


class Seen(NamedTuple):
    """The page as one person sees it."""

    app: AppTest
    payload: dict[str, Any]

    def text(self) -> str:
        """Everything that is written on the page or given to the component."""
        kinds = (self.app.title, self.app.markdown, self.app.error)
        written = "\n".join(str(element.value) for kind in kinds for element in kind).replace("\\", "")
        return written + json.dumps(self.payload)


@pytest.fixture
def work(running: Services, small_study: SmallStudy, enter: Callable[[str], Browser]) -> ReviewWork:
    return ReviewWork(make_desk_room(running, small_study, enter))


@pytest.fixture
def page_of(work: ReviewWork, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Seen]:
    """The page as somebody opens it, with the component replaced by a note of what it was given."""

    def opened(who: str, **address: str) -> Seen:
        with work.room.services.reading() as database:
            account = find_account(database, who)
        payloads: list[dict[str, Any]] = []

        def note(*, key: str, payload: dict[str, Any]) -> None:
            payloads.append(payload)

        monkeypatch.setattr(page_frame, "account_here", lambda: account)
        monkeypatch.setattr(review, "show_review", note)
        app = AppTest.from_function(show, default_timeout=60)
        for name, value in address.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        assert not app.error
        return Seen(app, payloads[-1] if payloads else {})

    return opened


def test_queue_says_what_waits_and_nothing_of_answer_evidence_or_author(
    work: ReviewWork, page_of: Callable[..., Seen]
) -> None:
    item = work.room.submitted()
    seen = page_of("rita")
    assert seen.payload["screen"] == "queue"
    (row,) = seen.payload["waiting"]
    assert (row["item"], row["question"], row["round"]) == (item, QUESTION, 1)
    assert not [word for word in (*GOLD, '"ann"', "Ann") if word in seen.text()]


def test_queue_of_a_second_review_shows_the_authors_question_and_not_the_correction(
    work: ReviewWork, page_of: Callable[..., Seen]
) -> None:
    work.disputed(explained(whole_draft("What did the dredging cost?", "4,217")))
    (row,) = page_of("rita").payload["waiting"]
    assert (row["question"], row["round"]) == (QUESTION, 2)


def test_each_stage_shows_what_may_be_seen_in_it(work: ReviewWork, page_of: Callable[..., Seen]) -> None:
    item = work.room.submitted()
    work.open("rita", item)
    blind = page_of("rita", item=item)
    assert blind.payload["screen"] == "search"
    assert not [word for word in (*GOLD, '"ann"', "Ann") if word in blind.text()]
    work.answer("rita", item, "4,200 crowns")
    evidence = page_of("rita", item=item)
    assert evidence.payload["screen"] == "evidence"
    assert [page["page"] for page in evidence.payload["pages"]] == [2]
    assert not [word for word in ("4,217", '"ann"', "Ann") if word in evidence.text()]
    work.answer("rita", item, "4,217 Crowns")
    compare = page_of("rita", item=item)
    assert compare.payload["screen"] == "compare"
    blind_column, author = compare.payload["columns"]
    assert [one["tag"] for one in blind_column["answers"]] == ["right", "same"]
    assert author["evidence"][0]["tag"] == "not found blind"
    assert author["reasons"]
    assert not [word for word in ('"ann"', "Ann") if word in compare.text()]


def test_clock_of_a_blind_stage_starts_when_it_is_shown_and_once(
    work: ReviewWork, page_of: Callable[..., Seen]
) -> None:
    item = work.room.submitted()
    work.open("rita", item)
    for _ in range(2):
        attempt = page_of("rita", item=item).payload["attempt"]
    assert work.kinds(attempt) == ["review_shown"]


def test_what_models_answered_is_shown_with_the_comparison_and_not_before(
    work: ReviewWork, page_of: Callable[..., Seen]
) -> None:
    item = work.room.submitted()
    check = ModelChecked(tool="nothing", model="guesser", answer=("4,217 crowns",), is_right=True)
    by = By("sue", work.room.services.clock.now_ms())
    work.room.services.write(lambda database: reviewing.add_model_check(database, item, check, by))
    work.open("rita", item)
    assert "guesser" not in page_of("rita", item=item).text()
    for _ in range(2):
        work.answer("rita", item, "4,217 crowns")
    (flag,) = page_of("rita", item=item).payload["flags"]
    assert flag["level"] == "warn"


def test_who_decided_sees_who_wrote_it(work: ReviewWork, page_of: Callable[..., Seen]) -> None:
    item = work.room.submitted()
    work.decide("rita", item, "return", comments=[COMMENT])
    seen = page_of("rita", item=item).payload
    assert (seen["screen"], seen["outcome"], seen["author"]) == ("decided", "return", "Ann")
    assert [row["item"] for row in page_of("rita").payload["decided"]] == [item]


def test_second_reviewer_sees_both_sides_after_the_blind_answers_and_no_names(
    work: ReviewWork, page_of: Callable[..., Seen]
) -> None:
    item = work.disputed(explained(whole_draft(answer="4,217")))
    work.blind("rita", item)
    seen = page_of("rita", item=item)
    assert [column["key"] for column in seen.payload["columns"]] == ["blind", "author", "revision-3"]
    correction = seen.payload["columns"][2]
    assert ["removed", " crowns"] in correction["answers"][0]["words"]
    assert seen.payload["can_agree"]
    assert [(one["who"], one["name"]) for one in seen.payload["rounds"]] == [
        ("reviewer", None),
        ("author", None),
    ]
    assert not [word for word in ('"ann"', "Ann", "Bob") if word in seen.text()]


def test_supervisor_sees_sides_with_letters_and_all_blind_answers_and_no_names(
    work: ReviewWork, page_of: Callable[..., Seen]
) -> None:
    item = work.disputed(explained(whole_draft(answer="4,217")))
    work.decide("rita", item, "return", comments=[COMMENT])
    seen = page_of("sue", item=item)
    assert seen.payload["screen"] == "adjudication"
    assert [(side["letter"], side["revision"]) for side in seen.payload["sides"]] == [("A", 2), ("B", 3)]
    assert len(seen.payload["columns"][0]["answers"]) == 4
    assert not [word for word in ("Ann", "Bob", "Rita") if word in seen.text()]
    assert [row["item"] for row in page_of("sue").payload["adjudications"]] == [item]


def test_item_that_somebody_else_has_leads_to_the_queue_with_a_sentence(
    work: ReviewWork, page_of: Callable[..., Seen]
) -> None:
    item = work.room.submitted()
    work.open("bob", item)
    seen = page_of("rita", item=item)
    assert seen.payload["screen"] == "queue"
    assert seen.payload["notice"] == "Somebody else is reviewing this item already; choose another one."
    assert not [gold for gold in GOLD if gold in seen.text()]


@pytest.mark.parametrize("address", ["pilot-9999", "nothing"])
def test_address_of_no_item_leads_to_the_queue_with_a_sentence(
    page_of: Callable[..., Seen], address: str
) -> None:
    seen = page_of("rita", item=address).payload
    assert (seen["screen"], address in seen["notice"]) == ("queue", True)


@pytest.mark.parametrize(("who", "title"), [("carl", "You write here"), (OUTSIDER, "No project yet")])
def test_who_may_not_review_reads_what_to_do(page_of: Callable[..., Seen], who: str, title: str) -> None:
    seen = page_of(who)
    assert seen.payload == {}
    assert [one.value for one in seen.app.title] == [title]


def test_places_are_those_of_the_role(work: ReviewWork, page_of: Callable[..., Seen]) -> None:
    assert [one["text"] for one in page_of("ann").payload["places"]] == ["Write", "Review"]
    assert page_of("rita").payload["places"] == []


def test_who_reviewed_an_earlier_text_sees_that_one_however_the_item_went_on(
    work: ReviewWork, page_of: Callable[..., Seen]
) -> None:
    item = work.room.submitted()
    work.decide("rita", item, "return", comments=[COMMENT])
    changed = explained(whole_draft("How much did the dredging cost in 2021?"))
    saved = work.room.save("ann", item, 2, changed).json()
    assert work.room.on("ann", "submit", item, saved["revision"]).status_code == 200
    seen = page_of("rita", item=item).payload
    assert seen["screen"] == "decided"
    assert seen["columns"][1]["question"] == [["same", QUESTION]]
    work.open("rita", item)
    blind = page_of("rita", item=item)
    assert (blind.payload["screen"], blind.payload["submission"]) == ("search", 2)
    assert not [gold for gold in GOLD if gold in blind.text()]
