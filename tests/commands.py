"""Running `python -m annotation …` inside a test, and looking at what it stored."""

from __future__ import annotations

import json

from annotation.__main__ import main
from db.connection import opened_database
from db.errors import NotFound
from db.home import database_path
from db.items import load_item_set


def run(capsys, *arguments):
    """The exit code, and what was printed."""
    code = main(list(arguments))
    return code, capsys.readouterr()


def outcome_of(capsys, *arguments):
    """What a command that works prints with `--json`."""
    code, printed = run(capsys, *arguments, "--json")
    assert code == 0, printed.err
    return json.loads(printed.out)


def stored_set(name="s"):
    """The items of a set of the present home; none if there is no such set."""
    with opened_database(database_path()) as database:
        try:
            return load_item_set(database, name)
        except NotFound:
            return []
