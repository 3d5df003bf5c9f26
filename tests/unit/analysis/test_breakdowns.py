"""Errors taken apart: the published counts, groups that overlap, and what has no label."""

from __future__ import annotations

from dataclasses import replace

import pytest

from baseline.analysis.breakdowns import NO_VALUE, breakdown, funnels
from baseline.analysis.panel import Panel, SystemAttempts, make_panel
from baseline.analysis.records import AttemptRecord
from tests.unit.analysis.metrics_makers import attempt, gold

# One answer of each kind to an item whose gold is page 3 of a.pdf.
KINDS = {
    "correct": ("yes", ("a.pdf:3",)),
    "refusal": ("", ()),
    "retrieval": ("no", ("b.pdf:3",)),
    "navigation": ("no", ("a.pdf:4",)),
    "comprehension": ("no", ("a.pdf:3",)),
}


def one_of(kind: str, item_id: str, system: str = "S") -> AttemptRecord:
    answer, cites = KINDS[kind]
    return attempt(item_id, answer, cites=cites, system=system, n=1)


def panel_of(counts: dict[str, int], system: str = "S") -> Panel:
    kinds = [kind for kind, n in counts.items() for _ in range(n)]
    items = [gold(f"i{n}", "yes", "a.pdf:3") for n in range(len(kinds))]
    return make_panel(
        items,
        [SystemAttempts(system, "agent", [one_of(kind, f"i{n}", system) for n, kind in enumerate(kinds)])],
    )


def test_the_published_errors_split_as_published() -> None:
    # 17 agents: 3,273 errors, of which 1,167 retrieval, 753 navigation, 941 comprehension, 412 refusal.
    published = {"retrieval": 1167, "navigation": 753, "comprehension": 941, "refusal": 412, "correct": 5227}
    panel = panel_of(published)
    (cell,) = breakdown(panel, "system")

    assert cell.n_errors == 3273
    assert {label: cell.labels[label] for label in published} == published
    assert cell.share_of_errors("retrieval") == pytest.approx(0.3566, abs=1e-4)
    (funnel,) = funnels(panel)
    assert funnel == ("S", 8500, 8088, 6921, 6168, 5227)


def test_an_item_of_two_domains_counts_in_both_and_one_without_is_named() -> None:
    items = [
        replace(gold("i0", "yes", "a.pdf:3"), domain="finance, law"),
        replace(gold("i1", "yes", "a.pdf:3"), domain=""),
        gold("i2", "yes"),
    ]
    attempts = [one_of("correct", "i0"), one_of("navigation", "i1"), one_of("refusal", "i2")]
    panel = make_panel(items, [SystemAttempts("S", "agent", attempts)])

    cells = {cell.group: cell for cell in breakdown(panel, "domain")}
    assert list(cells) == ["finance", "law", NO_VALUE]
    assert cells["finance"].labels["correct"] == cells["law"].labels["correct"] == 1
    # Without gold evidence nothing says how far an answer came.
    assert (cells[NO_VALUE].n, cells[NO_VALUE].n_unlabelled) == (1, 1)
    assert cells["law"].share_of_errors("navigation") is None


def test_groups_by_hop_type_hold_every_labelled_attempt_once() -> None:
    items = [gold("i0", "yes", "a.pdf:3"), gold("i1", "yes", "a.pdf:3", "a.pdf:5")]
    panel = make_panel(
        items,
        [
            SystemAttempts(name, "agent", [one_of("retrieval", one, name) for one in ("i0", "i1")])
            for name in "AB"
        ],
    )
    cells = {cell.group: cell for cell in breakdown(panel, "hop_type")}
    assert {group: (cell.n, cell.n_errors) for group, cell in cells.items()} == {
        "single": (2, 2),
        "cross_page": (2, 2),
    }


def test_a_panel_without_systems_has_no_groups() -> None:
    assert breakdown(make_panel([gold("i0")], []), "system") == []
    assert funnels(make_panel([], [])) == []
