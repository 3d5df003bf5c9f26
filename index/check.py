"""Whether an index is whole, and whether it still fits a folder."""

from __future__ import annotations

from pathlib import Path

from db.errors import IndexMissing
from db.models import Frozen
from index.collection import OpenIndex
from index.discovery import discover, sha256_of
from index.manifest import fingerprint


class CheckReport(Frozen):
    """Differences by document name; `problems` are sentences. `ok` if there is none of either.

    Files that were refused when the index was built, and still are, make no difference.
    """

    ok: bool
    fingerprint: str
    documents: int
    pages: int
    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    problems: tuple[str, ...]


def check(index: OpenIndex, folder: Path) -> CheckReport:
    """Compare the index with itself and with the folder. Reads every file and every page."""
    manifest = index.manifest
    indexed = {entry.document: entry.sha256 for entry in manifest.documents}
    refused = {failure.document for failure in manifest.failed}
    found = {file.document: file.path for file in discover(folder).files}
    added = tuple(sorted(found.keys() - indexed.keys() - refused))
    removed = tuple(sorted(indexed.keys() - found.keys()))
    common = sorted(found.keys() & indexed.keys())
    changed = tuple(name for name in common if sha256_of(found[name]) != indexed[name])
    problems = tuple(_problems(index))
    return CheckReport(
        ok=not (added or removed or changed or problems),
        fingerprint=manifest.fingerprint,
        documents=len(indexed),
        pages=manifest.n_pages,
        added=added,
        changed=changed,
        removed=removed,
        problems=problems,
    )


def _problems(index: OpenIndex) -> list[str]:
    manifest = index.manifest
    problems: list[str] = []
    documents = [
        (entry.document, entry.sha256, [i for i, page in enumerate(entry.pages, 1) if page.failure])
        for entry in manifest.documents
    ]
    if fingerprint(documents, manifest.ocr, manifest.versions) != manifest.fingerprint:
        problems.append("The manifest does not fit its own fingerprint; build the index again.")
    if index.n_searchable_pages != manifest.n_pages:
        problems.append(
            f"The search files hold {index.n_searchable_pages} pages, the manifest {manifest.n_pages}."
        )
    for entry in manifest.documents:
        with_text = [number for number, page in enumerate(entry.pages, 1) if page.source != "none"]
        n_lost = sum(_is_lost(index, entry.document, number) for number in with_text)
        if n_lost:
            problems.append(f"{entry.document!r}: the words of {n_lost} pages are lost; build again.")
    return problems


def _is_lost(index: OpenIndex, document: str, page: int) -> bool:
    try:
        return not index.words(document, page).words
    except IndexMissing:
        return True
