"""A study while it runs, as tables: one row a participant, one a condition, in numbers and our own words."""

from __future__ import annotations

from baseline.analysis.exclusion_rules import Share
from baseline.studies.monitoring import Monitor, PersonSeen
from db.wording import counted, grouped
from pages.ui.html_table import Markup, html_table, joined, text, tight, with_small, wordy
from pages.ui.text import duration

_ORDER = ("at_item", "paused", "between", "preparing", "finished", "not_come", "left")
_LONG_AGO_MS = 48 * 3_600_000


def people_html(seen: Monitor) -> str:
    """Everybody who was invited to take part: who works comes first, then by the newest event."""
    people = sorted(seen.people, key=lambda one: (_ORDER.index(one.where.stage), -(one.last_sign_ms or 0)))
    heads = ["Participant", "Where", "Items", "Last event", "Time an item", "Attention", "Missing", "Notes"]
    return html_table(heads, [_row(seen, one) for one in people], frozenset({4, 5, 6}))


def places_html(seen: Monitor) -> str:
    """One row a condition: how many of its places are filled, held and free."""
    rows = [
        [
            text(one.condition),
            joined([_bar(Share(one.filled, one.wanted)), text(_of(one.filled, one.wanted))], " "),
            text(grouped(one.held)),
            text("none: the study has ended" if seen.state.phase == "ended" else grouped(one.free)),
        ]
        for one in seen.places
    ]
    return html_table(["Condition", "Filled", "Held now", "Free"], rows, frozenset({2, 3}))


def ago(at_ms: int | None, now_ms: int) -> str:
    """`12 s ago`, `3 min ago`, `2 h ago`, `5 days ago`."""
    if at_ms is None:
        return "none yet"
    passed_ms = max(0, now_ms - at_ms)
    if passed_ms < 60_000:
        return f"{passed_ms // 1000} s ago"
    if passed_ms < 3_600_000:
        return f"{passed_ms // 60_000} min ago"
    if passed_ms < _LONG_AGO_MS:
        return f"{passed_ms // 3_600_000} h ago"
    return f"{passed_ms // (24 * 3_600_000)} days ago"


def _row(seen: Monitor, one: PersonSeen) -> list[Markup]:
    return [
        with_small(tight(one.account.account_id), text(one.account.name)),
        wordy(one.where.words),
        joined([_bar(one.done), tight(_of(one.done.n, one.done.of))], " ") if one.done.of else text("–"),
        tight(ago(one.last_sign_ms, seen.at_ms)),
        tight("–" if one.pace_s is None else duration(one.pace_s)),
        tight(_of(one.attention.n, one.attention.of) if one.attention.of else "–"),
        text(grouped(one.n_missing_events) if one.n_missing_events else "none"),
        text(_notes(one)),
    ]


def _notes(one: PersonSeen) -> str:
    notes = [
        *(["excluded"] if one.is_excluded else []),
        *([counted(one.n_flags, "flags")] if one.n_flags else []),
        *([f"{counted(one.n_on_pauses, 'events')} on a pause"] if one.n_on_pauses else []),
        *([f"{counted(one.n_unread, 'messages')} not closed"] if one.n_unread else []),
        *(["simulated"] if one.account.simulated else []),
    ]
    return ", ".join(notes)


def _of(n: int, of: int) -> str:
    return f"{grouped(n)} of {grouped(of)}"


def _bar(share: Share) -> Markup:
    """A line that is filled as far; the numbers stand beside it."""
    width = 100 * min(1.0, share.value if share.of else 0.0)
    return Markup(f'<div class="span" aria-hidden="true"><i style="left:0;width:{width:.1f}%"></i></div>')
