"""What models answered, as flags for people: solvable from the evidence, guessable without it. Pure.

A flag decides nothing. It tells something of the answer, so it is shown to whoever may see the answer
(`annotation.visibility.may_see_gold`), and to nobody who still answers blind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from annotation.asking.prompts import VERSION, Tool
from annotation.checks.findings import Level, quoted
from baseline.analysis.correctness import score_answer
from baseline.analysis.madqa_items import gold_item
from baseline.analysis.records import AttemptRecord
from db.authored import ModelChecked, Step
from db.models import Item
from db.wording import listed

ModelOutcome = Literal["answered", "not_found", "refused"]
PagesAs = Literal["text", "text_and_images"]
TOOLS: tuple[Tool, ...] = ("evidence", "nothing")


class ModelFlag(NamedTuple):
    """What one model answered about one revision, and what that tells a person.

    `level` is "warn" where it is worth a look, "note" where nothing can be said, else "pass".
    """

    tool: Tool
    model: str
    revision: int
    at_ms: int
    level: Level
    sentence: str
    outcome: ModelOutcome
    answer: tuple[str, ...]
    is_right: bool
    prompt: str
    pages_as: PagesAs


class Asked(NamedTuple):
    """One check of one revision: the same check is not made twice."""

    revision: int
    tool: Tool
    model: str
    pages_as: PagesAs
    prompt: str = VERSION


def flags_of(steps: Iterable[Step], revision: int | None = None) -> tuple[ModelFlag, ...]:
    """The newest flag of each model and tool, evidence first; of one revision, or of all."""
    newest: dict[tuple[int, Tool, str, PagesAs], ModelFlag] = {}
    for step in steps:
        if isinstance(step.content, ModelChecked) and revision in {None, step.revision}:
            check = step.content
            newest[step.revision, check.tool, check.model, check.pages_as] = _flag(step, check)
    return tuple(
        sorted(newest.values(), key=lambda flag: (-flag.revision, flag.tool, flag.model, flag.pages_as))
    )


def checks_made(steps: Iterable[Step]) -> frozenset[Asked]:
    """Every check on record."""
    return frozenset(
        Asked(step.revision, check.tool, check.model, _pages_as(check.tool, check.pages_as), check.prompt)
        for step in steps
        if isinstance(check := step.content, ModelChecked)
    )


def check_to_make(revision: int, tool: Tool, model: str, pages_as: PagesAs) -> Asked:
    """The check that would be made now; without pages it does not matter how they are given."""
    return Asked(revision, tool, model, _pages_as(tool, pages_as))


def judged(item: Item, asked: Asked, outcome: ModelOutcome, answer: Sequence[str]) -> ModelChecked:
    """The step to store: the answer, held against the item's variants by the strict string match."""
    attempt = AttemptRecord(
        system=asked.model,
        item_id=item.item_id,
        answer=tuple(answer),
        citations=(),
        n_searches=0,
        status="own" if outcome == "answered" else "not_found",
    )
    return ModelChecked(
        tool=asked.tool,
        model=asked.model,
        answer=tuple(answer),
        is_right=score_answer(attempt, gold_item(item), "strict").is_correct,
        outcome=outcome,
        prompt=asked.prompt,
        pages_as=asked.pages_as,
    )


def _pages_as(tool: Tool, pages_as: PagesAs) -> PagesAs:
    return pages_as if tool == "evidence" else "text"


def _flag(step: Step, check: ModelChecked) -> ModelFlag:
    level, sentence = _from_evidence(check) if check.tool == "evidence" else _from_nothing(check)
    return ModelFlag(
        check.tool,
        check.model,
        step.revision,
        step.at_ms,
        level,
        sentence,
        check.outcome,
        check.answer,
        check.is_right,
        check.prompt,
        check.pages_as,
    )


def _from_evidence(check: ModelChecked) -> tuple[Level, str]:
    how = "text" if check.pages_as == "text" else "text and pictures"
    pages = f"From the {how} of the evidence pages alone {quoted(check.model)}"
    if check.outcome == "refused":
        return "note", f"{pages} refused to answer."
    if check.outcome == "not_found":
        seen = " It saw no pictures." if check.pages_as == "text" else ""
        return "warn", f"{pages} found no answer: see that no page is missing.{seen}"
    if check.is_right:
        return "pass", f"{pages} answered {_shown(check)}, which is right."
    return "warn", (
        f"{pages} answered {_shown(check)}, which no answer variant makes right: see that the question is "
        "clear, no page is missing, and no variant of the answer."
    )


def _from_nothing(check: ModelChecked) -> tuple[Level, str]:
    nothing = f"Without any page {quoted(check.model)}"
    if check.outcome == "refused":
        return "note", f"{nothing} refused to answer."
    if check.outcome == "not_found":
        return "pass", f"{nothing} had no answer."
    if check.is_right:
        return "warn", (
            f"{nothing} answered {_shown(check)}, which is right: the answer may be known or guessed, so ask "
            "for something that only the documents tell."
        )
    return "pass", f"{nothing} answered {_shown(check)}, which is wrong."


def _shown(check: ModelChecked) -> str:
    return listed([quoted(part) for part in check.answer], most=5)
