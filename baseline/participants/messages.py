"""A researcher writes to people who take part: an event in each one's stream, shown to them on their page."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from baseline.participants.participation import stream_of
from db import accounts, event_log
from db.connection import Database
from db.errors import InvalidInput, NotFound
from db.events import NewEvent
from db.models import Role
from db.plain_text import refuse_turning
from db.study_events import MessageSent

MOST_CHARACTERS = 2000


def send_message(
    database: Database, study_id: str, account_ids: Sequence[str], text: str, by: str, now_ms: int
) -> int:
    """Send one text to some participants of a study; returns to how many.

    Raises:
        InvalidInput: the text is empty or too long, or it goes to nobody.
        NotFound: somebody does not take part in this study.
    """
    words = text.strip()
    if not words:
        raise InvalidInput("The message is empty; write what they are to read.")
    if len(words) > MOST_CHARACTERS:
        raise InvalidInput(f"The message has {len(words)} characters; shorten it to {MOST_CHARACTERS}.")
    refuse_turning(words, "The message")
    if not account_ids:
        raise InvalidInput("The message goes to nobody: everybody has finished or left.")
    known = {
        one.account_id
        for one in accounts.accounts_of_study(database, study_id)
        if one.role is Role.PARTICIPANT
    }
    for account_id in account_ids:
        if account_id not in known:
            raise NotFound(f"Nobody with the account {account_id[:100]!r} takes part in this study.")
    for account_id in account_ids:
        new = NewEvent(event_id=f"message:{secrets.token_hex(12)}", payload=MessageSent(text=words, by=by))
        event_log.append(database, stream_of(account_id), [new], now_ms)
    return len(account_ids)
