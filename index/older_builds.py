"""Older builds, which only studies use: whether they can be opened, and whether their text is still there.

The build in use is mended from the folder. An older one needs the page store to have its pages, and a
page store that was made anew has those of the folder only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from db.errors import IndexMissing
from index.check_pages import Trouble, document_troubles
from index.collection import OpenIndex
from index.manifest import DocumentEntry, Manifest, fits_its_name, read_manifest
from index.progress import Progress
from index.published import IndexFolder

_RESTORE = "restore its folder from a backup, or build the index again from the files it was made of"


class _ReadPages(NamedTuple):
    """Pages as something read them: builds that name the same ones need one look."""

    extractor: str
    ocr_engine: str
    entry: DocumentEntry


def read_by(manifest: Manifest) -> set[_ReadPages]:
    """What a build needs of the page store, document by document."""
    versions = manifest.versions
    return {_ReadPages(versions.extractor, versions.ocr_engine, entry) for entry in manifest.documents}


def manifest_problem(index: IndexFolder, name: str) -> str:
    """Why a build that is kept cannot be opened, with what to do; empty if its manifest is whole."""
    try:
        manifest = read_manifest(index.build(name))
    except IndexMissing as error:
        return f"Build {name[:64]!r} cannot be opened ({_without_stop(error)}): {_RESTORE}."
    if manifest.fingerprint != name:
        return f"Build {name!r} calls itself {manifest.fingerprint[:64]!r}: {_RESTORE}."
    if not fits_its_name(manifest):
        return f"The manifest of build {name!r} does not fit its fingerprint: {_RESTORE}."
    return ""


def lost_text(index: IndexFolder, names: Iterable[str], newest: Manifest) -> Iterator[str]:
    """One sentence for each document of older builds and kind of trouble: what the page store has lost.

    Documents that the newest build has just as they are here are left out: they belong to its own check.
    Builds whose manifest cannot be read are left to `manifest_problem`.
    """
    known = read_by(newest)
    troubles: dict[_ReadPages, list[Trouble]] = {}
    builds: dict[_ReadPages, list[str]] = {}
    with Progress("comparing older builds", when_quick="silent") as progress:
        for name in sorted(names):
            try:
                older = OpenIndex(index, read_manifest(index.build(name)))
            except IndexMissing:
                continue
            try:
                for pages in read_by(older.manifest) - known:
                    if pages not in troubles:
                        progress.expect(pages.entry.n_pages)
                        troubles[pages] = list(document_troubles(older, pages.entry))
                        progress.advance(pages.entry.n_pages)
                    builds.setdefault(pages, []).append(name)
            finally:
                older.close()
    for pages in sorted(builds, key=lambda pages: (pages.entry.document, builds[pages])):
        yield from (_lost(builds[pages], trouble) for trouble in troubles[pages])


def _lost(names: Sequence[str], trouble: Trouble) -> str:
    again = ", then have these pages read again with OCR" if trouble.of_readings else ""
    return (
        f"{'Build' if len(names) == 1 else 'Builds'} {', '.join(names)}, which studies may use: "
        f"{trouble.sentence}; put the file that was read for it into the folder and build the index "
        f"again{again}."
    )


def _without_stop(error: IndexMissing) -> str:
    return error.user_message.removesuffix(".").partition(";")[0]
