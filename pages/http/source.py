"""The source of exactly this running version, for everybody who uses it (AGPL, section 13)."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from db.version import VERSION

_PROJECT = Path(__file__).resolve().parents[2]
# What the project consists of, by name: data, documents and environments are not among it.
_ROOMS = ("pages", "annotation", "baseline", "index", "db", "demo", "docs", "tests")
_KINDS = {".py", ".js", ".css", ".md", ".json", ".jsonl", ".tsv", ".txt", ".png", ".svg"}
_FILES = (
    "app.py",
    "Makefile",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "pyproject.toml",
    "requirements.txt",
    "requirements.lock",
    "requirements-dev.txt",
    "requirements-dev.lock",
    "requirements-bench.txt",
    "requirements-bench.lock",
    ".streamlit/config.toml",
    ".ci/run",
    ".ci/python",
    ".ci/chromium",
    ".ci/import_everything.py",
)


async def source(_: Request) -> Response:
    """The project as a ZIP file."""
    packed = await run_in_threadpool(_packed)
    name = f"pagetrail-{VERSION}-source.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-cache"}
    return Response(packed, media_type="application/zip", headers=headers)


@cache
def _packed() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(_source_files()):
            archive.write(path, Path("pagetrail") / path.relative_to(_PROJECT))
    return buffer.getvalue()


def _source_files() -> list[Path]:
    """By room and kind, so that a secret or a data file left lying in a folder is never given away."""
    inside = [path for room in _ROOMS for path in (_PROJECT / room).rglob("*") if path.suffix in _KINDS]
    visible = [path for path in inside if not _is_hidden(path)]
    return [path for path in [*visible, *(_PROJECT / name for name in _FILES)] if path.is_file()]


def _is_hidden(path: Path) -> bool:
    return any(part.startswith((".", "__pycache__")) for part in path.relative_to(_PROJECT).parts)
