"""Page images on disk: bounded, oldest use first out, and never half written.

Several programs may share the folder. What one of them removes the other draws again.
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections import OrderedDict
from pathlib import Path

from index.pdf.versions import RENDERING

_UNFINISHED = ".unfinished"


class ImageCache:
    """Pictures by content (sha256), page and resolution. Safe to share by threads."""

    def __init__(self, folder: Path, max_bytes: int) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._sizes: OrderedDict[Path, int] = OrderedDict()
        self._total = 0
        folder.mkdir(parents=True, exist_ok=True)
        self._look_through()

    def find(self, sha256: str, page: int, dpi: int) -> Path | None:
        """The picture's file if it is there; it counts as used now."""
        path = self._path(sha256, page, dpi)
        try:
            # The time of last use survives restarts as the file's own time.
            os.utime(path)
        except OSError:
            self._forget(path)
            return None
        with self._lock:
            if path in self._sizes:
                self._sizes.move_to_end(path)
        return path

    def put(self, sha256: str, page: int, dpi: int, content: bytes) -> Path:
        """Keep a picture and return its file; the least recently used ones make room."""
        path = self._path(sha256, page, dpi)
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, beside = tempfile.mkstemp(suffix=_UNFINISHED, dir=path.parent)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        Path(beside).replace(path)
        with self._lock:
            self._total += len(content) - self._sizes.pop(path, 0)
            self._sizes[path] = len(content)
            while self._total > self._max_bytes and len(self._sizes) > 1:
                oldest, size = self._sizes.popitem(last=False)
                oldest.unlink(missing_ok=True)
                self._total -= size
        return path

    @property
    def n_bytes(self) -> int:
        """How much the pictures take."""
        with self._lock:
            return self._total

    def _path(self, sha256: str, page: int, dpi: int) -> Path:
        return self._folder / sha256[:2] / sha256 / f"{page}-{dpi}-{RENDERING}.jpg"

    def _forget(self, path: Path) -> None:
        with self._lock:
            self._total -= self._sizes.pop(path, 0)

    def _look_through(self) -> None:
        found: list[tuple[float, Path, int]] = []
        for path in self._folder.rglob("*"):
            if path.name.endswith(_UNFINISHED):
                path.unlink(missing_ok=True)
            elif path.suffix == ".jpg":
                status = path.stat()
                found.append((status.st_mtime, path, status.st_size))
        for _, path, size in sorted(found):
            self._sizes[path] = size
            self._total += size
