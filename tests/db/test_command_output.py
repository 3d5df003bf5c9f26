"""What every command does when its output, or a file, cannot be used: one sentence, exit 1."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from db.command_line import told
from db.connection import open_database
from db.home import database_path

COMMANDS = [("db", "stats", "--json"), ("index", "search", "nothing", "word")]


def command(*arguments: str, **how: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", *arguments], stderr=subprocess.PIPE, check=False, **how)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty database, for commands in other processes too."""
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path))
    open_database(database_path()).close()
    return tmp_path


@pytest.mark.parametrize("arguments", [("db", "stats"), ("db", "stats", "--json")])
def test_a_full_output_is_one_sentence(home: Path, arguments: Sequence[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = command(*arguments, stdout=full)
    assert (ended.returncode, ended.stderr) == (
        1,
        b"What was to be printed could not be written: the disk is full.\n",
    )


@pytest.mark.parametrize("arguments", COMMANDS)
def test_a_closed_output_is_one_sentence(home: Path, arguments: Sequence[str]) -> None:
    ended = command(*arguments, preexec_fn=lambda: os.close(1))
    assert (ended.returncode, ended.stderr) == (
        1,
        b"Standard output is closed; send it to a file, or to /dev/null.\n",
    )


def test_any_character_is_printed_whatever_the_encoding(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    code = "from db.command_line import {0}, told; told(lambda: {0}({1!r}) or 0)"
    text = "Füße \u5831\u544a\U0001f600 \ud800"
    run = [sys.executable, "-c", code.format("say", text)]
    printed = subprocess.run(run, capture_output=True, check=True).stdout
    assert printed == b"F\\xfc\\xdfe \\u5831\\u544a\\U0001f600 \\ud800\n"
    run = [sys.executable, "-c", code.format("say_json", text)]
    assert json.loads(subprocess.run(run, capture_output=True, check=True).stdout) == text


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (
            PermissionError(13, "Permission denied", "/secret/a.pdf"),
            "'a.pdf' cannot be used: it may not",
        ),
        (OSError(24, "Too many open files", "/secret/place/b"), "'b' cannot be used: too many open files."),
        (OSError(28, "No space left on device"), "A file or folder cannot be used: the disk is full."),
        (OSError(5, "Input/output error", 3), "A file or folder cannot be used: input/output error."),
    ],
)
def test_the_operating_system_s_no_names_the_file_and_the_reason_only(
    capsys: pytest.CaptureFixture[str], error: OSError, sentence: str
) -> None:
    def refused() -> int:
        raise error

    assert told(refused) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(sentence)
    assert "secret" not in said.err
    assert said.err.count("\n") == 1
