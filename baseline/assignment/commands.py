"""`python -m baseline assign|places|release|exposure …`: who answers what, and who must not."""

from __future__ import annotations

import argparse
import csv
import io
from pathlib import Path
from typing import Any

from baseline.assignment import exposure, leasing
from baseline.assignment.by_hand import assign_by_hand
from baseline.assignment.hand_table import read_hand_rows
from baseline.assignment.places import PlaceCount, by_condition, holders, place_counts
from db import accounts, assignments, studies
from db.clock import Clock, SystemClock
from db.command_line import add_command
from db.connection import Database, opened_database, writing
from db.errors import NotFound
from db.files import read_named_file, write_named_file
from db.formula_guard import guarded
from db.home import database_path
from db.items import item_ids_of_set
from db.wording import counted, grouped

BY = "command line"
_MOST_BYTES = 50_000_000
_COLUMNS = ("condition", "item", "wanted", "ended", "held", "lapsed", "free")


def add_assign_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `assign`, `places`, `release` and `exposure`."""
    assign = add_command(
        subparsers, "assign", assign_from_table, "give out places by hand", prints=_given_as_lines
    )
    assign.add_argument("--study", required=True, metavar="ID")
    assign.add_argument(
        "--csv", required=True, metavar="FILE", help="columns account,item and perhaps condition,batch"
    )
    places = add_command(
        subparsers,
        "places",
        show_places,
        "how many places are filled, held and free",
        prints=_places_as_lines,
    )
    places.add_argument("--study", required=True, metavar="ID")
    places.add_argument("--csv", metavar="FILE", help="write every item under every condition to a table")
    release = add_command(
        subparsers, "release", release_places, "take back what somebody has not finished", prints=_released
    )
    release.add_argument("--study", required=True, metavar="ID")
    release.add_argument("--account", required=True, metavar="ID", help="as `invite` printed it")
    release.add_argument("--item", metavar="ID", help="only this one of theirs (default: all)")
    _add_exposure(subparsers)


def _add_exposure(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    group = subparsers.add_parser("exposure", help="who knows which items, and must not be given them")
    actions = group.add_subparsers(required=True, metavar="ACTION")
    add = add_command(
        actions, "add", declare_exposure, "declare that somebody knows items", prints=_declared_as_lines
    )
    add.add_argument("--account", required=True, metavar="ID", help="any account of the person")
    add.add_argument("--item", action="append", default=[], metavar="ID", help="may be given several times")
    add.add_argument("--set", metavar="NAME", help="every item of this set")
    add.add_argument("--why", required=True, metavar="TEXT", help="how they came to know")
    add.add_argument("--by", metavar="ACCOUNT", help="who declares it (default: a researcher of the study)")
    show = add_command(
        actions, "show", show_exposure, "what a person knows, however they came to it", prints=_known_as_lines
    )
    show.add_argument("--account", required=True, metavar="ID", help="any account of the person")


def assign_from_table(arguments: argparse.Namespace) -> dict[str, Any]:
    """Give out every place of a table, or none and name every bad row."""
    path = Path(arguments.csv)
    rows = read_hand_rows(read_named_file(path, _MOST_BYTES), path.name)
    with opened_database(database_path()) as database, writing(database):
        study = studies.find_study(database, arguments.study)
        given = assign_by_hand(database, study, rows, path.name, BY, _clock().now_ms())
    return {
        "study": arguments.study,
        "given": [
            {
                "account": one.account_id,
                "item": one.item_id,
                "condition": one.condition,
                "batch": one.batch,
                "position": one.position,
                "purpose": one.purpose,
                "attempt": one.attempt_id,
            }
            for one in given
        ],
    }


def show_places(arguments: argparse.Namespace) -> dict[str, Any]:
    """Every place of a study by item and condition, and everybody who holds some."""
    now_ms = _clock().now_ms()
    with opened_database(database_path()) as database:
        study = studies.find_study(database, arguments.study)
        people = {
            one.account_id
            for one in accounts.accounts_of_study(database, study.study_id)
            if one.side == "people"
        }
        given = assignments.places_of_study(database, study.study_id)
        places = [one for one in given if one.assignment.account_id in people]
        counts = place_counts(study.design, item_ids_of_set(database, study.item_set), places, now_ms)
    if arguments.csv is not None:
        write_named_file(Path(arguments.csv), _as_csv(counts))
    return {
        "study": study.study_id,
        "file": None if arguments.csv is None else Path(arguments.csv).name,
        "conditions": [_count_json(one) for one in by_condition(counts)],
        "people": [one._asdict() for one in holders(places, now_ms)],
        "places": [_count_json(one) for one in counts],
    }


def release_places(arguments: argparse.Namespace) -> dict[str, Any]:
    """Take back what somebody has not finished; what they finished stays."""
    with opened_database(database_path()) as database, writing(database):
        study = studies.find_study(database, arguments.study)
        account = accounts.find_account(database, arguments.account)
        if arguments.item is None:
            now_ms = _clock().now_ms()
            n_places = leasing.drop_out(database, study, account.account_id, "by_hand", now_ms, by=BY)
        else:
            attempt_id = _attempt_at(database, study.study_id, account.account_id, arguments.item)
            leasing.give_back(database, study, attempt_id, _clock().now_ms(), by=BY)
            n_places = 1
    return {"study": arguments.study, "account": account.account_id, "released": n_places}


def _attempt_at(database: Database, study_id: str, account_id: str, item_id: str) -> str:
    """Somebody's place for an item: the one they hold, or else the newest."""
    theirs = [
        one
        for one in assignments.places_of(database, study_id, account_id)
        if one.assignment.item_id == item_id
    ]
    if not theirs:
        raise NotFound(f"{account_id} has no place for item {item_id[:100]!r} in study {study_id!r}.")
    return max(theirs, key=lambda one: (one.is_held, one.assignment.position)).assignment.attempt_id


