"""Splits: planned from the answers, refused in sentences, written as frozen sets with their record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlite_utils import Database

from baseline.__main__ import main
from baseline.analysis.panel import Panel
from baseline.analysis.split_builder import Plan
from baseline.figures.systems import systems_on_set
from baseline.runs.importing import RunFile, import_run
from baseline.splits.splitting import MadeOf, made_of, plan_splits, write_splits
from db import items, runs, splits
from db.connection import open_database
from db.errors import AppError, Conflict
from db.models import By
from db.version import VERSION
from tests.makers import NOON_MS, make_items

BY = By("rex", NOON_MS)
N_ITEMS = 12


def put_runs(database: Database, n_systems: int = 4) -> None:
    """System k solves the items whose number is at least 3k: item 1 is hard, item 12 easy."""
    made = make_items(N_ITEMS)
    items.put_item_set(database, "whole", made, NOON_MS)
    for k in range(n_systems):
        rows = [
            {
                "id": one.item_id,
                "answer": one.answer_variants[0][0] if number >= 3 * k + 2 else "no idea",
            }
            for number, one in enumerate(made, 1)
        ]
        content = "\n".join(map(json.dumps, rows)).encode()
        import_run(database, RunFile(content, f"{k}.jsonl", "madqa", "whole", f"System {k}"), None, BY)


@pytest.fixture
def panel(database: Database) -> Panel:
    database.execute(
        "INSERT INTO accounts (account_id, name, role, side, simulated, created_at_ms) "
        "VALUES ('rex', 'Rex', 'researcher', 'people', 0, 0)"
    )
    put_runs(database)
    return systems_on_set(database, "whole", []).panel()


def test_a_split_is_written_frozen_and_says_how_it_was_made(database: Database, panel: Panel) -> None:
    planned = plan_splits(panel, [Plan("test", 6, 1), Plan("dev", 3, 0)])
    found = systems_on_set(database, "whole", [])
    of = made_of(found, panel, {"domain": {"b", "a"}, "category": set()})
    made = write_splits(database, "whole", planned, of, BY)

    assert [one.n_items for one in made] == [6, 3]
    assert made[0].rho == pytest.approx(1)
    assert made[0].sentinels == ("item-001",)
    first, second = (items.load_item_set(database, name) for name in ("test", "dev"))
    assert not {one.item_id for one in first} & {one.item_id for one in second}
    assert made[0].sha256 == items.content_sha256(first)
    assert items.is_frozen(database, "test")
    assert items.is_frozen(database, "dev")
    assert splits.splits_of(database, "whole") == made
    assert made[0].systems == tuple(f"System {k}" for k in range(4))
    runs_now = runs.runs_of_set(database, "whole")
    assert made[0].sources == tuple(one.sha256 for one in runs_now)
    assert made[0].filters == {"domain": ("a", "b")}
    assert (made[0].n_items_asked, made[0].n_sentinels_asked, made[0].made_by) == (6, 1, VERSION)
    # Every resample of the systems ranks them alike: no interval, rather than one without width.
    assert (made[0].rho_low, made[0].rho_high) == (None, None)
    # The same answers give the same split.
    assert plan_splits(panel, [Plan("test", 6, 1), Plan("dev", 3, 0)]) == planned


def test_the_profile_counts_every_item_once(panel: Panel) -> None:
    planned = plan_splits(panel, [Plan("test", 6, 1)])
    assert sum(planned.profile()) == N_ITEMS
    assert sum(planned.profile(planned.splits[0])) == 6
    assert planned.profile(planned.splits[0])[0] == 1


@pytest.mark.parametrize(
    ("plans", "sentence"),
    [
        ([], "There are 0 splits"),
        ([Plan("a", 3, 0), Plan("a", 3, 0)], "Two splits are called 'a'"),
        ([Plan("a", 3, 4)], "cannot have 4 sentinels in 3 items"),
        ([Plan("a", 0, 0)], "has no items"),
        ([Plan("a", 10, 0), Plan("b", 3, 0)], "need 13 items together; 12 of the set can be scored"),
        ([Plan("../a", 3, 0)], "item set name"),
    ],
)
def test_what_cannot_be_had_is_refused_in_a_sentence(panel: Panel, plans: list[Plan], sentence: str) -> None:
    with pytest.raises(AppError, match=sentence):
        plan_splits(panel, plans)


def test_two_systems_are_too_few(panel: Panel) -> None:
    two = panel.only_systems({"System 0", "System 1"})
    with pytest.raises(AppError, match="2 systems answered; difficulty and discrimination need 3"):
        plan_splits(two, [Plan("a", 3, 0)])


def test_a_name_that_is_taken_writes_nothing(database: Database, panel: Panel) -> None:
    planned = plan_splits(panel, [Plan("new", 3, 0), Plan("whole", 3, 0)])
    with pytest.raises(Conflict, match="already an item set 'whole'"):
        write_splits(database, "whole", planned, MadeOf(), BY)
    assert "new" not in items.item_set_names(database)


def test_the_command_writes_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path))
    database = open_database(tmp_path / "pagetrail.db")
    put_runs(database)
    assert main(["split", "--set", "whole", "--into", "test:6:1", "--dry-run"]) == 0
    assert "test: 6 items, 1 sentinel, rank correlation 1.000" in capsys.readouterr().out
    assert "test" not in items.item_set_names(database)
    assert main(["split", "--set", "whole", "--into", "test:6:1", "--into", "dev:3"]) == 0
    assert "Written and frozen." in capsys.readouterr().out
    assert items.is_frozen(database, "dev")
    for wrong in ("test", "test:", "test:x", "a:1:2:3:4"):
        assert main(["split", "--set", "whole", "--into", wrong]) != 0
    assert "write NAME:ITEMS" in capsys.readouterr().err
    database.close()


@pytest.mark.parametrize("text", ["a:" + "9" * 5000, "a:\u0665", "a", "a:1:2:x"])
def test_a_split_that_is_not_described_well_is_named_and_cut_short(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["split", "--set", "whole", "--into", text]) == 1
    said = capsys.readouterr().err
    assert "does not describe a split; write NAME:ITEMS" in said
    assert len(said) < 300
