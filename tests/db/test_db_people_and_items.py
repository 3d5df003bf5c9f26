"""Accounts, item sets, studies, assignments and verdicts as they are stored."""

from __future__ import annotations

import pytest
from sqlite_utils import Database

from baseline.assignment.inviting import assign_items, invite
from baseline.participants import participation
from baseline.studies.studies import create_study
from db import accounts, assignments, event_log, items, verdicts
from db.errors import Conflict, InvalidInput, NotFound
from db.models import Account, Role, Verdict
from tests.makers import NOON_MS, make_item, make_items, make_participant, make_plan, make_study

ANNA = Account(account_id="p-anna", name="Anna", role=Role.PARTICIPANT)


# Accounts


def test_an_account_is_found_as_it_was_stored(database: Database) -> None:
    simulated = Account(account_id="s-1", name="Ämilie ‘O’Brien’", role=Role.RESEARCHER, simulated=True)
    accounts.add_account(database, simulated, NOON_MS)

    assert accounts.find_account(database, "s-1") == simulated


def test_the_same_account_again_changes_nothing(database: Database) -> None:
    accounts.add_account(database, ANNA, NOON_MS)
    accounts.add_account(database, ANNA, NOON_MS + 1)

    assert database["accounts"].count == 1


def test_an_account_id_that_is_taken_is_refused(database: Database) -> None:
    accounts.add_account(database, ANNA, NOON_MS)

    with pytest.raises(Conflict, match="taken by somebody else"):
        accounts.add_account(database, ANNA.model_copy(update={"role": Role.ADMIN}), NOON_MS)

    assert accounts.find_account(database, "p-anna") == ANNA


def test_an_unknown_account_is_not_found(database: Database) -> None:
    with pytest.raises(NotFound, match="'p-nobody'"):
        accounts.find_account(database, "p-nobody")


def test_an_invitation_leads_to_its_account_and_only_its_hash_is_stored(database: Database) -> None:
    accounts.add_account(database, ANNA, NOON_MS)
    token = accounts.issue_invitation(database, "p-anna", NOON_MS)

    assert accounts.account_of_invitation(database, token) == ANNA
    assert accounts.account_of_invitation(database, token + "x") is None
    assert token not in "".join(database.conn.iterdump())


def test_a_sign_in_lasts_until_it_expires(database: Database) -> None:
    accounts.add_account(database, ANNA, NOON_MS)
    secret = accounts.sign_in(database, "p-anna", NOON_MS)
    end_ms = NOON_MS + accounts.SIGN_IN_LASTS_MS

    assert accounts.account_of_sign_in(database, secret, end_ms - 1) == ANNA
    assert accounts.account_of_sign_in(database, secret, end_ms) is None
    assert secret not in "".join(database.conn.iterdump())


def test_signing_out_ends_one_sign_in_only(database: Database) -> None:
    accounts.add_account(database, ANNA, NOON_MS)
    here, there = (accounts.sign_in(database, "p-anna", NOON_MS) for _ in range(2))

    accounts.sign_out(database, here)
    accounts.sign_out(database, here)

    assert accounts.account_of_sign_in(database, here, NOON_MS) is None
    assert accounts.account_of_sign_in(database, there, NOON_MS) == ANNA


@pytest.mark.parametrize("secret", ["", "x" * 100_000, "\x00", "\ud83d", "' OR 1=1 --"])
def test_a_strange_cookie_or_token_is_nobody(database: Database, secret: str) -> None:
    assert accounts.account_of_sign_in(database, secret, NOON_MS) is None
    assert accounts.account_of_invitation(database, secret) is None


# Item sets


def test_a_set_keeps_its_order_and_takes_the_same_items_again(database: Database) -> None:
    three = [make_item(3), make_item(1), make_item(2)]

    assert items.put_item_set(database, "set", three, NOON_MS) == items.PutResult(3, 0)
    assert items.put_item_set(database, "set", three, NOON_MS) == items.PutResult(0, 3)
    assert items.load_item_set(database, "set") == three


def test_a_set_grows_at_its_end(database: Database) -> None:
    items.put_item_set(database, "set", make_items(2), NOON_MS)

    result = items.put_item_set(database, "set", [make_item(9), make_item(1)], NOON_MS)

    assert result == items.PutResult(1, 1)
    assert [one.item_id for one in items.load_item_set(database, "set")] == [
        "item-001",
        "item-002",
        "item-009",
    ]


def test_an_id_with_other_content_is_a_conflict_and_nothing_is_added(database: Database) -> None:
    items.put_item_set(database, "set", make_items(2), NOON_MS)

    with pytest.raises(Conflict, match="'item-002'"):
        items.put_item_set(database, "set", [make_item(3), make_item(2, "Another question?")], NOON_MS)

    assert len(items.load_item_set(database, "set")) == 2


def test_an_id_twice_in_one_import_is_a_conflict_unless_it_is_the_same(database: Database) -> None:
    with pytest.raises(Conflict, match="'item-001'"):
        items.put_item_set(database, "set", [make_item(1), make_item(1, "Another?")], NOON_MS)

    assert items.put_item_set(database, "set", [make_item(1), make_item(1)], NOON_MS) == (1, 1)


