"""A few words around the best place of a hit: plain text and the places of its matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from index.search.matching import Match

_LENGTH = 240
_LEAD = 60
_ELLIPSIS = "…"


class Snippet(NamedTuple):
    """Plain text, never markup; matches are (start, end) in it, end exclusive, in order."""

    text: str
    matches: tuple[tuple[int, int], ...]


def snippet(text: str, matches: Sequence[Match]) -> Snippet:
    """The stretch that shows most parts of the query, then most matches, then the earliest one."""
    start, end = _window(text, matches)
    inside = [match for match in matches if start <= match.start and match.end <= end]
    lead = f"{_ELLIPSIS} " if start > 0 else ""
    trail = f" {_ELLIPSIS}" if end < len(text) else ""
    body, places = _single_spaced(text, start, end)
    spans = {
        (len(lead) + places[match.start - start], len(lead) + places[match.end - 1 - start] + 1)
        for match in inside
    }
    return Snippet(lead + body + trail, tuple(_without_overlaps(sorted(spans))))


def _window(text: str, matches: Sequence[Match]) -> tuple[int, int]:
    if len(text) <= _LENGTH:
        return 0, len(text)
    best_start, best_worth = 0, (-1, -1)
    for index, first in enumerate(matches):
        start = max(0, first.start - _LEAD)
        inside = [match for match in _from(matches, index) if match.end <= start + _LENGTH]
        worth = (len({match.leaf for match in inside}), len(inside))
        if worth > best_worth:
            best_start, best_worth = start, worth
    return _at_words(text, best_start, min(len(text), best_start + _LENGTH), matches)


def _from(matches: Sequence[Match], index: int) -> Sequence[Match]:
    """The matches that one window can hold, without looking at a whole page for each of them."""
    last = index
    while last < len(matches) and matches[last].start < matches[index].start + _LENGTH:
        last += 1
    return matches[index:last]


def _at_words(text: str, start: int, end: int, matches: Sequence[Match]) -> tuple[int, int]:
    """Move both ends to spaces, not past a match."""
    first = next((match.start for match in matches if match.start >= start), end)
    if start > 0:
        space = _first_space(text, start, min(first, start + _LEAD))
        start = space if space is not None else start
    last = max((match.end for match in matches if match.end <= end), default=start)
    if end < len(text):
        space = _last_space(text, max(last, end - _LEAD), end)
        end = space if space is not None else end
    return start, end


def _first_space(text: str, start: int, end: int) -> int | None:
    return next((i + 1 for i in range(start, end) if text[i].isspace()), None)


def _last_space(text: str, start: int, end: int) -> int | None:
    return next((i for i in range(end, start - 1, -1) if i < len(text) and text[i].isspace()), None)


def _single_spaced(text: str, start: int, end: int) -> tuple[str, list[int]]:
    """The stretch with each run of white space as one space, and where each character went."""
    kept: list[str] = []
    places: list[int] = []
    for char in text[start:end]:
        is_space = char.isspace()
        if not is_space or not kept or kept[-1] != " ":
            kept.append(" " if is_space else char)
        places.append(len(kept) - 1)
    return "".join(kept), places


def _without_overlaps(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Overlapping places as one, so that whoever marks them can walk through."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
