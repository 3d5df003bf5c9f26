"""The same item in two tabs: no draft is lost under another one, and neither is shown as if it were newer."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.bench_page import BenchPage

pytestmark = pytest.mark.browser


@pytest.fixture
def server(stage):
    return stage.new_mock()


@pytest.fixture
def first(page, server):
    bench = BenchPage(page, server).open()
    yield bench
    assert bench.errors == []


@pytest.fixture
def second(first, server):
    bench = BenchPage(first.page.context.new_page(), server).open()
    yield bench
    assert bench.errors == []


def write(bench, text):
    bench.answer.fill(text)
    bench.answer.blur()
    expect(bench.saved).to_contain_text("Saved ")


def last_draft(bench):
    return bench.stored("answer_edited", count=1)[-1]["draft"]["answer"]


def test_what_is_written_in_one_tab_stands_in_the_other(first, second):
    write(first, "4 200")
    expect(second.answer).to_have_value("4 200")
    # There was nothing to take back.
    expect(second.notice).to_have_text("Your answer was changed in another tab. It stands here now.Close")
    write(second, "4 217")
    expect(first.answer).to_have_value("4 217")
    # Neither tab sent the other's text back.
    assert [one["draft"]["answer"] for one in first.server.payloads("answer_edited")] == [
        ["4 200"],
        ["4 217"],
    ]
    first.page.get_by_role("button", name="Take mine back").click()
    expect(first.answer).to_have_value("4 200")
    expect(second.answer).to_have_value("4 200")
    assert last_draft(first) == ["4 200"]


def test_what_somebody_types_is_not_taken_from_under_their_hands(first, second):
    second.page.clock.install()
    second.page.clock.pause_at("2030-01-01T00:00:00Z")
    second.answer.fill("still typ")
    write(first, "from the first tab")
    expect(second.notice).to_contain_text(
        "Your answer was also changed in another tab, to “from the first tab”."
    )
    expect(second.answer).to_have_value("still typ")
    second.page.get_by_role("button", name="Take that one").click()
    expect(second.answer).to_have_value("from the first tab")
    expect(second.notice).to_have_count(0)


def test_a_draft_of_another_browser_that_was_overwritten_is_offered(first, server):
    # Another browser is heard of only through the server: its draft lies there when ours arrives.
    server.events["elsewhere-1"] = {
        "event_id": "elsewhere-1",
        "instance": "another browser",
        "payload": {
            "kind": "answer_edited",
            "draft": {"answer": ["on the tablet"], "confidence": None, "not_found": False},
        },
    }
    write(first, "at the desk")
    expect(first.notice).to_contain_text(
        "Another tab or browser had “on the tablet” here. Your change took its place."
    )
    first.page.get_by_role("button", name="Take that one").click()
    expect(first.answer).to_have_value("on the tablet")
    expect(first.saved).to_contain_text("Saved ")
    assert first.stored("answer_edited", count=3)[-1]["draft"]["answer"] == ["on the tablet"]
    # It is known now, and not told again.
    write(first, "at the desk after all")
    expect(first.notice).to_have_count(0)


def test_after_a_reload_the_own_draft_of_before_is_no_stranger(first):
    write(first, "4 200")
    first.page.reload()
    expect(first.answer).to_have_value("4 200")
    write(first, "4 217")
    expect(first.notice).to_have_count(0)


def test_what_was_not_sent_before_a_reload_is_not_taken_for_a_strangers(first, server):
    write(first, "saved")
    server.unavailable.add("events")
    first.answer.fill("typed, and not sent")
    first.answer.blur()
    expect(first.saved).to_contain_text("Not saved")
    first.page.reload()
    expect(first.answer).to_have_value("typed, and not sent")
    # The page asks how things stand, and hears of the draft that the server has: an older one of its own.
    with first.page.expect_response("**/mock/**"):
        first.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(first.answer).to_have_value("typed, and not sent")
    server.unavailable.clear()
    expect(first.saved).to_contain_text("Saved ")
    expect(first.notice.filter(has_text="another tab")).to_have_count(0)
    assert last_draft(first) == ["typed, and not sent"]
