"""A page's picture beside its texts, as HTML of ours. Pure.

Everything from a document is escaped here: file names go into the address of the picture, percent-coded,
and page text into text nodes.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from operator import itemgetter
from typing import Literal, NamedTuple
from urllib.parse import urlencode

from pages.research.corpus_changes import WordCount, word_changes

# Comparing takes time that grows with the square of the length.
MOST_WORDS_COMPARED = 2000

STYLE = """<style>
.corpus-sides {display: grid; grid-auto-columns: minmax(0, 1fr); grid-auto-flow: column; gap: 16px;
  height: max(420px, calc(100vh - 19rem)); font-variant-numeric: tabular-nums}
.corpus-side {display: flex; flex-direction: column; min-width: 0; min-height: 0}
.corpus-side h3 {font-size: .875rem !important; font-weight: 600; margin: 0; padding: 0 0 6px !important}
.corpus-side h3 small {font-weight: 400; opacity: .74}
.corpus-box {flex: 1; min-height: 0; overflow: auto; border-radius: 6px; padding: 12px;
  border: 1px solid color-mix(in srgb, currentColor 18%, transparent)}
.corpus-box.picture {padding: 0; background: color-mix(in srgb, currentColor 9%, transparent)}
.corpus-box img {display: block; width: 100%; height: auto}
.corpus-box pre {margin: 0; padding: 0; background: none; border: 0; color: inherit; font: inherit;
  font-size: .875rem; line-height: 1.45; white-space: pre-wrap; overflow-wrap: anywhere}
.corpus-box ins {text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: 2px;
  background: color-mix(in srgb, #0f766e 18%, transparent)}
.corpus-box del {text-decoration: line-through; background: color-mix(in srgb, #b91c1c 14%, transparent)}
.corpus-none {opacity: .74}
</style>"""


_Kind = Literal["same", "only_here"]


class Side(NamedTuple):
    """One text with its heading and a remark beside it; `missing` says why there is none, if it is lost."""

    heading: str
    remark: str
    text: str
    missing: str = ""


class Piece(NamedTuple):
    """A stretch of text, and whether it stands in one version only."""

    text: str
    kind: _Kind


def image_address(index_name: str, fingerprint: str, document: str, page: int) -> str:
    """Where our own route serves the picture of the page."""
    query = {"index": index_name, "fingerprint": fingerprint, "document": document, "page": page}
    return f"/api/page-image?{urlencode(query)}"


def sides_html(address: str | None, alternative: str, sides: Sequence[Side]) -> str:
    """The picture and one or two texts; of two, what differs is marked, as removed and as added.

    Args:
        address: where the picture is; None if there is none.
        alternative: what stands for the picture: what is on it, or why there is none.
        sides: the texts.
    """
    if address is None:
        columns = [_column("As people see it", "", f'<p class="corpus-none">{_e(alternative)}</p>')]
    else:
        picture = f'<img src="{_e(address)}" alt="{_e(alternative)}">'
        columns = [_column("As people see it", "", picture, "picture")]
    if len(sides) == 2:
        first, second = sides
        marked = compared(first.text, second.text)
        columns.append(_column(first.heading, first.remark, _marked(marked[0], "del") or _none(first)))
        columns.append(_column(second.heading, second.remark, _marked(marked[1], "ins") or _none(second)))
    else:
        columns += [_column(side.heading, side.remark, _plain(side.text) or _none(side)) for side in sides]
    return f'{STYLE}<div class="corpus-sides">{"".join(columns)}</div>'


def compared(before: str, after: str) -> tuple[list[Piece], list[Piece]]:
    """Both texts in pieces, word by word; long ones as one piece each, without comparing.

    As many words are marked as `corpus_changes.word_changes` counts: one that only moved is not.
    """
    old, new = _words(before), _words(after)
    if max(len(old), len(new)) > MOST_WORDS_COMPARED:
        return [Piece(before, "same")], [Piece(after, "same")]
    changes = word_changes(before, after)
    matcher = SequenceMatcher(None, [w.strip() for w in old], [w.strip() for w in new], autojunk=False)
    apart = [(i, j, k, m) for tag, i, j, k, m in matcher.get_opcodes() if tag != "equal"]
    left = _pieces(old, [(i, j) for i, j, _, _ in apart], changes.lost)
    right = _pieces(new, [(k, m) for _, _, k, m in apart], changes.added)
    return left, right


def _pieces(
    words: Sequence[str], apart: Sequence[tuple[int, int]], only_here: Sequence[WordCount]
) -> list[Piece]:
    """Marked are words of the stretches that have no counterpart, as often as they are only here."""
    left_to_mark = {word.word: word.n for word in only_here}
    kinds: list[_Kind] = ["same"] * len(words)
    for start, end in apart:
        for at in range(start, end):
            word = words[at].strip()
            if left_to_mark.get(word, 0) > 0:
                left_to_mark[word] -= 1
                kinds[at] = "only_here"
    stretches = groupby(zip(kinds, words, strict=True), key=itemgetter(0))
    return [Piece("".join(word for _, word in stretch), kind) for kind, stretch in stretches]


def _words(text: str) -> list[str]:
    """Words with the white space that follows them: joined they are the text."""
    return list(_split(text))


def _split(text: str) -> Iterator[str]:
    start, in_space = 0, False
    for at, char in enumerate(text):
        if in_space and not char.isspace():
            yield text[start:at]
            start = at
        in_space = char.isspace()
    if start < len(text):
        yield text[start:]


def _marked(pieces: Sequence[Piece], tag: Literal["del", "ins"]) -> str:
    inner = "".join(
        _e(piece.text) if piece.kind == "same" else f"<{tag}>{_e(piece.text)}</{tag}>" for piece in pieces
    )
    return f"<pre>{inner}</pre>" if inner else ""


def _plain(text: str) -> str:
    return f"<pre>{_e(text)}</pre>" if text else ""


def _none(side: Side) -> str:
    why = side.missing or "No text: no search can find this page."
    return f'<p class="corpus-none">{_e(why)}</p>'


def _column(heading: str, remark: str, inner: str, kind: str = "text") -> str:
    return (
        f'<section class="corpus-side"><h3>{_e(heading)} <small>{_e(remark)}</small></h3>'
        f'<div class="corpus-box {kind}" tabindex="0">{inner}</div></section>'
    )


def _e(text: str) -> str:
    return html.escape(text, quote=True)
