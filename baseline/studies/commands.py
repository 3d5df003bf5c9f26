"""The bodies of `python -m baseline study …`: check, create, show, amend, pause, resume, end."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from baseline.analysis.page_names import catalogue_of
from baseline.designs.changes import AMENDABLE, declared_late
from baseline.designs.design_checks import problems_of, warnings_in
from baseline.designs.design_files import MOST_BYTES, read_changes, read_design, refuse_path
from baseline.designs.problem import Problem
from baseline.studies import launching
from baseline.studies.launching import COMMAND_LINE, Build
from baseline.studies.studies import refuse_missing_evidence
from baseline.studies.study_state import StudyState, study_state
from db.clock import SystemClock
from db.connection import opened_database, writing
from db.errors import IndexMissing, InvalidInput
from db.home import database_path, lasting_index_name
from db.items import load_item_set
from db.studies import find_study, launched_study
from db.study_design import Study, StudyDesign
from db.wording import COMMAND, counted
from index.collection import open_index


def check(arguments: argparse.Namespace) -> dict[str, Any]:
    """Every contradiction of a design, without making anything. Raises if there is an error among them."""
    design, build = _design_of(Path(arguments.design))
    with opened_database(database_path()) as database:
        problems = problems_of(design, launching.facts_of(database, design, build))
    if any(problem.level == "error" for problem in problems):
        raise launching.DesignRefused(problems)
    return {"design_sha256": design.sha256, "warnings": _sentences(problems)}


def create(arguments: argparse.Namespace) -> dict[str, Any]:
    """Launch a design, from a file or from the options."""
    if arguments.design is not None:
        _refuse_options(arguments)
        design, build = _design_of(Path(arguments.design))
        study_id = arguments.id or Path(arguments.design).stem
    else:
        design, build = _design_from_options(arguments)
        study_id = arguments.id or design.item_set
    with opened_database(database_path()) as database, writing(database):
        if arguments.design is None and build.catalogue is not None:
            refuse_missing_evidence(load_item_set(database, design.item_set), build.catalogue, build.name)
        problems = problems_of(design, launching.facts_of(database, design, build))
        study = launching.launch(database, study_id, design, build, by=COMMAND_LINE, now_ms=_now_ms())
    return {**_study_json(study), "warnings": _sentences(problems)}


def show(arguments: argparse.Namespace) -> dict[str, Any]:
    """The study as it holds now, how it was amended, and whether it runs."""
    with opened_database(database_path()) as database:
        study, launched = find_study(database, arguments.study), launched_study(database, arguments.study)
        state = study_state(database, arguments.study)
    return {
        **_study_json(study),
        "design": study.design.model_dump(mode="json"),
        **_state_json(state),
        "launched_sha256": launched.design.sha256,
        "rules_declared_late": sorted(declared_late(launched.design, study.design)),
        "amendments": [
            {"at_ms": one.at_ms, "by": one.amended.by, "reason": one.amended.reason}
            for one in state.amendments
        ],
    }


def amend(arguments: argparse.Namespace) -> dict[str, Any]:
    """Change a launched study to what a file says; a file that leaves out a field leaves it as it is."""
    with opened_database(database_path()) as database, writing(database):
        study = find_study(database, arguments.study)
        path = Path(arguments.design)
        wanted = read_changes(_text_of(path), study.design, path.name)
        amended = launching.amend(
            database, study, wanted, arguments.reason, by=COMMAND_LINE, now_ms=_now_ms()
        )
    return {**_study_json(amended), "reason": arguments.reason}


def pause(arguments: argparse.Namespace) -> dict[str, Any]:
    """Let nobody begin another item for the time being."""
    with opened_database(database_path()) as database, writing(database):
        state = launching.pause(
            database, arguments.study, arguments.reason, by=COMMAND_LINE, now_ms=_now_ms()
        )
    return {"study_id": arguments.study, **_state_json(state)}


def resume(arguments: argparse.Namespace) -> dict[str, Any]:
    """Let people begin items again."""
    with opened_database(database_path()) as database, writing(database):
        state = launching.resume(database, arguments.study, by=COMMAND_LINE, now_ms=_now_ms())
    return {"study_id": arguments.study, **_state_json(state)}


def end(arguments: argparse.Namespace) -> dict[str, Any]:
    """Let nobody begin another item, for good."""
    with opened_database(database_path()) as database, writing(database):
        state = launching.end(database, arguments.study, arguments.reason, by=COMMAND_LINE, now_ms=_now_ms())
    return {"study_id": arguments.study, **_state_json(state)}


def checked_as_lines(outcome: dict[str, Any]) -> str:
    """That it can be launched, and what to think about first."""
    first = f"The design holds no contradiction and can be launched (sha256 {outcome['design_sha256'][:12]})."
    return "\n".join([first, *_warning_lines(outcome)])


def study_as_lines(outcome: dict[str, Any]) -> str:
    """What was made, and what comes next."""
    build = f"index {outcome['index_name']}, build {outcome['index_fingerprint'][:12]}"
    made = (
        f"Study {outcome['study_id']} is made: item set {outcome['item_set']}, frozen; {build}; "
        f"profile {outcome['profile']}, k = {outcome['k']}."
    )
    invite = (
        f"Invite people: {COMMAND} baseline invite --study {outcome['study_id']} --role participant -n 20"
    )
    return "\n".join([made, *_warning_lines(outcome), invite])


def shown_as_lines(outcome: dict[str, Any]) -> str:
    """The study in a few lines; `--json` has the whole design."""
    lines = [
        f"Study {outcome['study_id']}, {outcome['title']!r}: {outcome['phase']}"
        f"{': ' + outcome['reason'] if outcome['reason'] else ''}.",
        f"Item set {outcome['item_set']} {outcome['item_set_sha256'][:12]}; index {outcome['index_name']}, "
        f"build {outcome['index_fingerprint'][:12]}; design {outcome['design_sha256'][:12]}.",
    ]
    if outcome["amendments"]:
        lines.append(f"{counted(len(outcome['amendments']), 'amendments')}:")
        lines += [f"  {one['reason']} ({one['by']})" for one in outcome["amendments"]]
    if outcome["rules_declared_late"]:
        lines.append(f"Exclusion rules declared late: {', '.join(outcome['rules_declared_late'])}.")
    return "\n".join(lines)


def amended_as_lines(outcome: dict[str, Any]) -> str:
    """What holds from now on."""
    return f"Study {outcome['study_id']} is amended; its design is {outcome['design_sha256'][:12]} now."


def phase_as_lines(outcome: dict[str, Any]) -> str:
    """Whether it runs."""
    words = {
        "running": "runs",
        "paused": "is paused: nobody begins another item",
        "ended": "has ended: nobody begins another item",
    }
    return f"Study {outcome['study_id']} {words[outcome['phase']]}."


def _design_of(path: Path) -> tuple[StudyDesign, Build]:
    design = read_design(_text_of(path), path.name)
    refuse_path(design, path.name)
    return design, _build(design.index_name) if design.index_name else launching.no_build("")


def _text_of(path: Path) -> str:
    if path.is_file() and path.stat().st_size > MOST_BYTES:
        raise InvalidInput(f"{path.name} is larger than 5 MB; a design is smaller.")
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{path.name} is no text in UTF-8.") from error


def _build(name: str) -> Build:
    try:
        index = open_index(name)
    except IndexMissing:
        return launching.no_build(name)
    try:
        return launching.build_of(index, lasting_index_name(name))
    finally:
        index.close()


def _design_from_options(arguments: argparse.Namespace) -> tuple[StudyDesign, Build]:
    if arguments.set is None or arguments.index is None:
        raise InvalidInput("Name an item set and an index (--set, --index), or give a whole --design FILE.")
    index = open_index(arguments.index)
    try:
        if index.manifest.ocr == "pending":
            raise InvalidInput(
                f"Index {arguments.index!r} still waits for OCR; run `{COMMAND} index build` to its end "
                "first."
            )
        name = lasting_index_name(arguments.index)
        build = Build(launching.build_of(index, name).facts, catalogue_of(index.documents()))
    finally:
        index.close()
    k, batch_size = _or(arguments.k, 5), _or(arguments.batch_size, 25)
    if not 1 <= k <= 50:
        raise InvalidInput(f"k is {k}; a query can show 1 to 50 hits.")
    if not 1 <= batch_size <= 1000:
        raise InvalidInput(f"The batch size is {batch_size}; a batch holds 1 to 1,000 items.")
    design = StudyDesign(
        title=arguments.title or arguments.id or arguments.set,
        item_set=arguments.set,
        index_name=name,
        k=k,
        batch_size=batch_size,
        seed=_or(arguments.seed, 0),
    )
    return design, build


def _refuse_options(arguments: argparse.Namespace) -> None:
    options = ("set", "index", "title", "k", "batch_size", "seed")
    given = [name for name in options if getattr(arguments, name) is not None]
    if given:
        raise InvalidInput(
            f"--{given[0].replace('_', '-')} stands in the design: change it in the file, and give --design "
            "alone."
        )


def _or(given: int | None, usual: int) -> int:
    return usual if given is None else given


def _study_json(study: Study) -> dict[str, Any]:
    return {
        **study.model_dump(mode="json", exclude={"design"}),
        **study.design.model_dump(mode="json"),
        "design_sha256": study.design.sha256,
    }


def _state_json(state: StudyState) -> dict[str, Any]:
    return {"phase": state.phase, "reason": state.reason, "launched_at_ms": state.launched_at_ms}


def _sentences(problems: tuple[Problem, ...]) -> list[str]:
    return [problem.sentence for problem in warnings_in(problems)]


def _warning_lines(outcome: dict[str, Any]) -> list[str]:
    return [f"Note: {sentence}" for sentence in outcome["warnings"]]


def _now_ms() -> int:
    return SystemClock().now_ms()


AMENDABLE_FIELDS = ", ".join(AMENDABLE)
"""For the help of `study amend`."""
