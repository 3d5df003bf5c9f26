"""`python -m annotation check-model`: a model answers from the evidence only, and from nothing."""

from __future__ import annotations

import argparse
import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from annotation import reviewing
from annotation.asking.plan import Call, LeftOut, Plan, pages_of, plan_calls, tokens_estimated
from annotation.asking.prompts import VERSION, GivenPage
from annotation.asking.run import answer_of
from annotation.model_checks import TOOLS, PagesAs, check_to_make
from db.asking.endpoint import Asker, HttpSender, Wait, endpoint_of
from db.asking.options import add_asking_options
from db.asking.run import Answer, Outcome, Work, ask_all
from db.authored import ModelChecked, Project
from db.clock import Clock, SystemClock
from db.command_line import add_command
from db.connection import Database, opened_database, writing
from db.errors import AppError, InvalidInput
from db.home import database_path, image_cache_folder
from db.models import By
from db.projects import find_project
from db.wording import counted, listed
from index.collection import OpenIndex, open_index
from index.progress import Progress
from index.rendering import PageRenderer

_MOST_AT_ONCE = 32
_MOST_TIMEOUT_S = 3600
_LISTED, _REST = 20, " (all with --json)"


def add_model_check_command(commands: Any) -> argparse.ArgumentParser:
    """Add `check-model` to the sub-parsers of `python -m annotation`."""
    parser = add_command(
        commands,
        "check-model",
        check_model,
        "have a model answer items from their evidence pages only, and from nothing: flags for people",
        prints=as_lines,
    )
    parser.add_argument("--project", required=True, metavar="ID")
    parser.add_argument(
        "--items", nargs="+", default=[], metavar="ITEM", help="default: all that are submitted or accepted"
    )
    add_asking_options(parser)
    parser.add_argument("--tool", choices=[*TOOLS, "both"], default="both", help="default both")
    parser.add_argument("--images", action="store_true", help="give the evidence pages as pictures too")
    return parser


def check_model(arguments: argparse.Namespace) -> dict[str, Any]:
    """Ask what was not asked yet about each item's revision, and store the answers.

    Raises:
        InvalidInput: an argument cannot be used, or an item is not in the project.
        NotFound: there is no such project.
        IndexMissing: the index of the project is not here.
        EndpointUnusable: a wrong key, an unknown model, no such endpoint.
    """
    _refuse_numbers(arguments)
    endpoint = endpoint_of(arguments.endpoint, arguments.model, os.environ)
    pages_as: PagesAs = "text_and_images" if arguments.images else "text"
    tools = TOOLS if arguments.tool == "both" else (arguments.tool,)
    wanted = [check_to_make(1, tool, endpoint.model, pages_as) for tool in tools]
    with (
        opened_database(database_path()) as database,
        _index_of(find_project(database, arguments.project)) as index,
    ):
        plan = plan_calls(database, arguments.project, wanted, arguments.items, _clock().now_ms())
        head = {"project": arguments.project, "model": endpoint.model, "prompt": VERSION}
        if arguments.dry_run:
            return {**head, **_dry_run(plan, index)}
        stop = threading.Event()
        asker = Asker(endpoint, HttpSender(endpoint), pause_of(stop), arguments.timeout)
        outcome = _asked(database, index, plan, asker, stop, arguments.at_once)
    return {**head, **_as_json(plan, outcome)}


def pause_of(stop: threading.Event) -> Wait:
    """How a question waits before it is asked again: until then, or until the run stops."""
    return stop.wait


def as_lines(outcome: Mapping[str, Any]) -> str:
    """What was found, what is worth a look, what was left out."""
    left_out = [f"left out: {_place(one)}{one['reason']}" for one in outcome["left_out"]]
    if outcome["dry_run"]:
        tokens = f"about {counted(outcome['tokens_in'], 'tokens')} of questions and pages"
        head = f"{counted(outcome['calls'], 'questions')} would be asked, {tokens}"
        return "\n".join([f"{head}; {_made(outcome)}.", *left_out])
    head = f"{counted(outcome['answers'], 'answers')} of {outcome['model']} stored; {_made(outcome)}."
    used = [f"Tokens: {_tokens(outcome)}"] if outcome["answers"] else []
    lines = [head, *_flagged(outcome["flags"]), *left_out, *used]
    if outcome["stopped"]:
        lines.append(
            f"Stopped: {outcome['stopped']} What is stored stays; the same command goes on from there."
        )
    return "\n".join([*lines, "These are flags for people: nothing was decided."])


def _refuse_numbers(arguments: argparse.Namespace) -> None:
    if not 1 <= arguments.at_once <= _MOST_AT_ONCE:
        raise InvalidInput(f"--at-once {arguments.at_once}: ask 1 to {_MOST_AT_ONCE} questions at a time.")
    if not 0 < arguments.timeout <= _MOST_TIMEOUT_S:
        raise InvalidInput(f"--timeout {arguments.timeout:g}: wait up to {_MOST_TIMEOUT_S} seconds.")


