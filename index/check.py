"""Whether an index is whole, and whether it still fits a folder.

What is compared: the pointer and the build it names; the folder's files by their bytes; the manifest
with its own fingerprint; every page of the manifest, and of those of older builds, with the page store,
thumbnails included; the search files with their seal, and with the texts of all pages, word by word on an
even sample of the vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from db.errors import AppError, IndexMissing
from db.home import index_folder
from db.models import Frozen
from db.page_store import PageStore, is_passing
from db.wording import counted
from index.check_pages import page_problems
from index.check_search import search_problems
from index.collection import OpenIndex, open_index
from index.discovery import Discovery, Failure, discover, sha256_of
from index.manifest import AGAIN, damaged, fits_its_name, is_gone, manifest_as_it_is, read_manifest
from index.older_builds import lost_text, manifest_problem
from index.progress import Progress
from index.published import IndexFolder
from index.rewriting import has_lost_seal
from index.search_files import damaged_files, is_sealed


class CheckReport(Frozen):
    """Differences by document name; `problems` are sentences. `ok` if there is none of either.

    Files that were refused when the index was built, and hold the same bytes, make no difference.
    They, and files that cannot be documents, are named in `left_out` with the reason.
    `leftovers` name what killed builds left behind: harmless, and removed by the next build. `notes` say what
    cannot be told of builds that are older than digests and seals; they are no differences.
    """

    ok: bool
    fingerprint: str
    documents: int
    pages: int
    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    problems: tuple[str, ...]
    leftovers: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    left_out: tuple[Failure, ...] = ()


def check_index(name_or_path: str, folder: Path) -> CheckReport:
    """Compare the index in use with itself and with the folder. Reads every file and every page.

    Raises:
        IndexMissing: there is no index, or its pointer names a build that is not there.
        InvalidInput: the folder does not exist.
    """
    published = IndexFolder(index_folder(name_or_path))
    index = _opened(published)
    try:
        report = check(index, folder)
    finally:
        index.close()
    _distrust(published, folder, report.changed)
    return report


def check(index: OpenIndex, folder: Path) -> CheckReport:
    """The same for a build that is open."""
    found = discover(folder)
    differences = _differences(index, found)
    left_out = _left_out(index, found, differences)
    problems = (
        *_manifest_problems(index),
        *_passing_problems(index, left_out),
        *_picture_problems(index, differences),
        *_other_builds(index),
        *page_problems(index),
        *search_problems(index),
    )
    return CheckReport(
        ok=not (any(differences) or problems),
        fingerprint=index.fingerprint,
        documents=len(index.manifest.documents),
        pages=index.manifest.n_pages,
        added=differences.added,
        changed=differences.changed,
        removed=differences.removed,
        problems=problems,
        leftovers=tuple(IndexFolder(index.folder).leftovers()),
        notes=tuple(_notes(index)),
        left_out=left_out,
    )


def _notes(index: OpenIndex) -> Iterator[str]:
    published = IndexFolder(index.folder)
    for name in published.whole_builds():
        folder = published.build(name)
        try:
            manifest = read_manifest(folder)
        except IndexMissing:
            continue
        if manifest.has_digests:
            continue
        told = "of its words only how many there are on each page"
        if not is_sealed(folder):
            told += ", and of its search files nothing"
        yield f"build {name} is older than digests: {told} can be compared"


def _opened(published: IndexFolder) -> OpenIndex:
    """The build in use, whole or not; its search files are opened when they are found to be whole."""
    name, current = published.folder.name, published.current()
    whole = published.whole_builds()
    if current is None and whole:
        raise IndexMissing(
            f"Index {name!r} holds {counted(len(whole), 'builds')}, and its pointer `current` names none "
            "of them: it is missing or damaged; build the index again."
        )
    if current is None:
        return open_index(str(published.folder))
    if current not in whole:
        raise IndexMissing(
            f"The pointer of index {name!r} names build {current}, which is not there; build it again."
        )
    manifest = manifest_as_it_is(published.build(current)).manifest
    return OpenIndex(published, manifest.model_copy(update={"fingerprint": current}))


def _distrust(published: IndexFolder, folder: Path, names: Iterable[str]) -> None:
    """Have the next build read these files, whatever their directory entries say."""
    files = [folder.resolve() / name for name in names]
    if not files:
        return
    try:
        with published.locked():
            store = PageStore(published.page_store, "write")
            try:
                for file in files:
                    store.forget_hash(str(file))
            finally:
                store.close()
    except (AppError, OSError):
        # Whoever may not write here, or meets a builder, has looked all the same.
        return


class _Differences(NamedTuple):
    """Names of documents that the folder and the index do not have in common."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]


