"""What a researcher wrote to the participant, on every page of theirs until they close it."""

from __future__ import annotations

import streamlit as st

from baseline.participants import taking_part
from baseline.participants.participation_state import Message
from pages.baseline.gesture import carry_out
from pages.ui.moments import moment
from pages.ui.page import Here
from pages.ui.text import escaped

# Over the bench, which fills the window: at the top and to the right, where nothing is typed.
_OVER_BENCH = """<style>
.st-key-pagetrail-messages {position: fixed; top: 3rem; right: 1rem; z-index: 999980;
  width: min(34rem, 92vw) !important; max-height: 70vh; overflow: auto; gap: .5rem !important;
  border-radius: 6px; box-shadow: 0 4px 24px rgba(0, 0, 0, .35)}
.st-key-pagetrail-messages [data-testid="stVerticalBlock"] {gap: .5rem !important}
</style>"""
# Our two papers (.streamlit/config.toml): what lies over the bench must not show it.
_PAPER = {
    "light": "<style>.st-key-pagetrail-messages {background: #ffffff}</style>",
    "dark": "<style>.st-key-pagetrail-messages {background: #16191c}</style>",
}


def messages_on_sheet(here: Here, messages: tuple[Message, ...]) -> None:
    """Above everything else of a sheet."""
    if messages:
        with st.container(horizontal_alignment="center"), st.container(width=720):
            _show(here, messages)


def messages_over_bench(here: Here, messages: tuple[Message, ...]) -> None:
    """In a box over the bench."""
    if messages:
        st.html(_OVER_BENCH + _PAPER["dark" if st.context.theme.type == "dark" else "light"])
        with st.container(key="pagetrail-messages"):
            _show(here, messages)


def _show(here: Here, messages: tuple[Message, ...]) -> None:
    for number, message in enumerate(messages):
        with st.container(border=True, key=f"message-{number}"):
            st.info(
                f"**A message from the researchers** · {moment(message.at_ms)} UTC  \n"
                + "  \n".join(escaped(line) for line in message.text.splitlines()),
                icon=":material/mail:",
            )
            st.button(
                "Close message",
                key=f"close-{message.event_id}",
                on_click=_close,
                args=(here, message.event_id),
            )


def _close(here: Here, event_id: str) -> None:
    carry_out(
        here, lambda database, account, now: taking_part.close_message(database, account, event_id, now)
    )
