"""What changed between two revisions, as HTML: word by word, never by colour alone."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from annotation.checks.findings import words_of
from annotation.revisions import Change, Words
from pages.ui.html_table import Markup, html_table, text, tight

_STYLE = """<style>
.words { white-space: pre-wrap; overflow-wrap: anywhere; }
.words ins { background: rgba(20, 148, 136, .2); text-decoration: underline; text-decoration-thickness: 2px;
  text-underline-offset: .15em; }
.words del { background: rgba(220, 38, 38, .16); text-decoration: line-through; }
.kept { opacity: .7; }
</style>"""
_PLAIN_TAG = {"added": "ins", "removed": "del"}


def diff_html(changes: Iterable[Change]) -> str:
    """A row for everything that differs, and for evidence pages that stayed."""
    rows = [[tight(_kind(change)), text(_place(change)), _content(change)] for change in changes]
    return _STYLE + html_table(["", "Where", "What"], rows)


def _kind(change: Change) -> str:
    return {"kept": "same", "changed": "changed", "added": "+ added", "removed": "− removed"}[change.kind]


def _place(change: Change) -> str:
    if change.field in {"evidence", "bridge", "metadata", "reason"}:
        named = {"reason": "reason for", "metadata": "", "bridge": "bridge", "evidence": "evidence"}[
            change.field
        ]
        place = words_of(change.place) if change.field == "reason" else change.place
        return f"{named} {place}".strip()
    return change.place


def _content(change: Change) -> Markup:
    if change.words:
        return Markup(f'<div class="words">{"".join(map(_words, change.words))}</div>')
    tag = _PLAIN_TAG.get(change.kind)
    if tag is None:
        return Markup("")
    return Markup(f'<div class="words"><{tag}>{text(change.place)}</{tag}></div>')


def _words(words: Words) -> str:
    tag = _PLAIN_TAG.get(words.kind)
    shown = escape(words.text)
    return f"<{tag}>{shown}</{tag}>" if tag else shown