def _differences(index: OpenIndex, found: Discovery) -> _Differences:
    """By bytes, whatever the files' times say."""
    indexed = {entry.document: entry.sha256 for entry in index.manifest.documents}
    refused = {failure.document for failure in index.manifest.failed}
    now: dict[str, str | None] = {}
    with Progress("comparing files", unit="file", when_quick="silent") as progress:
        progress.expect(len(found.files))
        for file in found.files:
            now[file.document] = _sha256_or_none(file.path)
            progress.advance()
    # A file that was good and now cannot even be looked at has changed, not gone.
    unusable = {failure.document for failure in found.failed}
    added, changed = [], [name for name in indexed if name in unusable]
    for name, sha256 in now.items():
        if name in indexed:
            if sha256 != indexed[name]:
                changed.append(name)
        elif name not in refused:
            added.append(name)
        elif sha256 is not None and not index.is_known_failure(sha256):
            changed.append(name)
    removed = [name for name in indexed if name not in now and name not in unusable]
    return _Differences(tuple(sorted(added)), tuple(sorted(changed)), tuple(sorted(removed)))


def _left_out(index: OpenIndex, found: Discovery, differences: _Differences) -> tuple[Failure, ...]:
    """The files of the folder that are not in the index, but for those that a build would take in."""
    names = {file.document for file in found.files}
    failures = {failure.document: failure for failure in index.manifest.failed if failure.document in names}
    failures |= {failure.document: failure for failure in found.failed}
    told = {*differences.added, *differences.changed}
    return tuple(failures[name] for name in sorted(failures) if name not in told)


def _passing_problems(index: OpenIndex, left_out: Iterable[Failure]) -> Iterator[str]:
    """What the last build could not read through no fault of the file."""
    for failure in left_out:
        if is_passing(failure.reason):
            yield f"{failure.document!r} was not read, for its reader was killed; build the index again."
    for entry in index.manifest.documents:
        n_pages = sum(is_passing(page.failure) for page in entry.pages)
        if n_pages:
            pages = counted(n_pages, "pages")
            yield (
                f"{pages} of {entry.document!r} were not fully read, for the reader was killed; build the "
                "index again."
            )


def _picture_problems(index: OpenIndex, differences: _Differences) -> Iterator[str]:
    """Pages are drawn from the documents: they must be where the index knows them."""
    told = set(differences.removed)
    names = [entry.document for entry in index.manifest.documents if entry.document not in told]
    gone = [name for name in names if is_gone(index.source_file(name))]
    if gone:
        yield (
            f"the pages of {counted(len(gone), 'documents')} cannot be drawn (the first is {gone[0]!r}): the "
            "files are not where the index was built from. Put them back, or build the index again from the "
            "folder in which they are now."
        )


def _sha256_or_none(path: Path) -> str | None:
    try:
        return sha256_of(path)
    except OSError:
        return None


def _manifest_problems(index: OpenIndex) -> Iterator[str]:
    try:
        written, is_whole = manifest_as_it_is(index.build_folder)
    except IndexMissing as error:
        yield error.user_message
        return
    if not is_whole or written.fingerprint != index.fingerprint:
        yield f"{damaged(index.build_folder)}: it does not say what it said when it was written; {AGAIN}."
    manifest = index.manifest
    if not fits_its_name(manifest):
        yield "The manifest does not fit its own fingerprint; build the index again."
    if manifest.ocr == "pending":
        yield "The build in use still waits for OCR; build the index again to finish it."
    counts: Mapping[str, int] = _counted(entry.document for entry in manifest.documents)
    for document, n_times in counts.items():
        if n_times > 1:
            yield f"{document!r} stands {n_times} times in the manifest; build the index again."


def _counted(names: Iterator[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return counts


def _other_builds(index: OpenIndex) -> Iterator[str]:
    """Older builds that studies may have been made on must open too, and have their text."""
    published = IndexFolder(index.folder)
    others = [name for name in published.whole_builds() if name != index.fingerprint]
    for name in others:
        problem = manifest_problem(published, name)
        if problem:
            yield problem
            continue
        if has_lost_seal(published, name):
            yield f"The search files of build {name!r} have no seal. Build the index again."
        files = damaged_files(published.build(name), "bytes")
        if files:
            named = ", ".join(files)
            yield f"The search files of build {name!r} are damaged ({named}). Build the index again."
    yield from lost_text(published, others, index.manifest)
