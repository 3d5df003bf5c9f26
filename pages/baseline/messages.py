"""What a researcher wrote to the participant, on every page of theirs until they close it."""

from __future__ import annotations

import streamlit as st

from baseline import taking_part
from baseline.participation_state import Message
from pages.baseline.gesture import carry_out
from pages.ui.moments import moment
from pages.ui.page import Here
from pages.ui.text import escaped

# Over the bench, which fills the window: at the top, where nothing is typed.
_OVER_BENCH = """<style>
.st-key-pagetrail-messages {position: fixed; top: 3rem; left: 50%; z-index: 999980;
  width: min(40rem, 92vw) !important;
  transform: translateX(-50%); max-height: 70vh; overflow: auto; gap: .5rem !important;
  box-shadow: 0 4px 24px rgba(0, 0, 0, .3); background: var(--st-background-color, #fff); border-radius: 6px}
</style>"""


def messages_on_sheet(here: Here, messages: tuple[Message, ...]) -> None:
    """Above everything else of a sheet."""
    if messages:
        with st.container(horizontal_alignment="center"), st.container(width=720):
            _show(here, messages)


def messages_over_bench(here: Here, messages: tuple[Message, ...]) -> None:
    """In a box over the bench."""
    if messages:
        st.html(_OVER_BENCH)
        with st.container(key="pagetrail-messages"):
            _show(here, messages)


def _show(here: Here, messages: tuple[Message, ...]) -> None:
    for number, message in enumerate(messages):
        with st.container(border=True, key=f"message-{number}"):
            st.markdown(
                f":material/mail: **A message from the researchers** · {moment(message.at_ms)} UTC  \n"
                + "  \n".join(escaped(line) for line in message.text.splitlines())
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
