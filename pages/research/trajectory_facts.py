"""What stands above the steps of an attempt: gold, whose attempt it is, answer, verdict and effort."""

from __future__ import annotations

from streamlit.delta_generator import DeltaGenerator

from baseline.trajectories.first_gold import first_gold, first_gold_words
from baseline.trajectories.replayed import Replayed
from db.models import Citation, Item, PageRef
from db.wording import counted
from pages.ui.text import duration, escaped, one_line, shortened

_SCORES = {1.0: "correct", 0.5: "partly correct", 0.0: "wrong"}
_MOST_SHOWN = 600
_SOURCES = {
    "verdict": "judged",
    "exact": "as the gold answer",
    "string_match": "by string match",
    "value": "by value",
    "no_answer": "no answer",
    "too_long": "too long",
}


def gold(column: DeltaGenerator, item: Item) -> None:
    """The right answers and the pages that hold them."""
    answers = [" | ".join(one_line(part) for part in variant) for variant in item.answer_variants]
    whole = " or ".join(answers)
    _lines(column, "Gold", shortened(whole, _MOST_SHOWN), *map(_page, item.evidence))
    _fold(column, "gold answer", whole)


def facts(column: DeltaGenerator, one: Replayed) -> None:
    """Whose attempt it is and how it ended."""
    _lines(column, one.system, " · ".join(one.who), *_ending(one))
    _fold(column, "answer", _text(one))
    if one.standing:
        column.caption(f":material/filter_alt: {escaped(one.standing)}")
    if one.unrecorded:
        column.caption(f":material/help: Not recorded in the file: {', '.join(one.unrecorded)}.")


def _fold(column: DeltaGenerator, what: str, whole: str) -> None:
    """All of a text that was cut: a page of it above the steps would push them out of sight."""
    if len(whole) > _MOST_SHOWN:
        column.expander(f"The whole {what}, {len(whole):,} characters").text(whole)


def _ending(one: Replayed) -> list[str]:
    record = one.record
    if record is None:
        return []
    cited = "; ".join(map(_page, record.citations)) or "no page"
    return [f"Answer: {_answer(one)}", f"cites {cited}", " · ".join(_effort(one)), *_gold_line(one)]


def _gold_line(one: Replayed) -> list[str]:
    """When gold first came up; nothing where the item has none."""
    if not one.item.evidence or not one.steps:
        return []
    words = first_gold_words(first_gold(one.steps, one.unrecorded))
    return [words[0].upper() + words[1:]]


def _answer(one: Replayed) -> str:
    record = one.record
    if record is None or record.status == "open":
        return "none yet"
    text = shortened(_text(one), _MOST_SHOWN)
    notes = [] if one.score is None else [_SCORES.get(one.score.score, f"score {one.score.score:g}")]
    if one.score is not None and one.score.source != "no_answer":
        notes.append(_SOURCES[one.score.source])
    if one.times == "stored" or record.confidence is not None:
        notes.append(f"confidence {'not stated' if record.confidence is None else record.confidence}")
    return f"{text} ({', '.join(notes)})" if notes else text


def _text(one: Replayed) -> str:
    """The answer on one line, or how it ended without one; empty while it is open."""
    record = one.record
    if record is None or record.status == "open":
        return ""
    return " | ".join(one_line(part) for part in record.answer) or record.status.replace("_", " ")


def _effort(one: Replayed) -> list[str]:
    record = one.record
    if record is None:
        return []
    found = ["searches not recorded" if record.n_searches is None else counted(record.n_searches, "searches")]
    if record.n_page_views is not None:
        found.append(counted(record.n_page_views, "page views"))
    if one.working_s is not None:
        found.append(f"working time {duration(one.working_s)}")
    if one.wall_s is not None:
        found.append(f"wall time {duration(one.wall_s)}")
    if one.hidden_s is not None:
        found.append(f"hidden {duration(one.hidden_s)}")
    return found


def _page(ref: PageRef | Citation) -> str:
    return one_line(ref.document) if ref.page is None else f"{one_line(ref.document)}, page {ref.page}"


def _lines(column: DeltaGenerator, heading: str, *lines: str) -> None:
    told = [f"**{escaped(heading)}**", *(escaped(line) for line in lines if line)]
    column.markdown("  \n".join(told))
