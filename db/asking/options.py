"""The options of every command that asks a model."""

from __future__ import annotations

import argparse

from db.asking.endpoint import KEY_NAME
from db.command_line import real_number, whole_number


def add_asking_options(parser: argparse.ArgumentParser) -> None:
    """Where the model is, how many questions at a time, how long an answer may take, and the dry run."""
    parser.add_argument(
        "--endpoint", required=True, metavar="URL", help=f"OpenAI-compatible; its key is read from {KEY_NAME}"
    )
    parser.add_argument("--model", required=True, metavar="NAME")
    parser.add_argument(
        "--at-once", type=whole_number(), default=4, metavar="N", help="questions at a time (default 4)"
    )
    parser.add_argument(
        "--timeout",
        type=real_number,
        default=120,
        metavar="S",
        help="seconds to wait for an answer (default 120)",
    )
    parser.add_argument("--dry-run", action="store_true", help="count questions and tokens, ask nothing")
