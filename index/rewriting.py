"""Older builds with damaged search files: written anew from their own manifest and the page store.

The build in use is made from the folder (publish.py). The folder of an older one may have changed since,
but its manifest names every page, and the page store has their words: so a study keeps its build.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from db.errors import AppError, IndexMissing
from index.check_pages import words_trouble
from index.collection import OpenIndex
from index.manifest import Manifest, fits_its_name, read_manifest, write_manifest
from index.progress import Progress
from index.published import IndexFolder
from index.search.analysis import analyser_of_version
from index.search.engines import layout, new_index
from index.search.scoring import K1, B
from index.search_files import SEARCH_FOLDER, damaged_files, is_sealed, seal


class Rewriting(NamedTuple):
    """Fingerprints of the builds that were written anew, and a sentence for each that could not be."""

    rewritten: tuple[str, ...]
    left_damaged: tuple[str, ...]


def rewrite_damaged(index: IndexFolder, names: Iterable[str]) -> Rewriting:
    """Write anew those of these builds whose search files are not as they were sealed, or have no seal more.

    For whoever holds the lock of the index. Builds from before there were seals are left alone: nobody
    can say whether they are damaged.
    """
    rewritten, left_damaged = [], []
    for name in sorted(names):
        if not damaged_files(index.build(name), "bytes") and not has_lost_seal(index, name):
            continue
        try:
            _rewrite(index, name)
        except AppError as error:
            left_damaged.append(f"Build {name} is damaged and cannot be written anew. {error.user_message}")
        else:
            rewritten.append(name)
    return Rewriting(tuple(rewritten), tuple(left_damaged))


def has_lost_seal(index: IndexFolder, name: str) -> bool:
    """Whether a build has no seal and was made when builds had one. For builds whose manifest is whole."""
    folder = index.build(name)
    return not is_sealed(folder) and read_manifest(folder).has_digests


def _rewrite(index: IndexFolder, name: str) -> None:
    manifest = read_manifest(index.build(name))
    _require_same_maker(manifest, name)
    opened = OpenIndex(index, manifest)
    try:
        # All of it before anything is written: half a build is worth nothing.
        _require_pages(opened)
        with index.new_build(name) as unfinished:
            how = analyser_of_version(manifest.profile, manifest.versions.analyser)
            with (
                Progress("writing an older build anew") as progress,
                new_index(manifest.versions.engine, unfinished / SEARCH_FOLDER, how) as writer,
            ):
                progress.expect(manifest.n_pages)
                for entry in manifest.documents:
                    for number in range(1, entry.n_pages + 1):
                        writer.add(entry.document, number, opened.page_text(entry.document, number))
                        progress.advance()
            write_manifest(manifest, unfinished)
            seal(unfinished)
    finally:
        opened.close()


def _require_same_maker(manifest: Manifest, name: str) -> None:
    """What this version writes must be what that one wrote, or the same fingerprint would name two things."""
    if manifest.fingerprint != name or not fits_its_name(manifest):
        raise IndexMissing("Its manifest does not fit its fingerprint.")
    versions = manifest.versions
    analyser_of_version(manifest.profile, versions.analyser)
    if versions.layout != layout(versions.engine) or dict(versions.parameters) != {"b": B, "k1": K1}:
        raise IndexMissing("It was written by another version of Pagetrail, which alone can do it.")


def _require_pages(index: OpenIndex) -> None:
    for entry in index.manifest.documents:
        if index.n_stored_pages(entry.document) != entry.n_pages:
            raise IndexMissing(f"The page store no longer has all pages of {entry.document[:200]!r}.")
        for number in range(1, entry.n_pages + 1):
            if words_trouble(index, entry, number):
                raise IndexMissing(
                    f"The page store no longer has page {number} of {entry.document[:200]!r} as it was read "
                    "for this build."
                )
