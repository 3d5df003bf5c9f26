"""The frame of every page: who may see it, and what people read when something goes wrong."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import streamlit as st

from db.errors import AppError
from db.models import Account, Role
from pages.audience import sentence_for
from pages.services import Services, current
from pages.ui.sign_in import account_here
from pages.ui.text import escaped

_LOG = logging.getLogger(__name__)


class Here(NamedTuple):
    """Who looks at the page, and what the page works with."""

    account: Account
    services: Services


@contextmanager
def page(*roles: Role) -> Iterator[Here]:
    """Let accounts of these roles in; show everybody else a sentence. Errors become sentences too."""
    account = account_here()
    if account is None:
        st.title("Pagetrail")
        st.write("You are not signed in here. Open the invitation link that you were given.")
        st.stop()
    if account.role not in roles:
        st.title("Pagetrail")
        st.write("This page is not for your role. Open the invitation link that you were given.")
        st.stop()
    try:
        yield Here(account, current())
    except AppError as error:
        st.error(escaped(sentence_for(account, error, "page")), icon=":material/error:")
    except Exception:
        reference = uuid.uuid4().hex[:8]
        _LOG.exception("page failed, reference %s, account %s", reference, account.account_id)
        st.error(
            f"Something went wrong here, and it is our fault. What was saved is safe. "
            f"Reload the page; if it happens again, report reference {reference}.",
            icon=":material/error:",
        )
