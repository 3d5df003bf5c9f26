"""The rubric by which answers are judged, for people and models alike. Pure.

Any change of scores, codes or meanings is a new VERSION: it stands in every verdict. Source: MADQA, section
3.1, in our own words (docs/adjudication.md).
"""

from __future__ import annotations

from typing import NamedTuple

VERSION = "pagetrail-1"


class Reason(NamedTuple):
    """Why an answer gets its score. `key` is the one to press on the page; codes stand in verdicts."""

    code: str
    score: float
    key: str
    label: str
    meaning: str


REASONS: tuple[Reason, ...] = (
    Reason(
        "same",
        1.0,
        "1",
        "Says what the gold answer says",
        "it says what one gold variant says; other wording or order and a harmless qualifier are fine",
    ),
    Reason(
        "detail",
        0.5,
        "2",
        "Right, with details nobody asked for",
        "the content is right, and facts that were not asked for stand beside it",
    ),
    Reason(
        "joined",
        0.5,
        "j",
        "Right, several things in one text",
        "all the things asked for are right, but joined into one text instead of one text each",
    ),
    Reason("differs", 0.0, "3", "Says something else", "the content differs from every gold variant"),
    Reason("refused", 0.0, "g", "Gives no answer", "it refuses, or says that it cannot be found"),
    Reason(
        "unit", 0.0, "u", "Unit or scale is missing", "a unit, or a word such as million, is missing or wrong"
    ),
    Reason("yes_no", 0.0, "y", "No yes or no", "the question wants yes or no, and neither is said"),
    Reason("entity", 0.0, "w", "Wrong entity or value", "it names another person, thing, date or number"),
    Reason("list", 0.0, "l", "List with wrong or missing items", "some items of a list are wrong or missing"),
    Reason("sentences", 0.0, "s", "Whole sentences", "the answer is buried in whole sentences or paragraphs"),
)
BY_CODE = {reason.code: reason for reason in REASONS}
SCORE_WORDS = {1.0: "correct", 0.5: "partly correct", 0.0: "incorrect"}

# What a rule decides; nobody is asked about these.
EXACT, TOO_LONG, SAME_ANSWER = "exact", "too_long", "same_answer"
RULE_WORDS = {
    EXACT: "matches a gold variant exactly",
    TOO_LONG: "is longer than 2,000 characters",
    SAME_ANSWER: "is the same as an answer that a person judged",
}


def reason_words(code: str) -> str:
    """A reason code as people read it; a code of somebody else's as it stands."""
    if code in BY_CODE:
        return BY_CODE[code].label
    return RULE_WORDS.get(code, code.replace("_", " "))
