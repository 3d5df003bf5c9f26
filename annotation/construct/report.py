"""The construct report: do the items of a set measure what they are meant to measure?

Every figure is described in docs/construct-report.md. Nothing here asks a model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from annotation.construct.collection import PageText, pages_of, read_collection
from annotation.construct.guessable import Answers, Guess, guess_figures, guess_notes, judge_guesses
from annotation.construct.lexical import LexicalMatch, lexical_figures, lexical_matches, lexical_notes
from annotation.construct.mix import mix_figures, subject_figures, visual_category
from annotation.construct.model_answers import Flags, model_figures
from annotation.construct.near_duplicates import SimilarPair, duplicate_figure, similar_pairs
from annotation.construct.one_query import one_query_figures, one_query_notes
from annotation.construct.spread import distance_figures, evidence_distances, page_gap, spread_figures
from annotation.figures import figures_of
from annotation.likeness import NEAR
from annotation.model_checks import ModelFlag
from annotation.one_query import QUERY_FORMS, BestPages, QueryOutcome, ask_as_one_query, enough
from baseline.analysis.cascade import HopType, hop_type
from baseline.analysis.page_names import PageCatalogue
from baseline.analysis.records import Figure, FigureTable
from db.models import Item
from db.wording import listed
from index.collection import OpenIndex
from index.search.analysis import Analyser, analyser, analyser_of_version

_NAMES_SHOWN = 10
NO_FLAGS: Flags = MappingProxyType({})
Step = TypeVar("Step")


class Collection(NamedTuple):
    """What is asked of an index: documents with their numbers of pages, all pages, the best of them.

    `analyser` reads queries as the index does.
    """

    n_pages: Mapping[str, int]
    pages: Iterable[PageText]
    best_pages: BestPages
    analyser: Analyser


@dataclass(frozen=True, slots=True)
class ConstructRow:
    """One item. None where the item has no evidence, only one page, or no closed-book answer."""

    item_id: str
    hop: HopType | None
    visual: str
    lexical: dict[int, LexicalMatch]
    one_query: tuple[QueryOutcome, ...]
    one_query_enough: bool | None
    page_gap: int | None
    evidence_distance: float | None
    guess: Guess | None
    model_flags: tuple[ModelFlag, ...] = ()


@dataclass(frozen=True, slots=True)
class ConstructReport(FigureTable):
    """All figures, the items behind them in the order given, and pairs of similar questions."""

    n_items: int
    k: int
    threshold: float
    figures: tuple[Figure, ...]
    rows: tuple[ConstructRow, ...]
    pairs: tuple[SimilarPair, ...]
    notes: tuple[str, ...]


def report_on_index(
    items: Sequence[Item],
    index: OpenIndex,
    answers: Answers,
    k: int,
    flags: Flags = NO_FLAGS,
    told: Callable[[float], None] = lambda _: None,
) -> ConstructReport:
    """The report over a published index; reads every page of it once.

    `told` hears how much of the reading and searching is done, from 0 to 1, many times.
    """
    n_pages = {entry.document: entry.n_pages for entry in index.documents()}
    n_steps = sum(n_pages.values()) + len(QUERY_FORMS) * len(items)
    steps = count(1)

    def stepped(of: Step) -> Step:
        told(min(1.0, next(steps) / max(1, n_steps)))
        return of

    collection = Collection(
        n_pages,
        map(stepped, pages_of(index)),
        lambda text, k: stepped(index.best_pages(text, k)),
        analyser_of_version(index.manifest.profile, index.manifest.versions.analyser),
    )
    return construct_report(items, collection, answers, k, flags=flags)


def construct_report(
    items: Sequence[Item],
    collection: Collection,
    answers: Answers,
    k: int,
    threshold: float = NEAR,
    flags: Flags = NO_FLAGS,
) -> ConstructReport:
    """Every construct figure of a set of items.

    `answers` are closed-book answers by item id, empty when there are none; `flags` are those of model
    checks. Words of questions and pages are compared as profile `exact` reads them, whatever the
    profile of the index.
    """
    exact = analyser("exact")
    words = read_collection(items, collection.pages, exact)
    lexical = [lexical_matches(item, words, exact) for item in items]
    asked = [
        ask_as_one_query(item.question, item.evidence, collection.best_pages, collection.analyser, k)
        for item in items
    ]
    gaps = [page_gap(item) for item in items]
    distances = evidence_distances(items, words)
    guesses = judge_guesses(items, answers, exact)
    pairs = similar_pairs(items, threshold)
    figures = figures_of(
        [
            *lexical_figures(lexical),
            *one_query_figures(items, asked, k),
            *mix_figures(items),
            *subject_figures(items),
            *distance_figures(items, gaps, distances),
            *guess_figures(guesses),
            *model_figures(items, flags),
        ]
    )
    rows = (
        ConstructRow(
            item_id=item.item_id,
            hop=hop_type(item.evidence) if item.evidence else None,
            visual=visual_category(item.metadata.visual),
            lexical=lexical[position],
            one_query=asked[position],
            one_query_enough=enough(asked[position], k),
            page_gap=gaps[position],
            evidence_distance=distances[position],
            guess=guesses[position],
            model_flags=flags.get(item.item_id, ()),
        )
        for position, item in enumerate(items)
    )
    return ConstructReport(
        n_items=len(items),
        k=k,
        threshold=threshold,
        figures=(*figures, *spread_figures(items, collection.n_pages), duplicate_figure(len(items), pairs)),
        rows=tuple(rows),
        pairs=tuple(pairs),
        notes=(
            *_evidence_notes(items, PageCatalogue(collection.n_pages)),
            *lexical_notes(lexical),
            *one_query_notes(asked),
            *guess_notes(items, answers),
        ),
    )


def _evidence_notes(items: Sequence[Item], catalogue: PageCatalogue) -> list[str]:
    without = sorted(item.item_id for item in items if not item.evidence)
    elsewhere = sorted(
        f"{item.item_id} ({problem})"
        for item in items
        for ref in item.evidence
        if (problem := catalogue.problem_with(ref.document, ref.page)) is not None
    )
    lacking = "left out where evidence is needed, having none"
    unknown = "evidence that is not in the index counts as not found"
    return [
        *([f"{lacking}: {listed(without, _NAMES_SHOWN)}"] if without else []),
        *([f"{unknown}: {listed(elsewhere, _NAMES_SHOWN)}"] if elsewhere else []),
    ]
