"""Who looks at this Streamlit session: decided anew on every run, from the cookie alone."""

from __future__ import annotations

import streamlit as st

from db.models import Account
from pages.http.guard import SIGN_IN_COOKIE, account_of_cookie
from pages.services import current
from pages.ui import state


def account_here() -> Account | None:
    """The account behind this browser's cookie, or None.

    A session belongs to the account that opened it: if another one shows up in it (somebody took the
    session's id, or the person signed in again elsewhere), nobody is signed in until a reload.
    """
    account = account_of_cookie(current(), st.context.cookies.get(SIGN_IN_COOKIE, ""))
    if account is None or not state.session_belongs_to(account.account_id):
        return None
    return account
