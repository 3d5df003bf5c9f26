"""How item sets that were split off another one were made."""

from __future__ import annotations

from pydantic import Field
from sqlite_utils import Database

from db.models import Frozen

SPLITS = """
CREATE TABLE splits (
    set_name TEXT PRIMARY KEY REFERENCES item_sets(name),
    out_of TEXT NOT NULL REFERENCES item_sets(name),
    content TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT
"""


class SplitMade(Frozen):
    """A split: from which set, by whose answers, with which sentinels, and how well it ranks.

    `rho`: Spearman's rank correlation of the systems on the split and on the whole with its 95 % interval;
    None where undefined. `sources`: for each of `systems` the SHA-256 of its file, or its study. `filters`:
    what was chosen of the set, by facet; nothing chosen is everything. `made_by`: the version of the app.
    """

    set_name: str
    out_of: str
    out_of_sha256: str
    sha256: str
    n_items: int
    sentinels: tuple[str, ...]
    rho: float | None
    rho_low: float | None = None
    rho_high: float | None = None
    systems: tuple[str, ...]
    sources: tuple[str, ...] = ()
    filters: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    n_items_asked: int | None = None
    n_sentinels_asked: int | None = None
    made_by: str = ""
    by: str
    at_ms: int


def add_split(database: Database, made: SplitMade) -> None:
    """Store how a set was made."""
    database.execute(
        "INSERT INTO splits (set_name, out_of, content, at_ms) VALUES (?, ?, ?, ?)",
        [made.set_name, made.out_of, made.model_dump_json(), made.at_ms],
    )


def splits_of(database: Database, out_of: str) -> list[SplitMade]:
    """The splits of a set, the newest first."""
    rows = database.execute(
        "SELECT content FROM splits WHERE out_of = ? ORDER BY at_ms DESC, rowid", [out_of]
    )
    return [SplitMade.model_validate_json(row[0]) for row in rows]
