"""The tokens of a long text that some part of a query may match, without reading the text word by word.

A page of 50,000 words has far fewer different ones. The text is cut wherever no word, no broken word and
no accent goes across; of the pieces, those that hold letters of the query are read, equal ones once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from index.search.nodes import Leaf, Phrase
from index.search.stretches import CUT, loose, needles
from index.search.tokens import Analyser, Token, Wanted, new_token

# Nothing goes across this either, whatever the pieces beside it begin and end with.
_APART = "\n|\n"


class _Reading(NamedTuple):
    """What a piece holds: its wanted tokens, placed as if it stood alone, and how many positions it takes."""

    tokens: tuple[Token, ...]
    n_positions: int


def tokens_in_pieces(text: str, leaves: Iterable[Leaf], analyser: Analyser, wanted: Wanted) -> list[Token]:
    """The wanted tokens of the text, in order; those beside each other have positions beside each other.

    Args:
        text: a page's text.
        leaves: the parts of the query.
        analyser: how the text is read.
        wanted: whether some of these parts may match a word.
    """
    parts = tuple(leaves)
    pieces = _cut(text)
    sought = needles(parts)
    may_match = [piece for piece in dict.fromkeys(pieces) if any(map(loose(piece).__contains__, sought))]
    # Only phrases ask where words are to each other.
    if any(isinstance(leaf, Phrase) for leaf in parts):
        known = _counted(may_match, analyser, wanted)
        _add_silent(known, pieces, analyser, wanted)
    else:
        known = _uncounted(may_match, analyser, wanted)
    return _placed(pieces, known)


@lru_cache(maxsize=4)
def _cut(text: str) -> tuple[str, ...]:
    """The text in pieces, equal ones being one object: a page is asked about several times in a row."""
    pieces = CUT.split(text)
    same = dict(zip(pieces, pieces, strict=True))
    return tuple(map(same.__getitem__, pieces))


def _counted(pieces: Sequence[str], analyser: Analyser, wanted: Wanted) -> dict[str, _Reading]:
    """Each piece read, with the positions that it takes."""
    known: dict[str, _Reading] = {}
    before = -1
    for piece, tokens in _by_piece(pieces, analyser.tokens(_APART.join(pieces))):
        last = tokens[-1].position if tokens else before
        kept = [token for token in tokens if wanted(token.text)]
        known[piece] = _Reading(
            tuple(token._replace(position=token.position - before - 1) for token in kept), last - before
        )
        before = last
    return known


def _uncounted(pieces: Sequence[str], analyser: Analyser, wanted: Wanted) -> dict[str, _Reading]:
    """Each piece read, which is quicker when nobody asks for positions."""
    tokens = analyser.tokens(_APART.join(pieces), wanted)
    return {piece: _Reading(tuple(found), 1) for piece, found in _by_piece(pieces, tokens)}


def _by_piece(pieces: Sequence[str], tokens: Sequence[Token]) -> Iterator[tuple[str, list[Token]]]:
    """For each piece its tokens, placed within it. They are those of all pieces, joined."""
    at = start = 0
    for piece in pieces:
        end = start + len(piece)
        found: list[Token] = []
        while at < len(tokens) and tokens[at].start < end:
            word, position, first, last = tokens[at]
            found.append(new_token((word, position, first - start, last - start)))
            at += 1
        yield piece, found
        start = end + len(_APART)


def _add_silent(
    known: dict[str, _Reading], pieces: Sequence[str], analyser: Analyser, wanted: Wanted
) -> None:
    """Read what follows the pieces that are known: a piece without a word in it parts no phrase."""
    carrying = set(known)
    while carrying:
        following = {after for piece, after in pairwise(pieces) if piece in carrying and after not in known}
        read = _counted(tuple(following), analyser, wanted)
        known.update(read)
        carrying = {piece for piece, reading in read.items() if not reading.n_positions}


def _placed(pieces: Sequence[str], known: Mapping[str, _Reading]) -> list[Token]:
    """The tokens of all pieces where they stand in the text. A piece that was not read takes one position."""
    found: list[Token] = []
    position = start = 0
    for reading, length in zip(map(known.get, pieces), map(len, pieces), strict=True):
        if reading is None:
            position += 1
        else:
            for word, offset, first, last in reading.tokens:
                found.append(new_token((word, offset + position, first + start, last + start)))
            position += reading.n_positions
        start += length + 1
    return found
