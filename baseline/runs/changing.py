"""What is said of a system, and which runs count, changed by a researcher: always with a reason."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from baseline.runs.importing import require_plain_names, told
from db import runs
from db.connection import Database
from db.errors import InvalidInput
from db.models import By
from db.plain_text import refuse_turning
from db.systems import Run, System, SystemChange, SystemFacts

MOST_LETTERS = 1000


def edit_system(database: Database, system_id: str, wanted: SystemFacts, why: str, by: By) -> System:
    """Say something else of a system from now on; what was said before stays, with the reason.

    Its runs stay what they are: only what figures make of them changes, such as effort with the kind.

    Raises:
        NotFound: there is no such system.
        InvalidInput: nothing would change, no reason is given, or the name cannot stand in a table.
        Conflict: another system has the name and version.
    """
    known = runs.find_system(database, system_id)
    if wanted == known.facts:
        raise InvalidInput(f"Nothing of system {known.label!r} would change.")
    require_plain_names(wanted.name, wanted.version)
    reason = _reason(why, f"why system {known.label!r} is described differently now")
    change = SystemChange(was=known.facts, why=reason, by=by.account_id, at_ms=by.at_ms)
    changed = System(system_id=system_id, history=(*known.history, change), **dict(wanted))
    return runs.put_system(database, changed, by)


def facts_from(given: dict[str, Any]) -> SystemFacts:
    """What somebody says of a system.

    Raises:
        InvalidInput: the name is missing, or something is too long or negative.
    """
    try:
        return SystemFacts.model_validate(given)
    except ValidationError as error:
        raise InvalidInput(f"Nothing was changed: {told(error)}.") from error


def withdraw_run(database: Database, run_id: str, why: str, by: By) -> Run:
    """Leave a run out of every figure from now on; it is kept, and can be brought back.

    Raises:
        NotFound: there is no such run, or it was withdrawn already.
        InvalidInput: no reason is given.
    """
    return runs.remove_run(database, run_id, _reason(why, "why the run no longer counts"), by)


def bring_back_run(database: Database, run_id: str, why: str, by: By) -> Run:
    """Let a withdrawn run count again.

    Raises:
        NotFound: there is no such run.
        Conflict: it counts, or its file was imported again meanwhile.
        InvalidInput: no reason is given.
    """
    return runs.bring_back_run(database, run_id, _reason(why, "why the run counts again"), by)


def _reason(why: str, what: str) -> str:
    reason = why.strip()
    if not reason:
        raise InvalidInput(f"Say {what}: the reason is kept with it.")
    if len(reason) > MOST_LETTERS:
        raise InvalidInput(f"The reason has {len(reason)} characters; at most {MOST_LETTERS} are kept.")
    refuse_turning(reason, "The reason")
    return reason
