"""The running version's source is offered to everybody, and nothing else with it."""

from __future__ import annotations

import io
import zipfile

from starlette.testclient import TestClient

from pages.http import source


def test_source_is_whole_and_holds_no_data(stranger: TestClient) -> None:
    reply = stranger.get("/source")
    names = zipfile.ZipFile(io.BytesIO(reply.content)).namelist()
    assert {"pagetrail/app.py", "pagetrail/LICENSE", "pagetrail/pages/http/source.py"} <= set(names)
    assert not [name for name in names if name.endswith((".db", ".sqlite", ".pyc", ".pdf"))]
    assert not [name for name in names if ".venv" in name or "/data/" in name]


def test_source_gives_away_nothing_that_was_left_lying_about(stranger: TestClient) -> None:
    left = source._PROJECT / "pages" / ".env"
    left.write_text("SECRET=1")
    source._packed.cache_clear()
    try:
        names = zipfile.ZipFile(io.BytesIO(stranger.get("/source").content)).namelist()
    finally:
        left.unlink()
        source._packed.cache_clear()
    assert "pagetrail/pages/.env" not in names
    assert "pagetrail/.streamlit/config.toml" in names
