"""The files that items come from and go to. Messages name the file, never its folder."""

from __future__ import annotations

from pathlib import Path

from db.errors import InvalidInput

LARGEST_FILE_BYTES = 1 << 28


def read_item_file(path: Path) -> bytes:
    """The bytes of an item file.

    Raises:
        InvalidInput: it is not there, is a folder, may not be read, or is over 256 MiB.
    """
    try:
        if path.stat().st_size > LARGEST_FILE_BYTES:
            raise InvalidInput(f"{path.name!r} is over 256 MiB, which no item set is: check the file.")
        return path.read_bytes()
    except FileNotFoundError as error:
        raise InvalidInput(f"There is no file {path.name!r}.") from error
    except OSError as error:
        raise InvalidInput(f"{path.name!r} cannot be read: {error.strerror}.") from error


def write_item_file(path: Path, text: str) -> None:
    """Write the whole file or leave what was there: first beside it, then in its place.

    Raises:
        InvalidInput: the folder does not exist or may not be written.
    """
    partial = path.with_name(f".{path.name}.partial")
    try:
        partial.write_bytes(text.encode("utf-8"))
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise InvalidInput(f"{path.name!r} cannot be written: {error.strerror}.") from error
