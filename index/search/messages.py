"""What a person or an agent is told about a query, above all when it finds nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from index.search.language import ReadQuery
from index.search.nodes import Node, Pattern, Phrase, Term, wanted_leaves
from index.search.tokens import Analyser

_NAMED = 5


def message(
    text: str,
    read: ReadQuery,
    analyser: Analyser,
    total: int,
    pages_with: Callable[[str], int],
    n_pages_without_text: int,
) -> str:
    """All remarks as sentences; for a query without hits also why.

    Args:
        text: the query as it was typed.
        read: the query as it was understood.
        analyser: that of the index.
        total: number of pages found.
        pages_with: number of pages that hold a word.
        n_pages_without_text: pages that no search can find.
    """
    sentences = list(read.remarks)
    if read.node is None:
        sentences.append(_nothing_to_search(read))
    elif total == 0:
        sentences += _reasons(text, read, read.node, analyser, pages_with)
        if n_pages_without_text:
            sentences.append(_hidden_pages(n_pages_without_text))
    return " ".join(sentences)


def _nothing_to_search(read: ReadQuery) -> str:
    if read.dropped:
        words = _listed(read.dropped)
        return (
            f"There is nothing to search for: {words} {_is(read.dropped)} too common, too short or too long."
        )
    return "There is nothing to search for: the query has no letters or digits."


def _reasons(
    text: str, read: ReadQuery, node: Node, analyser: Analyser, pages_with: Callable[[str], int]
) -> list[str]:
    reasons: list[str] = []
    unknown = _unknown_words(node, pages_with)
    if unknown:
        reasons.append(f"No page contains {_listed(unknown)}.")
    else:
        reasons.append(_combination(node))
    if read.small_operators:
        words = _listed(read.small_operators)
        reasons.append(
            f"{words} in small letters {_is(read.small_operators)} taken as a word: AND, OR and "
            "NOT are operators only in capitals."
        )
    if analyser.profile == "madqa" and text.rstrip().endswith("?"):
        reasons.append("The ? at the end stands for one more letter here: leave it out.")
    return reasons


def _unknown_words(node: Node, pages_with: Callable[[str], int]) -> list[str]:
    words: list[str] = []
    for leaf in wanted_leaves(node):
        match leaf:
            case Term(word):
                words.append(word)
            case Phrase(parts):
                words.extend(parts)
            case Pattern():
                continue
    return [word for word in dict.fromkeys(words) if pages_with(word) == 0]


def _combination(node: Node) -> str:
    wanted = list(wanted_leaves(node))
    if len(wanted) == 1 and isinstance(wanted[0], Phrase):
        return "The words occur, but nowhere beside each other in this order."
    if len(wanted) == 1 and isinstance(wanted[0], Pattern):
        return f"No word on any page has the form {wanted[0].pattern}."
    return (
        "No single page fits the whole query: all words are looked for on the same page; "
        "try fewer words, or OR between them."
    )


def _hidden_pages(n_pages: int) -> str:
    if n_pages == 1:
        return "One page has no usable text, so searching misses it; it can be browsed."
    return f"{n_pages:,} pages have no usable text, so searching misses them; they can be browsed."


def _listed(words: Sequence[str]) -> str:
    unique = list(dict.fromkeys(words))
    named = ", ".join(f"“{word[:40]}”" for word in unique[:_NAMED])
    return named if len(unique) <= _NAMED else f"{named} and {len(unique) - _NAMED} more"


def _is(words: Sequence[str]) -> str:
    return "is" if len(dict.fromkeys(words)) == 1 else "are"
