"""The running version's source is offered to everybody, and nothing else with it."""

from __future__ import annotations

import io
import zipfile

from starlette.testclient import TestClient


def test_source_is_whole_and_holds_no_data(stranger: TestClient) -> None:
    reply = stranger.get("/source")
    names = zipfile.ZipFile(io.BytesIO(reply.content)).namelist()
    assert {"pagetrail/app.py", "pagetrail/LICENSE", "pagetrail/pages/http/source.py"} <= set(names)
    data = [name for name in names if name.endswith((".db", ".sqlite", ".pyc", ".pdf"))]
    assert data == ["pagetrail/tests/reference/databases/0.1.0.db"]
    assert not [name for name in names if ".venv" in name or "/data/" in name]
