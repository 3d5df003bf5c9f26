"""What counts as an answer: the rules that one submission keeps. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from db.errors import InvalidInput
from db.models import AnswerKind, Draft
from db.plain_text import refuse_turning, without_turning

MOST_ANSWER_PARTS = 50
LONGEST_ANSWER_PART = 2_000


def answer_parts(answer: Sequence[str], kind: AnswerKind) -> tuple[str, ...]:
    """The parts as they are stored: without white space at their ends, and without empty ones.

    Characters that turn the writing direction are left out: they come along unseen from a page that somebody
    copies from, change no answer, and would turn what stands beside it on a researcher's screen.

    Only an answer of one's own has text; what stood in the form beside another kind is dropped.

    Raises:
        InvalidInput: there is no part, there are too many, or one is too long or no text.
    """
    if kind != "own":
        return ()
    parts = _stored(answer)
    if not parts:
        raise InvalidInput("The answer is empty. Type an answer, or choose “Could not find it”.")
    if len(parts) > MOST_ANSWER_PARTS:
        raise InvalidInput(f"The answer has {len(parts)} parts; at most {MOST_ANSWER_PARTS} are taken.")
    for part in parts:
        if len(part) > LONGEST_ANSWER_PART:
            raise InvalidInput(
                f"A part of the answer has {len(part):,} characters; shorten it to {LONGEST_ANSWER_PART:,}."
            )
        require_text(part, "The answer")
    return parts


def drafted_parts(draft: Draft) -> tuple[str, ...]:
    """What of a draft is submitted when the time is over: its parts, as `answer_parts` stores them."""
    if draft.not_found:
        return ()
    return _stored(draft.answer)[:MOST_ANSWER_PARTS]


def _stored(parts: Sequence[str]) -> tuple[str, ...]:
    return tuple(kept for part in parts if (kept := without_turning(part).strip()))


def require_confidence(confidence: int | None) -> None:
    """Raises InvalidInput unless the confidence is 0 to 100, or not stated."""
    if confidence is not None and not 0 <= confidence <= 100:
        raise InvalidInput(f"The confidence is {confidence}; choose a whole number from 0 to 100.")


def require_text(text: str, what: str) -> None:
    """What a person wrote can be stored and shown beside other text.

    Raises:
        InvalidInput: it holds half a surrogate pair (a cut emoji), or turns the direction of what follows.
    """
    refuse_turning(text, what)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InvalidInput(f"{what} holds half a character; delete it and type it again.") from error
