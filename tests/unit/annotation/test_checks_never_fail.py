"""Whatever stands in the form: every check answers, and says the truth about digits."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from annotation.checks.extractive import check_extractive
from annotation.checks.findings import Finding, applied
from annotation.checks.run import TITLES, run_checks, still_complaining
from annotation.checks.text import number_forms
from db.authored import Override
from tests.unit.annotation.checks_view import draft, levels, view

WORDS = st.one_of(
    st.sampled_from(
        ["the", "Harbor", "ferry", "oﬃce", "it’s", "café", "Straße", "AT&T", "10-K", "C++", "demon-\nstrates",
         "1,234,567", "$5.00", "12.5%", "(312)", "007", "1.234", "12,5", "3/4/2009",
         "報告書", "東京", "ไทย", "😀", "★", "—"]
    ),
    st.text("abcdefghij0123456789éßøж.,-", min_size=1, max_size=8),
)  # fmt: skip
PAGES = st.lists(WORDS, min_size=1, max_size=30)


@given(PAGES, st.data())
def test_answer_cut_from_the_page_passes(words, data):
    start = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(start + 1, len(words)))
    answer = " ".join(words[start:end])
    item = draft("Who?", [[answer]], [("a.pdf", 1)])
    (finding,) = check_extractive(item, view({("a.pdf", 1): " ".join(words)}))
    # What is only signs, such as a dash, may be nothing at all once it is folded.
    assert finding.level == "pass"


@given(PAGES, st.integers(0, 10**12), st.data())
def test_answer_with_a_changed_digit_never_passes(words, number, data):
    text = data.draw(st.sampled_from([str(number), f"{number:,}", f"${number:,}.25", f"{number}%"]))
    digits = [at for at, char in enumerate(text) if char.isdigit()]
    at = data.draw(st.sampled_from(digits))
    digit = data.draw(st.sampled_from([d for d in "0123456789" if d != text[at]]))
    changed = text[:at] + digit + text[at + 1 :]
    assume(
        number_forms(changed.strip("$%").replace(",", "")) != number_forms(text.strip("$%").replace(",", ""))
    )
    # The changed number must not stand on the page by chance: no other digits there.
    page = " ".join([re.sub(r"\d", "x", word) for word in words] + [f"total {text} paid"])
    item = draft("How much?", [[f"total {changed} paid"], [changed]], [("a.pdf", 1)])
    for source in ("layer", "ocr"):
        findings = check_extractive(item, view({("a.pdf", 1): page}, {("a.pdf", 1): source}))
        assert levels(findings) == ["warn", "warn"]


TEXTS = st.text(max_size=60) | st.sampled_from(
    ["", " ", "\n", "\x00", "😀" * 20, "報告" * 30, "*", '"', "a OR", "٣٤", "\u202e"]
)
DOCUMENTS = st.sampled_from(["a.pdf", "b/ü.pdf", "gone.pdf", "😀.pdf", "."])
PLACES = st.tuples(DOCUMENTS, st.integers(1, 4))


@given(
    st.builds(
        draft,
        TEXTS,
        st.lists(st.lists(TEXTS, max_size=3), min_size=1, max_size=4),
        st.lists(PLACES, max_size=5),
        st.lists(PLACES, max_size=2),
        TEXTS,
    ),
    st.dictionaries(PLACES, st.text(max_size=200), max_size=5),
    st.sampled_from(["layer", "ocr", "both", "none"]),
)
def test_no_draft_makes_a_check_fail(item, texts, source):
    findings = run_checks(item, view(texts, dict.fromkeys(texts, source)))
    assert list(dict.fromkeys(finding.check for finding in findings)) == list(TITLES)
    for finding in findings:
        assert finding.sentence
        assert Finding.model_validate_json(finding.model_dump_json()) == finding
        for fix in finding.fixes:
            assert fix.label
            changed = applied(item, fix)
            assert changed.model_validate(changed.model_dump()) == changed


@pytest.mark.parametrize(
    "text", ["w" * 4000, "word " * 800, "報" * 4000, "1,234 " * 600, "😀" * 4000, "e\u0301" * 2000]
)
def test_huge_drafts_are_answered(text):
    item = draft(
        text, [[text[:2000]] * 30, [text[:50]] * 200] * 25, [("a.pdf", page) for page in range(1, 6)]
    )
    texts = {("a.pdf", page): f"{text} {page}" for page in range(1, 6)}
    findings = run_checks(item, view(texts))
    assert all(len(finding.sentence) <= 2000 for finding in findings)


def test_half_a_character_on_a_page_does_not_reach_a_sentence():
    item = draft("Who?", [["heron pell"]], [("a.pdf", 1)])
    (finding,) = check_extractive(item, view({("a.pdf", 1): "pell \ud800 heron"}))
    assert finding.level == "note"
    assert finding.model_dump_json()


def test_explained_warnings_complain_no_more():
    item = draft("Who signed this report?", [["Heron"]], [("a.pdf", 1)])
    findings = run_checks(item, view({("a.pdf", 1): "nothing"}))
    assert "self_reference" in still_complaining(item, findings)
    explained = item.model_copy(
        update={"overrides": (Override(check="self_reference", reason="It is quoted."),)}
    )
    assert "self_reference" not in still_complaining(explained, findings)
