"""Tables of our own, where Streamlit's would cut a cell or hide a definition: quiet, dense, escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Literal, NewType

from pages.ui.text import is_right_to_left, one_line

Markup = NewType("Markup", str)
"""HTML that is safe to show: made by the functions of this package alone."""

Align = Literal["left", "right"]

_STYLE = """<style>
.rows { overflow-x: auto; }
.rows table { width: 100%; border-collapse: collapse; font-size: .875rem; line-height: 1.4;
  font-variant-numeric: tabular-nums; }
.rows th, .rows td { padding: .4rem .5rem; text-align: left; vertical-align: top; font-weight: 400;
  border-bottom: 1px solid rgba(128, 128, 128, .25); }
.rows th:first-child, .rows td:first-child { padding-left: 0; }
.rows thead th { font-weight: 600; white-space: nowrap; }
.rows .right { text-align: right; }
.rows .tight { white-space: nowrap; }
.rows .wordy { display: block; min-width: 9rem; overflow-wrap: anywhere; }
.rows small { display: block; font-size: .75rem; opacity: .75; }
.rows summary { cursor: pointer; text-decoration: underline dotted rgba(128, 128, 128, .8);
  text-underline-offset: .2em; list-style: none; }
.rows summary:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
.rows details > div { max-width: 34rem; padding: .25rem 0 .25rem .75rem; opacity: .85; }
.rows .span { position: relative; height: .5rem; min-width: 5rem; margin-top: .3rem;
  background: rgba(128, 128, 128, .16); border-radius: 2px; }
.rows .span i { position: absolute; top: 0; bottom: 0; border-radius: 2px;
  background: rgba(20, 148, 136, .45); }
.rows .span b { position: absolute; top: -.1rem; bottom: -.1rem; width: 2px; background: currentColor; }
</style>"""


def text(value: str) -> Markup:
    """The text letter for letter, on one line; one from right to left moves nothing beside it."""
    shown = one_line(value)
    return Markup(f"<bdi>{escape(shown)}</bdi>" if is_right_to_left(shown) else escape(shown))


def tight(value: str) -> Markup:
    """The text letter for letter, never broken into two lines."""
    return Markup(f'<span class="tight">{text(value)}</span>')


def wordy(value: str) -> Markup:
    """Somebody's own words: a word longer than the column is broken rather than pushing the others off."""
    return Markup(f'<span class="wordy">{text(value)}</span>')


def with_small(value: Markup, below: Markup) -> Markup:
    """A value, and something smaller below it if there is anything."""
    return Markup(f"{value}<small>{below}</small>") if below else value


def joined(parts: Sequence[Markup], separator: Literal["<br>", " "] = "<br>") -> Markup:
    """Several pieces below or beside each other."""
    return Markup(separator.join(parts))


def disclosure(label: str, explanation: str) -> Markup:
    """A label that a click or Enter opens into an explanation."""
    return Markup(f"<details><summary>{text(label)}</summary><div>{text(explanation)}</div></details>")


def html_table(
    heads: Sequence[str], rows: Sequence[Sequence[Markup]], right: frozenset[int] = frozenset()
) -> str:
    """The table with its style. Heads are texts; `right` numbers the columns that hold numbers."""
    head = "".join(_cell("th", text(one), number in right) for number, one in enumerate(heads))
    body = "".join(
        f"<tr>{''.join(_cell('td', cell, number in right) for number, cell in enumerate(row))}</tr>"
        for row in rows
    )
    return (
        f'{_STYLE}<div class="rows"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _cell(tag: Literal["th", "td"], content: Markup, is_right: bool) -> str:
    kind = ' class="right"' if is_right else ""
    scope = ' scope="col"' if tag == "th" else ""
    return f"<{tag}{scope}{kind}>{content}</{tag}>"
