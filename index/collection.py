"""An index that is open for reading: documents, words, hits. Shared by all sessions and threads."""

from __future__ import annotations

import threading
from bisect import bisect_right
from typing import Literal

from db.errors import AppError, IndexMissing
from db.home import index_folder
from db.page_trouble import PageDamaged
from db.wording import COMMAND
from index.build_pages import BuildPages, TextLost
from index.manifest import (
    Manifest,
    manifest_time_ns,
    read_manifest,
)
from index.published import IndexFolder
from index.search.analysis import analyser_of_version
from index.search.answering import AnsweringEngine, Ranked, SearchedBuild
from index.search.engines import open_engine
from index.search.interface import QueryProblem, SearchResult
from index.search_files import SEARCH_FOLDER, FilesWatch, require_whole


def open_index(
    name_or_path: str,
    fingerprint: str | None = None,
    search_files: Literal["at once", "when asked"] = "at once",
) -> OpenIndex:
    """Open the build in use, or an older one that is still kept.

    Args:
        name_or_path: a bare name (`PAGETRAIL_HOME/indexes/NAME`) or a folder.
        fingerprint: a build by name; None follows the pointer to the one in use.
        search_files: when they are opened. Who only looks at pages need not have them.

    Raises:
        IndexMissing: there is no such index or build, or its search files are damaged.
        IndexUnreadable, PageStoreUnusable: it is there, and this user may not read it.
    """
    folder = index_folder(name_or_path)
    published = IndexFolder(folder)
    wanted = fingerprint or published.current()
    if wanted is None:
        raise IndexMissing(
            f"The pointer `current` of index {folder.name!r} is missing or damaged; build the index again."
            if published.whole_builds()
            else f"There is no index {folder.name!r}; build it with `{COMMAND} index build`."
        )
    index = OpenIndex(published, read_manifest(published.build(wanted)))
    if search_files == "at once":
        try:
            index.open_search()
        except AppError:
            index.close()
            raise
    return index


class OpenIndex(BuildPages):
    """A published build. Safe to share by any number of threads; close it when it is replaced."""

    def __init__(self, published: IndexFolder, manifest: Manifest) -> None:
        super().__init__(published, manifest)
        self.fingerprint = manifest.fingerprint
        self.profile = manifest.profile
        self.build_folder = published.build(manifest.fingerprint)
        self._manifest_now = manifest_time_ns(self.build_folder), manifest
        self._opening = threading.Lock()
        self._opened: AnsweringEngine | None = None
        self._watch: FilesWatch | None = None

    def open_search(self) -> None:
        """Open the search files, unless they are. Raises IndexMissing if they are damaged."""
        self._engine()

    def _engine_over_files(self) -> AnsweringEngine:
        manifest = self.manifest
        # Before they are opened: what changes meanwhile is noticed at the next look.
        self._watch = FilesWatch(self.build_folder)
        require_whole(self.build_folder)
        build = SearchedBuild(
            analyser_of_version(manifest.profile, manifest.versions.analyser),
            manifest.fingerprint,
            self._text_for_snippet,
            sum(len(entry.pages) for entry in manifest.no_usable_text),
        )
        return open_engine(manifest.versions.engine, self.build_folder / SEARCH_FOLDER, build)

    def _engine(self) -> AnsweringEngine:
        """What answers; opened anew if the files were written anew. Raises IndexMissing if damaged."""
        with self._opening:
            if self._watch is not None and not self._watch.are_there():
                # Not closed: a search may still use it. Its maps go with the last one that does.
                self._opened = None
            if self._opened is None:
                self._opened = self._engine_over_files()
            return self._opened

    def search(self, text: str, k: int) -> SearchResult:
        """The best `k` pages. Raises QueryProblem for what the language does not take."""
        return self._engine().search(text, k)

    def best_pages(self, text: str, k: int) -> tuple[int, list[Ranked]]:
        """How many pages match, and the hits of `search` without their snippets, which cost most.

        Raises QueryProblem for what the language does not take.
        """
        return self._engine().best_pages(text, k)

    def highlights(self, text: str, document: str, page: int) -> list[int]:
        """Positions in `words(document, page).words` that the query matches; [] if it is refused.

        Raises:
            NotFound: no such document or page.
            TextLost: the page had words, and the page store has lost them.
        """
        page_text, starts = self._placed(document, page)
        try:
            spans = self._engine().match_spans(text, page_text)
        except QueryProblem:
            return []
        found: set[int] = set()
        for start, end in spans:
            found.update(range(bisect_right(starts, start) - 1, bisect_right(starts, end - 1)))
        return sorted(found)

    def manifest_now(self) -> tuple[int, Manifest]:
        """The manifest as it is on disk, and a number that changes with it: only `failed` may differ."""
        written_ns = manifest_time_ns(self.build_folder)
        if written_ns not in {0, self._manifest_now[0]}:
            self._manifest_now = written_ns, read_manifest(self.build_folder)
        return self._manifest_now

    def _text_for_snippet(self, document: str, page: int) -> str:
        """Empty if it is lost: the page is a hit all the same, and opening it says why there is no text."""
        try:
            return self.page_text(document, page)
        except (TextLost, PageDamaged):
            return ""

    @property
    def n_searchable_pages(self) -> int:
        """Number of pages in the search files, to hold against the manifest."""
        return self._engine().n_pages

    def close(self) -> None:
        """Give files back. Nothing may be asked afterwards."""
        if self._opened is not None:
            self._opened.close()
        super().close()
