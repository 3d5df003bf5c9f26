"""A researcher's use case out of a callback: carried out once, its outcome said on the page in one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import streamlit as st

from db import studies
from db.connection import Database
from db.errors import AppError, NotAllowed
from pages.audience import sentence_for
from pages.ui import state
from pages.ui.page import Here
from pages.ui.sign_in import account_here
from pages.ui.state import Notice
from pages.ui.text import escaped

Result = TypeVar("Result")


class By(NamedTuple):
    """Who acts, and when."""

    account_id: str
    now_ms: int


def carry_out(
    here: Here, study_id: str, job: Callable[[Database, By], Result], said: Callable[[Result], str]
) -> Result | None:
    """Run a use case on a study in the name of whoever is signed in now; None if it was refused.

    `said` makes the sentence about what was done; a refusal says itself.
    """
    account = account_here()
    if account is None or account.account_id != here.account.account_id:
        state.put_notice(
            Notice("refused", "You are not signed in any more. Open your invitation link again.")
        )
        return None
    by = By(account.account_id, here.services.clock.now_ms())

    def allowed(database: Database) -> Result:
        # Navigation is no access control: whoever acts must be allowed to see the study, now.
        if study_id not in {study.study_id for study in studies.studies_of(database, account)}:
            raise NotAllowed("This study is not yours.")
        return job(database, by)

    try:
        result = here.services.write(allowed)
    except AppError as error:
        state.put_notice(Notice("refused", sentence_for(account, error, "research")))
        return None
    state.put_notice(Notice("done", said(result)))
    return result


def say_outcome() -> None:
    """What came of the last act, if the page has not said it yet."""
    notice = state.take_notice()
    if notice is None:
        return
    if notice.kind == "refused":
        st.error(escaped(notice.sentence), icon=":material/error:")
    else:
        st.markdown(f":material/check: {escaped(notice.sentence)}")
