"""`python -m baseline judge`: a model judges the answers to a set, and its word is kept beside people's."""

from __future__ import annotations

import argparse
import os
import threading
from collections.abc import Mapping
from typing import Any

from baseline.judging.answers import Answer
from baseline.judging.by_model import Judged, Place, Plan, Reported, copy_verdicts, plan_of, run, store
from baseline.judging.judging import answers_on_set
from baseline.judging.model_prompt import PROMPT
from baseline.studies.launching import COMMAND_LINE
from db.asking.endpoint import Asker, HttpSender, Wait, endpoint_of
from db.asking.options import add_asking_options
from db.clock import Clock, SystemClock
from db.command_line import add_command, real_number
from db.connection import Database, opened_database, writing
from db.errors import InvalidInput
from db.home import database_path
from db.models import By
from db.studies import all_studies
from db.wording import counted, grouped, listed
from index.progress import Progress

MOST_AT_ONCE = 32
_MOST_TIMEOUT_S = 3600
_LISTED, _REST = 10, " (all with --json)"


def add_judge_command(commands: Any) -> argparse.ArgumentParser:
    """Add `judge` to the sub-parsers of `python -m baseline`."""
    parser = add_command(
        commands,
        "judge",
        judge_by_model,
        "have a model judge answers by the rubric; its verdicts decide nothing",
        prints=as_lines,
    )
    parser.add_argument("--set", required=True, metavar="NAME", help="the item set that was answered")
    add_asking_options(parser)
    parser.add_argument(
        "--only",
        choices=["all", "judged", "waiting"],
        default="all",
        help="all answers (default), those that people judged, or those that wait for people",
    )
    parser.add_argument(
        "--usd-in", type=real_number, metavar="X", help="price of a million tokens that are read"
    )
    parser.add_argument(
        "--usd-out", type=real_number, metavar="X", help="price of a million that are written"
    )
    return parser


def judge_by_model(arguments: argparse.Namespace) -> dict[str, Any]:
    """Ask about every answer that this model has not judged yet, and keep its word.

    Raises:
        InvalidInput: an argument cannot be used.
        NotFound: there is no such item set.
        EndpointUnusable: a wrong key, an unknown model, no such endpoint.
    """
    _refuse_numbers(arguments)
    endpoint = endpoint_of(arguments.endpoint, arguments.model, os.environ)
    with opened_database(database_path()) as database:
        found = answers_on_set(database, arguments.set, all_studies(database))
        plan = plan_of(database, found.answers, endpoint.model, arguments.only)
        head = {"set": arguments.set, "model": endpoint.model, "prompt": PROMPT, "dry_run": arguments.dry_run}
        counts = {"calls": len(plan.calls), "already_judged": plan.n_done}
        if arguments.dry_run:
            cost = cost_usd(plan.tokens_estimated, 0, arguments.usd_in, arguments.usd_out)
            return {**head, **counts, "tokens_in": plan.tokens_estimated, "usd": cost}
        stop = threading.Event()
        asker = Asker(endpoint, HttpSender(endpoint), pause_of(stop), arguments.timeout)
        place = Place(arguments.set, endpoint.model)
        outcome = _run(database, plan, place, asker, stop, arguments.at_once)
    usd = cost_usd(outcome.tokens_in, outcome.tokens_out, arguments.usd_in, arguments.usd_out)
    without = [{"item": item, "reason": reason} for item, reason in outcome.without_verdict]
    return {**head, **counts, **outcome._asdict(), "without_verdict": without, "usd": usd}


def _run(
    database: Database, plan: Plan, place: Place, asker: Asker, stop: threading.Event, n_at_once: int
) -> Reported:
    def keep(answer: Answer, judged: Judged) -> None:
        with writing(database):
            store(database, place, answer, judged, By(COMMAND_LINE, _clock().now_ms()))

    with writing(database):
        copy_verdicts(database, plan.to_copy, place.model, By(COMMAND_LINE, _clock().now_ms()))
    try:
        with Progress("asking the model", unit="answer") as progress:
            progress.expect(len(plan.calls))
            return run(plan, asker, keep, progress.advance, stop.set, n_at_once)
    finally:
        stop.set()


def pause_of(stop: threading.Event) -> Wait:
    """How a question waits before it is asked again: until then, or until the run stops."""
    return stop.wait


def cost_usd(tokens_in: int, tokens_out: int, usd_in: float | None, usd_out: float | None) -> float | None:
    """What so many tokens cost at these prices of a million; None where no price is known."""
    if usd_in is None and usd_out is None:
        return None
    return (tokens_in * (usd_in or 0.0) + tokens_out * (usd_out or 0.0)) / 1_000_000


def _refuse_numbers(arguments: argparse.Namespace) -> None:
    if not 1 <= arguments.at_once <= MOST_AT_ONCE:
        raise InvalidInput(f"--at-once {arguments.at_once}: ask 1 to {MOST_AT_ONCE} questions at a time.")
    if not 0 < arguments.timeout <= _MOST_TIMEOUT_S:
        raise InvalidInput(f"--timeout {arguments.timeout:g}: wait up to {_MOST_TIMEOUT_S} seconds.")
    for name, price in (("--usd-in", arguments.usd_in), ("--usd-out", arguments.usd_out)):
        if price is not None and not 0 <= price < 1e6:
            raise InvalidInput(f"{name} {price:g}: a price is 0 or more.")


def as_lines(outcome: Mapping[str, Any]) -> str:
    """What was judged, what was not and why, and what it took."""
    done = f"{counted(outcome['already_judged'], 'answers')} judged before"
    usd = "" if outcome["usd"] is None else f", {outcome['usd']:.2f} USD"
    if outcome["dry_run"]:
        tokens = f"about {counted(outcome['tokens_in'], 'tokens')} to read"
        return f"{counted(outcome['calls'], 'answers')} would be judged, {tokens}{usd}; {done}."
    lines = [f"{counted(outcome['n_judged'], 'answers')} judged by {outcome['model']}; {done}."]
    without = [f"{one['item']}: {one['reason']}" for one in outcome["without_verdict"]]
    if without:
        lines.append(f"Without a verdict: {listed(without, _LISTED, _REST)}")
    uncounted = f" ({outcome['n_uncounted']} replies not counted)" if outcome["n_uncounted"] else ""
    lines.append(
        f"Tokens: {grouped(outcome['tokens_in'])} read, {grouped(outcome['tokens_out'])} written"
        f"{uncounted}{usd}"
    )
    if outcome["stopped"]:
        lines.append(f"Stopped: {outcome['stopped']} What is stored stays; the same command goes on.")
    return "\n".join([*lines, "A model's verdicts decide nothing; they stand beside people's."])


def _clock() -> Clock:
    return SystemClock()
