"""Answers to questions of choice as counts, without groups so small that they name people. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from baseline.exports.card.entry import CardTable

FEWEST = 5
"""Groups of fewer people are not shown."""
SUPPRESSED = f"fewer than {FEWEST}, or hidden with one that is"


def demographic_table(question: str, choices: Sequence[str], answers: Iterable[str]) -> CardTable:
    """One row a choice, in their order; answers that are none of them follow by name, as "other"."""
    counts = Counter(answer if answer in choices else "other" for answer in answers)
    shown = suppressed(
        {choice: counts[choice] for choice in [*choices, *(["other"] if counts["other"] else [])]}
    )
    rows = tuple((choice, SUPPRESSED if n is None else str(n)) for choice, n in shown.items())
    return CardTable((question, "people"), rows)


def suppressed(counts: Mapping[str, int]) -> dict[str, int | None]:
    """The counts, with None for every group of 1 to 4, and for enough others that these cannot be computed.

    Whoever knows the total knows what all hidden groups come to: so at least five people are hidden
    together, in two groups or more, by hiding the next smallest; or all are.
    """
    hidden = {name for name, n in counts.items() if 0 < n < FEWEST}
    if hidden:
        others = sorted(
            (name for name, n in counts.items() if n >= FEWEST), key=lambda name: (counts[name], name)
        )
        while others and (len(hidden) < 2 or sum(counts[name] for name in hidden) < FEWEST):
            hidden.add(others.pop(0))
    return {name: None if name in hidden else n for name, n in counts.items()}
