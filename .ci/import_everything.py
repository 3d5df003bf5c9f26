"""Imports every module of the app: proves that requirements.txt alone is enough to run it."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path

ROOMS = ("annotation", "baseline", "index", "db", "pages", "demo")
# These do their work when they are imported: Streamlit runs the router, a command line runs __main__.
NOT_BY_IMPORT = ("pages.router",)
# Need a package that only those install who choose that engine (requirements-scaleout.txt).
OPTIONAL = "index.search.scaleout.tantivy_"


def module_names() -> list[str]:
    """Every module of ours, app first."""
    names = ["app"]
    for room in ROOMS:
        names.append(room)
        names.extend(found.name for found in pkgutil.walk_packages([room], f"{room}."))
    return [
        name
        for name in names
        if name not in NOT_BY_IMPORT and not name.endswith("__main__") and not name.startswith(OPTIONAL)
    ]


def main() -> int:
    """Import all of it; an import that fails ends the program with its reason."""
    sys.path.insert(0, str(Path.cwd()))
    names = module_names()
    for name in names:
        importlib.import_module(name)
    sys.stdout.write(f"{len(names)} modules import\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
