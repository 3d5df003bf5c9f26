"""The collection that a run's citations are looked up in: the one named, else the set's own."""

from __future__ import annotations

from typing import NamedTuple

from baseline.analysis.page_names import PageCatalogue, catalogue_of
from db.connection import Database
from db.errors import IndexMissing
from db.studies import all_studies
from index.collection import open_index


class LookedUp(NamedTuple):
    """The pages of a build, and its fingerprint."""

    catalogue: PageCatalogue
    fingerprint: str


def look_up_in(database: Database, set_name: str, index: str | None) -> LookedUp | None:
    """The build of the index that is named; else the one build that all studies on the set use.

    None where the set's studies use none or several, or theirs is gone: then nothing is looked up, and the
    report of the import says so.

    Raises:
        IndexMissing: an index is named that is not there.
    """
    if index is not None:
        return _opened(index, None)
    builds = builds_of_set(database, set_name)
    if len(builds) != 1:
        return None
    try:
        return _opened(*builds[0])
    except IndexMissing:
        return None


def builds_of_set(database: Database, set_name: str) -> list[tuple[str, str]]:
    """Index name and fingerprint of every build that a study on the set uses, the newest study's first."""
    used = [study for study in all_studies(database) if study.item_set == set_name]
    return list(dict.fromkeys((study.index_name, study.index_fingerprint) for study in used))


def _opened(name: str, fingerprint: str | None) -> LookedUp:
    opened = open_index(name, fingerprint=fingerprint, search_files="when asked")
    try:
        return LookedUp(catalogue_of(opened.documents()), opened.fingerprint)
    finally:
        opened.close()