def declare_exposure(arguments: argparse.Namespace) -> dict[str, Any]:
    """Declare that somebody knows items, so that they are not given them."""
    with opened_database(database_path()) as database, writing(database):
        declared = exposure.declare_by_hand(
            database,
            arguments.account,
            exposure.Known(tuple(arguments.item), arguments.set, arguments.why),
            arguments.by,
            _clock().now_ms(),
        )
    return declared._asdict()


def show_exposure(arguments: argparse.Namespace) -> dict[str, Any]:
    """Everything that the person behind an account knows."""
    with opened_database(database_path()) as database:
        account = accounts.find_account(database, arguments.account)
        known = exposure.ledger_of_person(database, account)
    return {
        "account": account.account_id,
        "person": account.person,
        "known": [one._asdict() for one in known],
    }


def _count_json(one: PlaceCount) -> dict[str, Any]:
    row = {"condition": one.condition, "item": one.item_id, "wanted": one.wanted, "ended": one.ended}
    row |= {"held": one.held, "lapsed": one.lapsed, "free": one.free}
    return row if one.item_id else {name: value for name, value in row.items() if name != "item"}


def _as_csv(counts: list[PlaceCount]) -> str:
    sink = io.StringIO(newline="")
    writer = csv.writer(sink, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for one in counts:
        numbers = (one.wanted, one.ended, one.held, one.lapsed, one.free)
        cells = ["" if number is None else str(number) for number in numbers]
        writer.writerow([guarded(one.condition), guarded(one.item_id), *cells])
    return sink.getvalue()


def _given_as_lines(outcome: dict[str, Any]) -> str:
    given = outcome["given"]
    main = [one for one in given if one["purpose"] == "main"]
    people = {one["account"]: 0 for one in main}
    for one in main:
        people[one["account"]] += 1
    head = f"{counted(len(main), 'places')} given out to {counted(len(people), 'people')}; they do not lapse."
    return "\n".join([head, *(f"{account}: {counted(n, 'items')}" for account, n in people.items())])


def _places_as_lines(outcome: dict[str, Any]) -> str:
    lines = [_condition_line(one) for one in outcome["conditions"]]
    for one in outcome["people"]:
        state = ", ".join(
            f"{grouped(one[name])} {name}" for name in ("ended", "held", "lapsed", "released") if one[name]
        )
        lines.append(f"{one['account_id']}  {', '.join(one['conditions'])}: {state}")
    if outcome["file"]:
        lines.append(f"{outcome['file']}: {counted(len(outcome['places']), 'rows')}")
    return "\n".join(lines)


def _condition_line(one: dict[str, Any]) -> str:
    stands = f"{grouped(one['ended'])} ended, {grouped(one['held'])} held, {grouped(one['lapsed'])} lapsed"
    if one["wanted"] is None:
        return f"{one['condition']}: {stands}; everybody answers every item"
    return f"{one['condition']}: {counted(one['wanted'], 'places')}: {stands}, {grouped(one['free'])} free"


def _released(outcome: dict[str, Any]) -> str:
    return f"{outcome['account']}: {counted(outcome['released'], 'places')} taken back"


def _declared_as_lines(outcome: dict[str, Any]) -> str:
    new, n_held = outcome["n_new"], outcome["n_held"]
    line = f"{counted(new, 'items')} declared as known to {outcome['person']}"
    if n_held:
        line += (
            f"; {counted(n_held, 'of them')} this person holds or had already: take back with `release`, "
            "or leave the answers out of the figures"
        )
    return line


def _known_as_lines(outcome: dict[str, Any]) -> str:
    if not outcome["known"]:
        return f"{outcome['person']} knows no item"
    return "\n".join(
        f"{one['item_id']}  {one['how']}" + (f" ({one['note']})" if one["note"] else "")
        for one in outcome["known"]
    )


def _clock() -> Clock:
    return SystemClock()
