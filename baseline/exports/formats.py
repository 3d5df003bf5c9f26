"""The formats of an export, each a function from a study to files: the command and the page share them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from baseline.exports.card.files import card_files
from baseline.exports.contents import StudyContents, read_contents
from baseline.exports.dictionary import dictionary_files
from baseline.exports.files import ExportFile
from baseline.exports.inspect_logs import inspect_files
from baseline.exports.madqa import madqa_files
from baseline.exports.tables import csv_files
from baseline.exports.trajectories import trajectory_files
from db.connection import Database
from db.snapshot import snapshot

Maker = Callable[[Database, StudyContents], list[ExportFile]]
ByteOrderMark = Literal["with", "without"]


class Format(NamedTuple):
    """One format: what it is called on a screen, who reads it, and how it is made."""

    title: str
    meant_for: str
    files: Maker


def _trajectories(database: Database, contents: StudyContents) -> list[ExportFile]:
    return [*trajectory_files(database, contents), *dictionary_files()]


FORMATS: Mapping[str, Format] = {
    "card": Format(
        "Baseline card",
        "What a human baseline must report, with the parity sheet: Markdown, LaTeX, JSON",
        card_files,
    ),
    "madqa": Format(
        "Predictions (MADQA)",
        "Answers, one row for each counted item, for the public scorer and ours",
        lambda database, contents: madqa_files(contents),
    ),
    "trajectories": Format(
        "Trajectories (JSON Lines)",
        "Every event of every attempt in order, with a data dictionary",
        _trajectories,
    ),
    "csv": Format(
        "Tables (CSV)",
        "Attempts, events by kind and questionnaires, for spreadsheets and statistics",
        lambda database, contents: [*csv_files(contents), *dictionary_files()],
    ),
    "inspect": Format(
        "Inspect logs (JSON)",
        "One log for each person and condition, for the tools of Inspect AI",
        inspect_files,
    ),
}


def export_files(
    database: Database, study_id: str, name: str, byte_order_mark: ByteOrderMark = "without"
) -> list[ExportFile]:
    """The files of one format, all of one moment; the study may be running. Raises KeyError for no format.

    Raises:
        NotFound: there is no such study.
    """
    made_by = FORMATS[name].files
    with snapshot(database):
        files = made_by(database, read_contents(database, study_id))
    if byte_order_mark == "with":
        return [_with_mark(file) if file.name.endswith(".csv") else file for file in files]
    return files


def _with_mark(file: ExportFile) -> ExportFile:
    return file._replace(text=f"\ufeff{file.text}")
