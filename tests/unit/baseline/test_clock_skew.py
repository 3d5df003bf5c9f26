"""The browser's clock beside the server's, as far as it tells a time."""

from __future__ import annotations

import pytest

from baseline.attempts.attempt import fold
from baseline.attempts.attempt_facts import attempt_facts
from db.events import Event, TabHidden
from tests.makers import NOON_MS


def seen(number: int, client_at_ms: int) -> Event:
    return Event(
        event_id=f"event-{number:04d}",
        stream_id="a-1",
        seq=number,
        at_ms=NOON_MS,
        payload=TabHidden(),
        source="browser",
        app_version="1",
        client_at_ms=client_at_ms,
    )


@pytest.mark.parametrize(
    ("claims", "skew_s"),
    [
        ((NOON_MS + 1500, NOON_MS + 2500), 2.0),
        ((1, 2), None),
        ((1, NOON_MS - 3_600_000), -3600.0),
        ((), None),
    ],
)
def test_skew_is_the_median_of_what_can_be_believed(claims: tuple[int, ...], skew_s: float | None) -> None:
    events = [seen(number, at_ms) for number, at_ms in enumerate(claims, 1)]
    assert attempt_facts(events, fold(events)).clock_skew_s == skew_s
