"""A researcher's use case on one study, out of a callback."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from db import accounts, studies
from db.connection import Database
from db.errors import NotAllowed
from db.models import By
from pages.ui import errand
from pages.ui.page import Here

Result = TypeVar("Result")


def carry_out(
    here: Here,
    study_id: str,
    job: Callable[[Database, By], Result],
    said: Callable[[Result], str],
    place: str = "",
) -> Result | None:
    """As `errand.carry_out`, for people who may see this study at the moment they act."""

    def allowed(database: Database, by: By) -> Result:
        # Navigation is no access control.
        account = accounts.find_account(database, by.account_id)
        if study_id not in {one.study_id for one in studies.studies_of(database, account)}:
            raise NotAllowed("This study is not yours.")
        return job(database, by)

    return errand.carry_out(here, allowed, said, place)
