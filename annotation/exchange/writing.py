"""Files and folders that people name: whole or not at all. Messages name them, never their place."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from db.errors import InvalidInput


def write_whole(path: Path, content: bytes) -> None:
    """Write the whole file or leave what was there: first beside it, then in its place.

    Raises:
        InvalidInput: the folder does not exist or may not be written.
    """
    partial = path.with_name(f".{path.name}.partial")
    try:
        partial.write_bytes(content)
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise InvalidInput(f"{path.name!r} cannot be written: {error.strerror}.") from error


def write_folder(folder: Path, files: Mapping[str, bytes], written_before: bytes) -> None:
    """Write files, by their names, in their order.

    The folder is made if need be; it may be empty, or one that this function wrote earlier: its last
    file then holds `written_before`. Anything else in it is somebody's own and is not touched.

    Raises:
        InvalidInput: the folder holds something else, or cannot be written.
    """
    last = folder / list(files)[-1]
    try:
        if folder.exists() and any(folder.iterdir()) and written_before not in _content(last):
            raise InvalidInput(f"{folder.name!r} is not empty and no earlier export: name a new folder.")
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput(f"{folder.name!r} cannot be written: {error.strerror}.") from error
    for name, content in files.items():
        write_whole(folder / name, content)


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""
