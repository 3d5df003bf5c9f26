"""What the commands print for people."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from db.wording import counted
from index.build import BuildReport
from index.check import CheckReport
from index.manifest import PageList
from index.search.interface import SearchResult

_PAGES_NAMED = 12


def printed_report(report: BuildReport) -> str:
    """A build in a few lines, failures by name."""
    lines = [
        f"{counted(report.documents, 'documents')}, {counted(report.pages, 'pages')} "
        f"({report.ocr_pages} by OCR) in {report.seconds:.1f} s",
        f"added {report.added}, changed {report.changed}, unchanged {report.unchanged}, "
        f"removed {len(report.removed)}, repaired {len(report.repaired)}, failed {len(report.failed)}",
        *_readings_lines(report),
        *(f"failed: {failure.document} {failure.reason}" for failure in report.failed),
        *_page_lines("no usable text", report.no_usable_text),
        *_page_lines("not fully read", report.unread),
        *(["the files of this build were damaged and are written anew"] if report.mended else []),
        *(f"older build {name} was damaged and is written anew" for name in report.rewritten),
        *report.left_damaged,
        *report.lost_text,
        f"fingerprint {report.fingerprint}",
    ]
    return _joined(lines)


def _readings_lines(report: BuildReport) -> list[str]:
    lines = []
    if report.reread:
        lines.append(f"{counted(report.reread, 'pages')} read again taken in")
    if report.put_back:
        lines.append(f"{counted(report.put_back, 'pages')} put back to the text of before")
    return lines


def printed_check(report: CheckReport) -> str:
    """What differs, a line each."""
    verdict = "The index fits the folder" if report.ok else "The index does not fit the folder"
    n_left_out = counted(len(report.left_out), "files")
    left_out = f"; {n_left_out} of the folder left out" if report.left_out else ""
    return _joined(
        [
            *(f"not in the index: {name}" for name in report.added),
            *(f"changed since: {name}" for name in report.changed),
            *(f"not in the folder: {name}" for name in report.removed),
            *(f"left out: {failure.document} {failure.reason}" for failure in report.left_out),
            *(f"problem: {problem}" for problem in report.problems),
            *(f"note: {note}" for note in report.notes),
            *(f"left behind by a build that was killed: {name}" for name in report.leftovers),
            f"{verdict}: {counted(report.documents, 'documents')}, {counted(report.pages, 'pages')}, "
            f"build {report.fingerprint}{left_out}.",
        ]
    )


def _page_lines(what: str, entries: Sequence[PageList]) -> list[str]:
    return [f"{what}: {entry.document} pages {_numbers(entry.pages)}" for entry in entries]


def _numbers(pages: Sequence[int]) -> str:
    named = ", ".join(map(str, pages[:_PAGES_NAMED]))
    return named if len(pages) <= _PAGES_NAMED else f"{named} and {len(pages) - _PAGES_NAMED} more"


def printed_hits(result: SearchResult) -> str:
    """A result list for a terminal."""
    shown = f", the best {len(result.hits)} of them" if result.total > len(result.hits) else ""
    lines = [f"{counted(result.total, 'pages')} for {result.query}{shown} ({result.took_ms:.0f} ms)"]
    if result.parsed != result.query:
        lines.append(f"read as: {result.parsed or 'nothing'}")
    if result.message:
        lines.append(result.message)
    for hit in result.hits:
        lines.append(f"{hit.rank:>3}  {hit.document}  p. {hit.page}  ({hit.score:.3f})")
        lines.append(f"     {hit.snippet}")
    return _joined(lines)


def _joined(lines: Sequence[str]) -> str:
    """Each on one line of its own, whatever line breaks or control characters names of files hold."""
    return "\n".join("".join(map(_shown, line)) for line in lines)


def _shown(char: str) -> str:
    # Spaces of other widths are part of names in some scripts.
    if char.isprintable() or unicodedata.category(char) == "Zs":
        return char
    return char.encode("unicode_escape").decode("ascii")
