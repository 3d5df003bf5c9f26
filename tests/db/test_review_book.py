"""The reviews of a project in memory: what changed is read again, nothing is scored twice."""

from __future__ import annotations

import pytest

from annotation import authoring, review_book
from annotation.agreement import agreement_report
from annotation.board import ProjectBoard
from annotation.candidates import candidates_in
from annotation.review_book import ReviewBook
from annotation.supervising import records_of, supervisor_in
from db.authored import Replied
from db.errors import NotAllowed, NotFound
from tests.authoring import Desk, make_draft


def test_book_is_what_a_fresh_reading_says_after_every_step(desk: Desk) -> None:
    kept = ReviewBook("pilot")
    assert list(kept.read(desk.database).records) == []
    desk.accepted()
    second = desk.submitted("bob")
    desk.correct(second, "rita", make_draft(answer="101"))
    authoring.reply(desk.database, second, Replied(agrees=False, reason="No."), desk.by("bob"))
    desk.decide(second, "ray", "accept")
    book = kept.read(desk.database)
    fresh = records_of(desk.database, "pilot")
    assert sorted(book.records, key=lambda one: one.review_id) == sorted(fresh, key=lambda one: one.review_id)
    assert agreement_report(book.records, "month", book.scores) == agreement_report(fresh, "month")


def test_book_scores_only_what_changed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = ReviewBook("pilot")
    desk.accepted()
    first = kept.read(desk.database)
    scored: list[str] = []
    original = review_book.blind_scores
    monkeypatch.setattr(
        review_book, "blind_scores", lambda record: scored.append(record.item_id) or original(record)
    )
    assert kept.read(desk.database) is first
    desk.accepted("bob", draft=make_draft("Another?"))
    second = kept.read(desk.database)
    assert scored == ["pilot-0002"]
    assert (len(second.records), second.number) == (2, first.number + 1)


def test_figures_are_computed_once_for_each_book_and_never_for_another(desk: Desk) -> None:
    kept = ReviewBook("pilot")
    desk.accepted()
    before = kept.read(desk.database)
    first = kept.report(before, "month")
    assert kept.report(before, "month") is first
    desk.accepted("bob", draft=make_draft("Another?"))
    after = kept.read(desk.database)
    second = kept.report(after, "month")
    assert (first.overall.n_reviews, second.overall.n_reviews) == (1, 2)
    # Somebody who read earlier gets what they read, and takes nothing from those who read later.
    assert kept.report(before, "month") == first
    assert kept.report(after, "month") is second


def test_reviews_are_for_supervisors(desk: Desk) -> None:
    assert supervisor_in(desk.database, "pilot", "sue").account_id == "sue"
    for who in ("ann", "rita", "carl"):
        with pytest.raises(NotAllowed, match="Only supervisors"):
            supervisor_in(desk.database, "pilot", who)
    with pytest.raises(NotFound):
        supervisor_in(desk.database, "nowhere", "sue")


def test_candidates_stand_with_their_items_and_errors(desk: Desk) -> None:
    right = desk.accepted("carl")
    wrong = desk.submitted("carl", make_draft("Another?"))
    desk.decide(wrong, "rita", "return", "Which total?")
    desk.accepted("ann", draft=make_draft("Third?"))
    (carl,) = candidates_in(desk.database, "pilot", ProjectBoard("pilot").read(desk.database))
    assert [(item.item_id, item.n_errors, item.n_reviews) for item in carl.items] == [
        (right, 0, 1),
        (wrong, 1, 1),
    ]
    assert (carl.account_id, carl.n_errors, carl.advice[0]) == ("carl", 1, "do not admit")
