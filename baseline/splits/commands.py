"""`python -m baseline split`: smaller item sets that rank systems as the whole does."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from typing import Any

from baseline.analysis.intervals import NO_SPREAD
from baseline.analysis.records import Interval
from baseline.analysis.split_builder import Plan
from baseline.figures.derived import refresh
from baseline.figures.systems import systems_on_set
from baseline.splits.splitting import Planned, made_of, plan_splits, write_splits
from baseline.studies.launching import COMMAND_LINE
from db import studies
from db.clock import SystemClock
from db.command_line import add_command
from db.connection import opened_database, writing
from db.errors import InvalidInput
from db.home import database_path
from db.models import By
from db.wording import counted

_NUMBER = re.compile("[0-9]{1,9}")


def add_split_command(commands: Any) -> None:
    """Add `split` to the sub-parsers of `python -m baseline`."""
    parser = add_command(
        commands, "split", split, "make smaller frozen item sets that rank systems alike", prints=as_lines
    )
    parser.add_argument("--set", required=True, metavar="NAME", help="the item set to split")
    parser.add_argument(
        "--into",
        required=True,
        action="append",
        metavar="NAME:ITEMS[:SENTINELS]",
        help="one split; again for the next one, which is made of what is left",
    )
    parser.add_argument("--dry-run", action="store_true", help="choose and report; write nothing")


def split(arguments: argparse.Namespace) -> dict[str, Any]:
    """Plan the splits by everybody who answered the set, and write them.

    Raises:
        NotFound: there is no such set.
        Conflict: there is a set of such a name already.
        InvalidInput: a split is not described well, or cannot be had.
    """
    plans = [plan_of(text) for text in arguments.into]
    with opened_database(database_path()) as database, writing(database):
        on_set = [one for one in studies.all_studies(database) if one.item_set == arguments.set]
        for study in on_set:
            refresh(database, study.study_id)
        found = systems_on_set(database, arguments.set, on_set)
        panel = found.panel()
        planned = plan_splits(panel, plans)
        if not arguments.dry_run:
            by = By(COMMAND_LINE, SystemClock().now_ms())
            write_splits(database, arguments.set, planned, made_of(found, panel, {}), by)
    return {
        "set": arguments.set,
        "is_written": not arguments.dry_run,
        "systems": list(planned.systems),
        "splits": splits_as_json(planned),
    }


def plan_of(text: str) -> Plan:
    """A split as `NAME:ITEMS[:SENTINELS]` says it. Raises InvalidInput."""
    name, *numbers = text.rsplit(":", text.count(":") if text.count(":") < 3 else 2)
    if not 1 <= len(numbers) <= 2 or not all(_NUMBER.fullmatch(one) for one in numbers):
        raise InvalidInput(
            f"{text[:80]!r} does not describe a split; write NAME:ITEMS or NAME:ITEMS:SENTINELS, as "
            "test:500:100."
        )
    return Plan(name, int(numbers[0]), int(numbers[1]) if len(numbers) == 2 else 0)


def splits_as_json(planned: Planned) -> list[dict[str, Any]]:
    """Each split with its items, and what could not be had."""
    return [
        {
            "name": one.name,
            "n_items": len(one.item_ids),
            "n_sentinels": len(one.sentinels),
            "short_of": one.short_of,
            "sentinels_short_of": max(0, plan.n_sentinels - len(one.sentinels)),
            "rank_correlation": one.rho,
            "rank_correlation_95": _ends(one.rho_interval),
            "items": list(one.item_ids),
        }
        for one, plan in zip(planned.splits, planned.plans, strict=True)
    ]


def _ends(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]


def as_lines(outcome: dict[str, Any]) -> str:
    """For people: one line a split."""
    return "\n".join(
        [
            f"From {counted(len(outcome['systems']), 'systems')} on {outcome['set']}:",
            *(f"  {line}" for line in split_lines(outcome["splits"])),
            "Written and frozen." if outcome["is_written"] else "Nothing was written (--dry-run).",
        ]
    )


def split_lines(splits: Iterable[dict[str, Any]]) -> list[str]:
    """One line a split: how much it holds, what could not be had, how it ranks."""
    lines = []
    for one in splits:
        rho, span = one["rank_correlation"], one["rank_correlation_95"]
        ends = f" ({NO_SPREAD})" if span is None else f" [{span[0]:.3f}, {span[1]:.3f}]"
        ranks = "rank correlation undefined" if rho is None else f"rank correlation {rho:.3f}{ends}"
        short = f" ({one['short_of']} fewer than asked for)" if one["short_of"] else ""
        missing = one["sentinels_short_of"]
        few = f" ({missing} fewer than asked for: no other item is solved so seldom)" if missing else ""
        lines.append(
            f"{one['name']}: {counted(one['n_items'], 'items')}{short}, "
            f"{counted(one['n_sentinels'], 'sentinels')}{few}, {ranks}"
        )
    return lines
