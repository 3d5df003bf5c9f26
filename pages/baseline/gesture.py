"""A use case of somebody who takes part, out of a callback: carried out once, a refusal said on the page."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from db.connection import Database
from db.errors import AppError
from db.models import Account
from pages.audience import sentence_for
from pages.ui import state
from pages.ui.page import Here
from pages.ui.sign_in import account_here
from pages.ui.state import Notice
from pages.ui.text import escaped

UseCase = Callable[[Database, Account, int], object]


def carry_out(here: Here, use_case: UseCase) -> bool:
    """Run a use case for whoever is signed in now; False if it was refused, which the page then says."""
    account = account_here()
    if account is None or account.account_id != here.account.account_id:
        state.put_notice(
            Notice("refused", "You are not signed in any more. Open your invitation link again.")
        )
        return False
    now_ms = here.services.clock.now_ms()
    try:
        here.services.write(lambda database: use_case(database, account, now_ms))
    except AppError as error:
        state.put_notice(Notice("refused", sentence_for(account, error, "taking part")))
        return False
    return True


def say_refusal() -> None:
    """Why the last gesture was refused, if the page has not said it yet.

    Its place is always there: what stands below is not mounted anew when the sentence comes or goes.
    """
    place = st.container()
    notice = state.take_notice()
    if notice is not None:
        place.error(escaped(notice.sentence), icon=":material/error:")
