"""The contamination ledger: whoever knows an item, however and under whatever account, is not given it."""

from __future__ import annotations

import pytest
from sqlite_utils import Database

from baseline.assignment import leasing
from baseline.assignment.exposure import Known, declare_by_hand
from baseline.assignment.inviting import assign_items, invite
from db import assignments, exposures
from db.accounts import add_account, find_account
from db.errors import InvalidInput
from db.exposures import Declaration, Exposure, declare
from db.items import put_item_set
from db.models import Account, Role
from tests.authoring import Desk, make_draft
from tests.makers import NOON_MS, make_item, make_items
from tests.shared_places import LAPSED_MS, answer, item_ids, make_shared_study, show, somebody

ELSEWHERE = "elsewhere"


def known(database: Database, account: Account, study_id: str = "shared") -> list[tuple[str, str]]:
    return [(one.item_id, one.how) for one in exposures.ledger_of(database, account, study_id)]


def test_who_wrote_corrected_reviewed_or_supervised_an_item_knows_it(desk: Desk) -> None:
    item_id = desk.accepted("ann", "rita")
    corrected = desk.submitted("bob", make_draft("What was spent in 2019?"))
    desk.correct(corrected, "ray", make_draft("What was spent in the year 2019?"))

    def person(name: str) -> list[tuple[str, str]]:
        return known(desk.database, find_account(desk.database, name))

    assert person("ann") == [(item_id, "authored")]
    assert person("rita") == [(item_id, "reviewed")]
    assert person("bob") == [(corrected, "authored")]
    assert person("ray") == [(corrected, "reviewed"), (corrected, "revised")]
    assert person("sue") == [(item_id, "supervised"), (corrected, "supervised")]
    assert person("carl") == []


def test_an_author_is_not_given_their_item_under_another_account(desk: Desk) -> None:
    database = desk.database
    item_id = desk.accepted("ann", "rita")
    mine = make_item(1).model_copy(update={"item_id": item_id})
    put_item_set(database, "set", [mine, make_item(2)], NOON_MS)
    study = make_shared_study(database, n_items=0, batch_size=2)

    ann = somebody(database, study, same_as="ann")
    assert ann.person == "ann"
    assert leasing.room_for(database, study, ann, NOON_MS) == 1
    assert item_ids(leasing.take_batch(database, study, ann, NOON_MS)) == ["item-002"]
    stranger = somebody(database, study)
    assert item_ids(leasing.take_batch(database, study, stranger, NOON_MS)) == [item_id]


def test_who_was_given_an_item_elsewhere_is_not_given_it_again(database: Database) -> None:
    before = make_shared_study(database, n_items=3, study_id=ELSEWHERE, batch_size=3)
    anna = somebody(database, before)
    first, second, third = leasing.take_batch(database, before, anna, NOON_MS)
    answer(database, first)
    show(database, second)
    study = make_shared_study(database, n_items=3, batch_size=3)
    again = somebody(database, study, same_as=anna.account_id)

    assert sorted(known(database, again)) == sorted(
        [(first.item_id, "attempted"), (second.item_id, "attempted"), (third.item_id, "assigned")]
    )
    assert leasing.take_batch(database, study, again, NOON_MS) == ()
    leasing.release_lapsed(database, before, LAPSED_MS)
    assert item_ids(leasing.take_batch(database, study, again, NOON_MS)) == [third.item_id]
    assert leasing.take_batch(database, before, anna, LAPSED_MS) == ()


def test_two_accounts_of_one_person_in_one_study_never_share_an_item(database: Database) -> None:
    study = make_shared_study(database, n_items=4, people_per_item=2)
    anna = somebody(database, study)
    twice = somebody(database, study, same_as=somebody(database, study, same_as=anna.account_id).account_id)
    assert twice.person == anna.account_id
    batches = [leasing.take_batch(database, study, one, NOON_MS) for one in (anna, twice)]
    assert not set(item_ids(batches[0])) & set(item_ids(batches[1]))


