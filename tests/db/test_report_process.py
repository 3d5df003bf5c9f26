"""The construct report in a process of its own: the same report, told on the way; refusals as sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotation.construct.printed import figure_from_json, report_as_json
from annotation.construct.report import report_on_index
from annotation.report_process import Wanted, report_in_a_process
from db.errors import AppError
from index.collection import open_index
from tests.small_study import ITEMS, SmallStudy


@pytest.fixture(autouse=True)
def home(small_study: SmallStudy, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAGETRAIL_HOME", str(small_study.home))
    return small_study.home


def wanted(set_name: str = "small") -> Wanted:
    index = open_index("small")
    fingerprint = index.fingerprint
    index.close()
    return Wanted(set_name, "small", fingerprint, 5)


def test_report_of_a_process_is_the_report() -> None:
    heard: list[float] = []
    outcome = report_in_a_process(wanted(), heard.append)
    index = open_index("small")
    report = report_on_index(ITEMS, index, {}, 5)
    index.close()
    assert outcome["items"] == report_as_json(report)["items"]
    told = {figure.key: figure for figure in map(figure_from_json, outcome["figures"].values())}
    assert [told[figure.key] for figure in report.figures] == list(report.figures)
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


def test_refusal_is_the_commands_own_sentence() -> None:
    with pytest.raises(AppError) as refused:
        report_in_a_process(wanted("nothing"), lambda _: None)
    assert refused.value.user_message == "There is no item set 'nothing'."


def test_process_ends_when_nobody_listens_any_more() -> None:
    class Left(Exception):
        pass

    def leave(_: float) -> None:
        raise Left

    with pytest.raises(Left):
        report_in_a_process(wanted(), leave)
