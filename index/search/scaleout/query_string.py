"""Our query tree in the language of Lucene's classic parser, as `query_string` takes it.

Only what stands here can appear in it: quoted words, wildcards of word characters, AND, OR, NOT with
every bracket in place, `*:*` for "all pages", and the field of broken words. The rest of that
language (fields, ranges, weights, fuzzy words, expressions) cannot be reached from a query, because
the tree has no node for it and every other character is escaped.
"""

from __future__ import annotations

import re
from typing import assert_never

from index.search.interface import Profile, QueryProblem
from index.search.nodes import AllOf, AnyOf, Exclude, Node, Pattern, Phrase, Term

# The words of a page. Broken words in both spellings, which no wildcard may see, lie beside them.
WORDS = "words"
BROKEN_WORDS = "broken_words"
# OpenSearch takes 32,000 by default.
MAX_CHARS = 30_000
_EVERY_PAGE = "*:*"
_NOT_WILD = re.compile(r"[^\w*?]")


def query_string(node: Node, profile: Profile) -> str:
    """The query, for the default field WORDS. Raises QueryProblem if it gets too long."""
    text = _written(node, profile)
    if len(text) > MAX_CHARS:
        raise QueryProblem("The phrases of the query are too long for this index; take fewer words.")
    return text


def _written(node: Node, profile: Profile) -> str:
    match node:
        case Term(word):
            return _quoted(word)
        case Phrase():
            return _phrase(node, profile)
        case Pattern(pattern):
            return _NOT_WILD.sub(lambda char: "\\" + char.group(), pattern)
        case AllOf(parts):
            return "(" + " AND ".join(_written(part, profile) for part in parts) + ")"
        case AnyOf(parts):
            return "(" + " OR ".join(_written(part, profile) for part in parts) + ")"
        case Exclude(part):
            # Lucene finds nothing by exclusion alone. All pages count 1, as NOT does in Whoosh.
            return f"({_EVERY_PAGE} AND NOT {_written(part, profile)})"
        case _:
            assert_never(node)


def _phrase(phrase: Phrase, profile: Profile) -> str:
    """The phrase, or one of its readings with a broken word; profile `madqa` breaks none."""
    first, *joined = phrase.readings()
    written = _quoted(" ".join(first))
    if profile == "madqa":
        return written
    readings = (f"{BROKEN_WORDS}:{_quoted(' '.join(words))}" for words in joined)
    return f"({' OR '.join([written, *readings])})"


def _quoted(words: str) -> str:
    """Quoted, so that nothing inside is an operator; single words too."""
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'
