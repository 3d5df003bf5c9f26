from index.discovery import Failure
from index.manifest import DocumentEntry, Manifest, PageEntry, Versions
from pages.research.corpus_figures import (
    corpus_figures,
    counts_text,
    flag_counts,
    flags_text,
    neighbours,
    page_facts,
    reasons_text,
    with_flags,
)


def page(source="layer", **changes):
    known = {"n_words": 400, "n_chars": 2400, "garbage_rate": 0.0, "ink_rate": 0.05}
    return PageEntry(width_pt=612, height_pt=792, source=source, **(known | changes))


def manifest(*documents):
    versions = Versions(
        extractor="x 1", ocr_engine="t 1", ocr_mode="auto", analyser="a 1", profile="exact", parameters={}
    )
    return Manifest(
        fingerprint="f" * 32,
        corpus_folder="/secret",
        ocr="done",
        versions=versions,
        documents=tuple(
            DocumentEntry(document=name, sha256=name, status="ok", pages=pages) for name, pages in documents
        ),
        failed=(Failure(document="bad.pdf", reason="is empty (0 bytes)"),),
        built_at_ms=1,
    )


FAINT = page("ocr", confidence=40.0)
THIN = page("none", n_chars=0, n_words=0)
FIGURES = corpus_figures(manifest(("a.pdf", (page(), FAINT)), ("b.pdf", (page(),)), ("c.pdf", (THIN, FAINT))))


def test_figures_count_documents_pages_sources_failures_and_suspicious_pages():
    assert (FIGURES.n_documents, FIGURES.n_pages, FIGURES.is_measured) == (3, 5, True)
    assert dict(FIGURES.sources) == {"layer": 2, "ocr": 2, "none": 1}
    assert FIGURES.failures == (("bad.pdf", "is empty (0 bytes)"),)
    assert [(row.document, row.page, row.flags) for row in FIGURES.suspicious] == [
        ("a.pdf", 2, ("low_confidence",)),
        ("c.pdf", 1, ("little_text",)),
        ("c.pdf", 2, ("low_confidence",)),
    ]
    assert [(row.document, row.n_pages, row.n_suspicious) for row in FIGURES.documents] == [
        ("a.pdf", 2, 1),
        ("b.pdf", 1, 0),
        ("c.pdf", 2, 2),
    ]


def test_a_page_with_only_a_stray_mark_has_no_usable_text():
    figures = corpus_figures(manifest(("a.pdf", (page(), page(n_chars=1, n_words=1)))))
    assert dict(figures.sources) == {"layer": 1, "none": 1}


def test_suspicious_pages_are_filtered_by_any_of_the_chosen_flags():
    rows = FIGURES.suspicious
    assert with_flags(rows, []) == list(rows)
    assert [row.page for row in with_flags(rows, ["little_text"])] == [1]
    assert len(with_flags(rows, ["little_text", "low_confidence"])) == 3
    assert with_flags(rows, ["huge"]) == []
    assert flag_counts(rows) == {"little_text": 1, "low_confidence": 2}


def test_flags_in_words():
    assert flags_text(("unread", "huge")) == "not fully read, huge"
    assert counts_text(FIGURES.documents[2].flags) == "little text 1, low OCR confidence 1"
    assert counts_text({}) == ""


def test_the_suspicious_pages_around_a_page_need_not_be_in_its_document():
    before, after = neighbours(FIGURES.suspicious, "b.pdf", 1)
    assert (before.document, before.page) == ("a.pdf", 2)
    assert (after.document, after.page) == ("c.pdf", 1)
    assert neighbours(FIGURES.suspicious, "a.pdf", 1)[0] is None
    assert neighbours(FIGURES.suspicious, "c.pdf", 2)[1] is None
    assert neighbours([], "a.pdf", 1) == (None, None)


def test_facts_of_a_page_have_a_dash_where_nothing_was_measured():
    facts = dict(page_facts(page("ocr", n_words=1234, confidence=87.6)))
    assert facts["Words"] == "1\u202f234"
    assert facts["OCR confidence"] == "88 of 100"
    assert facts["Suspicious"] == "no"
    old = PageEntry(width_pt=612, height_pt=792, source="layer")
    assert dict(page_facts(old)) | {"Size": ""} == {
        "Text from": "text layer",
        "Words": "–",
        "Characters": "–",
        "Garbage in the layer": "–",
        "OCR confidence": "–",
        "Size": "",
        "Suspicious": "no",
    }
    assert not corpus_figures(manifest(("old.pdf", (old,)))).is_measured


def test_each_flag_says_its_limit_and_what_to_do():
    low, huge = reasons_text(page("ocr", confidence=60.0, n_words=3000))
    assert low == (
        "Low OCR confidence: OCR was less than 75 of 100 sure of its words on average. What to do: look at "
        "names and numbers first; read the page again, and compare the two texts."
    )
    assert huge.startswith("Huge: a side over 1,700 pt, or over 2,500 words. What to do: look whether")
    assert reasons_text(page()) == []
