"""Kinds of items against what is wanted, as small bars with their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from annotation.coverage import Thin
from db.wording import grouped, kind_words
from pages.ui.text import one_line

_STYLE = """<style>
.bars { max-height: 15rem; overflow-y: auto; font-size: .875rem; font-variant-numeric: tabular-nums; }
.bars .bar { display: grid; grid-template-columns: minmax(6rem, 1fr) 2fr; column-gap: .75rem;
  padding: .3rem 0; border-bottom: 1px solid rgba(128, 128, 128, .2); }
.bars .of { overflow-wrap: anywhere; }
.bars .numbers { opacity: .8; font-size: .8rem; }
.bars .track { position: relative; height: .5rem; margin: .35rem 0 .15rem; border-radius: 2px;
  background: rgba(128, 128, 128, .18); overflow: hidden; }
.bars .track i { position: absolute; top: 0; bottom: 0; left: 0; background: rgba(20, 148, 136, .3); }
.bars .track b { position: absolute; top: 0; bottom: 0; left: 0; background: rgba(15, 130, 120, .95); }
</style>"""


def bars(heading: str, kinds: Sequence[Thin]) -> None:
    """A bar for each kind; those without items and without a target say nothing and are left out."""
    st.markdown(f"**{heading}**")
    told = [kind for kind in kinds if kind.have or kind.in_work or kind.want]
    if not told:
        st.caption("No target is set, and nothing was submitted.")
        return
    st.html(f'{_STYLE}<div class="bars">{"".join(map(_bar, told))}</div>')


def _bar(kind: Thin) -> str:
    whole = max(kind.want or 0.0, kind.have + kind.in_work, 1.0)
    have, with_work = 100 * kind.have / whole, 100 * (kind.have + kind.in_work) / whole
    name = escape(one_line(kind_words(kind.of)) or "–")
    return (
        f'<div class="bar"><div class="of">{name}</div><div>'
        f'<div class="track" aria-hidden="true"><i style="width:{with_work:.1f}%"></i>'
        f'<b style="width:{have:.1f}%"></b></div><div class="numbers">{_numbers(kind)}</div></div></div>'
    )


def _numbers(kind: Thin) -> str:
    have, work = grouped(kind.have), f", {grouped(kind.in_work)} in work" if kind.in_work else ""
    if kind.want is None:
        return f"{have}, no target{work}"
    missing = f", {_amount(kind.missing)} missing" if kind.missing else ", reached"
    return f"{have} of {_amount(kind.want)}{work}{missing}"


def _amount(wanted: float) -> str:
    """Whole where it is whole: items per document may be 2.8."""
    return grouped(int(wanted)) if float(wanted).is_integer() else f"{wanted:.1f}"
