"""How often the extractive check is right on real pages: spans copied, retyped, from elsewhere, nearly right.

The figures are written down in docs/authoring-checks.md; run with -s to see them. Bounds here are loose: a
normalisation that stops working shows, another sample does not.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from annotation.checks.evidence import Evidence, EvidencePage
from annotation.checks.extractive import check_extractive
from annotation.checks.findings import Level
from annotation.checks.text import words_of
from db.authored import ItemDraft
from db.models import EvidenceMark, PageRef
from index.collection import OpenIndex, open_index

pytestmark = pytest.mark.corpus

N_PAGES = 350
SPANS_PER_PAGE = 6
MIN_WORDS = 30
STRAIGHT = str.maketrans("‘’“”–—", "''\"\"--")


class Try(NamedTuple):
    """An answer against a page, and where it comes from."""

    kind: str
    answer: str
    page: EvidencePage


@pytest.fixture(scope="module")
def index(corpus_home) -> Iterator[OpenIndex]:
    opened = open_index(str(corpus_home / "indexes" / "corpus"))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def rates(index) -> dict[tuple[str, str], Counter[Level]]:
    """By source of the page and kind of the answer, how many findings of each level."""
    counts: dict[tuple[str, str], Counter[Level]] = {}
    for one in tries(sampled(index, random.Random(0)), random.Random(1)):
        source = "ocr" if one.page.is_recognised else "layer"
        counts.setdefault((source, one.kind), Counter())[level_of(one)] += 1
    for (source, kind), levels in sorted(counts.items()):
        n = levels.total()
        shares = {level: f"{levels[level] / n:.3f}" for level in ("pass", "note", "warn")}
        sys.stdout.write(f"\n{source:6} {kind:13} n={n:5} {shares}")
    return counts


def sampled(index: OpenIndex, rng: random.Random) -> list[EvidencePage]:
    """Pages with some text: at most half of them read by OCR, as far as there are any."""
    places = [
        (entry.document, number, page.source)
        for entry in index.documents()
        for number, page in enumerate(entry.pages, 1)
        if page.source != "none" and (page.n_words or 0) >= MIN_WORDS
    ]
    rng.shuffle(places)
    recognised = [place for place in places if place[2] != "layer"][: N_PAGES // 2]
    others = [place for place in places if place[2] == "layer"][: N_PAGES - len(recognised)]
    return [
        EvidencePage(PageRef(document=document, page=page), index.page_text(document, page), source)
        for document, page, source in (*recognised, *others)
    ]


def tries(pages: list[EvidencePage], rng: random.Random) -> Iterator[Try]:
    for page in pages:
        pieces = page.words.text.split()
        for number in range(SPANS_PER_PAGE):
            span = drawn(pieces, rng, wants_digit=number % 3 == 0)
            if not words_of(span):
                continue
            yield Try("exact", span, page)
            yield Try("retyped", retyped(span, rng), page)
            yield near_miss(span, rng, page)
            domain = page.ref.document.partition("/")[0]
            elsewhere = [other for other in pages if not other.ref.document.startswith(f"{domain}/")]
            yield Try("elsewhere", span, rng.choice(elsewhere))


def drawn(pieces: list[str], rng: random.Random, *, wants_digit: bool) -> str:
    """One to six words of the page; around a number if one is wanted and there is one."""
    length = rng.randint(1, min(6, len(pieces)))
    with_digit = [at for at, piece in enumerate(pieces) if any(map(str.isdigit, piece))]
    first = rng.choice(with_digit) if wants_digit and with_digit else rng.randrange(len(pieces))
    start = min(first, len(pieces) - length)
    return " ".join(pieces[start : start + length])


def retyped(span: str, rng: random.Random) -> str:
    """As somebody types it: other case, straight quotes, no thousands commas, no currency sign."""
    typed = rng.choice([str.lower, str.title, str])(span.translate(STRAIGHT))
    typed = re.sub(r"(?<=\d),(?=\d{3}\b)", "", typed)
    return typed.replace("$", "") or span


def near_miss(span: str, rng: random.Random, page: EvidencePage) -> Try:
    """One digit changed, or one letter of a span without digits."""
    digits = [at for at, char in enumerate(span) if char in "0123456789"]
    at = rng.choice(digits or [at for at, char in enumerate(span) if char.isalnum()])
    instead = rng.choice([char for char in ("0123456789" if digits else "zxqkv") if char != span[at].lower()])
    kind = "wrong digit" if digits else "wrong letter"
    return Try(kind, span[:at] + instead + span[at + 1 :], page)


def level_of(one: Try) -> Level:
    mark = EvidenceMark(document=one.page.ref.document, page=one.page.ref.page)
    draft = ItemDraft(question="Which?", answer_variants=((one.answer[:2000],),), evidence=(mark,))
    view = Evidence(
        page={one.page.ref: one.page}.get,
        n_pages=lambda _: 1,
        best_pages=lambda _, k: (0, []),
    )
    return check_extractive(draft, view)[0].level


def share(levels: Counter[Level], *wanted: Level) -> float:
    return sum(levels[level] for level in wanted) / levels.total()


@pytest.mark.parametrize("source", ["layer", "ocr"])
def test_copied_spans_pass(rates, source):
    assert share(rates[source, "exact"], "pass") > 0.98


@pytest.mark.parametrize("source", ["layer", "ocr"])
def test_retyped_spans_pass(rates, source):
    assert share(rates[source, "retyped"], "pass") > 0.97


def test_spans_of_other_domains_are_warned_of(rates):
    assert share(rates["layer", "elsewhere"], "warn") > 0.85


@pytest.mark.parametrize("source", ["layer", "ocr"])
def test_spans_with_a_wrong_digit_hardly_pass(rates, source):
    # Those that do stand on the page by chance: one of a few digits, another number of a table.
    assert share(rates[source, "wrong digit"], "pass") < 0.12
    assert share(rates[source, "wrong digit"], "warn") > 0.55


@pytest.mark.parametrize("source", ["layer", "ocr"])
def test_spans_with_a_wrong_letter_hardly_pass(rates, source):
    assert share(rates[source, "wrong letter"], "pass") < 0.03


def test_spans_with_a_wrong_letter_are_a_close_match_on_scanned_pages_only(rates):
    assert share(rates["layer", "wrong letter"], "warn") > 0.9
    assert share(rates["ocr", "wrong letter"], "note") > 0.3
