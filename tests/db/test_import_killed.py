"""Kill -9 of an import of 5,000 items: all of them are there or none. Case 43."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from db.connection import open_database
from db.errors import NotFound
from db.items import load_item_set

N_ITEMS = 5000
N_KILLS = 6

pytestmark = [pytest.mark.kills, pytest.mark.timeout(600)]


def _started(home: Path, file: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "annotation", "import", str(file), "--set", "s"]
    environment = {**os.environ, "PAGETRAIL_HOME": str(home)}
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _n_stored(home: Path) -> int:
    database = open_database(home / "pagetrail.db")
    try:
        return len(load_item_set(database, "s"))
    except NotFound:
        return 0
    finally:
        database.close()


def test_a_killed_import_leaves_all_or_nothing_and_is_done_again(tmp_path: Path) -> None:
    file = tmp_path / "items.jsonl"
    rows = [
        {"id": f"q{n}", "question": f"What is {n}?", "answer_variants": [[str(n)]], "evidence": []}
        for n in range(N_ITEMS)
    ]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    whole = tmp_path / "whole"
    started_at = time.monotonic()
    assert _started(whole, file).wait() == 0
    took_s = time.monotonic() - started_at
    assert _n_stored(whole) == N_ITEMS

    moments = random.Random(43)
    for number in range(N_KILLS):
        home = tmp_path / f"home-{number}"
        importing = _started(home, file)
        time.sleep(moments.uniform(0.3, 1) * took_s)
        importing.kill()
        importing.wait()
        if (home / "pagetrail.db").exists():
            assert _n_stored(home) in {0, N_ITEMS}
    assert _started(home, file).wait() == 0
    assert _n_stored(home) == N_ITEMS
