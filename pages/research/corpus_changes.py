"""Which words a page gained and lost when it was read again, so that noise is seen at once. Pure."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from db.wording import counted, grouped
from pages.ui.text import one_line, shortened

MOST_WORDS_SHOWN = 40
_LONGEST_WORD = 40

STYLE = """<style>
.corpus-changes {display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px;
  margin: 0 !important; padding: 0 !important; font-size: .875rem; line-height: 1.6;
  font-variant-numeric: tabular-nums}
.corpus-changes dt {font-weight: 600; margin: 0; padding: 0}
.corpus-changes dd {margin: 0; padding: 0; overflow-wrap: anywhere}
.corpus-changes ins, .corpus-changes del {border-radius: 4px; padding: 0 4px; margin-right: 4px;
  text-decoration: none}
.corpus-changes ins {background: color-mix(in srgb, #0f766e 18%, transparent)}
.corpus-changes del {background: color-mix(in srgb, #b91c1c 14%, transparent)}
.corpus-changes small {font-size: inherit; opacity: .74}
</style>"""


class WordCount(NamedTuple):
    """A word and how many times more it stands in the one text than in the other."""

    word: str
    n: int


class WordChanges(NamedTuple):
    """Words are what white space parts, letter for letter; `added` and `lost` in order of appearance."""

    n_before: int
    n_after: int
    added: tuple[WordCount, ...]
    lost: tuple[WordCount, ...]


def word_changes(before: str, after: str) -> WordChanges:
    """The difference of the two multisets of words: where a word stands makes no difference."""
    old, new = Counter(before.split()), Counter(after.split())
    return WordChanges(old.total(), new.total(), _counts(new - old), _counts(old - new))


def _counts(words: Counter[str]) -> tuple[WordCount, ...]:
    return tuple(WordCount(word, n) for word, n in words.items())


def changes_html(changes: WordChanges) -> str:
    """The counts and the words, the first of many; everything from the page is escaped."""
    counts = f"{grouped(changes.n_before)} before, {grouped(changes.n_after)} after reading again"
    rows = [_row("Words", counts)]
    if changes.added or changes.lost:
        rows.append(_row(_heading("Added", changes.added), _words(changes.added, "ins")))
        rows.append(_row(_heading("Lost", changes.lost), _words(changes.lost, "del")))
    else:
        rows.append(_row("Changed", "<small>no word; at most their order</small>"))
    return f'{STYLE}<dl class="corpus-changes">{"".join(rows)}</dl>'


def _row(heading: str, inner: str) -> str:
    return f"<dt>{heading}</dt><dd>{inner}</dd>"


def _heading(what: str, words: Sequence[WordCount]) -> str:
    return f"{what} {grouped(sum(word.n for word in words))}"


def _words(words: Sequence[WordCount], tag: Literal["ins", "del"]) -> str:
    if not words:
        return "<small>no word</small>"
    shown = " ".join(f"<{tag}>{_word(word)}</{tag}>" for word in words[:MOST_WORDS_SHOWN])
    n_more = len(words) - MOST_WORDS_SHOWN
    return f"{shown} <small>and {counted(n_more, 'different words')} more</small>" if n_more > 0 else shown


def _word(word: WordCount) -> str:
    times = f" ×{grouped(word.n)}" if word.n > 1 else ""
    return f"{html.escape(shortened(one_line(word.word), _LONGEST_WORD))}{times}"
