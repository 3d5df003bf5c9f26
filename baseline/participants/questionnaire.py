"""Questions to a participant, and what counts as an answer to them. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from baseline.attempts.answer_rules import require_text
from db.errors import InvalidInput
from db.study_design import Question

LONGEST_ANSWER = 4_000
SCALE = ("1", "2", "3", "4", "5", "6", "7")
"""The points of a scale; its two choices stand at the ends."""


def checked_answers(questions: Sequence[Question], answers: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The answers in the order of the questions, without those that were left empty.

    Raises:
        InvalidInput: an answer is missing or does not fit; the message quotes the question.
    """
    unknown = set(answers) - {question.question_id for question in questions}
    if unknown:
        raise InvalidInput(f"There is no question {sorted(unknown)[0][:60]!r} here. Please reload the page.")
    checked = []
    for question in questions:
        answer = answers.get(question.question_id, "").strip()
        problem = problem_with(question, answer)
        if problem is not None:
            raise InvalidInput(f"“{question.text[:200]}” {problem}")
        if answer:
            checked.append((question.question_id, answer))
    return tuple(checked)


def problem_with(question: Question, answer: str) -> str | None:
    """What is wrong with an answer, as the end of a sentence; None if nothing is."""
    if not answer:
        return "needs an answer." if question.required else None
    require_text(answer, "The answer")
    match question.kind:
        case "text":
            return None if len(answer) <= LONGEST_ANSWER else "takes at most 4,000 characters."
        case "choice":
            return None if answer in question.choices else "takes one of the answers that are offered."
        case "scale":
            return None if answer in SCALE else "takes a point of the scale, from 1 to 7."
        case "number":
            return None if _is_number(answer) else "takes a number, such as 12 or 3.5."


def _is_number(answer: str) -> bool:
    try:
        return len(answer) <= 40 and math.isfinite(float(answer))
    except ValueError:
        return False
