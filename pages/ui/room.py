"""Columns that know a narrow window: sides go below each other there, cards stand three in a row."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

SIDES, CARDS = "pagetrail-sides", "pagetrail-cards"
"""How the keys of such rows begin: `chrome` has their style."""


def sides(shares: Sequence[int], name: str) -> list[DeltaGenerator]:
    """Columns of these shares beside each other, or below each other in a narrow window.

    `name` tells the rows of a page apart.
    """
    with st.container(key=f"{SIDES}-{name}"):
        return st.columns(shares, gap="large" if len(shares) == 2 else "small")


def cards(n: int, name: str) -> list[DeltaGenerator]:
    """`n` equal columns for cards, in one row or in rows of three. `name` as of `sides`."""
    with st.container(key=f"{CARDS}-{name}"):
        return st.columns(n)