def test_the_same_id_may_mean_something_else_in_another_set(database: Database) -> None:
    items.put_item_set(database, "one", [make_item(1)], NOON_MS)
    items.put_item_set(database, "two", [make_item(1, "Another question?")], NOON_MS)

    assert items.load_item_set(database, "one") == [make_item(1)]
    assert items.load_item_set(database, "two") == [make_item(1, "Another question?")]
    assert database["item_revisions"].count == 2


def test_the_hash_of_a_set_depends_on_order_and_content(database: Database) -> None:
    hashes = {
        items.content_sha256(several)
        for several in ([make_item(1), make_item(2)], [make_item(2), make_item(1)], [make_item(1)])
    }

    assert len(hashes) == 3


def test_an_unknown_set_is_not_found(database: Database) -> None:
    with pytest.raises(NotFound, match="'nowhere'"):
        items.load_item_set(database, "nowhere")


def test_a_question_comes_without_its_gold(database: Database) -> None:
    items.put_item_set(database, "set", make_items(1), NOON_MS)

    asked = items.question_of(database, "set", "item-001")

    assert set(type(asked).model_fields) == {"item_id", "question"}
    with pytest.raises(NotFound):
        items.question_of(database, "set", "item-999")


# Studies


def test_a_study_freezes_its_set_and_remembers_its_hash(database: Database) -> None:
    study = make_study(database)

    assert study.item_set_sha256 == items.describe_item_set(database, "set").sha256
    with pytest.raises(Conflict, match="frozen"):
        items.put_item_set(database, "set", [make_item(9)], NOON_MS)
    assert items.put_item_set(database, "set", make_items(3), NOON_MS).n_added == 0


def test_two_studies_may_use_one_frozen_set(database: Database) -> None:
    make_study(database)

    assert create_study(database, make_plan(study_id="second"), NOON_MS).item_set == "set"


def test_a_study_id_is_taken_once(database: Database) -> None:
    make_study(database)

    with pytest.raises(Conflict, match="'pilot'"):
        create_study(database, make_plan(), NOON_MS)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"k": 0}, "k is 0"),
        ({"k": 51}, "k is 51"),
        ({"batch_size": 0}, "batch size is 0"),
        ({"study_id": "../x"}, "study id"),
        ({"study_id": ""}, "study id"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_before_anything_is_frozen(
    database: Database, changes: dict[str, object], message: str
) -> None:
    items.put_item_set(database, "set", make_items(1), NOON_MS)

    with pytest.raises(InvalidInput, match=message):
        create_study(database, make_plan(**changes), NOON_MS)

    assert not items.is_frozen(database, "set")


def test_a_study_over_an_empty_or_unknown_set_is_refused(database: Database) -> None:
    items.put_item_set(database, "empty", [], NOON_MS)

    with pytest.raises(InvalidInput, match="'empty' is empty"):
        create_study(database, make_plan(item_set="empty"), NOON_MS)
    with pytest.raises(NotFound, match="'unknown'"):
        create_study(database, make_plan(item_set="unknown"), NOON_MS)


# Invitations and assignments


def test_inviting_twice_makes_two_people_with_all_items_each(database: Database) -> None:
    study = make_study(database, n_items=7, batch_size=3)
    first, second = (make_participant(database, study, "Same name") for _ in range(2))

    assert first.account.account_id != second.account.account_id
    for seat in (first, second):
        assert sorted(one.item_id for one in seat.assignments) == [item.item_id for item in make_items(7)]
        assert [one.batch for one in seat.assignments] == [1, 1, 1, 2, 2, 2, 3]


def test_assigning_twice_adds_nothing(database: Database) -> None:
    seat = make_participant(database, make_study(database))

    assert assign_items(database, seat.study, seat.account) == 0
    assert assignments.assignments_of(database, "pilot", seat.account.account_id) == seat.assignments


def test_only_participants_are_given_items(database: Database) -> None:
    study = make_study(database)
    researcher = invite(database, study.study_id, Role.RESEARCHER, "Rosa", NOON_MS).account

    assert assignments.assignments_of(database, "pilot", researcher.account_id) == []
    assert accounts.accounts_of_study(database, "pilot") == [researcher]


def test_inviting_to_an_unknown_study_is_refused(database: Database) -> None:
    with pytest.raises(NotFound, match="'nowhere'"):
        invite(database, "nowhere", Role.PARTICIPANT, "Anna", NOON_MS)


def test_the_newest_verdict_counts_and_the_earlier_ones_stay(database: Database) -> None:
    attempt_id = make_participant(database, make_study(database)).first.attempt_id
    for score in (0.0, 1.0, 0.5):
        verdict = Verdict(attempt_id=attempt_id, score=score, judge="anna", rubric="1", at_ms=NOON_MS)
        verdicts.add_verdict(database, verdict)

    assert verdicts.latest_verdicts(database, "pilot") == {attempt_id: verdict}
    assert database["verdicts"].count == 3


def test_the_same_instructions_are_logged_once_and_others_again(database: Database) -> None:
    for text in ("Read.", "Read.", "Read well."):
        participation.log_instructions(database, "p-anna", text, NOON_MS)

    events = event_log.replay(database, participation.stream_of("p-anna"))
    assert len({event.payload.sha256 for event in events}) == len(events) == 2
