"""The engines of this package by name. Each is looked for only when it was chosen."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from db.errors import AppError, InvalidInput
from index.search.answering import AnsweringEngine, SearchedBuild
from index.search.scaleout.transport import HttpTransport, server_of
from index.search.scoring import K1, B
from index.search.tokens import Analyser

if TYPE_CHECKING:
    from index.search.scaleout.opensearch_index import OpenSearchWriter
    from index.search.scaleout.tantivy_index import TantivyWriter

ScaleoutName = Literal["tantivy", "opensearch"]
Opener = Callable[[Path, SearchedBuild], AnsweringEngine]
_PREFIX = "pagetrail-"
_MAX_SHARDS = 1024


class EngineMissing(AppError):
    """The engine that was chosen is not installed here; the message says how to get it."""


def layout(engine: ScaleoutName) -> str:
    """The version of an engine's files, which is a part of the fingerprint.

    Raises:
        EngineMissing: the engine is not installed.
        InvalidInput: the settings do not say where the search server is.
    """
    if engine == "tantivy":
        _require_tantivy()
        from index.search.scaleout.tantivy_index import LAYOUT as OF_TANTIVY

        return OF_TANTIVY
    from index.search.scaleout.opensearch_index import LAYOUT

    server_of(os.environ)
    return LAYOUT


def new_index(engine: ScaleoutName, folder: Path, analyser: Analyser) -> TantivyWriter | OpenSearchWriter:
    """A writer of the search files of an index, into a folder that it makes.

    Raises:
        EngineMissing: the engine is not installed.
        InvalidInput: the settings do not say where the search server is.
        SearchUnavailable: the search server does not answer.
    """
    if engine == "tantivy":
        _require_tantivy()
        from index.search.scaleout.tantivy_index import TantivyWriter

        return TantivyWriter(folder, analyser)
    from index.search.scaleout.opensearch_index import OpenSearchWriter, definition

    # A name of its own for every build: what readers have open is never rebuilt in place.
    name = _PREFIX + uuid.uuid4().hex
    transport = HttpTransport(server_of(os.environ))
    return OpenSearchWriter(folder, analyser, transport, name, definition(B, K1, _n_shards()))


def has_pages(engine: ScaleoutName, folder: Path) -> bool:
    """Whether what the files in the folder stand for is there: an index on a server can be deleted alone.

    Raises:
        IndexMissing, InvalidInput, SearchUnavailable: nobody can tell.
    """
    if engine == "tantivy":
        return True
    from index.search.scaleout.opensearch_index import is_on_server

    return is_on_server(folder, HttpTransport(server_of(os.environ)))


def opener(engine: ScaleoutName) -> Opener:
    """What opens the engine over its files. Raises EngineMissing or InvalidInput as above."""
    if engine == "tantivy":
        _require_tantivy()
        from index.search.scaleout.tantivy_engine import TantivyEngine

        return TantivyEngine
    from index.search.scaleout.opensearch import OpenSearchEngine

    return partial(OpenSearchEngine, transport=HttpTransport(server_of(os.environ)))


def _require_tantivy() -> None:
    try:
        import_module("tantivy")
    except ModuleNotFoundError as error:
        raise EngineMissing(
            "The search engine 'tantivy' is not installed: install it with "
            "`pip install --require-hashes -r requirements-scaleout.lock`, or build with another --engine."
        ) from error
    except ImportError as error:
        raise EngineMissing(
            "The search engine 'tantivy' is installed but does not load: install it anew with "
            "`pip install --force-reinstall --require-hashes -r requirements-scaleout.lock`, "
            "or build with another --engine."
        ) from error


def _n_shards() -> int:
    given = os.environ.get("PAGETRAIL_OPENSEARCH_SHARDS", "1")
    if not given.isdecimal() or not 1 <= int(given) <= _MAX_SHARDS:
        raise InvalidInput(f"PAGETRAIL_OPENSEARCH_SHARDS must be a number from 1 to {_MAX_SHARDS:,}.")
    return int(given)
