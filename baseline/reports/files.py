"""Every file of a report, and the manifest that says what they are."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from baseline.exports.files import ExportFile
from baseline.reports.about_sections import Gold
from baseline.reports.canonical import data_files
from baseline.reports.findings import Findings
from baseline.reports.fingerprints import code_facts
from baseline.reports.html import report_html, tables_of
from baseline.reports.latex import table_files
from baseline.reports.sections import report_sections
from baseline.reports.source import Source
from baseline.reports.source_files import source_files

MANIFEST = "MANIFEST"


def report_files(source: Source, findings: Findings, gold: Gold) -> list[ExportFile]:
    """`report.html`, `tables/`, `data/`, `recompute/` unless the gold is withheld, and `MANIFEST`.

    The same source gives the same bytes: no file says when it was written.
    """
    sections = report_sections(source, findings, code_facts(), gold)
    study = source.study
    title = f"Report: {study.title}"
    page = report_html(title, source.told.card.subtitle, sections, findings.systems)
    tables = list(tables_of(sections))
    files = [
        ExportFile("report.html", page, len(tables), "the report, for a browser or paper"),
        *table_files(tables, f"study {study.study_id}"),
        *data_files(source, findings),
        *(source_files(source) if gold == "included" else ()),
    ]
    return [*files, manifest_of(files)]


def manifest_of(files: Sequence[ExportFile]) -> ExportFile:
    """A line a file, as `sha256sum -c` reads it."""
    lines = [f"{sha256_of((one.text or '').encode())}  {one.name}\n" for one in files]
    return ExportFile(MANIFEST, "".join(lines), len(files), "the sha256 of every file")


def sha256_of(content: bytes) -> str:
    """As it stands in a manifest."""
    return hashlib.sha256(content).hexdigest()
