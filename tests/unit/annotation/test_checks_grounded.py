"""Grounded: every page is needed, and the answer stands nowhere else."""

from __future__ import annotations

from annotation.checks.findings import DropPage, MarkPage, NameBridge, applied
from annotation.checks.grounded import check_grounded
from tests.unit.annotation.checks_view import draft, levels, ref, view

TEXTS = {
    ("a.pdf", 1): "The dock at Pell was built in 1974.",
    ("a.pdf", 2): "The builder of the dock was Tolliver Marine.",
    ("a.pdf", 3): "Tolliver Marine also painted the ferry.",
    ("b.pdf", 1): "Weather report.",
}


def test_one_page_with_the_answer_is_minimal():
    (finding,) = check_grounded(draft("When?", [["1974"]], [("a.pdf", 1)]), view(TEXTS))
    assert finding.level == "pass"


def test_page_without_a_word_of_the_answer_is_to_be_dropped_or_named_a_bridge():
    item = draft("Who built the dock of 1974?", [["1974"]], [("a.pdf", 1), ("b.pdf", 1)])
    (finding,) = check_grounded(item, view(TEXTS))
    assert finding.level == "warn"
    assert "Page 1 of b.pdf holds no word of the answer" in finding.sentence
    drop, bridge = finding.fixes
    assert (drop, bridge) == (DropPage(ref=ref("b.pdf", 1)), NameBridge(ref=ref("b.pdf", 1)))
    assert levels(check_grounded(applied(item, drop), view(TEXTS))) == ["pass"]
    assert levels(check_grounded(applied(item, bridge), view(TEXTS))) == ["pass"]


def test_stop_words_of_the_answer_do_not_make_a_page_evidence():
    item = draft("When?", [["in the 1974 report"]], [("a.pdf", 1), ("a.pdf", 2)])
    # Content words are 1974 and report; page 2 has only "the".
    sentences = [finding.sentence for finding in check_grounded(item, view(TEXTS))]
    assert any("Page 2 of a.pdf holds no word" in sentence for sentence in sentences)


def test_leaving_one_out_keeps_the_first_of_two_pages_that_hold_the_same():
    item = draft("Who?", [["Tolliver Marine"]], [("a.pdf", 2), ("a.pdf", 3)])
    (finding,) = check_grounded(item, view(TEXTS))
    assert finding.level == "warn"
    assert "Is page 3 of a.pdf needed?" in finding.sentence
    assert "also on page 2 of a.pdf" in finding.sentence
    assert DropPage(ref=ref("a.pdf", 3)) in finding.fixes


def test_pages_that_each_hold_another_part_are_both_needed():
    item = draft("Who and when?", [["Tolliver Marine", "1974"]], [("a.pdf", 1), ("a.pdf", 2)])
    findings = check_grounded(item, view({at: TEXTS[at] for at in (("a.pdf", 1), ("a.pdf", 2))}))
    assert levels(findings) == ["pass"]


def test_words_that_only_two_pages_have_between_them_need_both():
    texts = {("a.pdf", 1): "Heron, Pell", ("a.pdf", 2): "Pell, noon"}
    item = draft("What?", [["Heron noon"]], [("a.pdf", 1), ("a.pdf", 2)])
    assert levels(check_grounded(item, view(texts))) == ["pass"]


def test_named_bridge_is_never_too_many_even_if_it_holds_the_answer_too():
    pages = [("a.pdf", 2), ("a.pdf", 3)]
    item = draft("Who?", [["Tolliver Marine"]], pages, bridges=[("a.pdf", 3)])
    (finding,) = check_grounded(item, view({at: TEXTS[at] for at in pages}))
    assert "Is page 2 of a.pdf needed?" in finding.sentence


def test_page_without_text_is_a_note():
    item = draft("When?", [["1974"]], [("a.pdf", 1), ("s.pdf", 1)])
    findings = check_grounded(item, view({**TEXTS, ("s.pdf", 1): ""}, {("s.pdf", 1): "none"}))
    assert levels(findings) == ["note"]


def test_page_that_does_not_exist_is_to_be_dropped():
    item = draft("When?", [["1974"]], [("a.pdf", 1), ("a.pdf", 9), ("gone.pdf", 1)])
    ninth, gone = check_grounded(item, view(TEXTS))
    assert "Page 9 of a.pdf does not exist, it has 3 pages" in ninth.sentence
    assert "there is no such document" in gone.sentence
    assert gone.fixes == (DropPage(ref=ref("gone.pdf", 1)),)


def test_same_answer_elsewhere_is_a_note():
    item = draft("Which firm painted the lighthouse of Pell?", [["Tolliver Marine"]], [("a.pdf", 2)])
    (finding,) = check_grounded(item, view(TEXTS))
    # Content words of the question that page 3 has: painted (1 of 5: which, firm, painted, lighthouse, pell).
    assert finding.level == "note"
    assert "page 3 of a.pdf" in finding.sentence


def test_duplicate_page_is_a_warning_and_the_first_is_kept():
    texts = {
        ("a.pdf", 1): "The dock of Pell was built in 1974.",
        ("b.pdf", 1): "The dock of Pell was built in 1974.",
    }
    question = "In which year was the dock of Pell built?"
    # Content words: which, year, was, dock, pell, built; the twin has was, dock, pell, built: 4 of 6 = .67.
    (later,) = check_grounded(draft(question, [["1974"]], [("b.pdf", 1)]), view(texts))
    assert later.level == "warn"
    assert later.fixes == (MarkPage(ref=ref("a.pdf", 1)), DropPage(ref=ref("b.pdf", 1)))
    (first,) = check_grounded(draft(question, [["1974"]], [("a.pdf", 1)]), view(texts))
    assert first.level == "warn"
    assert first.fixes == ()


def test_empty_drafts_say_what_is_needed():
    assert levels(check_grounded(draft(), view({}))) == ["note"]
    assert levels(check_grounded(draft("When?", [[""]], [("a.pdf", 1)]), view(TEXTS))) == ["note"]
