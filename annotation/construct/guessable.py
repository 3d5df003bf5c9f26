"""Items that are answered without documents: by chance, or from memory. Source: MADQA, appendix E.2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

from annotation.construct.words import content_words
from annotation.figures import Ratio, Wanted, mean_of
from baseline.analysis.correctness import score_answer
from baseline.analysis.json_lines import LineProblem, problem_list, read_json_lines
from baseline.analysis.madqa_items import gold_item
from baseline.analysis.records import AttemptRecord
from db.errors import InvalidInput
from db.models import Item
from index.search.analysis import Analyser

GuessKind = Literal["yes_no", "binary", "memorised"]
GUESS_KINDS: tuple[GuessKind, ...] = get_args(GuessKind)
Answers = Mapping[str, tuple[str, ...]]
_NO_ANSWERS = "no closed-book answers were given"


class Guess(NamedTuple):
    """A closed-book answer to one item; `kind` says what a right one would rest on."""

    kind: GuessKind
    is_right: bool


def read_closed_book(content: bytes, name: str) -> dict[str, tuple[str, ...]]:
    """Answers by item id from JSON Lines of `item_id` and `answer` (a text or a list of texts).

    Further fields are left alone.

    Raises:
        InvalidInput: lines cannot be used, or an item stands there twice; each is named.
    """
    lines = read_json_lines(content, name)
    problems = list(lines.problems)
    answers: dict[str, tuple[str, ...]] = {}
    for line, row in lines.rows:
        item_id, answer = row.get("item_id"), _answer_of(row.get("answer"))
        if not isinstance(item_id, str) or not item_id:
            problems.append(LineProblem(line, "item_id", "must be the id of an item"))
        elif answer is None:
            problems.append(LineProblem(line, "answer", "must be a text or a list of texts"))
        elif item_id in answers:
            problems.append(LineProblem(line, "item_id", f"item {item_id!r} is there twice"))
        else:
            answers[item_id] = answer
    if problems:
        advice = "Nothing was counted; repair them and try again."
        raise InvalidInput(problem_list(name, sorted(problems), advice))
    return answers


def guess_kind(item: Item, analyser: Analyser) -> GuessKind:
    """What a right guess would rest on.

    `yes_no`: every gold variant is Yes or No. `binary`: the question has one "or", and a gold answer of
    one part stands right before or after it. Else `memorised`. A rule of thumb on words, in English.
    """
    parts = [variant[0] for variant in item.answer_variants if len(variant) == 1]
    golds = [content_words(part, analyser) for part in parts]
    if parts and len(parts) == len(item.answer_variants) and all(_is_yes_or_no(part) for part in parts):
        return "yes_no"
    sides = [
        content_words(side, analyser) for side in " ".join(item.question.casefold().split()).split(" or ")
    ]
    if len(sides) == 2 and any(
        gold and (sides[0][-len(gold) :] == gold or sides[1][: len(gold)] == gold) for gold in golds
    ):
        return "binary"
    return "memorised"


def judge_guesses(items: Sequence[Item], answers: Answers, analyser: Analyser) -> list[Guess | None]:
    """Every item's closed-book answer against its gold, in order; None where there is none to judge."""
    return [
        _guess(item, answers[item.item_id], analyser)
        if item.item_id in answers and item.answer_variants
        else None
        for item in items
    ]


def guess_figures(guesses: Sequence[Guess | None]) -> list[Wanted]:
    """Right without documents, by kind, and what chance alone would give."""
    lucky = [guess and guess.kind != "memorised" for guess in guesses]
    return [
        mean_of("guessed", [guess and guess.is_right for guess in guesses], _NO_ANSWERS),
        *(
            mean_of(
                f"guessed_by_kind@{kind}",
                [guess and (guess.is_right and guess.kind == kind) for guess in guesses],
                _NO_ANSWERS,
            )
            for kind in GUESS_KINDS
        ),
        _halves("guessed_by_chance", [g and (g.is_right and g.kind != "memorised") for g in guesses]),
        _halves("expected_by_chance", lucky),
    ]


def guess_notes(items: Sequence[Item], answers: Answers) -> list[str]:
    """Answers to other items, and items without an answer, when answers were given."""
    if not answers:
        return []
    ids = {item.item_id for item in items}
    n_other, n_without = len(answers.keys() - ids), len(ids - answers.keys())
    other = f"closed-book answers to items outside this set, left out: {n_other}"
    without = f"items without a closed-book answer, left out: {n_without} of {len(ids)}"
    return [*([other] if n_other else []), *([without] if n_without else [])]


def _halves(key: str, outcomes: Sequence[bool | None]) -> Ratio:
    known = mean_of(key, outcomes, _NO_ANSWERS)
    return Ratio(key, tuple(value / 2 for value in known.numerators), known.denominators, known.if_empty)


def _guess(item: Item, answer: tuple[str, ...], analyser: Analyser) -> Guess:
    attempt = AttemptRecord(
        system="closed book", item_id=item.item_id, answer=answer, citations=(), n_searches=0
    )
    return Guess(guess_kind(item, analyser), score_answer(attempt, gold_item(item), "strict").is_correct)


def _is_yes_or_no(part: str) -> bool:
    return part.strip().rstrip(".!").casefold() in {"yes", "no"}


def _answer_of(value: Any) -> tuple[str, ...] | None:
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
        return tuple(value)
    return None
