"""Could everything that a full file tells have happened? Pure."""

from __future__ import annotations

from collections.abc import Iterator

from annotation.drafts import item_of, trouble_of
from annotation.exchange.full import FullReading
from annotation.exchange.full_records import Header, ItemRecord
from annotation.replay import Acceptance, HistoryBroken, Replayed, replay
from baseline.analysis.json_lines import LineProblem
from db.errors import AppError
from db.items import content_sha256


def broken_lines(reading: FullReading) -> tuple[LineProblem, ...]:
    """The first problem of each line whose history the rules do not allow, or whose items do not fit it."""
    return tuple(_broken(reading))


def doubt_about_set(reading: FullReading) -> str | None:
    """What to say when the items are not those of the set's hash; None when they are, or lines are bad."""
    item_set = reading.header.set
    if item_set is None or reading.problems:
        return None
    items = [one.record.item for one in reading.records if one.record.item is not None]
    if content_sha256(items) == item_set.sha256:
        return None
    return f"The items are not those of set {item_set.name!r}, whose hash its header states."


def _broken(reading: FullReading) -> Iterator[LineProblem]:
    for line, record in reading.records:
        try:
            _check(record, reading.header)
        except HistoryBroken as broken:
            yield LineProblem(line, broken.field, broken.reason)


def _check(record: ItemRecord, header: Header) -> None:
    items = [(f"acceptances[{n}].item", one.item) for n, one in enumerate(record.acceptances, 1)]
    for field, item in (*items, *([("item", record.item)] if record.item else [])):
        trouble = trouble_of(item)
        if trouble is not None:
            raise HistoryBroken(f"{field}.{trouble.field}", trouble.reason)
    if header.set is not None and (record.item is None or record.stored_at_ms is None):
        raise HistoryBroken("item", "a file of a set has the item and its stored_at_ms in every line")
    if header.set is None and (record.project is None or record.stored_at_ms is not None):
        raise HistoryBroken("project", "an item stands either in a project, or in the set of the header")
    if record.project is not None:
        _check_acceptances(record, _replayed(record, header), is_in_set=header.set is not None)


def _replayed(record: ItemRecord, header: Header) -> Replayed:
    project = next((one for one in header.projects if one.project.project_id == record.project), None)
    if project is None or record.author is None:
        raise HistoryBroken("project", f"the header has no project {record.project!r}")
    roles = project.roles
    actors = [(f"revisions[{n}].account_id", one.account_id) for n, one in enumerate(record.revisions, 1)]
    actors += [(f"steps[{n}].account_id", one.account_id) for n, one in enumerate(record.steps, 1)]
    for field, account_id in (("author", record.author), *actors):
        if account_id not in roles:
            raise HistoryBroken(field, f"{account_id!r} is no member of the project in the header")
    return replay(record.author, record.revisions, record.steps, roles)


def _check_acceptances(record: ItemRecord, replayed: Replayed, *, is_in_set: bool) -> None:
    told = tuple(Acceptance(one.seq, one.revision) for one in record.acceptances)
    if told != replayed.acceptances:
        expected = ", ".join(f"revision {a.revision} by step {a.seq}" for a in replayed.acceptances)
        raise HistoryBroken("acceptances", f"{expected or 'none'} expected, judging by the steps")
    for number, accepted in enumerate(record.acceptances, 1):
        try:
            item = item_of(record.item_id, record.revisions[accepted.revision - 1].draft)
        except AppError as error:
            raise HistoryBroken(f"revisions[{accepted.revision}].draft", error.user_message) from error
        if item != accepted.item:
            raise HistoryBroken(f"acceptances[{number}].item", "it is not what the accepted revision says")
    standing = [a.item for a in record.acceptances if a.seq == replayed.state.accepted_seq]
    if not is_in_set and record.item != (standing[0] if standing else None):
        raise HistoryBroken("item", "it is not the item that stands accepted")
