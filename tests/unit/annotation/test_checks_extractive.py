"""Extractive: the three tiers, each with its arithmetic, and what they offer to repair."""

from __future__ import annotations

from annotation.checks.extractive import check_extractive
from annotation.checks.findings import MarkPage, UseWords, applied
from tests.unit.annotation.checks_view import draft, levels, ref, view

PAGES = {
    ("a.pdf", 1): "The ferry Heron carried 12,400 passengers in 2021.",
    ("a.pdf", 2): "Repairs cost $1.2 million. The dock was built by Tolliver Marine Engineers of Pell.",
    ("a.pdf", 3): "Minutes of the meeting, signed by the harbor master.",
    ("b.pdf", 1): "Tolliver Marine opened an office. Its engineers came in 2021.",
}


def test_exact_and_retyped_answers_pass():
    exact, retyped = (
        check_extractive(draft("Who?", [[answer]], [("a.pdf", 1)]), view(PAGES))
        for answer in ("12,400 passengers", "12400 Passengers")
    )
    assert levels(exact) == levels(retyped) == ["pass"]
    assert "page 1 of a.pdf" in exact[0].sentence
    # Retyped: the document's own words are offered, and taking them leaves nothing to offer.
    assert exact[0].fixes == ()
    (fix,) = retyped[0].fixes
    assert fix == UseWords(variant=0, part=0, words="12,400 passengers")


def test_words_apart_on_the_union_are_a_note():
    # Page 1 of b.pdf has all three content words (3 of 3), but "opened an office. Its" between them.
    answer = draft("Who?", [["Tolliver Marine Engineers"]], [("b.pdf", 1)])
    (finding,) = check_extractive(answer, view({("b.pdf", 1): PAGES["b.pdf", 1]}))
    assert finding.level == "note"
    assert "not together" in finding.sentence


def test_words_on_two_pages_are_a_note_and_one_of_them_missing_is_a_warning():
    texts = {("a.pdf", 1): "the Heron", ("a.pdf", 2): "left at noon"}
    both = draft("When?", [["Heron at noon"]], [("a.pdf", 1), ("a.pdf", 2)])
    one = draft("When?", [["Heron at noon"]], [("a.pdf", 1)])
    # Content words: heron, noon ("at" is a stop word). On both pages 2 of 2, on page 1 only 1 of 2.
    assert levels(check_extractive(both, view(texts))) == ["note"]
    (finding,) = check_extractive(one, view(texts))
    assert finding.level == "warn"
    assert "“noon” is missing" in finding.sentence


def test_shortest_stretch_of_the_page_is_offered_for_words_apart():
    texts = {("a.pdf", 1): "Paid on March 4, 2009 by cheque; 2009 was the year of March winds."}
    answer = draft("When?", [["4 March 2009"]], [("a.pdf", 1)])
    (finding,) = check_extractive(answer, view(texts))
    assert finding.level == "note"
    assert finding.fixes == (UseWords(variant=0, part=0, words="March 4, 2009"),)
    assert levels(check_extractive(applied(answer, finding.fixes[0]), view(texts))) == ["pass"]


def test_close_match_is_a_note_on_a_scanned_page_only():
    # "engineers" and "enginecrs" share e-n-g-i-n-e in front and r-s behind: 2 * 8 / 18 = .89 >= .8.
    texts = {("s.pdf", 1): "Built by Tolliver Marine Enginecrs in 1974"}
    answer = draft("Who?", [["Tolliver Marine Engineers"]], [("s.pdf", 1)])
    (scanned,) = check_extractive(answer, view(texts, {("s.pdf", 1): "ocr"}))
    (layer,) = check_extractive(answer, view(texts))
    assert (scanned.level, layer.level) == ("note", "warn")
    assert "“engineers” is nearly “enginecrs”" in scanned.sentence


def test_wrong_digit_is_a_warning_on_a_scanned_page_too():
    texts = {("s.pdf", 1): "Total passengers 12,400 in 2021"}
    answer = draft("How many?", [["12,401 passengers"]], [("s.pdf", 1)])
    (finding,) = check_extractive(answer, view(texts, {("s.pdf", 1): "ocr"}))
    assert finding.level == "warn"
    assert "“12,401”" in finding.sentence


def test_page_of_the_document_that_holds_the_answer_is_offered():
    answer = draft("Who?", [["Tolliver Marine Engineers"]], [("a.pdf", 3)])
    (finding,) = check_extractive(answer, view(PAGES))
    assert finding.level == "warn"
    assert "Found on page 2 of a.pdf, not marked" in finding.sentence
    assert finding.fixes == (MarkPage(ref=ref("a.pdf", 2)),)
    assert levels(check_extractive(applied(answer, finding.fixes[0]), view(PAGES))) == ["pass"]


def test_nearest_three_pages_are_offered():
    texts = {("a.pdf", page): "fog on the bay" if page != 5 else "clear" for page in range(1, 10)}
    (finding,) = check_extractive(draft("What?", [["fog"]], [("a.pdf", 5)]), view(texts))
    assert [fix.ref.page for fix in finding.fixes] == [4, 6, 3]


def test_same_value_written_otherwise_is_a_warning_with_the_documents_words():
    answer = draft("How much?", [["$1,200,000"]], [("a.pdf", 2)])
    (finding,) = check_extractive(answer, view(PAGES))
    assert finding.level == "warn"
    assert finding.fixes == (UseWords(variant=0, part=0, words="$1.2 million"),)


def test_every_part_of_every_variant_is_looked_at():
    answer = draft("Who?", [["Heron", "2021"], ["Egret", "2021"], ["Heron", "2020"]], [("a.pdf", 1)])
    findings = check_extractive(answer, view(PAGES))
    assert levels(findings) == ["warn", "warn"]
    assert findings[0].sentence.startswith("Part 1 of variant 2 (“Egret”)")
    assert findings[1].sentence.startswith("Part 2 of variant 3 (“2020”)")


def test_empty_parts_and_empty_drafts_say_what_is_needed():
    assert levels(check_extractive(draft(), view({}))) == ["note"]
    assert levels(check_extractive(draft("Who?", [["Heron", " "]], [("a.pdf", 1)]), view(PAGES))) == ["pass"]
    assert levels(check_extractive(draft("Who?", [["Heron"]]), view(PAGES))) == ["note"]
    assert levels(check_extractive(draft("Who?", [["Heron"]], [("gone.pdf", 1)]), view(PAGES))) == ["note"]


def test_many_wrong_parts_are_summed_up():
    answer = draft("Who?", [[f"missing{number}" for number in range(50)]], [("a.pdf", 1)])
    findings = check_extractive(answer, view(PAGES))
    assert len(findings) == 21
    assert findings[-1].sentence.startswith("30 more parts")


def test_endless_answers_are_looked_at_in_part_and_said_to_be():
    answer = draft("Who?", [["Heron"] * 130], [("a.pdf", 1)])
    in_order, unseen = check_extractive(answer, view(PAGES))
    assert (in_order.level, unseen.level) == ("pass", "warn")
    assert "30 parts left out" in unseen.sentence
