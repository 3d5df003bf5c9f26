"""The metrics once more, as plainly as can be: loops and fractions, no sharing with the real ones.

Slow and naive on purpose. Tests compare it with baseline/analysis on random attempts, so that a clever
line there has to agree with a dull one here.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations


def edits(a: str, b: str) -> int:
    """Levenshtein distance by the textbook table."""
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) + 1):
        for j in range(len(b) + 1):
            if i == 0 or j == 0:
                table[i][j] = i + j
            else:
                change = 0 if a[i - 1] == b[j - 1] else 1
                table[i][j] = min(
                    table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + change
                )
    return table[-1][-1]


def similarity(a: str, b: str) -> Fraction:
    """1 - edits / longer length, 0 below one half; lower case, white space collapsed."""
    a, b = " ".join(a.lower().split()), " ".join(b.lower().split())
    longer = max(len(a), len(b))
    if longer == 0:
        return Fraction(1)
    value = 1 - Fraction(edits(a, b), longer)
    return value if value >= Fraction(1, 2) else Fraction(0)


def anls_star(answer: list[str], variants: list[list[str]]) -> Fraction:
    """Best over variants of the best assignment of parts, by trying every assignment."""
    if not any(part.strip() for part in answer):
        return Fraction(0)
    best = Fraction(0)
    for variant in variants:
        if not variant:
            continue
        short, long = sorted((answer, variant), key=len)
        for chosen in permutations(long, len(short)):
            total = sum((similarity(x, y) for x, y in zip(short, chosen)), Fraction(0))
            best = max(best, total / len(long))
    return best


def f1(cited: list, gold: list) -> Fraction:
    """From precision and recall, counting by membership."""
    cited_once, gold_once = [], []
    for x in cited:
        if x not in cited_once:
            cited_once.append(x)
    for x in gold:
        if x not in gold_once:
            gold_once.append(x)
    common = 0
    for x in cited_once:
        if x in gold_once:
            common += 1
    if common == 0:
        return Fraction(0)
    precision, recall = Fraction(common, len(cited_once)), Fraction(common, len(gold_once))
    return 2 * precision * recall / (precision + recall)


def kuiper(rows: list[tuple[int, bool]], tie_safe: bool) -> Fraction | None:
    """Walk along the sorted rows; with `tie_safe`, look only where the next effort is another one."""
    rows = [row for row in rows if row[0] > 0]
    rows = sorted(rows, key=lambda row: row[0])
    n = len(rows)
    right = len([1 for _, correct in rows if correct])
    if n == 0 or right == 0 or right == n:
        return None
    mean = Fraction(right, n)
    seen = [Fraction(0)]
    total = Fraction(0)
    for i, (effort, correct) in enumerate(rows):
        total += (1 if correct else 0) - mean
        is_end = i == n - 1 or rows[i + 1][0] != effort
        if is_end or not tie_safe:
            seen.append(total)
    return max(seen) - min(seen)


def effort_ratio(rows: list[tuple[int, bool]]) -> Fraction | None:
    """Mean effort of the wrong over mean effort of the right."""
    wrong = [effort for effort, correct in rows if effort > 0 and not correct]
    right = [effort for effort, correct in rows if effort > 0 and correct]
    if not wrong or not right:
        return None
    return Fraction(sum(wrong), len(wrong)) / Fraction(sum(right), len(right))


def accuracy_at_limit(attempts: list[tuple[bool, int]], limit: int) -> Fraction:
    """Correct with at most `limit` searches, of all."""
    good = 0
    for correct, searches in attempts:
        if correct and searches <= limit:
            good += 1
    return Fraction(good, len(attempts))


def first_query_accuracy(attempts: list[tuple[bool, int]]) -> Fraction | None:
    """Correct after exactly one search, of those that searched."""
    searched = [(c, n) for c, n in attempts if n > 0]
    if not searched:
        return None
    return Fraction(len([1 for c, n in searched if c and n == 1]), len(searched))


def found_by(queries: list[list[str]], gold: list[str], iteration: int, need_all: bool) -> bool:
    """Whether the hits of the first queries, thrown together, hold one or every gold thing."""
    together: list[str] = []
    for hits in queries[:iteration]:
        together = together + hits
    present = [g in together for g in gold]
    return all(present) if need_all else any(present)


def recovery(attempts: list[tuple[list[list[str]], list[str]]]) -> Fraction | None:
    """Of attempts that searched and whose first hits held no gold: how many found it later."""
    needed, saved = 0, 0
    for queries, gold in attempts:
        if queries and not found_by(queries, gold, 1, False):
            needed += 1
            if found_by(queries, gold, len(queries), False):
                saved += 1
    return Fraction(saved, needed) if needed else None


def gaps(
    search: list[tuple[str, float | None]], given: list[tuple[str, float | None]]
) -> tuple[Fraction, Fraction] | None:
    """Retrieval and comprehension gap from (item, score), None for what is not finished."""
    lost_in_search, lost_in_reading, n = Fraction(0), Fraction(0), 0
    for item in sorted({name for name, _ in search}):
        ours = [Fraction(score) for name, score in search if name == item and score is not None]
        theirs = [Fraction(score) for name, score in given if name == item and score is not None]
        if ours and theirs:
            n += 1
            lost_in_search += sum(theirs) / len(theirs) - sum(ours) / len(ours)
            lost_in_reading += 1 - sum(theirs) / len(theirs)
    return (lost_in_search / n, lost_in_reading / n) if n else None
