"""Reviews folded from steps, and agreement computed from them: a small history by hand."""

from __future__ import annotations

import pytest

from annotation.agreement import agreement_report, decision_pairs, period_of
from annotation.review_records import review_records
from db.authored import (
    BlindAnswered,
    ItemDraft,
    Replied,
    Reviewed,
    ReviewOpened,
    Revision,
    RevisionKind,
    Step,
    Submitted,
)
from db.models import EvidenceMark
from tests.makers import NOON_MS
from tests.unit.annotation.construct_makers import ref

DAY_MS = 86_400_000


def revision(item_id="i", number=1, kind=RevisionKind.EDIT, answer="12", pages=("a.pdf:1", "a.pdf:2")):
    marks = tuple(EvidenceMark(document=ref(page).document, page=ref(page).page) for page in pages)
    draft = ItemDraft(question="How many?", answer_variants=((answer,),), evidence=marks)
    return Revision(
        item_id=item_id, revision=number, draft=draft, kind=kind, account_id="author", at_ms=NOON_MS
    )


class History:
    """Steps of one item in order; each takes a day."""

    def __init__(self, item_id="i"):
        self.item_id = item_id
        self.steps = []

    def add(self, account, content, revision=1):
        seq = len(self.steps) + 1
        self.steps.append(
            Step(
                item_id=self.item_id,
                seq=seq,
                revision=revision,
                account_id=account,
                at_ms=NOON_MS + seq * DAY_MS,
                content=content,
            )
        )
        return self

    def submitted(self, revision=1):
        return self.add("author", Submitted(), revision)

    def review(self, who, decision, search=None, cited=(), evidence=None, not_found=False, **more):
        review_id = f"{self.item_id}-{len(self.steps)}"
        self.add(who, ReviewOpened(review_id=review_id))
        if search is not None:
            blind = BlindAnswered(
                review_id=review_id,
                stage="search",
                answer=(search,),
                citations=tuple(map(ref, cited)),
                not_found=not_found,
            )
            self.add(who, blind)
        if evidence is not None:
            self.add(who, BlindAnswered(review_id=review_id, stage="evidence", answer=(evidence,)))
        if decision is not None:
            self.add(who, Reviewed(review_id=review_id, decision=decision, **more))
        return self

    def records(self, *revisions):
        return review_records(self.steps, revisions or [revision(self.item_id)])


def overall(records):
    return {figure.key: figure for figure in agreement_report(records).overall.figures}


def test_review_records_keep_what_happened_in_each_review():
    history = History().submitted().review("r1", "correct", "12", ("a.pdf:1",), "12", corrected_revision=2)
    history.add("author", Replied(agrees=False, reason="no"))
    history.review("r2", "accept")
    first, second = history.records(revision(), revision(number=2, kind=RevisionKind.EXTENSION))
    assert (first.author, first.reviewer, first.order, first.decision) == ("author", "r1", 1, "correct")
    assert (first.correction, first.author_agrees) == ("extension", False)
    assert (second.order, second.submission, second.decision, second.search) == (2, 1, "accept", None)
    assert first.at_ms == NOON_MS + 5 * DAY_MS


def test_review_records_do_not_depend_on_the_order_of_steps():
    history = History().submitted().review("r1", "return", "12").submitted().review("r1", "accept")
    assert review_records(reversed(history.steps), [revision()]) == history.records()
    assert [record.submission for record in history.records()] == [1, 2]


def test_review_records_refuse_a_revision_that_is_not_there():
    with pytest.raises(ValueError, match="revision 1 of item 'i'"):
        review_records(History().submitted().review("r1", "accept").steps, [])


def test_review_records_refuse_a_review_that_was_never_opened():
    history = History().submitted().add("r1", Reviewed(review_id="x", decision="accept"))
    with pytest.raises(ValueError, match="never opened"):
        history.records()


def test_blind_answers_are_scored_strictly_against_the_author():
    records = [
        *History("a").submitted().review("r1", "accept", "12", ("a.pdf:1",), "12").records(),
        *History("b").submitted().review("r1", "return", "13", ("a.pdf:1", "a.pdf:2"), "12").records(),
        *History("c").submitted().review("r2", None, "", not_found=True).records(),
    ]
    figures = overall(records)
    assert figures["blind_right@search"].value == pytest.approx(1 / 3)
    assert figures["blind_right@search"].n == 3
    assert figures["blind_right@search"].interval.method == "wilson"
    assert (figures["blind_right@evidence"].value, figures["blind_right@evidence"].n) == (1, 2)
    # F1 of {1} and {1, 2} is 2/3, of {1, 2} is 1, of nothing 0.
    assert figures["blind_page_f1"].value == pytest.approx((2 / 3 + 1 + 0) / 3)
    assert (figures["decisions@accept"].value, figures["decisions@accept"].n) == (0.5, 2)
    assert figures["corrections@extension"].undefined == "no corrections"
    assert figures["author_agrees"].undefined == "no author has replied"


