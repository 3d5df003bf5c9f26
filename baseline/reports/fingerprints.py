"""What exactly computed a report: versions, and hashes of the code that scores."""

from __future__ import annotations

import hashlib
import platform
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from db.version import VERSION

_BASELINE = Path(__file__).parent.parent


class CodeFacts(NamedTuple):
    """The app's version, hashes of its scoring code and of all of `baseline`, and what they stand on."""

    app: str
    scorer_sha256: str
    code_sha256: str
    packages: tuple[tuple[str, str], ...]


def code_facts() -> CodeFacts:
    """Of the code that is running."""
    packages = tuple((name, version(name)) for name in ("anls-star", "numpy", "pydantic"))
    return CodeFacts(
        app=VERSION,
        scorer_sha256=_hash_of(_BASELINE / "analysis"),
        code_sha256=_hash_of(_BASELINE),
        packages=(("Python", platform.python_version()), *packages),
    )


def _hash_of(folder: Path) -> str:
    """Over names and contents of the modules below, in the order of their names."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(f"{path.relative_to(folder).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
