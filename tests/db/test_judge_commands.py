"""`judge` against a server on loopback, and `verdicts` in and out, as people run them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from baseline.__main__ import main
from baseline.judging import judge_command
from db.connection import opened_database, writing
from db.home import database_path
from db.judging import replies, spent
from db.verdicts import verdicts_of
from tests.fake_model import Said, completion, fake_model, words_of
from tests.judged_study import SET, key_of, make_judged_study
from tests.paired_study import attempt_of

Capture = pytest.CaptureFixture[str]
KEY = "sk-very-secret"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path))
    monkeypatch.setenv("PAGETRAIL_MODEL_KEY", KEY)
    # Nobody waits here.
    monkeypatch.setattr(judge_command, "pause_of", lambda stop: lambda s: stop.is_set())
    with opened_database(database_path()) as database, writing(database):
        make_judged_study(database)
    return tmp_path


def outcome_of(capsys: Capture, *arguments: str) -> Any:
    code = main([*arguments, "--json"])
    printed = capsys.readouterr()
    assert code == 0, printed.err
    return json.loads(printed.out)


def judged(capsys: Capture, address: str, *more: str) -> Any:
    return outcome_of(capsys, "judge", "--set", SET, "--endpoint", address, "--model", "m1", *more)


def test_a_model_judges_what_no_rule_decides_and_goes_on_where_it_ended(capsys: Capture) -> None:
    def answering(body: Any) -> Said:
        text = words_of(body).lower()
        if "102 boats" in text:
            return completion('{"reason": "unit"}')
        return (
            completion(None, choices=[{"message": {"refusal": "No."}}])
            if "i think" in text
            else completion("?")
        )

    with fake_model(answering) as model:
        first = judged(capsys, model.address, "--usd-in", "10", "--usd-out", "100")
        assert (first["calls"], first["n_judged"], first["already_judged"]) == (3, 1, 0)
        assert first["without_verdict"] == [
            {"item": "item-003", "reason": "the model refused to judge it"},
            {"item": "item-004", "reason": "the reply holds no JSON object with a reason"},
        ]
        assert first["usd"] == pytest.approx((first["tokens_in"] * 10 + first["tokens_out"] * 100) / 1e6)
        model.answering = lambda body: completion('{"reason": "same"}')
        second = judged(capsys, model.address)
        assert (second["calls"], second["n_judged"], second["already_judged"]) == (2, 2, 1)
        assert judged(capsys, model.address, "--dry-run")["calls"] == 0
        assert len(model.heard) == 5
    attempt = attempt_of("p-ann", "item-002")
    with opened_database(database_path()) as database:
        assert [one.score for one in verdicts_of(database, [attempt])[attempt]] == [0]
        assert spent(database, SET)["m1"][:3] == (3, 1, 1)
        told = replies(database, SET, key_of("item-004", "no"))
    assert [(reply.outcome, reply.reply) for reply, _ in told] == [
        ("unreadable", "?"),
        ("judged", '{"reason": "same"}'),
    ]
    assert KEY not in told[0][0].prompt


def test_people_read_what_came_of_it(capsys: Capture) -> None:
    with fake_model(lambda body: completion('{"reason": "same"}')) as model:
        arguments = ["judge", "--set", SET, "--endpoint", model.address, "--model", "m1"]
        assert main([*arguments, "--dry-run", "--usd-in", "1"]) == 0
        assert "3 answers would be judged" in capsys.readouterr().out
        assert main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "3 answers judged by m1; 0 answers judged before."
    assert lines[-1] == "A model's verdicts decide nothing; they stand beside people's."


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--at-once", "0"], "--at-once 0"),
        (["--usd-in", "-1"], "a price is 0 or more"),
        (["--set", "nowhere"], "nowhere"),
    ],
)
def test_what_cannot_be_used_is_named(capsys: Capture, more: list[str], why: str) -> None:
    with fake_model(lambda body: completion("")) as model:
        arguments = ["judge", "--set", SET, "--endpoint", model.address, "--model", "m1", *more]
        assert main(arguments) == 1
    assert why in capsys.readouterr().err
    assert model.heard == []


def test_a_wrong_key_stops_at_once_and_is_not_repeated(capsys: Capture) -> None:
    with fake_model(lambda body: Said({"error": {"message": KEY}}, 401)) as model:
        assert main(["judge", "--set", SET, "--endpoint", model.address, "--model", "m1"]) == 1
    assert len(model.heard) == 1
    assert KEY not in capsys.readouterr().err


def test_verdicts_settle_go_out_and_come_back(capsys: Capture, home: Path) -> None:
    assert outcome_of(capsys, "verdicts", "settle", "--set", SET)["exact"] == 2
    table = home / "verdicts.csv"
    out = outcome_of(capsys, "verdicts", "export", "--set", SET, "--out", str(table))
    assert (out["verdicts"], out["answers"]) == (2, 4)
    assert outcome_of(capsys, "verdicts", "import", str(table), "--set", SET) == {
        "set": SET, "new": 0, "known": 2,
    }  # fmt: skip
    table.write_bytes(b"score\n\xff\n")
    assert main(["verdicts", "import", str(table), "--set", SET]) == 1
    assert "is not UTF-8 text" in capsys.readouterr().err
