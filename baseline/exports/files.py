"""Files of an export: made in memory, written to a folder or packed; the same content, the same bytes."""

from __future__ import annotations

import io
import json
import os
import re
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from db.errors import InvalidInput
from db.files import write_named_file

# The first moment that a ZIP file can hold: the real one would make every archive another.
_ZIP_TIME = (1980, 1, 1, 0, 0, 0)
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")


class ExportFile(NamedTuple):
    """One file: its name, its whole text, how many rows it has, and of whom or what it is.

    One whose text is None is not written: it only says that there is nothing about `of` yet.
    """

    name: str
    text: str | None
    rows: int
    of: str


def json_lines(name: str, rows: Iterable[dict[str, Any]], of: str) -> ExportFile:
    """One JSON object a line, in UTF-8, keys in the order given."""
    lines = [json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n" for row in rows]
    return ExportFile(name, "".join(lines), len(lines), of)


def compact_json_file(name: str, content: Any, of: str, rows: int) -> ExportFile:
    """One JSON value on one line: a large one is written many times faster than indented."""
    return ExportFile(name, json.dumps(content, ensure_ascii=False, allow_nan=False) + "\n", rows, of)


def json_file(name: str, content: Any, of: str, rows: int = 1) -> ExportFile:
    """One JSON value, indented."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, indent=2) + "\n"
    return ExportFile(name, text, rows, of)


def safe_name(text: str) -> str:
    """The text as part of a file name."""
    return _NOT_IN_NAMES.sub("-", text).strip(".") or "-"


def require_folder(folder: Path) -> None:
    """Make the folder, or find out that it cannot be written, before what goes into it is computed.

    Raises:
        InvalidInput: the folder cannot be made or written.
    """
    _make(folder)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InvalidInput(f"The folder {folder.name!r} cannot be written: it belongs to somebody else.")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput(f"The folder {folder.name!r} cannot be made: {error.strerror}.") from error


def write_files(folder: Path, files: Sequence[ExportFile]) -> None:
    """Write every file that has a text, those in folders of their own into these.

    Raises:
        InvalidInput: the folder cannot be made or written.
    """
    written = [file for file in files if file.text is not None]
    for place in dict.fromkeys([folder, *((folder / file.name).parent for file in written)]):
        _make(place)
    for file in written:
        write_named_file(folder / file.name, file.text or "")


def zipped(files: Sequence[ExportFile]) -> bytes:
    """The files that have a text as one archive; the same files give the same bytes."""
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w") as archive:
        for file in files:
            if file.text is not None:
                entry = zipfile.ZipInfo(file.name, _ZIP_TIME)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                entry.create_system = 3
                archive.writestr(entry, file.text.encode("utf-8"))
    return sink.getvalue()
