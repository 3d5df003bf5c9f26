"""The replay page: attempts of imported runs, two beside each other, and what is not there."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from sqlite_utils import Database
from streamlit.testing.v1 import AppTest

from baseline.runs import changing
from baseline.runs.importing import RunFile, import_run
from db import runs
from db.accounts import find_account
from db.models import By
from pages.services import Services
from pages.ui import errand
from pages.ui import page as page_frame
from tests.busy_study import make_busy_study
from tests.pages.supervisor import Supervisor
from tests.paired_study import attempt_of

BY = By("rex", 0)
TRAP = "<img src=x onerror=alert(1)> *bold*"
Open = Callable[..., Supervisor]


def show_trajectory() -> None:
    from pages.research import trajectory

    trajectory.show()


def put_run(database: Database, system: str) -> str:
    """A run with a trajectory on one item and none on the next; returns its id."""
    hit = {"file": "lighthouse.pdf", "page": 12}
    rows = [
        {"id": "item-001", "answer": TRAP, "search_history": [{"query": TRAP, "results": [hit]}]},
        {"id": "item-002", "answer": "102"},
    ]
    content = "\n".join(map(json.dumps, rows)).encode()
    import_run(database, RunFile(content, f"{TRAP}.jsonl", "madqa", "paired-set", system), None, BY)
    return runs.runs_of_set(database, "paired-set")[-1].run_id


@pytest.fixture
def studied(running: Services) -> Services:
    running.write(lambda database: make_busy_study(database, running.clock.now_ms()))
    return running


@pytest.fixture
def attempts(studied: Services) -> dict[str, str]:
    """Item -> the attempt of the imported run on it."""
    run_id = studied.write(lambda database: put_run(database, "Agent"))
    with studied.reading() as database:
        return {one.item_id: one.attempt_id for one in runs.attempts_of_run(database, run_id)}


@pytest.fixture
def open_page(studied: Services, monkeypatch: pytest.MonkeyPatch) -> Open:
    def opened(**address: str) -> Supervisor:
        with studied.reading() as database:
            account = find_account(database, "rex")
        for module in (page_frame, errand):
            monkeypatch.setattr(module, "account_here", lambda: account)
        app = AppTest.from_function(show_trajectory, default_timeout=60)
        for name, value in address.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return Supervisor(app)

    return opened


def test_an_imported_attempt_is_replayed_and_says_what_its_file_does_not_hold(
    attempts: dict[str, str], open_page: Open
) -> None:
    text = open_page(attempt=attempts["item-001"]).text()
    assert "Item item-001 of paired-set" in text
    assert "**Agent**" in text
    assert "Not recorded in the file: times of steps" in text
    bare = open_page(attempt=attempts["item-002"]).text()
    assert "Answer: 102 (correct, as the gold answer)" in bare
    assert "searches not recorded" in bare
    assert "Not recorded in the file: steps." in bare


def test_a_person_stands_beside_an_agent_on_the_same_item(attempts: dict[str, str], open_page: Open) -> None:
    page = open_page(attempt=attempts["item-001"])
    fast = attempt_of("p-fast", "item-001")
    page.field("selectbox", "Beside it").set_value(fast).run()
    assert page.app.query_params["beside"] in (fast, [fast])
    assert "p-fast" in page.text()
    assert "confidence" in page.text()


@pytest.mark.parametrize("beside", ["item-002", "no such attempt"])
def test_another_item_or_nothing_is_not_shown_beside(
    attempts: dict[str, str], open_page: Open, beside: str
) -> None:
    text = open_page(attempt=attempts["item-001"], beside=attempts.get(beside, beside), step="x").text()
    assert "it is left out" in text


def test_an_attempt_of_a_withdrawn_run_is_shown_and_says_so(
    studied: Services, attempts: dict[str, str], open_page: Open
) -> None:
    with studied.reading() as database:
        run_id = runs.run_of_attempt(database, attempts["item-001"]) or ""
    studied.write(lambda database: changing.withdraw_run(database, run_id, "Wrong pages.", BY))
    text = open_page(attempt=attempts["item-001"]).text()
    assert "The run was withdrawn: Wrong pages. It is in no figure." in text


def test_text_of_files_is_no_markup(attempts: dict[str, str], open_page: Open) -> None:
    page = open_page(attempt=attempts["item-001"])
    shown = [one.value for one in (*page.app.markdown, *page.app.caption)]
    assert not any("<img src" in text.replace("\\<", "") for text in shown)
    assert not any(" *bold*" in text for text in shown)


def test_a_note_is_added_found_and_taken_back(attempts: dict[str, str], open_page: Open) -> None:
    page = open_page(attempt=attempts["item-002"])
    page.press("Add note")
    assert "The note is empty" in page.text()
    page.field("text_area", "Note").set_value(f"Guessed {TRAP}")
    page.field("number_input", "Step").set_value(1)
    page.press("Add note")
    assert "Note added." in page.text()
    assert "step 1" in page.text()
    found = open_page(study="paired", find="guessed")
    assert "1 place in 1 attempt." in found.text()
    assert found.table()["Replay"][0] == f"/trajectory?attempt={attempts['item-002']}&step=1"
    assert "No step and no note holds" in open_page(study="paired", find="no such words").text()
    page = open_page(attempt=attempts["item-002"])
    note = page.app.text_area[0]
    assert note.value == f"Guessed {TRAP}"
    note.set_value("Guessed.")
    page.press("Save as a new version")
    assert "New version saved." in page.text()
    assert "Earlier versions and notes taken back (1)" in [one.label for one in page.app.expander]
    page.press("Take back")
    assert "Say why the note is taken back" in page.text()
    page.field("text_input", "Or take it back, because").set_value("It did not guess.")
    page.press("Take back")
    assert "Note taken back." in page.text()
    assert "Nobody has written a note here yet" in page.text()
    assert "taken back: It did not guess." in page.text()


def test_notes_are_listed_by_tag(attempts: dict[str, str], open_page: Open) -> None:
    page = open_page(attempt=attempts["item-002"])
    page.field("text_area", "Note").set_value("One & only")
    page.field("multiselect", "Tags").set_value(["odd"])
    page.press("Add note")
    found = open_page(set="paired-set", tag="odd")
    assert "1 note with the tag “odd”." in found.text()
    assert found.table()["Note"].tolist() == ["One & only"]
    everything = open_page(set="paired-set", tag="no such tag")
    assert everything.field("selectbox", "Tag").value == ""
    assert len(everything.table()) == len(attempts)


def test_imported_attempts_are_listed_beside_those_of_studies(
    studied: Services, attempts: dict[str, str], open_page: Open
) -> None:
    studied.write(lambda database: put_run(database, "Other agent"))
    page = open_page(set="paired-set")
    assert "2 attempts on “paired-set”." in page.text()
    assert set(page.table()["Replay"]) == {f"/trajectory?attempt={one}" for one in attempts.values()}
    page.field("selectbox", "Run").select("All 2 runs").run()
    assert "4 attempts on “paired-set”." in page.text()
    assert "p-fast" in set(open_page(study="paired").table()["Participant"])


def test_pages_of_an_imported_attempt_say_from_which_collection_they_are(
    attempts: dict[str, str], open_page: Open
) -> None:
    text = open_page(attempt=attempts["item-001"]).text()
    assert ("Pages come from the collection" in text) != ("no collection that you may open" in text)


def test_an_unknown_attempt_is_a_sentence(open_page: Open) -> None:
    assert "There is no attempt" in open_page(attempt="r-none:1").text()


def test_a_long_answer_is_cut_above_the_steps_and_folded_below(studied: Services, open_page: Open) -> None:
    row = {"id": "item-001", "answer": "word " * 4000, "search_history": [{"query": "lighthouse"}]}
    file = RunFile(json.dumps(row).encode(), "long.jsonl", "madqa", "paired-set", "Long")
    run = studied.write(lambda database: import_run(database, file, None, BY)).run
    page = open_page(attempt=f"{run.run_id}:1")
    (shown,) = (line for line in page.text().splitlines() if "Answer: word" in line)
    assert len(shown) < 1_500
    (folded,) = (one for one in page.app.expander if "The whole answer" in one.label)
    assert folded.label == "The whole answer, 19,999 characters"
    assert len(folded.text[0].value) == 19_999