@contextmanager
def _index_of(project: Project) -> Iterator[OpenIndex]:
    index = open_index(project.index_name, project.index_fingerprint, search_files="when asked")
    try:
        yield index
    finally:
        index.close()


def _asked(
    database: Database, index: OpenIndex, plan: Plan, asker: Asker, stop: threading.Event, n_at_once: int
) -> Outcome[Call, ModelChecked]:
    renderer = PageRenderer(image_cache_folder())
    needs_images = any(call.asked.pages_as == "text_and_images" for call in plan.calls)

    def give_pages(call: Call) -> list[GivenPage]:
        pages = pages_of(call.item, index)
        return [_with_image(page, renderer, index) for page in pages] if needs_images else pages

    def ask(call: Call) -> Answer[ModelChecked]:
        return answer_of(call, asker, give_pages)

    def store(call: Call, check: ModelChecked) -> None:
        by = By(call.account_id, _clock().now_ms())
        with writing(database):
            reviewing.add_model_check(database, call.item.item_id, check, by, call.asked.revision)

    if needs_images:
        renderer.start()
    try:
        with Progress("asking the model", unit="question") as progress:
            progress.expect(len(plan.calls))
            return ask_all(plan.calls, Work(ask, store, progress.advance, stop.set), n_at_once)
    finally:
        stop.set()
        if needs_images:
            renderer.stop()


def _with_image(page: GivenPage, renderer: PageRenderer, index: OpenIndex) -> GivenPage:
    return page._replace(jpeg=renderer.page_image(index, page.document, page.page).read_bytes())


def _dry_run(plan: Plan, index: OpenIndex) -> dict[str, Any]:
    n_tokens, left_out = 0, list(plan.left_out)
    for call in plan.calls:
        try:
            n_tokens += tokens_estimated(call, index)
        except AppError as error:
            left_out.append(LeftOut(call.item.item_id, call.asked.tool, error.user_message))
    n_calls = len(plan.calls) - (len(left_out) - len(plan.left_out))
    return {
        "dry_run": True,
        "calls": n_calls,
        "tokens_in": n_tokens,
        "already_asked": plan.n_made,
        "left_out": [one._asdict() for one in left_out],
    }


def _as_json(plan: Plan, outcome: Outcome[Call, ModelChecked]) -> dict[str, Any]:
    """In the order of the questions: answers come as they come."""
    checks = dict(outcome.stored)
    places: dict[tuple[str, str], int] = {
        (call.item.item_id, call.asked.tool): number for number, call in enumerate(plan.calls)
    }
    left_out = sorted(
        (LeftOut(call.item.item_id, call.asked.tool, reason) for call, reason in outcome.left_out),
        key=lambda one: places[one.item, one.tool],
    )
    return {
        "dry_run": False,
        "calls": len(plan.calls),
        "answers": len(outcome.stored),
        "already_asked": plan.n_made,
        "flags": [
            {"item": call.item.item_id, "revision": call.asked.revision, **check.model_dump(mode="json")}
            for call in plan.calls
            if (check := checks.get(call)) is not None
        ],
        "left_out": [one._asdict() for one in (*plan.left_out, *left_out)],
        "tokens_in": outcome.n_tokens_in,
        "tokens_out": outcome.n_tokens_out,
        "answers_without_count": outcome.n_uncounted,
        "stopped": outcome.stopped,
    }


def _flagged(flags: list[dict[str, Any]]) -> list[str]:
    solved = [flag for flag in flags if flag["tool"] == "evidence"]
    guessed = [flag for flag in flags if flag["tool"] == "nothing"]
    unsolved = [flag["item"] for flag in solved if not flag["is_right"]]
    known = [flag["item"] for flag in guessed if flag["is_right"]]
    lines = []
    if solved:
        lines.append(f"From the evidence: {len(solved) - len(unsolved)} of {len(solved)} right")
    if unsolved:
        lines.append(f"  not right, worth a look: {listed(unsolved, _LISTED, _REST)}")
    if guessed:
        lines.append(f"From nothing: {len(known)} of {len(guessed)} right")
    if known:
        lines.append(f"  right without a page, worth a look: {listed(known, _LISTED, _REST)}")
    return lines


def _tokens(outcome: Mapping[str, Any]) -> str:
    n_without = outcome["answers_without_count"]
    if n_without and n_without == outcome["answers"]:
        return "not counted by the server"
    missing = f" ({counted(n_without, 'answers')} not counted by the server)" if n_without else ""
    return f"{counted(outcome['tokens_in'], 'in')}, {counted(outcome['tokens_out'], 'out')}{missing}"


def _made(outcome: Mapping[str, Any]) -> str:
    return f"{counted(outcome['already_asked'], 'answers')} were there already"


def _place(one: Mapping[str, str]) -> str:
    return f"{one['item']} ({one['tool']}): " if one["tool"] else f"{one['item']}: "


def _clock() -> Clock:
    return SystemClock()
