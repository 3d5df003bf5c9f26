"""What a researcher wrote to the participant, on every page of theirs until they close it."""

from __future__ import annotations

from html import escape

import streamlit as st

from baseline.participants import taking_part
from baseline.participants.participation_state import Message
from pages.baseline.gesture import carry_out
from pages.ui.moments import moment
from pages.ui.page import Here
from pages.ui.text import one_line

# Over the bench, which fills the window: at the lower edge of the page that is read, where neither the
# question nor anything to type into or to press lies under it.
_OVER_BENCH = """<style>
.st-key-pagetrail-messages {position: fixed; bottom: 8.5rem; right: 1.5rem; z-index: 999980;
  width: min(34rem, 92vw) !important; max-height: 50vh; overflow: auto; gap: .5rem !important;
  border-radius: 6px; box-shadow: 0 4px 24px rgba(0, 0, 0, .35)}
.st-key-pagetrail-messages [data-testid="stVerticalBlock"] {gap: .5rem !important}
</style>"""
# Our two papers (.streamlit/config.toml): what lies over the bench must not show it.
_PAPER = {
    "light": "<style>.st-key-pagetrail-messages {background: #ffffff}</style>",
    "dark": "<style>.st-key-pagetrail-messages {background: #16191c}</style>",
}


# Not in a style sheet: over the bench, elements that hold one are out of sight.
_LINES = "margin: 0; white-space: pre-wrap; overflow-wrap: anywhere"


def messages_on_sheet(here: Here, messages: tuple[Message, ...]) -> None:
    """Above everything else of a sheet.

    The place for them is always there: if the sheet moved up or down in the page for a message that arrives,
    it would be made anew, with what is typed on it lost and the reader back at its top.
    """
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
            st.markdown(f":material/mail: **A message from the researchers** · {moment(message.at_ms)} UTC")
            # As HTML and not as Markdown, which makes links of addresses and joins lines.
            st.html(f'<p style="{_LINES}">{escape(_visible(message.text))}</p>')
            st.button(
                "Close message",
                key=f"close-{message.event_id}",
                on_click=_close,
                args=(here, message.event_id),
            )


def _visible(text: str) -> str:
    """The text line by line, without what no screen shows."""
    return "\n".join(one_line(line) for line in text.splitlines())


def _close(here: Here, event_id: str) -> None:
    carry_out(
        here, lambda database, account, now: taking_part.close_message(database, account, event_id, now)
    )
