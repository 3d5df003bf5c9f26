"""Agentic, multi-hop, closed-world and visual: what each warns of, and what it leaves alone."""

from __future__ import annotations

import pytest

from annotation.checks.agentic import check_agentic
from annotation.checks.closed_world import check_closed_world
from annotation.checks.evidence import OtherItem
from annotation.checks.hop import check_multi_hop
from annotation.checks.visual import check_visual
from tests.unit.annotation.checks_view import draft, levels, view

NAMED = "What did the Kestrel Ferry Board pay in 2021?"


def test_item_whose_evidence_one_query_finds_is_a_warning_with_the_ranks():
    texts = {("a.pdf", 1): "ferry dock repairs", ("a.pdf", 2): "ferry dock", ("a.pdf", 3): "ferry"}
    item = draft("ferry dock repairs", [["x"]], [("a.pdf", 1), ("a.pdf", 2)])
    (finding,) = check_agentic(item, view(texts, k=2))
    assert finding.level == "warn"
    assert "any of its words" in finding.sentence
    assert "page 1 of a.pdf is hit 1, page 2 of a.pdf is hit 2" in finding.sentence
    assert "shown 2 hits" in finding.sentence


def test_item_with_one_page_below_the_cut_passes_and_shows_its_best_rank():
    texts = {("a.pdf", 1): "ferry dock repairs", ("a.pdf", 2): "ferry dock", ("a.pdf", 3): "none of them"}
    item = draft("ferry dock repairs", [["x"]], [("a.pdf", 1), ("a.pdf", 2), ("a.pdf", 3)])
    (finding,) = check_agentic(item, view(texts, k=1))
    assert finding.level == "pass"
    assert "page 2 of a.pdf is hit 2, page 3 of a.pdf is not among the first 10" in finding.sentence


def test_item_passes_if_its_last_page_is_one_below_the_cut():
    texts = {("a.pdf", 1): "ferry dock repairs", ("a.pdf", 2): "ferry dock", ("a.pdf", 3): "ferry"}
    item = draft("ferry dock repairs", [["x"]], [("a.pdf", 1), ("a.pdf", 2)])
    assert levels(check_agentic(item, view(texts, k=1))) == ["pass"]


def test_refused_or_empty_queries_say_what_is_needed():
    assert levels(check_agentic(draft(), view({}))) == ["note"]
    assert levels(check_agentic(draft("???", [["x"]], [("a.pdf", 1)]), view({}))) == ["note"]


def others(single: int, cross_page: int, cross_doc: int) -> list[OtherItem]:
    hops = ["single"] * single + ["cross_page"] * cross_page + ["cross_doc"] * cross_doc
    return [OtherItem(f"i{number}", "?", hop) for number, hop in enumerate(hops)]


def test_hop_type_is_a_note_while_a_wanted_type_is_short():
    # With this one 9 + 1 single, 0 cross-page, 0 cross-document of 10: both below 10 %.
    wanted = {"cross_page": 0.1, "cross_doc": 0.1}
    item = draft(NAMED, [["x"]], [("a.pdf", 1)])
    (finding,) = check_multi_hop(item, view({}, others=others(9, 0, 0), hop_shares=wanted))
    assert finding.level == "note"
    assert "Hop type: single." in finding.sentence
    assert "0 of 10 cross-page (0%, wanted 10%)" in finding.sentence


def test_hop_type_that_is_wanted_passes_and_so_does_a_project_in_balance():
    wanted = {"cross_page": 0.1, "cross_doc": 0.1}
    cross = draft(NAMED, [["x"]], [("a.pdf", 1), ("b.pdf", 1)])
    single = draft(NAMED, [["x"]], [("a.pdf", 1)])
    # Short is less than the share of all, this item counted: 1 of 20 is below 10 %, and it is cross-document.
    (finding,) = check_multi_hop(cross, view({}, others=others(19, 0, 0), hop_shares=wanted))
    assert finding.level == "pass"
    # 16 single, 2 cross-page and 2 cross-document of 20: both have their 10 %.
    assert levels(check_multi_hop(single, view({}, others=others(15, 2, 2), hop_shares=wanted))) == ["pass"]
    assert levels(check_multi_hop(single, view({}))) == ["pass"]
    assert levels(check_multi_hop(draft(NAMED), view({}))) == ["note"]


@pytest.mark.parametrize("answer", ["Yes", "no", "TRUE"])
def test_binary_answer_is_a_warning(answer):
    (finding,) = check_closed_world(draft(NAMED, [[answer]]), view({}))
    assert finding.level == "warn"
    assert "Half of all guesses" in finding.sentence


@pytest.mark.parametrize(
    ("answer", "level"), [("3", "warn"), ("10", "warn"), ("11", "pass"), ("2.5", "pass")]
)
def test_small_whole_number_is_a_warning(answer, level):
    assert levels(check_closed_world(draft(NAMED, [[answer]]), view({}))) == [level]


@pytest.mark.parametrize(
    ("question", "level"),
    [
        ("How many crossings were cancelled because of fog?", "warn"),
        ("How many crossings were cancelled in 2021?", "pass"),
        ("How many crossings to Pell Island were cancelled?", "pass"),
        ("Wer leitete das Museum?", "pass"),
        ("NASA spent how much on fog?", "pass"),
        ("東京都の予算はいくらですか", "pass"),
        ("¿quién pagó la reparación?", "warn"),
    ],
)
def test_question_without_number_year_or_name_is_a_warning(question, level):
    assert levels(check_closed_world(draft(question, [["Tolliver"]]), view({}))) == [level]


def test_answer_that_the_question_gives_away_is_a_warning():
    (finding,) = check_closed_world(
        draft("Did Tolliver Marine paint Heron in 2021?", [["The Tolliver"]]), view({})
    )
    assert "already holds every word" in finding.sentence


def test_answer_on_more_than_fifty_pages_is_a_warning():
    texts = {("a.pdf", page): "approved by Tolliver" for page in range(1, 52)}
    (finding,) = check_closed_world(draft(NAMED, [["approved by"]]), view(texts))
    assert "“approved by” stands on 51 pages" in finding.sentence
    del texts["a.pdf", 51]
    assert levels(check_closed_world(draft(NAMED, [["approved by"]]), view(texts))) == ["pass"]


def test_visual_category_is_required():
    item = draft(NAMED, [["x"]], [("a.pdf", 1)], visual="")
    assert levels(check_visual(item, view({("a.pdf", 1): "text"}))) == ["warn"]


@pytest.mark.parametrize(
    ("source", "text", "level"),
    [
        ("layer", "x" * 50, "pass"),
        ("layer", "x" * 49 + " \n", "warn"),
        ("ocr", "x" * 500, "warn"),
        ("none", "", "warn"),
    ],
)
def test_free_text_on_a_page_without_a_text_layer_is_a_warning(source, text, level):
    item = draft(NAMED, [["x"]], [("a.pdf", 1)], visual="Free_text")
    findings = check_visual(item, view({("a.pdf", 1): text}, {("a.pdf", 1): source}))
    assert levels(findings) == [level]


@pytest.mark.parametrize(
    ("visual", "level"),
    [("tabular", "pass"), ("artifact: Chart", "pass"), ("artifact", "pass"), ("odd", "note")],
)
def test_other_categories_need_no_text_layer(visual, level):
    item = draft(NAMED, [["x"]], [("a.pdf", 1)], visual=visual)
    assert levels(check_visual(item, view({("a.pdf", 1): ""}, {("a.pdf", 1): "none"}))) == [level]
