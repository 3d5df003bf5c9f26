"""docs/search.md says what the code does."""

import re
from pathlib import Path

import pytest

from index.search import language, vocabulary
from index.search.analysis import analyser
from index.search.language import read_query
from index.search.nodes import written

TEXT = (Path(__file__).parents[3] / "docs" / "search.md").read_text(encoding="utf-8")
_TABLE = TEXT.split("| query | is understood as |")[1].split("\n\n")[0]
EXAMPLES = re.findall(r"^\| `(.+?)` \| `(.+?)` \|$", _TABLE, re.MULTILINE)


def test_the_page_has_examples():
    assert len(EXAMPLES) > 10


@pytest.mark.parametrize(("query", "reading"), EXAMPLES)
def test_an_example_is_understood_as_the_page_says(query, reading):
    assert written(read_query(query, analyser("exact")).node) == reading


@pytest.mark.parametrize(
    "limit",
    [
        f"{language.MAX_CHARS:,} characters",
        f"{language.MAX_WORDS} words",
        f"{language.MAX_WILDCARDS} wildcards",
        f"{language.MAX_DEPTH} brackets",
        f"{vocabulary.MAX_WORDS_PER_PATTERN:,}",
        f"{vocabulary.MAX_PAGES_UNSCORED:,} pages",
        analyser("exact").version,
    ],
)
def test_the_page_names_the_limit(limit):
    assert limit in TEXT
