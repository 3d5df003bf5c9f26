"""How much is right with few searches or little time: people and agents on one chart; and response time."""

from __future__ import annotations

from streamlit.delta_generator import DeltaGenerator

from baseline.analysis.charts_systems import by_group, curves, dots
from baseline.analysis.working_time import TIME_BINS
from pages.research.chart_card import ChartText, chart_card, figures_csv, theme_now, words_of
from pages.research.panel_room import PanelRoom
from pages.research.system_figures import figures_of, looks_of, of_items, shown, told, undefined_text
from pages.ui.room import sides

STEPS, MINUTES, TIME, BINS = (
    "accuracy_at_step_limit",
    "accuracy_at_minute_limit",
    "working_time",
    "accuracy_by_time",
)
FAMILIES = frozenset({STEPS, MINUTES, TIME, BINS, "first_query_accuracy"})


def limits(room: PanelRoom, _own: DeltaGenerator) -> None:
    """Two curves, then times."""
    figures = figures_of(room, FAMILIES)
    theme = theme_now()
    looks = looks_of(room, theme)
    all_shown = shown(figures, looks)
    left, right = sides([1, 1], "systems-limits")
    with left:
        chart_card(
            ChartText(
                "step-limit",
                "Accuracy at step limit",
                f"Share of {of_items(room)} correct with at most so many searches; what was not answered is "
                f"wrong. {_reasons(room, STEPS)}",
            ),
            curves(all_shown, STEPS, "searches allowed", "correct, share of all items", theme),
            figures_csv(told(figures, STEPS)),
            words_of([one.figure for one in told(figures, STEPS)]),
        )
    with right:
        chart_card(
            ChartText(
                "minute-limit",
                "Accuracy at minute limit",
                f"Share of {of_items(room)} correct within so many minutes of working time. "
                f"{undefined_text(figures, MINUTES + '@1')}",
            ),
            curves(all_shown, MINUTES, "minutes allowed", "correct, share of all items", theme),
            figures_csv(told(figures, MINUTES)),
            words_of([one.figure for one in told(figures, MINUTES)]),
        )
    left, right = sides([1, 1], "systems-time")
    with left:
        chart_card(
            ChartText(
                "response-time",
                "Working time per item",
                f"Mean over the items with a known time, of {of_items(room)}; 95 % intervals.",
            ),
            dots(all_shown, TIME, theme),
            figures_csv(told(figures, TIME)),
            words_of([one.figure for one in told(figures, TIME)]),
        )
    with right:
        chart_card(
            ChartText(
                "accuracy-by-time",
                "Accuracy by working time",
                "Correct among the attempts that took this long; N and interval on each mark. Long answers "
                "are of hard items too: this is no effect of time.",
            ),
            by_group(all_shown, BINS, {one.key: one.label for one in TIME_BINS}, theme),
            figures_csv(told(figures, BINS)),
            words_of([one.figure for one in told(figures, BINS)]),
        )


def _reasons(room: PanelRoom, family: str) -> str:
    """Systems without a curve; its first limit need not be the same for all."""
    found: dict[str, list[str]] = {}
    for one in figures_of(room, FAMILIES):
        first = one.family(family)[0]
        if first.value is None:
            found.setdefault(first.undefined or "undefined", []).append(one.name)
    return " ".join(f"{', '.join(names)}: {reason}." for reason, names in found.items())
