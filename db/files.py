"""Files that people name on the command line. Messages name the file, never its folder."""

from __future__ import annotations

from pathlib import Path

from db.errors import InvalidInput

GIB = 1 << 30


def read_named_file(path: Path, at_most: int = GIB) -> bytes:
    """The bytes of a file.

    Raises:
        InvalidInput: it is not there, is a folder, may not be read, or is larger than `at_most` bytes.
    """
    try:
        if path.stat().st_size > at_most:
            raise InvalidInput(f"{path.name!r} is over {at_most >> 20:,} MiB: check the file, or split it.")
        return path.read_bytes()
    except FileNotFoundError as error:
        raise InvalidInput(f"There is no file {path.name!r}.") from error
    except OSError as error:
        raise InvalidInput(f"{path.name!r} cannot be read: {error.strerror}.") from error


def write_named_file(path: Path, text: str) -> None:
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
