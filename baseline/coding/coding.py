"""Coding carried out: what somebody says is checked by rule and added; nothing is overwritten."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from baseline.coding.books import BUILT_IN, Book, Code, Typed, own_book
from baseline.coding.queue import PURPOSE, Failure, Part
from db import coding as stored
from db.coding import TAKEN_BACK, Coding, StoredBook
from db.connection import Database
from db.errors import Conflict, InvalidInput
from db.models import By
from db.plain_text import refuse_turning

MOST_NOTE = 1000


class Said(NamedTuple):
    """What somebody says of a failure: from which queue, which codes, and at which step it went wrong."""

    part: Part
    codes: tuple[str, ...]
    note: str = ""
    step: int | None = None


def all_books(database: Database) -> list[Book]:
    """The books that are built in, the newest version of each own one, and earlier ones that were used."""
    used = stored.schemes_used(database)
    own: list[Book] = []
    for one in every_version(database):
        if all(one.name != known.name for known in own) or one.scheme in used:
            own.append(one)
    return [*BUILT_IN, *own]


def every_version(database: Database) -> list[Book]:
    """All own books, by name, the newest version first."""
    return [_book(one) for one in stored.books(database)]


def write_book(database: Database, typed: Typed, by: By) -> Book:
    """Store an own book, or its next version.

    Raises:
        InvalidInput: as `books.own_book`, or nothing differs from the version there is.
    """
    earlier = every_version(database)
    book = own_book(typed, earlier)
    newest = next((one for one in earlier if one.name == book.name), None)
    if newest is not None and replace(newest, version=book.version) == book:
        raise InvalidInput("This is what the book says already; nothing was written.")
    content: dict[str, Any] = {
        "title": book.title,
        "codes": [list(one) for one in book.codes],
        "many": book.many,
        "at_step": book.at_step,
    }
    stored.put_book(database, StoredBook(book.name, book.version, content), by)
    return book


def _book(one: StoredBook) -> Book:
    content = one.content
    codes = tuple(Code(*code) for code in content["codes"])
    at_step, many = bool(content.get("at_step")), bool(content.get("many"))
    return Book(one.name, one.version, content["title"], "own", codes, at_step=at_step, many=many)


def code(database: Database, book: Book, failure: Failure, said: Said, by: By) -> bool:
    """Store what somebody says of a failure; whether it is new. The same again adds nothing.

    Raises:
        NotFound: the book has no such code.
        Conflict: somebody else has coded it meanwhile, or it is not theirs to code.
        InvalidInput: the note is too long, or there are more or fewer codes than the book takes.
    """
    codes = book.written(said.codes)
    plain = plain_note(said.note)
    now = stored.codings_of(database, book.scheme, [failure.attempt_id]).get(failure.attempt_id, ())
    purpose = PURPOSE[said.part] if said.part != "mine" else _own_purpose(now, by)
    others = [one for one in now if one.by != by.account_id]
    if any(one.purpose == purpose for one in others):
        raise Conflict("Somebody else has coded this one meanwhile; the next one is shown.")
    own_other = {one.purpose for one in now if one.by == by.account_id} - {purpose}
    if purpose == "second" and "main" in own_other:
        raise Conflict("You coded this one first; the second coding is somebody else's.")
    coding = Coding(
        attempt_id=failure.attempt_id,
        by=by.account_id,
        at_ms=by.at_ms,
        scheme=book.scheme,
        code=codes,
        note=plain,
        purpose=purpose,
        step=said.step,
    )
    before = next((one for one in now if (one.by, one.purpose) == (by.account_id, purpose)), None)
    if before is not None and before.model_copy(update={"at_ms": by.at_ms}) == coding:
        return False
    stored.add_coding(database, coding)
    return True


def plain_note(note: str) -> str:
    """The note as it is kept.

    Raises:
        InvalidInput: it is too long, or turns the direction of what follows.
    """
    plain = note.strip()
    if len(plain) > MOST_NOTE:
        raise InvalidInput(f"The note has {len(plain)} characters; {MOST_NOTE} is the most.")
    refuse_turning(plain, "The note")
    return plain


def _own_purpose(now: tuple[Coding, ...], by: By) -> stored.CodingPurpose:
    own = [one for one in now if one.by == by.account_id]
    if not own:
        raise Conflict("You have not coded this one.")
    return own[-1].purpose


def take_back(database: Database, book: Book, failure: Failure, by: By) -> None:
    """Take one's last word on a failure back; both stay on record.

    Raises:
        Conflict: there is nothing of theirs to take back.
    """
    now = stored.codings_of(database, book.scheme, [failure.attempt_id]).get(failure.attempt_id, ())
    purpose = _own_purpose(now, by)
    stored.add_coding(
        database,
        Coding(
            attempt_id=failure.attempt_id,
            by=by.account_id,
            at_ms=by.at_ms,
            scheme=book.scheme,
            code=TAKEN_BACK,
            purpose=purpose,
        ),
    )


def choose_share(database: Database, set_name: str, book: Book, share: float, by: By) -> float:
    """Have this share of the failures coded by a second person from now on.

    Raises:
        InvalidInput: it is no share.
    """
    if not 0 <= share <= 1:
        raise InvalidInput(f"{share} is no share; give 0 to 1.")
    stored.set_share_coded_twice(database, set_name, book.scheme, share, by)
    return share
