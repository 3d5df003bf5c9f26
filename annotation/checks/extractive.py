"""Does the answer stand in the text of the marked pages? Tiers of the design findings, pdf section 6.

    pass   the words stand together on one marked page (M4)
    note   they are there, but not together: all content words on the union of the pages (M5)
    note   a close match on a scanned page: words of five letters within ratio 0.8, digits exact (M7)
    warn   not found; the author repairs it or says why (a chart, handwriting)

Never a block: of words on badly read scans 2 to 10 % are not found although they are there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple

from annotation.checks.evidence import Evidence, EvidencePage
from annotation.checks.findings import (
    Finding,
    Fix,
    MarkPage,
    UseWords,
    capital,
    page_name,
    quoted,
    visible,
)
from annotation.checks.repairs import MOST_CHARS, same_value, shortest_stretch
from annotation.checks.text import Wanted, close_words
from db.authored import ItemDraft
from db.models import PageRef
from db.wording import counted, listed

# More than anybody writes; a pasted table must not make the form slow.
_MOST_PARTS = 100
_MOST_CHARS = 20_000
_MOST_FINDINGS = 20
_MOST_ELSEWHERE = 3
_MOST_PAGES_SEARCHED = 1000
_MOST_CLOSE_WORDS = 10

Tier = Literal["together", "apart", "close", "missing"]


class Part(NamedTuple):
    """One string of the answer and its place in the draft, from 0."""

    variant: int
    part: int
    wanted: Wanted
    name: str


class Standing(NamedTuple):
    """How a part stands on the marked pages.

    `pages` hold it together; `missing` are content words on none of them; `close` says which word of
    a scanned page a missing one is nearly.
    """

    part: Part
    tier: Tier
    pages: tuple[EvidencePage, ...] = ()
    missing: tuple[str, ...] = ()
    close: tuple[tuple[str, str], ...] = ()


def check_extractive(draft: ItemDraft, evidence: Evidence) -> tuple[Finding, ...]:
    """One finding for every part that is not in order, or one that says that all are."""
    parts = parts_of(draft)
    pages = evidence.marked(draft)
    if not parts:
        return (_finding("note", "There is no answer yet: write it in the document's own words."),)
    if not pages:
        return (_finding("note", "No page is marked yet: mark the pages on which the answer stands."),)
    standings = [standing_of(part, pages) for part in parts]
    wrong = [standing for standing in standings if standing.tier != "together"]
    n_unseen = sum(map(len, draft.answer_variants)) - sum(1 for _ in _texts(draft))
    sentence = f"The answer is too long to look at whole: {counted(n_unseen, 'parts')} left out."
    unseen = (_finding("warn", sentence),) if n_unseen else ()
    if not wrong:
        return (_all_in_order(standings), *unseen)
    shown = [_looked_at_closely(standing, pages) for standing in wrong[:_MOST_FINDINGS]]
    elsewhere = _elsewhere(shown, pages, evidence)
    findings = [
        _of_standing(standing, pages, found) for standing, found in zip(shown, elsewhere, strict=True)
    ]
    if len(wrong) > _MOST_FINDINGS:
        n_more = len(wrong) - _MOST_FINDINGS
        findings.append(_finding("warn", f"{n_more} more parts of the answer are not in order either."))
    return (*findings, *unseen)


def parts_of(draft: ItemDraft) -> list[Part]:
    """The parts of all variants that say something; of endless ones the first."""
    parts: list[Part] = []
    for variant_at, part_at, text in _texts(draft):
        wanted = Wanted(text)
        if wanted.words or wanted.letters:
            name = _name(draft, variant_at, part_at)
            parts.append(Part(variant_at, part_at, wanted, f"{name} ({quoted(text)})"))
    return parts


def _texts(draft: ItemDraft) -> Iterator[tuple[int, int, str]]:
    """The texts that are looked at, with their places."""
    n_parts = n_chars = 0
    for variant_at, variant in enumerate(draft.answer_variants):
        for part_at, text in enumerate(variant):
            n_parts += 1
            n_chars += len(text)
            if n_parts > _MOST_PARTS or n_chars > _MOST_CHARS:
                return
            yield variant_at, part_at, text


def _name(draft: ItemDraft, variant: int, part: int) -> str:
    whole = "the answer" if len(draft.answer_variants) == 1 else f"variant {variant + 1}"
    return whole if len(draft.answer_variants[variant]) == 1 else f"part {part + 1} of {whole}"


def standing_of(part: Part, pages: Sequence[EvidencePage]) -> Standing:
    """How one part stands on the union of the pages."""
    together = tuple(page for page in pages if page.words.holds(part.wanted))
    if together:
        return Standing(part, "together", together)
    missing = tuple(word for word in part.wanted.content if not any(page.words.has(word) for page in pages))
    tier: Tier = "apart" if part.wanted.content and not missing else "missing"
    return Standing(part, tier, (), missing)


def _looked_at_closely(standing: Standing, pages: Sequence[EvidencePage]) -> Standing:
    """The same, but "close" if each missing word is nearly one of a scanned page."""
    if not 0 < len(set(standing.missing)) <= _MOST_CLOSE_WORDS:
        return standing
    scanned = [page for page in pages if page.is_recognised]
    close = close_words(standing.missing, {word for page in scanned for word in page.words.places})
    if len(close) < len(set(standing.missing)):
        return standing
    return standing._replace(tier="close", close=tuple(close.items()))


def _all_in_order(standings: Sequence[Standing]) -> Finding:
    pages = list(dict.fromkeys(page_name(standing.pages[0].ref) for standing in standings))
    fixes = [fix for standing in standings if (fix := _as_written(standing)) is not None]
    sentence = f"The answer stands on {listed(pages)}."
    if fixes:
        sentence += f" The document writes {quoted(fixes[0].words)}; take its words if you mean the same."
    return _finding("pass", sentence, *fixes[:_MOST_FINDINGS])


def _as_written(standing: Standing) -> UseWords | None:
    """The document's words, where they differ from the answer in more than white space."""
    words = visible(standing.pages[0].words.exact_words(standing.part.wanted))
    differs = words and words != visible(standing.part.wanted.text)
    return _use(standing.part, words) if differs and len(words) <= MOST_CHARS else None


