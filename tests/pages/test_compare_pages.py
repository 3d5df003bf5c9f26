"""Compare and Agreement as a researcher sees them: what is concluded, and what is undefined and why."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from sqlite_utils import Database
from streamlit.testing.v1 import AppTest

from baseline.runs.importing import RunFile, import_run
from db.accounts import find_account
from db.models import By
from db.systems import SystemKind
from pages.services import Services
from pages.ui import page as page_frame
from tests.busy_study import N_ITEMS, make_busy_study
from tests.pages.supervisor import Supervisor

TRAP = "<img src=x onerror=alert(1)> *bold*"
Open = Callable[..., Supervisor]


def show_compare() -> None:
    from pages.research import compare

    compare.show()


def show_agreement() -> None:
    from pages.research import agreement

    agreement.show()


def put_run(database: Database, system: str, right: range, kind: SystemKind = "agent") -> None:
    """A run that has these items right, every one after a search more than the one before."""
    rows = [
        {
            "id": f"item-{n:03d}",
            "answer": str(100 + n) if n in right else TRAP,
            "search_history": [{"query": f"try {at}"} for at in range(1 + n % 3)],
        }
        for n in range(1, N_ITEMS + 1)
    ]
    content = "\n".join(map(json.dumps, rows)).encode()
    import_run(
        database,
        RunFile(content, f"{system[:3]}.jsonl", "madqa", "paired-set", system, kind=kind),
        None,
        By("rex", 0),
    )


@pytest.fixture
def studied(running: Services) -> Services:
    """A running study of people on twelve items."""
    running.write(lambda database: make_busy_study(database, running.clock.now_ms()))
    return running


@pytest.fixture
def with_runs(studied: Services) -> Services:
    """Three systems beside the people: an agent, one with a hostile name, one that is not agentic."""

    def job(database: Database) -> None:
        put_run(database, "Agent", range(1, 11))
        put_run(database, TRAP, range(1, 3))
        put_run(database, "Pipeline", range(1, N_ITEMS + 1), "non_agentic")

    studied.write(job)
    return studied


@pytest.fixture
def open_page(studied: Services, monkeypatch: pytest.MonkeyPatch) -> Open:
    """A page as the researcher of the study opens it."""

    def opened(script: Callable[[], None], **address: str) -> Supervisor:
        with studied.reading() as database:
            account = find_account(database, "rex")
        monkeypatch.setattr(page_frame, "account_here", lambda: account)
        app = AppTest.from_function(script, default_timeout=60)
        for name, value in {"set": "paired-set", **address}.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return Supervisor(app)

    return opened


def test_two_systems_are_compared_figure_by_figure_and_item_by_item(
    with_runs: Services, open_page: Open
) -> None:
    page = open_page(show_compare, a="Agent", b=TRAP)
    text = page.text()

    # Eight items more of twelve for the agent: McNemar 2/2^8.
    assert "On items like these, Agent is more accurate than <img src=x onerror=alert(1)> *bold*" in text
    assert "0.008" in text
    for figure in ("Accuracy", "Page F1", "Kuiper (tie-safe)", "K / sigma", "Permutation p"):
        assert f"<summary>{figure}" in text
    table = page.table()
    assert len(table) == 8
    assert set(table["A is"]) == {"correct (exact)"}
    assert table["B answers"][0] == TRAP
    assert table["A replay"][0].startswith("/trajectory?attempt=")


def test_names_from_files_are_no_markup(with_runs: Services, open_page: Open) -> None:
    for script in (show_compare, show_agreement):
        page = open_page(script, a="Agent", b=TRAP)
        assert "<img" not in "".join(element.proto.body for element in page.app.get("html"))


def test_the_two_and_the_outcome_stand_in_the_address(with_runs: Services, open_page: Open) -> None:
    page = open_page(show_compare, a="Agent", b="Pipeline", outcome="b")
    assert len(page.table()) == 2
    page.press("Swap")
    assert (page.app.query_params["a"], page.app.query_params["b"]) == ("Pipeline", "Agent")
    assert "There is no item that only B has correct." in page.text()


def test_who_is_not_agentic_is_compared_without_effort(with_runs: Services, open_page: Open) -> None:
    text = open_page(show_compare, a="Agent", b="Pipeline").text()
    assert "Pipeline: not agentic: no effort figures" in text
    assert "<summary>Kuiper" not in text
    assert (
        "No routing curve: it needs an agent and people."
        in open_page(show_agreement, a="Agent", b="Pipeline").text()
    )


def test_every_pair_has_its_agreement_and_undefined_is_said(with_runs: Services, open_page: Open) -> None:
    page = open_page(show_agreement, a="Agent", b="Pipeline")
    pairs = page.table().set_index(["A", "B"])

    # Both right on ten of twelve, only the pipeline on two: raw 10/12; one rater is constant: kappa 0.
    both = pairs.loc[("Agent", "Pipeline")]
    assert (both["N"], both["Raw"], both["Only B"], both["Undefined"]) == (12, "83.3 %", 2, "")
    assert both["Kappa"] == "0.00 (no interval)"
    assert "no interval: all resamples alike" in page.text()
    assert "either is correct" in page.text().lower()
    # Several people answered the same items: they agree with each other by some measure.
    assert "Krippendorff’s alpha" in page.text()


def test_people_and_an_agent_share_the_work(with_runs: Services, open_page: Open) -> None:
    text = open_page(show_agreement, b="Agent").text()
    assert "Routing by effort: people take the items on which the agent searched most" in text
    assert "A threshold that was chosen on these items looks better on them than on others." in text


@pytest.mark.parametrize("script", [show_compare, show_agreement])
def test_one_system_alone_is_told_what_to_do(
    with_runs: Services, open_page: Open, script: Callable[[], None]
) -> None:
    text = open_page(script, system="Agent").text()
    assert "Under these filters there is only Agent: choose a second system above." in text


def test_an_unknown_system_in_the_address_is_replaced(with_runs: Services, open_page: Open) -> None:
    page = open_page(show_compare, a="nobody", b="Agent")
    assert page.field("selectbox", "B").value == "Agent"
    assert page.field("selectbox", "A").value != "Agent"
    assert "There is no system “nobody” here:" in page.text()
    assert "There is no" not in open_page(show_compare, b="Agent").text()