def test_several_reviews_of_an_item_are_resampled_together():
    records = [
        *History("a").submitted().review("r1", "accept").review("r2", "return").records(),
        *History("b").submitted().review("r1", "accept").records(),
    ]
    figure = overall(records)["decisions@accept"]
    assert (figure.value, figure.n, figure.interval.method) == (pytest.approx(2 / 3), 3, "bootstrap")


def test_decision_pairs_are_second_opinions_on_the_same_submission():
    records = [
        *History("a").submitted().review("r1", "return").review("r2", "return").records(),
        *History("b")
        .submitted()
        .review("r1", "accept")
        .review("r2", "return")
        .review("r3", "accept")
        .records(),
        *History("c").submitted().review("r1", "return").submitted().review("r2", "accept").records(),
        *History("d").submitted().review("r1", "return").review("r1", "accept").records(),
        *History("e").submitted().review("r1", "accept").review("r2", None).records(),
    ]
    assert decision_pairs(records) == [("return", "return"), ("accept", "return")]
    agree, kappa, ac1 = agreement_report(records).second_reviews
    # po 1/2; first: return 1/2, accept 1/2; second: return 1. pe = 1/2, kappa 0.
    assert (agree.value, agree.n, kappa.value) == (0.5, 2, 0)
    # Mean shares: return 3/4, accept 1/4, correct 0; pe = (3/16 + 3/16) / 2; (1/2 - 3/16) / (13/16)
    assert ac1.value == pytest.approx(5 / 13)


def test_corrections_that_contradict_each_other_do_not_agree():
    revisions = [
        revision(i, n, RevisionKind.REPLACEMENT, text) for i in "ab" for n, text in enumerate("xyz", 1)
    ]
    history = {i: History(i).submitted().review("r1", "correct", corrected_revision=2) for i in "ab"}
    history["a"].review("r2", "correct", corrected_revision=3)
    history["b"].review("r2", "correct", corrected_revision=2)
    records = [record for one in history.values() for record in one.records(*revisions)]
    assert decision_pairs(records) == [("correct", "another correction"), ("correct", "correct")]
    agree, _, ac1 = agreement_report(records).second_reviews
    # Mean shares: correct 3/4, another 1/4 of four labels: pe = (3/16 + 3/16) / 3; (1/2 - 1/8) / (7/8)
    assert (agree.value, ac1.value) == (0.5, pytest.approx(3 / 7))


def test_kappa_of_one_decision_only_says_why_it_is_undefined():
    records = History("a").submitted().review("r1", "accept").review("r2", "accept").records()
    _, kappa, ac1 = agreement_report(records).second_reviews
    assert kappa.undefined == "both always chose 'accept': agreement 100 %, kappa undefined"
    assert (ac1.value, ac1.interval, ac1.notes) == (1, None, ("no interval: all pairs are alike",))


def test_reports_are_by_reviewer_author_and_period():
    records = [
        *History("a").submitted().review("r1", "accept").records(),
        *History("b").submitted().review("r2", "return").review("r1", None).records(),
    ]
    report = agreement_report(records, "week")
    assert [(one.name, one.n_reviews) for one in report.by_reviewer] == [("r1", 2), ("r2", 1)]
    assert [(one.name, one.n_items) for one in report.by_author] == [("author", 2)]
    # 1 April 2026 is a Wednesday: days 3 and 4 later are Saturday, then Sunday.
    assert [(one.name, one.n_reviews) for one in report.by_period] == [("2026-W14", 3)]
    assert report.by_reviewer[1].figure("decisions@return").value == 1
    with pytest.raises(KeyError):
        report.overall.figure("nothing")


def test_no_reviews_are_a_report_of_reasons():
    report = agreement_report([])
    assert {figure.value for figure in (*report.overall.figures, *report.second_reviews)} == {None}
    assert all(figure.undefined for figure in (*report.overall.figures, *report.second_reviews))
    assert report.by_period == ()


def test_the_order_of_records_changes_nothing():
    records = [
        *History("a").submitted().review("r1", "accept").review("r2", "return").records(),
        *History("b").submitted().review("r1", "correct", "12").records(),
    ]
    assert agreement_report(records[::-1]) == agreement_report(records)


@pytest.mark.parametrize(
    ("days", "period", "name"),
    [(0, "month", "2026-04"), (30, "month", "2026-05"), (0, "week", "2026-W14"), (-90, "week", "2026-W01")],
)
def test_period_of_names_months_and_iso_weeks(days, period, name):
    assert period_of(NOON_MS + days * DAY_MS, period) == name
