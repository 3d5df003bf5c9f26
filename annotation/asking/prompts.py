"""Our words to the model, and the pages it is given. Pure.

Any change of these words is a new VERSION: it is stored with every answer, and answers to other words
do not count as asked.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from db.asking.endpoint import Messages

VERSION = "1"

Tool = Literal["evidence", "nothing"]

_FORM = (
    'Reply with one JSON object and nothing else: {"answer": ["..."]}. Put each thing that is asked for '
    "into a string of its own, as short as it can be: a name, a number with its unit, a date, or a few "
    "words, without a sentence around it."
)
_FROM_PAGES = (
    "You are given a question and pages of documents. Answer from these pages alone, in the words that "
    'stand there. If they do not tell, reply {"answer": []}.'
)
_FROM_NOTHING = (
    "You are given a question about documents that you do not see. Answer from what you know, and give your "
    'best guess if you are not sure. Only if you have no guess at all, reply {"answer": []}.'
)


class GivenPage(NamedTuple):
    """An evidence page as the model gets it; `jpeg` is empty where only the text is given."""

    document: str
    page: int
    text: str
    jpeg: bytes = b""


def messages_of(question: str, tool: Tool, pages: Sequence[GivenPage] = ()) -> Messages:
    """The conversation for one question: rules, then pages, then the question."""
    rules = f"{_FROM_PAGES if tool == 'evidence' else _FROM_NOTHING} {_FORM}"
    asked = f"Question: {' '.join(question.split())}"
    return [
        {"role": "system", "content": rules},
        {"role": "user", "content": _with_pages(asked, pages) if tool == "evidence" else asked},
    ]


def n_characters(messages: Messages) -> int:
    """The characters of all texts: what the number of tokens is estimated from."""
    contents = [message["content"] for message in messages]
    return sum(
        len(content) if isinstance(content, str) else sum(len(part.get("text", "")) for part in content)
        for content in contents
    )


def _with_pages(asked: str, pages: Sequence[GivenPage]) -> str | list[dict[str, Any]]:
    texts = [_page_text(number, page) for number, page in enumerate(pages, 1)]
    if not any(page.jpeg for page in pages):
        return "\n\n".join([*texts, asked])
    parts: list[dict[str, Any]] = []
    for text, page in zip(texts, pages, strict=True):
        parts.append({"type": "text", "text": text})
        if page.jpeg:
            image = f"data:image/jpeg;base64,{base64.b64encode(page.jpeg).decode('ascii')}"
            parts.append({"type": "image_url", "image_url": {"url": image}})
    return [*parts, {"type": "text", "text": asked}]


def _page_text(number: int, page: GivenPage) -> str:
    text = page.text.strip() or "(no text)"
    return f"--- Page {number}: {page.document}, page {page.page} ---\n{text}"