def test_who_may_see_the_gold_of_a_study_knows_its_items(database: Database) -> None:
    study = make_shared_study(database)
    researcher = invite(database, "shared", Role.RESEARCHER, "R", NOON_MS).account
    admin = add_account(database, Account(account_id="root", name="R", role=Role.ADMIN), NOON_MS)
    for one in (researcher, admin):
        again = somebody(database, study, same_as=one.account_id)
        assert {how for _, how in known(database, again)} == {"researched"}
        assert leasing.take_batch(database, study, again, NOON_MS) == ()
        assert leasing.room_for(database, study, again, NOON_MS) == 0


def test_a_declared_exposure_counts_for_the_person(database: Database) -> None:
    study = make_shared_study(database, n_items=2)
    anna = somebody(database, study)
    by = invite(database, "shared", Role.RESEARCHER, "R", NOON_MS).account.account_id
    declared = Declaration(anna.person, "item-001", "Saw the slides", by, NOON_MS)
    assert declare(database, [declared, declared]) == 1
    assert exposures.declared_exposures(database) == [declared]
    assert exposures.ledger_of(database, anna, "shared") == [
        Exposure("item-001", "declared", "Saw the slides")
    ]
    assert item_ids(leasing.take_batch(database, study, anna, NOON_MS)) == ["item-002"]


def test_a_test_of_qualification_asks_nothing_that_is_known_and_practice_may(database: Database) -> None:
    study = make_shared_study(
        database, n_items=2, practice_set="easy", qualification={"item_set": "easy", "n_items": 2}
    )
    put_item_set(database, "easy", make_items(3), NOON_MS)
    anna = somebody(database, study)
    by = invite(database, "shared", Role.RESEARCHER, "R", NOON_MS).account.account_id
    declare(database, [Declaration(anna.person, "item-001", "", by, NOON_MS)])
    practice = leasing.take_items(database, study, anna, "practice", 1, 1, NOON_MS)
    exam = leasing.take_items(database, study, anna, "qualification", 2, 1, NOON_MS)
    assert item_ids(practice) == ["item-001"]
    assert item_ids(exam) == ["item-002", "item-003"]


@pytest.mark.parametrize("n_times", [1, 2])
def test_everybody_answers_everything_but_what_they_know(database: Database, n_times: int) -> None:
    study = make_shared_study(database, n_items=3, people_per_item=None)
    before = make_shared_study(database, n_items=3, study_id=ELSEWHERE, batch_size=1)
    anna = somebody(database, before)
    (seen,) = leasing.take_batch(database, before, anna, NOON_MS)
    again = somebody(database, study, same_as=anna.account_id)
    for _ in range(n_times - 1):
        assert assign_items(database, study, again) == 0
    mine = assignments.assignments_of(database, "shared", again.account_id)
    assert len(mine) == 2
    assert seen.item_id not in item_ids(mine)
    assert [one.position for one in mine] == [1, 2]


def test_who_knows_every_free_item_is_told_apart_from_who_comes_too_late(database: Database) -> None:
    study = make_shared_study(database, n_items=2, people_per_item=1, batch_size=1)
    knows, comes = somebody(database, study), somebody(database, study)
    ids = [f"item-{number:03d}" for number in (1, 2)]
    declare(
        database, [Declaration(knows.account_id, one, "read it", comes.account_id, NOON_MS) for one in ids]
    )

    def nothing_for(account: Account) -> bool:
        return leasing.has_nothing_for(database, study, account, NOON_MS)

    assert leasing.room_for(database, study, knows, NOON_MS) == 0
    assert nothing_for(knows)
    assert not nothing_for(comes)
    for person in (comes, somebody(database, study)):
        leasing.take_batch(database, study, person, NOON_MS)
    assert leasing.is_full(database, study, NOON_MS)
    assert not nothing_for(knows)


def test_a_reason_that_turns_the_text_beside_it_is_refused(desk: Desk) -> None:
    item_id = desk.accepted("ann", "rita")
    with pytest.raises(InvalidInput, match="turns the direction"):
        declare_by_hand(desk.database, "bob", Known((item_id,), None, "Was\u202etold."), None, NOON_MS)
    assert exposures.declared_exposures(desk.database) == []
