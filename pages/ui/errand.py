"""A use case out of a callback: carried out once, its outcome said on the page in one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

from db.connection import Database
from db.errors import AppError
from db.models import By
from pages.audience import sentence_for
from pages.ui import state
from pages.ui.page import Here
from pages.ui.sign_in import account_here
from pages.ui.state import Notice
from pages.ui.text import escaped

Result = TypeVar("Result")


def carry_out(
    here: Here,
    job: Callable[[Database, By], Result],
    said: Callable[[Result], str],
    place: str = "",
) -> Result | None:
    """Run a use case in the name of whoever is signed in now; None if it was refused.

    `said` makes the sentence about what was done; a refusal says itself. Both are said where the page calls
    `say_outcome` with this place.
    """
    account = account_here()
    if account is None or account.account_id != here.account.account_id:
        state.put_notice(
            Notice("refused", "You are not signed in any more. Open your invitation link again.", place)
        )
        return None
    by = By(account.account_id, here.services.clock.now_ms())
    try:
        result = here.services.write(lambda database: job(database, by))
    except AppError as error:
        state.put_notice(Notice("refused", sentence_for(account, error, "an errand of a page"), place))
        return None
    state.put_notice(Notice("done", said(result), place))
    return result


def say_outcome(place: str = "") -> None:
    """What came of the last act at this place of the page, if it was not said yet.

    Its place is always there: what stands below must not be mounted anew, and so lose what is being typed or
    uploaded, when the sentence comes or goes.
    """
    room = st.container()
    notice = state.take_notice(place)
    if notice is None:
        return
    if notice.kind == "refused":
        # Several mistakes are said below each other.
        room.error("  \n".join(map(escaped, notice.sentence.splitlines())), icon=":material/error:")
    else:
        room.markdown(f":material/check: {escaped(notice.sentence)}")
