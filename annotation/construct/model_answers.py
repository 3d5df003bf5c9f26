"""What models answered about a set's items, from the evidence only and from nothing: figures of flags."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from annotation.construct.guessable import Answers
from annotation.figures import Wanted, mean_of
from annotation.model_checks import ModelFlag
from db.models import Item

Flags = Mapping[str, tuple[ModelFlag, ...]]
_NONE = "no model was asked about these items (annotation check-model)"


class ClosedBook(NamedTuple):
    """The closed-book answers of one model, by item; no model and no answers where none was asked."""

    model: str
    answers: Answers


def model_figures(items: Sequence[Item], flags: Flags) -> list[Wanted]:
    """By model: right from the evidence pages alone, and right from nothing, of the items it was asked."""
    wanted: list[Wanted] = []
    for key, tool in (("model_solves", "evidence"), ("model_guesses", "nothing")):
        models = sorted({_name(flag) for of in flags.values() for flag in of if flag.tool == tool})
        wanted += [
            mean_of(
                f"{key}@{model}", [_is_right(flags.get(i.item_id, ()), tool, model) for i in items], _NONE
            )
            for model in models
        ]
        if not models:
            wanted.append(mean_of(key, [None] * len(items), _NONE))
    return wanted


def closed_book_of(flags: Flags) -> ClosedBook:
    """What one model answered from nothing: the one that was asked about most items, then by name."""
    asked = Counter(flag.model for of in flags.values() for flag in of if flag.tool == "nothing")
    if not asked:
        return ClosedBook("", {})
    model = min(asked, key=lambda name: (-asked[name], name))
    answers = {
        item_id: flag.answer
        for item_id, of in flags.items()
        for flag in of
        if flag.tool == "nothing" and flag.model == model
    }
    return ClosedBook(model, answers)


def _name(flag: ModelFlag) -> str:
    return flag.model if flag.pages_as == "text" else f"{flag.model}, with images"


def _is_right(of: Sequence[ModelFlag], tool: str, model: str) -> bool | None:
    return next((flag.is_right for flag in of if flag.tool == tool and _name(flag) == model), None)
