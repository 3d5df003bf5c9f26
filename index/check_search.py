"""The search files against their seal and the texts of all pages, whatever engine made them.

Every page's text goes through the analyser; for an even sample of the words that come out, a search
must find as many pages as there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from db.errors import AppError, IndexMissing
from db.wording import counted
from index.collection import OpenIndex
from index.progress import Progress
from index.search.analysis import Analyser, analyser_of_version
from index.search.interface import QueryProblem
from index.search.tokens import BROKEN
from index.search_files import SEAL, damaged_files, is_sealed

N_WORDS_TRIED = 400
_AGAIN = "Build the index again."


def search_problems(index: OpenIndex) -> Iterator[str]:
    """What is damaged in the search files, or what they hold too much or too little."""
    try:
        yield from _problems(index)
    except AppError as error:
        yield f"The search files cannot be searched: {error.user_message}"


def _problems(index: OpenIndex) -> Iterator[str]:
    if not is_sealed(index.build_folder):
        # Damaged files might end whoever searches them.
        yield f"The search files have no seal ({SEAL}), so nobody can say whether they are damaged. {_AGAIN}"
        return
    damaged = damaged_files(index.build_folder, "bytes")
    if damaged:
        # Searching them would find out nothing more, and might fail.
        yield f"The search files are damaged ({', '.join(damaged)}). {_AGAIN}"
        return
    n_searchable, n_pages_known = index.n_searchable_pages, index.manifest.n_pages
    if n_searchable != n_pages_known:
        held = counted(n_searchable, "pages")
        yield f"The search files hold {held}, the manifest {n_pages_known}; build the index again."
    how = analyser_of_version(index.profile, index.manifest.versions.analyser)
    wrong = []
    tried = _sample(_page_counts(index, how), N_WORDS_TRIED)
    for word, n_pages in tried:
        n_found = _n_found(index, word)
        if n_found is not None and n_found != n_pages:
            wrong.append(f"{word!r} stands on {counted(n_pages, 'pages')} and is found on {n_found}")
    if wrong:
        yield (
            f"Of {counted(len(tried), 'words')} tried, {len(wrong)} are not found where they stand: "
            f"{'; '.join(wrong[:3])}. {_AGAIN}"
        )


def _page_counts(index: OpenIndex, how: Analyser) -> Counter[str]:
    """On how many pages each word stands. Words that a query would read as several are left out."""
    counts: Counter[str] = Counter()
    with Progress("comparing words", when_quick="silent") as progress:
        progress.expect(index.manifest.n_pages)
        for entry in index.manifest.documents:
            for number in range(1, entry.n_pages + 1):
                progress.advance()
                try:
                    text = index.page_text(entry.document, number)
                except IndexMissing:
                    # Named by the check of the page store.
                    continue
                counts.update({token.text for token in how.tokens(text)})
    return Counter({word: n for word, n in counts.items() if BROKEN not in word})


def _sample(counts: Counter[str], n_words: int) -> list[tuple[str, int]]:
    """Evenly over the vocabulary in alphabetical order: the same words every time."""
    words = sorted(counts)
    step = max(1, len(words) // n_words)
    return [(word, counts[word]) for word in words[::step]]


def _n_found(index: OpenIndex, word: str) -> int | None:
    """How many pages a search for this word finds; None if no query can ask for it alone."""
    try:
        result = index.search(f'"{word}"', 1)
    except QueryProblem:
        return None
    return result.total if result.parsed.strip('"') == word else None
