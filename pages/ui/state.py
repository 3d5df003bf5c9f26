"""Typed session state: the only module that touches it. The database is the truth; this is a cache."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, cast

import streamlit as st

_OWNER = "owner"
_STUDY = "study"
_ITEM_SET = "item_set"
_TOUR_DISMISSED = "tour_dismissed"
_NOTICE = "notice"
_LINKS = "fresh_links"
_SESSION = "session"


class Notice(NamedTuple):
    """What came of the last thing that somebody did, to be said once."""

    kind: Literal["done", "refused"]
    sentence: str


def session_belongs_to(account_id: str) -> bool:
    """Whether the session is this account's; the first account to ask owns it."""
    return cast(str, st.session_state.setdefault(_OWNER, account_id)) == account_id


def chosen_study() -> str | None:
    """The study that a researcher looks at in this session."""
    return cast("str | None", st.session_state.get(_STUDY))


def choose_study(study_id: str) -> None:
    """Look at this study from now on."""
    st.session_state[_STUDY] = study_id


def chosen_item_set() -> str | None:
    """The item set that a researcher looks at in this session."""
    return cast("str | None", st.session_state.get(_ITEM_SET))


def choose_item_set(name: str) -> None:
    """Look at this item set from now on."""
    st.session_state[_ITEM_SET] = name


def is_tour_dismissed() -> bool:
    """Whether the tour was closed in this session."""
    return bool(st.session_state.get(_TOUR_DISMISSED, False))


def dismiss_tour() -> None:
    """Close the tour for this session."""
    st.session_state[_TOUR_DISMISSED] = True


def typed_number(key: str) -> int:
    """What stands in the number field of this key."""
    return int(st.session_state[key])


def selected_row(key: str) -> int | None:
    """The row that is selected in the table of this key, counted from 0 in the order of its rows."""
    rows = st.session_state[key].selection.rows
    return int(rows[0]) if rows else None


def selected_rows(key: str) -> list[int]:
    """The rows that are selected in the table of this key, from 0; none before the table was shown."""
    table = st.session_state.get(key)
    return [] if table is None else [int(row) for row in table.selection.rows]


def put_value(key: str, value: Any) -> None:
    """What the field of this key shows from now on; before it is shown."""
    st.session_state[key] = value


def value_of(key: str) -> Any:
    """What stands in the field of this key; for callbacks, which run before the page."""
    return st.session_state[key]


def is_on(key: str) -> bool:
    """Whether the switch of this key is on; off before it was shown."""
    return bool(st.session_state.get(key, False))


def clear_text(key: str) -> None:
    """Empty the text field of this key; for callbacks, once what stood in it is stored."""
    st.session_state[key] = ""


def went_on_from(attempt_id: str) -> bool:
    """Whether the bench said in this session that somebody goes on from this attempt."""
    bench = st.session_state.get("bench")
    return bench is not None and bench.get("submitted") == attempt_id


def kept(key: str) -> Any:
    """What a page keeps under this key for its next run; None if nothing."""
    return st.session_state.get(f"kept-{key}")


def keep(key: str, value: Any) -> None:
    """Keep something for the page's next run."""
    st.session_state[f"kept-{key}"] = value


def drop(key: str) -> None:
    """Forget what was kept under this key."""
    st.session_state.pop(f"kept-{key}", None)


def put_notice(notice: Notice) -> None:
    """Have the page say it on its next run."""
    st.session_state[_NOTICE] = notice


def take_notice() -> Notice | None:
    """What is to be said, once."""
    return cast("Notice | None", st.session_state.pop(_NOTICE, None))


def put_links(lines: Sequence[str]) -> None:
    """Keep links that were just made in this session, until whoever made them has them."""
    st.session_state[_LINKS] = (*fresh_links(), *lines)


def fresh_links() -> tuple[str, ...]:
    """The links that were made in this session and not yet put away."""
    return cast("tuple[str, ...]", st.session_state.get(_LINKS, ()))


def forget_links() -> None:
    """Put the links away: nothing can show them again."""
    st.session_state.pop(_LINKS, None)


def is_there(key: str) -> bool:
    """Whether a field of this key was shown before in this session, or was given a value."""
    return key in st.session_state


def value_or_none(key: str) -> Any:
    """What stands in the field of this key; None before it was shown, or where nothing was chosen."""
    return st.session_state.get(key)


def try_now(what: str) -> None:
    """Somebody wanted to send this form: from now on its problems are shown."""
    st.session_state[f"tried-{what}"] = True


def was_tried(what: str) -> bool:
    """Whether somebody wanted to send this form in this session."""
    return bool(st.session_state.get(f"tried-{what}", False))


def session_id() -> str:
    """What names this session in the log."""
    return cast(str, st.session_state.setdefault(_SESSION, uuid.uuid4().hex))
