"""What becomes of attempts, counted one after the other: the slow twin of the figures of a panel.

An attempt is a dictionary: `score` (0, 0.5, 1), `answer` (text, "" for none), `cites` and `hits` (lists of
(document, page), hits one list a query), `seconds`. A system is a dictionary of such attempts by item; an item that
is not in it was not begun. Gold is a dictionary of lists of (document, page) by item.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

Attempt = dict[str, Any]
Pages = list[tuple[str, int]]


def label(attempt: Attempt, gold: Pages) -> str:
    """Right, or the first thing that went wrong."""
    if attempt["score"] == 1:
        return "correct"
    if attempt["score"] == 0.5:
        return "correct_verbose"
    if attempt["answer"] == "":
        return "refusal"
    documents = [document for document, _ in gold]
    if not [1 for document, _ in attempt["cites"] if document in documents]:
        return "retrieval"
    if not [1 for page in attempt["cites"] if page in gold]:
        return "navigation"
    return "comprehension"


def labels(system: dict[str, Attempt], gold: dict[str, Pages], items: list[str]) -> dict[str, int]:
    """How often each label is given on these items, one after the other."""
    found: dict[str, int] = {}
    for item in items:
        if item in system:
            name = label(system[item], gold[item])
            found[name] = found.get(name, 0) + 1
    return found


def funnel(system: dict[str, Attempt], gold: dict[str, Pages]) -> tuple[int, int, int, int, int]:
    """All, answered, cited a gold document, cited a gold page, right: who is right has come all the way."""
    n = answered = document = page = right = 0
    for item, attempt in system.items():
        is_right = attempt["score"] > 0
        near = [cited for cited, _ in attempt["cites"]]
        n += 1
        answered += 1 if is_right or attempt["answer"] != "" else 0
        has_document = attempt["answer"] != "" and [1 for doc, _ in gold[item] if doc in near]
        has_page = attempt["answer"] != "" and [1 for one in gold[item] if one in attempt["cites"]]
        document += 1 if is_right or has_document else 0
        page += 1 if is_right or has_page else 0
        right += 1 if is_right else 0
    return n, answered, document, page, right


def share(part: int, whole: int) -> Fraction | None:
    return Fraction(part, whole) if whole else None


def right_within(system: dict[str, Attempt], n_items: int, searches: int) -> Fraction:
    """Items that were right with at most so many searches, of all items."""
    good = [1 for one in system.values() if one["score"] > 0 and len(one["hits"]) <= searches]
    return Fraction(len(good), n_items)


def right_within_minutes(system: dict[str, Attempt], n_items: int, minutes: int) -> Fraction:
    """Items that were right in at most so many minutes, of all items."""
    good = [1 for one in system.values() if one["score"] > 0 and one["seconds"] <= 60 * minutes]
    return Fraction(len(good), n_items)


def found_within(
    system: dict[str, Attempt], gold: dict[str, Pages], level: str, searches: int
) -> Fraction:
    """Items for which the first searches showed something gold, of all items."""
    good = 0
    for item, attempt in system.items():
        shown: list[Any] = []
        for hits in attempt["hits"][:searches]:
            shown += [document if level == "document" else (document, page) for document, page in hits]
        wanted = [document if level == "document" else (document, page) for document, page in gold[item]]
        if [1 for one in wanted if one in shown]:
            good += 1
    return Fraction(good, len(gold))


def mean_score(system: dict[str, Attempt], items: list[str]) -> Fraction:
    """What is not begun scores 0."""
    total = Fraction(0)
    for item in items:
        if item in system:
            total += Fraction(system[item]["score"])
    return total / len(items)


def solved_by_any(systems: list[dict[str, Attempt]], items: list[str]) -> Fraction:
    """Items that at least one has right."""
    solved = 0
    for item in items:
        if [1 for one in systems if item in one and one[item]["score"] > 0]:
            solved += 1
    return Fraction(solved, len(items))


def mean_seconds(system: dict[str, Attempt]) -> float | None:
    times = [one["seconds"] for one in system.values()]
    return sum(times) / len(times) if times else None


def ranks(values: list[float]) -> list[Fraction]:
    """From 1; equal values share the mean of theirs."""
    found = []
    for value in values:
        below = len([1 for one in values if one < value])
        same = len([1 for one in values if one == value])
        found.append(Fraction(2 * below + same + 1, 2))
    return found


def correlation(xs: list[Any], ys: list[Any]) -> float | None:
    """Pearson's r; None where one does not vary."""
    n = len(xs)
    mean_x, mean_y = sum(map(Fraction, xs)) / n, sum(map(Fraction, ys)) / n
    up = sum((Fraction(x) - mean_x) * (Fraction(y) - mean_y) for x, y in zip(xs, ys, strict=True))
    left = sum((Fraction(x) - mean_x) ** 2 for x in xs)
    right = sum((Fraction(y) - mean_y) ** 2 for y in ys)
    if left == 0 or right == 0:
        return None
    return float(up) / (float(left) * float(right)) ** 0.5
