"""Profile `exact`, page by page: what a careful person expects a query to find, and not to find."""

import pytest

from index.search.analysis import analyser
from index.search.answering import SearchedBuild
from index.search.engines import new_index, open_engine
from index.search.interface import QueryProblem

PAGES = {
    1: "Revenue was $1,234.56 in fiscal 2019, see Form 10-K filed on 2019-03-04.",
    2: "Revenue was 1234.56; form 10 of K Street, 234 units, filed 3/4/2019.",
    3: "Der Donau\u00ad\ndampf\u00adschiffahrts\u00adverein zahlte 1.234,56 Euro; Pi ist 3.14.",
    4: "年次報告書2019年度の売上高は1,234億円、比率は3.14でした。",
    5: "รายงานประจำปีของกรุงเทพมหานคร",
    6: "التقرير السَّنَوِي للشركة ٢٠١٩",
    7: "Written in C++ and C#, not in C; AT&T and R&D; write to jane.doe@example.org.",
    8: "Exempt under §4(a)(2) and Rule 10b-5(c); see https://example.org/a?b=c.",
    9: "The ﬁrst oﬃce of the naïve Café “Zoë”; ＦＵＬＬ ｗｉｄｔｈ; Ørsted, Łódź, STRASSE.",
    10: "The state of the union was to be or not to be. What is it? It is it.",
    11: "वार्षिक रिपोर्ट और हिन्दी; годовой отчёт; 한국어 보고서",
    12: "Version v2.10.1 of section 4.2.1 runs on 192.168.0.1 and 3.1.",
    13: "State union; a well-\nknown, inter-\nnational 2019-\n2020 plan; 4 2 1.",
    14: "",
    15: "A lot of 8½ acres, 10² m², net revenue¹ rose; CO₂ of Brand™.",
    16: "Page 81 and 102 of 2; CO2 and inter-\nnation-\nalization, mother-\nin-\nlaw.",
}


@pytest.fixture(scope="module", params=["postings", "whoosh"])
def engine(request, tmp_path_factory):
    folder, by = tmp_path_factory.mktemp("exact") / "search", analyser("exact")
    with new_index(request.param, folder, by) as writer:
        for page, text in PAGES.items():
            writer.add("book.pdf", page, text)
    opened = open_engine(
        request.param, folder, SearchedBuild(by, "f" * 32, lambda document, page: PAGES[page], 1)
    )
    yield opened
    opened.close()


def pages_of(engine, query):
    return sorted(hit.page for hit in engine.search(query, 50).hits)


