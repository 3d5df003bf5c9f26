"""Figures of all systems of a panel: equal to each one's own, under filters, and undefined with a reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from baseline.analysis.breakdowns import reaches
from baseline.analysis.facet_accuracy import facet_accuracy
from baseline.analysis.panel import Panel, SystemAttempts, make_panel
from baseline.analysis.panel_filters import Filters, facet_values, filtered
from baseline.analysis.panel_report import NOT_AGENTIC, report_panel
from baseline.analysis.records import AttemptRecord, Figure, GoldItem, Interval
from baseline.analysis.report import score_run
from tests.unit.analysis.metrics_makers import attempt, gold

FAMILIES = (
    *("accuracy", "accuracy_by_hop", "page_f1", "document_f1", "accuracy_at_step_limit", "working_time"),
    *("kuiper_tie_safe", "kuiper_over_sigma", "kuiper_p", "effort_ratio", "recovery_rate"),
)


def items() -> list[GoldItem]:
    """Eight items: of one page, of two pages, and of two documents; two domains, one item in both."""
    evidence = [("a.pdf:1",), ("a.pdf:1", "a.pdf:2"), ("a.pdf:1", "b.pdf:1"), ("b.pdf:3",)] * 2
    domains = ["money", "health", "money, health", ""] * 2
    return [
        replace(gold(f"i{n}", "yes", *pages), domain=domain)
        for n, (pages, domain) in enumerate(zip(evidence, domains, strict=True))
    ]


def answers(name: str, scores: list[float], first_hit: str = "a.pdf:1") -> list[AttemptRecord]:
    """One attempt an item: wrong ones take one search more, and cite page 9."""
    return [
        attempt(
            f"i{n}",
            "yes" if score else "no",
            system=name,
            verdict=score,
            cites=("a.pdf:1",) if score else ("a.pdf:9",),
            hits=(("c.pdf:1",),) * (0 if score else 1 + n % 2) + ((first_hit,),),
            working_s=30.0 + 10 * n,
        )
        for n, score in enumerate(scores)
    ]


def panel() -> Panel:
    return make_panel(
        items(),
        [
            SystemAttempts("Ann", "people", answers("Ann", [1, 1, 0.5, 0, 1, 0, 1, 1])),
            SystemAttempts("Bot", "agent", answers("Bot", [0, 1, 1, 0, 0.5, 0, 0, 1], "b.pdf:1")),
            SystemAttempts("RAG", "non_agentic", answers("RAG", [1] * 8)),
        ],
    )


def test_figures_of_a_panel_equal_those_of_each_system_alone() -> None:
    made = report_panel(panel(), FAMILIES)
    for name, scores, hit in (
        ("Ann", [1, 1, 0.5, 0, 1, 0, 1, 1], "a.pdf:1"),
        ("Bot", [0, 1, 1, 0, 0.5, 0, 0, 1], "b.pdf:1"),
    ):
        own = score_run(items(), answers(name, scores, hit))
        (of_panel,) = [one for one in made if one.name == name]
        assert {one.key for one in of_panel.figures} >= {"accuracy", "kuiper_p", "accuracy_at_step_limit@1"}
        for figure in of_panel.figures:
            assert figure == own.figure(figure.key), figure.key
        assert (of_panel.curve, of_panel.test) == (own.curve, own.test)


def test_a_system_that_is_not_agentic_says_so_instead_of_figures_of_effort() -> None:
    rag = report_panel(panel(), FAMILIES)[2]
    for key in ("kuiper_tie_safe", "kuiper_over_sigma", "kuiper_p", "effort_ratio"):
        assert (rag.figure(key).value, rag.figure(key).undefined) == (None, NOT_AGENTIC)
    assert {one.undefined for one in rag.family("accuracy_at_step_limit")} == {NOT_AGENTIC}
    assert rag.figure("accuracy").value == 1.0
    assert rag.test is None


def test_filters_choose_items_that_hold_one_value_of_each_facet() -> None:
    whole = panel()
    assert facet_values(whole)["hop_type"] == ("single", "cross_page", "cross_doc")
    assert facet_values(whole)["domain"] == ("(not given)", "health", "money")

    money = filtered(whole, Filters(systems=frozenset({"Ann", "Bot"}), domain=frozenset({"money"})))
    # Items 0 and 4 of money alone, 2 and 6 of both. Ann: 1, 1, .5, 1 of 4.
    assert money.item_ids == ("i0", "i2", "i4", "i6")
    assert [one.name for one in money.systems] == ["Ann", "Bot"]
    ann = report_panel(money, ["accuracy"])[0].figure("accuracy")
    assert (ann.value, ann.n) == (3.5 / 4, 4)

    across = filtered(whole, Filters(domain=frozenset({"money"}), hop_type=frozenset({"cross_doc"})))
    assert across.item_ids == ("i2", "i6")
    assert filtered(whole, Filters()) == whole


def test_an_empty_panel_says_why_there_is_no_value() -> None:
    nothing = filtered(panel(), Filters(domain=frozenset({"money"}), visual=frozenset({"tabular"})))
    assert nothing.item_ids == ()
    for figure in report_panel(nothing, FAMILIES)[0].figures:
        assert figure.value is None
        assert figure.undefined
    assert report_panel(Panel(tuple(items()), ()), FAMILIES) == []


@pytest.mark.parametrize("scores", [[1] * 8, [0] * 8])
def test_all_right_and_all_wrong_leave_k_undefined_with_its_reason(scores: list[float]) -> None:
    made = report_panel(make_panel(items(), [SystemAttempts("S", "agent", answers("S", scores))]), FAMILIES)
    assert "all 8 attempts are" in (made[0].figure("kuiper_tie_safe").undefined or "")


def test_nobody_who_searched_leaves_the_figures_of_search_undefined() -> None:
    quiet = [attempt(f"i{n}", "yes", system="S", n=0) for n in range(8)]
    made = report_panel(make_panel(items(), [SystemAttempts("S", "people", quiet)]), FAMILIES)[0]
    assert made.figure("kuiper_tie_safe").undefined == "undefined: nobody searched"
    assert made.figure("recovery_rate").value is None


def test_accuracy_by_kind_of_item_equals_that_of_the_panel_with_these_items_alone() -> None:
    whole = panel()
    groups = {one.name: one for one in facet_accuracy(whole, "domain")}
    assert {name: one.n_items for name, one in groups.items()} == {"health": 4, "money": 4, "(not given)": 2}
    for name, group in groups.items():
        alone = report_panel(filtered(whole, Filters(domain=frozenset({name}))), ["accuracy"])
        assert [one.value for one in group.figures] == [one.figure("accuracy").value for one in alone]
        assert [one.n for one in group.figures] == [one.figure("accuracy").n for one in alone]


def test_reach_is_finding_and_understanding() -> None:
    # Ann: 6 of 8 correct with a gold page cited; the wrong ones cite page 9 of a.pdf.
    ann = reaches(panel())[0]
    assert (ann.found.value, ann.found.n) == (6 / 8, 8)
    assert (ann.understood.value, ann.understood.n) == (1.0, 6)
    nobody = reaches(make_panel(items(), [SystemAttempts("S", "agent", [])]))[0]
    assert nobody.found.undefined == "no attempt can be labelled"


def test_reach_resamples_items_where_an_item_has_several_answers() -> None:
    gold_items = [gold("i0", "yes", "a.pdf:1"), gold("i1", "yes", "a.pdf:1")]
    answers = [
        attempt(item, said, cites=("z.pdf:1",), participant=who)
        for item, said in (("i0", "yes"), ("i1", "no"))
        for who in ("p1", "p2")
    ]

    def found(n_answers: int) -> Figure:
        chosen = [SystemAttempts("S", "people", answers[:n_answers])]
        return reaches(make_panel(gold_items, chosen))[0].found

    # Both right on i0, both wrong on i1: drawing items gives 0, 1/2 or 1, drawing attempts would be surer.
    assert (found(4).value, found(4).n, found(4).interval) == (0.5, 4, Interval(0.0, 1.0, "bootstrap"))
    # Two answers on one item say nothing of other items.
    assert (found(2).value, found(2).interval) == (1.0, None)