def _of_standing(standing: Standing, pages: Sequence[EvidencePage], found: Sequence[PageRef]) -> Finding:
    name = capital(standing.part.name)
    fixes: list[Fix] = [MarkPage(ref=ref) for ref in found]
    hint = ""
    if found:
        hint = f" Found on {listed([page_name(ref) for ref in found])}, not marked."
    match standing.tier:
        case "apart":
            if words := shortest_stretch(standing.part.wanted, pages):
                fixes.append(_use(standing.part, words))
            sentence = f"The words of {standing.part.name} are on the marked pages, but not together."
            return _finding("note", sentence + hint + " Take the document's wording if there is one.", *fixes)
        case "close":
            pairs = [f"{quoted(word)} is nearly {quoted(other)}" for word, other in standing.close]
            sentence = f"{name} is a close match on a scanned page: {listed(pairs)}."
            return _finding("note", sentence + hint + " Compare it with the picture of the page.", *fixes)
        case _:
            return _not_found(standing, name, pages, fixes, hint)


def _not_found(
    standing: Standing, name: str, pages: Sequence[EvidencePage], fixes: list[Fix], hint: str
) -> Finding:
    written = dict(standing.part.wanted.written)
    missing = list(dict.fromkeys(quoted(written[word]) for word in standing.missing))
    sentence = f"{name} is not found on the marked pages"
    sentence += f": {listed(missing)} {'is' if len(missing) == 1 else 'are'} missing." if missing else "."
    if same := same_value(standing.part.wanted.text, pages):
        fixes = [_use(standing.part, same[1]), *fixes]
        hint += f" {capital(page_name(same[0].ref))} writes the same value as {quoted(same[1])}."
    if without_text := [page_name(page.ref) for page in pages if not page.has_usable_text]:
        hint += f" There is no text to look in on {listed(without_text)}: if it is seen there, say so."
    elif not fixes:
        hint += " Mark the page that has it, or say that it is to be seen in a picture."
    return _finding("warn", sentence + hint, *fixes)


def _elsewhere(
    wrong: Sequence[Standing], pages: Sequence[EvidencePage], evidence: Evidence
) -> list[list[PageRef]]:
    """For each part up to three pages of the same documents that hold it together, nearest first."""
    found: list[list[PageRef]] = [[] for _ in wrong]
    near = _near_pages([page.ref for page in pages], evidence)
    for ref in islice(near, _MOST_PAGES_SEARCHED):
        open_parts = [at for at, refs in enumerate(found) if len(refs) < _MOST_ELSEWHERE]
        if not open_parts:
            break
        page = evidence.page(ref)
        for at in open_parts:
            if page is not None and page.words.holds(wrong[at].part.wanted):
                found[at].append(ref)
    return found


def _near_pages(marked: Sequence[PageRef], evidence: Evidence) -> Iterator[PageRef]:
    """The pages of the documents that are not marked, those next to a marked one first."""
    seen: dict[str, set[int]] = defaultdict(set)
    for ref in marked:
        seen[ref.document].add(ref.page)
    marks = {document: sorted(pages) for document, pages in seen.items()}
    lengths = {document: evidence.n_pages(document) for document in marks}
    for distance in range(1, max(lengths.values(), default=0)):
        for document, pages in marks.items():
            beside = {page + step for page in pages for step in (-distance, distance)}
            for page in sorted(beside - seen[document]):
                if 1 <= page <= lengths[document]:
                    seen[document].add(page)
                    yield PageRef(document=document, page=page)


def _use(part: Part, words: str) -> UseWords:
    return UseWords(variant=part.variant, part=part.part, words=words)


def _finding(level: Literal["pass", "note", "warn"], sentence: str, *fixes: Fix) -> Finding:
    return Finding(check="extractive", level=level, sentence=sentence, fixes=fixes)
