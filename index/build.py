"""Building an index: find, read, publish; then OCR, and publish again.

Every step leaves what it did on disk, so a killed build goes on where it stopped, and a build over
an unchanged folder reads nothing. A bad file is named with its reason and stops nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from db import os_trouble
from db.clock import Clock
from db.errors import AppError, IndexMissing, InvalidInput
from db.models import Frozen
from db.page_store import PageStore
from index.before import Choices, choices_before, manifest_before, require_profile
from index.discovery import Discovery, Failure, FileMoved, FoundFile, discover, hashed
from index.ingest import Ingest
from index.manifest import Manifest, OcrMode, OcrState, PageList, Versions, read_manifest
from index.older_builds import lost_text, manifest_problem
from index.pdf.limits import Limits
from index.pdf.versions import extractor, ocr_engine
from index.progress import Progress
from index.publish import Collection, Published, publish
from index.published import IndexFolder
from index.rewriting import rewrite_damaged
from index.search.analysis import analyser
from index.search.engines import layout
from index.search.interface import EngineName, Profile
from index.search.scoring import K1, B

_CHANGED = "changed while it was being read; build again"


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """What to build from what.

    `profile` None keeps that of the index, or takes `exact`; `engine` None keeps that of the index, or
    takes `postings`. What could not be read before is not
    tried again while its bytes are the same, unless `retries_failures`: the machine may have been
    too busy. What was not read because its reader was killed from outside always is.
    """

    folder: Path
    out: Path
    profile: Profile | None = None
    ocr: OcrMode = "auto"
    n_workers: int = 2
    retries_failures: bool = False
    engine: EngineName | None = None
    limits: Limits = field(default_factory=Limits)


class BuildReport(Frozen):
    """What a build did. Documents are counted by name; `failed` files are not among them.

    `removed` are those whose file is gone: one that failed now is in `failed` only. `ocr_pages` counts the
    pages whose text holds words of OCR. `reread` counts the pages for which a reading that was asked for
    was taken in, `put_back` those that went back to an earlier one. `mended` says that this build was there
    with damaged files and is written anew. `no_usable_text` are the pages with no
    more than a stray mark.

    `rewritten` names older builds whose search files were damaged and were written anew; `left_damaged`
    has a sentence for each older build for which that could not be done, or whose manifest is damaged.
    `lost_text` has a sentence for each document of an older build whose text the page store has lost.
    """

    documents: int
    pages: int
    ocr_pages: int
    added: int
    changed: int
    unchanged: int
    removed: tuple[str, ...]
    repaired: tuple[str, ...]
    no_usable_text: tuple[PageList, ...]
    unread: tuple[PageList, ...]
    failed: tuple[Failure, ...]
    ocr: OcrState
    fingerprint: str
    seconds: float
    rewritten: tuple[str, ...] = ()
    left_damaged: tuple[str, ...] = ()
    lost_text: tuple[str, ...] = ()
    reread: int = 0
    put_back: int = 0
    mended: bool = False


def build_index(request: BuildRequest, clock: Clock) -> BuildReport:
    """Bring the index up to date with the folder.

    Raises:
        InvalidInput: a folder, the profile or the engine cannot be used.
        Conflict: another build of the same index is running.
        NewerManifest: the build in use is of a newer version.
        AppError: the disk is full, or the index cannot be written.
    """
    try:
        return _brought_up_to_date(request, clock)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise AppError(os_trouble.cannot(f"Index {request.out.name!r}", "written", error)) from error


def _brought_up_to_date(request: BuildRequest, clock: Clock) -> BuildReport:
    started = time.monotonic()
    found = discover(request.folder)
    if not found.files and not found.failed:
        raise InvalidInput(f"The folder {request.folder.name!r} holds no PDF files.")
    index = IndexFolder(request.out)
    index.require_room()
    with index.locked():
        index.put_back()
        before = manifest_before(index)
        kept = choices_before(index, before)
        require_profile(index, kept, request.profile)
        store = PageStore(index.page_store, "write")
        try:
            store.forget_passing_failures()
            if request.retries_failures:
                store.forget_failures()
            published = _built(request, _versions(request, kept), found, index, store, clock)
        finally:
            store.close()
        manifest = published.manifest
        if before is None or before.fingerprint != manifest.fingerprint:
            index.prune(_still_of_use(index) | {manifest.fingerprint})
        older = _older_builds(index, manifest)
    report = _report(published, before, time.monotonic() - started)
    return report.model_copy(update=older)


def _older_builds(index: IndexFolder, manifest: Manifest) -> dict[str, tuple[str, ...]]:
    """What became of them, and what is wrong with them, as the report says it."""
    names = _still_of_use(index) - {manifest.fingerprint}
    problems = {name: problem for name in sorted(names) if (problem := manifest_problem(index, name))}
    written = rewrite_damaged(index, names - problems.keys())
    return {
        "rewritten": written.rewritten,
        "left_damaged": (*problems.values(), *written.left_damaged),
        "lost_text": tuple(lost_text(index, names - problems.keys(), manifest)),
    }


def _still_of_use(index: IndexFolder) -> set[str]:
    """Builds that a study may have been made on: all but those that were waiting for OCR.

    One whose manifest cannot be read is kept too: a backup may bring it back.
    """
    kept = set()
    for name in index.whole_builds():
        try:
            waits = read_manifest(index.build(name)).ocr == "pending"
        except IndexMissing:
            waits = False
        if not waits:
            kept.add(name)
    return kept


def _versions(request: BuildRequest, kept: Choices) -> Versions:
    for what, is_kept, is_asked in (
        ("profile", kept.profile, request.profile),
        ("engine", kept.engine, request.engine),
    ):
        if is_kept and is_asked and is_kept != is_asked:
            raise InvalidInput(
                f"Index {request.out.name!r} has the {what} {is_kept!r}; "
                f"build {is_asked!r} under another name."
            )
    profile: Profile = request.profile or kept.profile or "exact"
    engine: EngineName = request.engine or kept.engine or "postings"
    return Versions(
        extractor=extractor(),
        ocr_engine=ocr_engine() if request.ocr != "off" else "",
        ocr_mode=request.ocr,
        analyser=analyser(profile).version,
        profile=profile,
        parameters={"b": B, "k1": K1},
        engine=engine,
        layout=layout(engine),
    )


class _Readable(NamedTuple):
    """The files by name, those of each content, and what is known to have failed."""

    sha256s: dict[str, str]
    by_sha256: dict[str, list[FoundFile]]
    failed: list[Failure]


def _built(
    request: BuildRequest,
    versions: Versions,
    found: Discovery,
    index: IndexFolder,
    store: PageStore,
    clock: Clock,
) -> Published:
    ingest = Ingest(store, versions.extractor, versions.ocr_engine, request.n_workers, request.limits)
    readable = _hashed_files(found, store)
    for sha256 in readable.by_sha256:
        store.mend(sha256, versions.extractor, versions.ocr_engine)
    changed = ingest.read(readable.by_sha256)
    collection = _collection(request, versions, readable, changed, store)
    if request.ocr == "off":
        return publish(collection, {}, "off", index, store, clock)
    wanted = ingest.pages_for_ocr(collection.contents, request.ocr)
    todo = ingest.without_done(wanted)
    if todo:
        publish(collection, {}, "pending", index, store, clock)
        files = {sha256: _unchanged(readable.by_sha256[sha256], changed) for sha256 in todo}
        changed |= ingest.recognise(todo, files)
        collection = _collection(request, versions, readable, changed, store)
        wanted = {sha256: pages for sha256, pages in wanted.items() if sha256 in collection.contents}
    return publish(collection, wanted, "done", index, store, clock)


def _unchanged(files: Iterable[FoundFile], changed: set[str]) -> list[FoundFile]:
    return [file for file in files if file.document not in changed]


def _hashed_files(found: Discovery, store: PageStore) -> _Readable:
    readable = _Readable({}, {}, list(found.failed))
    with Progress("looking at files", unit="file", when_quick="silent") as progress:
        progress.expect(len(found.files))
        for file in found.files:
            progress.advance()
            try:
                sha256 = hashed(file, store)
            except OSError as error:
                reason = f"cannot be read ({error.strerror})"
                readable.failed.append(Failure(document=file.document, reason=reason))
                continue
            except FileMoved:
                readable.failed.append(Failure(document=file.document, reason=_CHANGED))
                continue
            readable.sha256s[file.document] = sha256
            readable.by_sha256.setdefault(sha256, []).append(file)
    return readable


def _collection(
    request: BuildRequest, versions: Versions, readable: _Readable, changed: set[str], store: PageStore
) -> Collection:
    contents: dict[str, list[str]] = {}
    failed = list(readable.failed)
    for document, sha256 in readable.sha256s.items():
        reason = _CHANGED if document in changed else _reason(sha256, versions.extractor, store)
        if reason is None:
            contents.setdefault(sha256, []).append(document)
        else:
            failed.append(Failure(document=document, reason=reason))
    return Collection(
        folder=request.folder.resolve(),
        versions=versions,
        contents=contents,
        failed=tuple(sorted(failed, key=lambda failure: failure.document)),
    )


def _reason(sha256: str, extractor_name: str, store: PageStore) -> str | None:
    """Why these bytes are not in the index, or None if they are."""
    stored = store.document(sha256, extractor_name)
    return stored.refusal if stored is not None else "could not be read; build again"


def _report(published: Published, before: Manifest | None, seconds: float) -> BuildReport:
    manifest = published.manifest
    old = {entry.document: entry.sha256 for entry in before.documents} if before else {}
    new = {entry.document: entry.sha256 for entry in manifest.documents}
    there = new.keys() | {failure.document for failure in manifest.failed}
    reread, put_back = _readings_taken(manifest, before)
    return BuildReport(
        documents=len(manifest.documents),
        pages=manifest.n_pages,
        ocr_pages=manifest.n_ocr_pages,
        added=len(new.keys() - old.keys()),
        changed=sum(old.get(name, sha256) != sha256 for name, sha256 in new.items()),
        unchanged=sum(old.get(name) == sha256 for name, sha256 in new.items()),
        removed=tuple(sorted(old.keys() - there)),
        repaired=tuple(entry.document for entry in manifest.documents if entry.status == "repaired"),
        no_usable_text=manifest.no_usable_text,
        unread=manifest.unread,
        failed=manifest.failed,
        ocr=manifest.ocr,
        fingerprint=manifest.fingerprint,
        seconds=round(seconds, 3),
        reread=reread,
        put_back=put_back,
        mended=published.mended,
    )


def _readings_taken(manifest: Manifest, before: Manifest | None) -> tuple[int, int]:
    """How many pages have a reading that they did not have before, and how many have lost theirs."""
    old = {(entry.document, entry.sha256): entry.pages for entry in before.documents} if before else {}
    reread = put_back = 0
    for entry in manifest.documents:
        for page, was in zip(entry.pages, old.get((entry.document, entry.sha256), ()), strict=False):
            if page.reading != was.reading:
                reread += bool(page.reading)
                put_back += not page.reading
    return reread, put_back
