"""Ways to other pages of ours as links in the same tab: Streamlit's own link buttons open another one."""

from __future__ import annotations

from html import escape
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

Look = Literal["primary", "plain"]

_STYLE = """<style>
a.way { display: inline-block; padding: .45rem .75rem; border: 1px solid rgba(128, 128, 128, .35);
  border-radius: .5rem; color: inherit; text-decoration: none; white-space: nowrap;
  font-size: .875rem; line-height: 1.6; }
a.way:hover { border-color: currentColor; }
a.way:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
a.way-primary { color: #fff; background: #0f766e; border-color: #0f766e; }
a.way-primary.way-dark { color: #06201d; background: #2dd4bf; border-color: #2dd4bf; }
</style>"""


def way(label: str, address: str, look: Look = "plain", *, inside: DeltaGenerator | None = None) -> None:
    """A link that looks like a button; `inside` is where it stands, the page itself by default."""
    names = ["way", f"way-{look}", *(["way-dark"] if st.context.theme.type == "dark" else [])]
    link = f'<a class="{" ".join(names)}" href="{escape(address)}">{escape(label)}</a>'
    (inside or st).html(_STYLE + link, width="content")