NUMBERS = [
    ("1,234.56", [1, 2, 3]),
    ("$1,234.56", [1, 2, 3]),
    ("1234.56", [1, 2, 3]),
    ("1.234,56", [1, 2, 3]),
    ("1,234", [4]),
    ("234", [2]),
    ("56", []),
    ("3.14", [3, 4]),
    ("3.1", [12]),
    ("3.1*", [3, 4, 12]),
    ("14", []),
    ("4.2.1", [12]),
    ("v2.10.1", [12]),
    ("192.168.0.1", [12]),
    ("1,23*", [1, 2, 3, 4]),
    ("2019", [1, 2, 4, 6, 13]),
    ("2020", [13]),
]
RAISED = [
    ("8½", [15]),
    ('"8 1/2 acres"', [15]),
    ("8 acres", [15]),
    ("81", [16]),
    ("10²", [15]),
    ("10 acres", [15]),
    ("102", [16]),
    ('"net revenue rose"', [15]),
    ("revenue¹", [15]),
    ("rose revenue", [15]),
    ("CO2", [15, 16]),
    ("CO₂", [15, 16]),
    ("co acres", [15]),
    ("brand", [15]),
    ("m2", [15]),
    ("m²", [15]),
    ("internationalization", [16]),
    ("alization", [16]),
    ("mother-in-law", [16]),
    ("motherin-law", [16]),
]
CODES = [
    ("10-K", [1]),
    ('"Form 10-K filed"', [1]),
    ("form AND 10 AND K", [1, 2]),
    ("2019-03-04", [1]),
    ("3/4/2019", [2]),
    ("C++", [7]),
    ("C#", [7]),
    ('"C++ and C#"', [7]),
    ("C", [7, 8]),
    ("AT&T", [7]),
    ("R&D", [7]),
    ("jane.doe@example.org", [7]),
    ("example.org", [7, 8]),
    ("§4(a)(2)", [8]),
    ("Section 4(a)(2)", []),
    ("exempt 4(a)(2),", [8]),
    ("10b-5(c)", [8]),
    ("https://example.org/a?b=c", [8]),
]
SCRIPTS = [
    ("報告書", [4]),
    ("報告", [4]),
    ("売上高", [4]),
    ("告報", []),
    ("報", [4]),
    ("年次報告書2019年度", [4]),
    ("「売上高」", [4]),
    ("報告*", [4]),
    ("กรุงเทพ", [5]),
    ("รายงาน", [5]),
    ("กรุงไทย", []),
    ("السنوي", [6]),
    ("السَّنَوِي", [6]),
    ("2019 AND التقرير", [6]),
    ("हिन्दी", [11]),
    ("हिन्द", []),
    ("हिन्द*", [11]),
    ("отчет", [11]),
    ("ГОДОВОЙ", [11]),
    ("보고서", [11]),
]
SPELLINGS = [
    ("first office", [9]),
    ("ﬁrst oﬃce", [9]),
    ("OFFICE", [9]),
    ("naive cafe", [9]),
    ("NAÏVE CAFE\u0301", [9]),
    ("zoe", [9]),
    ("full width", [9]),
    ("orsted lodz", [9]),
    ("straße", [9]),
    ("Donaudampfschiffahrtsverein", [3]),
    ("Dampfschiffahrtsverein", [3]),
    ("donau*", [3]),
    ("DONAU*VEREIN", [3]),
    ("well-known", [13]),
    ("international", [13]),
    ('"well known international"', [13]),
    ("20192020", []),
]
LANGUAGE = [
    ('"state of the union"', [10]),
    ('"state union"', [13]),
    ('"to be or not to be"', [10]),
    ('"the the"', []),
    ("what is it?", [10]),
    ('"what is it?"', [10]),
    ("“what is it”", [10]),
    ("OFF*", [9]),
    ("Ｏff*", [9]),
    ("naï*", [9]),
]


@pytest.mark.parametrize(("query", "pages"), [*NUMBERS, *RAISED, *CODES, *SCRIPTS, *SPELLINGS, *LANGUAGE])
def test_exact_finds_just_what_is_meant(engine, query, pages):
    assert pages_of(engine, query) == pages


@pytest.mark.parametrize("query", ["*", "revenue AND *", "a*", '"annual rep*"', "報*書"])
def test_exact_refuses_what_it_cannot_do_in_a_sentence(engine, query):
    with pytest.raises(QueryProblem, match=r"\.$"):
        engine.search(query, 5)


@pytest.mark.parametrize(
    ("query", "marked"),
    [
        ("1234.56", {1: ["1,234.56"], 2: ["1234.56"], 3: ["1.234,56"]}),
        ("cafe", {9: ["Café"]}),
        ("c++", {7: ["C++"]}),
        ("報告", {4: ["報", "告"]}),
        ("السنوي", {6: ["السَّنَوِي"]}),
        ("full", {9: ["ＦＵＬＬ"]}),
        ("international", {13: ["inter-\nnational"]}),
        ("internationalization", {16: ["inter-\nnation-\nalization"]}),
        ("brand", {15: ["Brand"]}),
        ("CO2", {15: ["CO₂"], 16: ["CO2"]}),
        ("8½", {15: ["8", "½"]}),
        ('"revenue rose"', {15: ["revenue", "rose"]}),
    ],
)
def test_exact_marks_the_words_as_they_stand_on_the_page(engine, query, marked):
    found = {
        page: [text[start:end] for start, end in spans]
        for page, text in PAGES.items()
        if (spans := engine.match_spans(query, text))
    }
    assert found == marked
    for hit in engine.search(query, 5).hits:
        shown = [hit.snippet[start:end] for start, end in hit.matches]
        assert shown == [word.replace("\n", " ") for word in marked[hit.page]]
