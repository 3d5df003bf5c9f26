"""Invented systems that answered the demo's items elsewhere, and what each of them did. Seeded.

Two agents search the demo's real index and a pipeline answers without deciding to search. Nobody should
take them for real ones: their names say that they are simulated.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from db.models import Item, PageRef
from demo.behaviour import SEED, Character, Outcome, Range, outcomes
from demo.performance import MOST_QUERIES
from demo.queries import SEARCHES

Look = Callable[[str], Sequence[PageRef]]
"""Runs a query: the pages it shows, best first."""
_NO_TIME = Range(0, 0)


def _system(letter: str, name: str, detours: tuple[Range, Range], errors: dict[Outcome, int]) -> Character:
    return Character(
        account_id=f"simulated-system-{letter}",
        name=name,
        kind="agent",
        opens_pages=False,
        detours_when_right=detours[0],
        detours_when_wrong=detours[1],
        typing_s=Range(3, 9),
        reading_s=Range(2, 7),
        errors=errors,
    )


OSPREY = _system(
    "osprey",
    "Osprey (simulated)",
    (Range(0, 2), Range(2, 5)),
    {"comprehension": 2, "navigation": 1, "retrieval": 1},
)
WREN = _system(
    "wren",
    "Wren (simulated)",
    (Range(1, 5), Range(5, 9)),
    {"comprehension": 3, "navigation": 2, "retrieval": 3, "refusal": 2},
)
PLOVER = _system(
    "plover",
    "Plover (simulated)",
    (_NO_TIME, _NO_TIME),
    {"comprehension": 3, "navigation": 1, "retrieval": 4},
)


class Turn(NamedTuple):
    """One turn of an agent: what it said, and the query that it ran with the pages it was shown."""

    said: str
    query: str
    hits: tuple[PageRef, ...]


class Answered(NamedTuple):
    """One item in the hands of one system."""

    item: Item
    outcome: Outcome
    answer: tuple[str, ...]
    citations: tuple[PageRef, ...]
    turns: tuple[Turn, ...]
    seconds: float


def answers_of(system: Character, items: Sequence[Item], look: Look) -> list[Answered]:
    """What a system makes of every item, in their order; the same for the same index."""
    fates = outcomes(system, items)
    others = list(dict.fromkeys(page for item in items for page in item.evidence))
    return [_answered(system, item, fates[item.item_id], look, others) for item in items]


def _answered(
    system: Character, item: Item, outcome: Outcome, look: Look, pages: Sequence[PageRef]
) -> Answered:
    source = random.Random(f"{SEED}:{system.account_id}:{item.item_id}")
    turns = tuple(_turns(system, item, outcome, look, source))
    seconds = sum(system.typing_s.drawn(source) + system.reading_s.drawn(source) for _ in (*turns, None))
    right = outcome == "correct"
    answer = source.choice(item.answer_variants) if right else SEARCHES[item.item_id].wrong
    return Answered(
        item=item,
        outcome=outcome,
        answer=() if outcome == "refusal" else answer,
        citations=tuple(_cited(item, outcome, source, pages)),
        turns=turns,
        seconds=round(seconds, 1),
    )


def _turns(system: Character, item: Item, outcome: Outcome, look: Look, source: random.Random) -> list[Turn]:
    """Vague queries first, then good ones until every document of the evidence was shown, if ever."""
    texts = SEARCHES[item.item_id]
    right = outcome == "correct"
    wanted = system.detours_when_right if right else system.detours_when_wrong
    n_vague = min(wanted.drawn_count(source), len(texts.vague), MOST_QUERIES - len(texts.good))
    turns = [
        Turn(
            f"I look for {text!r}." if turn == 0 else f"Not there yet. I try {text!r}.",
            text,
            tuple(look(text)),
        )
        for turn, text in enumerate(source.sample(texts.vague, n_vague))
    ]
    if outcome in {"retrieval", "refusal"} and turns:
        return turns
    documents = {page.document for page in item.evidence}
    for text in texts.good:
        turns.append(Turn(f"More exactly: {text!r}.", text, tuple(look(text))))
        if documents <= {hit.document for turn in turns for hit in turn.hits}:
            break
    return turns


def _cited(item: Item, outcome: Outcome, source: random.Random, pages: Sequence[PageRef]) -> list[PageRef]:
    evidence = list(item.evidence)
    match outcome:
        case "correct":
            return evidence
        case "comprehension":
            return evidence if source.random() < 0.5 else evidence[:1]
        case "navigation":
            return [_beside(page, evidence) for page in evidence[:1]]
        case "retrieval":
            documents = {page.document for page in evidence}
            return [source.choice([page for page in pages if page.document not in documents])]
        case "refusal":
            return []


def _beside(page: PageRef, evidence: Sequence[PageRef]) -> PageRef:
    """The nearest page before or after it that proves nothing; a document begins with such a page or two."""
    numbers = {one.page for one in evidence if one.document == page.document}
    near = next(n for n in (page.page - 1, page.page + 1, page.page + 2) if n >= 1 and n not in numbers)
    return PageRef(document=page.document, page=near)
