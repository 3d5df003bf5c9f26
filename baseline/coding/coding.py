"""Coding carried out: what somebody says is checked by rule and added; nothing is overwritten."""

from __future__ import annotations

from typing import Any, NamedTuple

from baseline.coding.books import BUILT_IN, Book, Code, own_book
from baseline.coding.queue import PURPOSE, Failure, Part
from db import coding as stored
from db.coding import TAKEN_BACK, Coding, StoredBook
from db.connection import Database
from db.errors import Conflict, InvalidInput, NotFound
from db.models import By
from db.plain_text import refuse_turning

MOST_NOTE = 1000


class Said(NamedTuple):
    """What somebody says of a failure: from which queue, which code, and at which step it went wrong."""

    part: Part
    code: str
    note: str = ""
    step: int | None = None


def all_books(database: Database) -> list[Book]:
    """The books that are built in, then the newest version of each own one."""
    own: dict[str, Book] = {}
    for one in stored.books(database):
        own.setdefault(one.name, _book(one))
    return [*BUILT_IN, *own.values()]


def write_book(database: Database, name: str, title: str, lines: str, by: By) -> Book:
    """Store an own book, or its next version.

    Raises:
        InvalidInput: as `books.own_book`, or nothing differs from the version there is.
    """
    earlier = [_book(one) for one in stored.books(database)]
    book = own_book(name, title, lines, earlier)
    newest = next((one for one in earlier if one.name == name), None)
    if newest is not None and (newest.title, newest.codes) == (book.title, book.codes):
        raise InvalidInput("This is what the book says already; nothing was written.")
    content: dict[str, Any] = {"title": book.title, "codes": [list(one) for one in book.codes]}
    stored.put_book(database, StoredBook(book.name, book.version, content), by)
    return book


def _book(one: StoredBook) -> Book:
    codes = tuple(Code(*code) for code in one.content["codes"])
    return Book(one.name, one.version, one.content["title"], "own", codes)


def code(database: Database, book: Book, failure: Failure, said: Said, by: By) -> bool:
    """Store what somebody says of a failure; whether it is new. The same again adds nothing.

    Raises:
        NotFound: the book has no such code.
        Conflict: somebody else has coded it meanwhile, or it is not theirs to code.
        InvalidInput: the note is too long.
    """
    if said.code not in {one.code for one in book.codes}:
        raise NotFound(f"The book {book.title!r} has no code {said.code!r}.")
    plain = said.note.strip()
    if len(plain) > MOST_NOTE:
        raise InvalidInput(f"The note has {len(plain)} characters; {MOST_NOTE} is the most.")
    refuse_turning(plain, "The note")
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
        code=said.code,
        note=plain,
        purpose=purpose,
        step=said.step,
    )
    before = next((one for one in now if (one.by, one.purpose) == (by.account_id, purpose)), None)
    if before is not None and before.model_copy(update={"at_ms": by.at_ms}) == coding:
        return False
    stored.add_coding(database, coding)
    return True


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
