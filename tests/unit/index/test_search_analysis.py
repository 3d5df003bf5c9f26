import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whoosh.analysis import StandardAnalyzer  # the reference for profile madqa

from db.errors import IndexMissing
from index.search.analysis import analyser, analyser_of_version
from index.search.folding import COMPATIBLE, SEARCHABLE_APART, Folded
from index.search.madqa_analysis import STOP_WORDS
from index.search.tokens import BROKEN

EXACT = analyser("exact")
SECOND_EXACT = analyser_of_version("exact", "exact 2")
FIRST_MADQA = analyser_of_version("madqa", "madqa 1")
FIRST_EXACT = analyser_of_version("exact", "exact 1")
MADQA = analyser("madqa")


def exact_words(text):
    return [token.text for token in EXACT.tokens(text)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The oﬃce ﬁled", ["the", "office", "filed"]),
        ("Ｆｕｌｌ width", ["full", "width"]),
        ("STRASSE Straße", ["strasse", "strasse"]),
        ("U\u0308ber Über ÜBER uber", ["uber"] * 4),
        ("résumé naïve Łódź Ærø Ελλάς ёлка", ["resume", "naive", "lodz", "aero", "ελλασ", "елка"]),
        ("so\u00adft", ["soft"]),
        ("$1,234.56 1234.56 1.234,56", ["1234.56"] * 3),
        (
            "12,345 1,234,567.8 1,2,3 1,23 1,234,5",
            [
                "12345",
                "1234567.8",
                "1",
                "2",
                "3",
                "1",
                "23",
                "1",
                "234",
                "5",
            ],
        ),
        (
            "3.14 v2.10 4.2.1. 192.168.0.1 in 2019. 5.",
            [
                "3.14",
                "v2.10",
                "4.2.1",
                "192.168.0.1",
                "in",
                "2019",
                "5",
            ],
        ),
        ("$1,234.5m 3.5kg 5kg", ["1234.5", "m", "3.5", "kg", "5kg"]),
        ("10-K 2019-03-04 3/4/2019", ["10", "k", "2019", "03", "04", "3", "4", "2019"]),
        ("AT&T §4(a)(2) me@x.org", ["at", "t", "4", "a", "2", "me", "x", "org"]),
        ("C++, C# or c+", ["c", "c++", "c", "c#", "or", "c"]),
        ("٢٠١٩ العَرَبِيَّة كتـــاب", ["2019", "العربية", "كتاب"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("שָׁלוֹם", ["שלום"]),
        ("한국어 연구", ["한국어", "연구"]),
        ("กรุงไทย", ["ก", "รุ", "ง", "ไ", "ท", "ย"]),
        ("ガ ｶﾞ カ", ["ガ", "ガ", "カ"]),
        ("it’s_here", ["it", "s", "here"]),
        ("報告書2019年", ["報", "告", "書", "2019", "年"]),
        ("lot of 3½ acres, ½ of 5¼", ["lot", "of", "3", "1", "2", "acres", "1", "2", "of", "5", "1", "4"]),
        ("2019① Note❷ ⑴a 5㎡", ["2019", "1", "note", "❷", "1", "a", "5m2"]),
        ("…", []),
        ("", []),
    ],
)
def test_exact_words_are_what_a_careful_person_takes_for_words(text, words):
    assert exact_words(text) == words


def test_exact_tokens_point_at_the_original_text_when_ligatures_are_folded():
    text = "an eﬃcient oﬃce"
    assert [text[token.start : token.end] for token in EXACT.tokens(text)] == ["an", "eﬃcient", "oﬃce"]


@pytest.mark.parametrize("hyphen", ["-", "\u2010", "\u00ad"])
def test_exact_joins_a_word_broken_at_the_end_of_a_line_and_keeps_its_halves(hyphen):
    text = f"he demon{hyphen}\nstrates that"
    tokens = [(token.text, token.position) for token in EXACT.tokens(text)]
    assert tokens == [
        ("he", 0),
        ("demon", 1),
        ("strates", 1),
        (f"demon{BROKEN}strates", 1),
        ("demonstrates", 1),
        ("that", 2),
    ]


def readings(text, by=EXACT):
    """The words at the first position, apart from their order, and how many positions there are."""
    tokens = by.tokens(text)
    words = {token.text.replace(BROKEN, "|") for token in tokens if token.position == 0}
    return words, tokens[-1].position + 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("10²", {"10", "2", "10|2"}),
        ("2019¹²", {"2019", "12", "2019|12"}),
        ("revenue¹", {"revenue", "1", "revenue|1", "revenue1"}),
        ("Brand™", {"brand", "tm", "brand|tm", "brandtm"}),
        ("CO₂", {"co", "2", "co|2", "co2"}),
        (
            "H₂O",
            {"h", "2", "o", "h|2", "h2", "2|o", "2o", "h|2|o", "h2|o", "h|2o", "h2o"},
        ),
        (
            "inter-\nnation-\nal",
            *[
                {"inter", "nation", "al", "inter|nation", "internation", "nation|al", "national"}
                | {"inter|nation|al", "internation|al", "inter|national", "international"}
            ],
        ),
    ],
)
def test_exact_takes_a_word_in_parts_in_every_reading_at_one_position(text, words):
    assert readings(text) == (words, 1)
    assert readings(f"{text} and more")[1] == 3


def test_exact_spells_a_word_of_many_parts_apart_and_whole_and_gives_up_on_what_is_no_word():
    words, _ = readings("a-\nb-\nc-\nd")
    assert words == {*"abcd", "a|b", "ab", "b|c", "bc", "c|d", "cd", "a|b|c|d", "abcd"}
    words, n_positions = readings("C₆" * 9)
    assert "c6c6c6c6" in words
    assert n_positions == 3


@given(st.text(alphabet="7½²₂①ab ,.-\n", max_size=12))
def test_exact_never_makes_one_number_of_figures_on_the_line_and_others(text):
    numbers = [token.text for token in EXACT.tokens(text) if token.text.isdigit()]
    assert [number for number in numbers if "7" in number and set(number) != {"7"}] == []


@pytest.mark.parametrize("text", ["2019-\n2020", "well-known", "well -\nknown?", "a\nb"])
def test_exact_joins_nothing_else(text):
    positions = [token.position for token in EXACT.tokens(text)]
    assert len(positions) > 1
    assert positions == list(range(len(positions)))


def test_exact_drops_what_is_too_long_to_be_a_word():
    assert exact_words(f"a {'x' * 201} b") == ["a", "b"]


@given(st.text())
def test_exact_tokens_have_places_inside_the_text_in_order_of_position(text):
    tokens = EXACT.tokens(text)
    assert all(0 <= token.start < token.end <= len(text) for token in tokens)
    assert [token.position for token in tokens] == sorted(token.position for token in tokens)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\u00ad\n")))
def test_exact_words_are_the_same_in_every_normal_form_of_the_text(form, text):
    assert exact_words(text) == exact_words(unicodedata.normalize(form, text))


@given(st.text())
def test_folding_is_stable(text):
    once = Folded(text, SEARCHABLE_APART).text
    assert Folded(once, SEARCHABLE_APART).text == once
    assert exact_words(once) == exact_words(text)


@pytest.mark.parametrize("word", ["über", "ﬁle", "ガ", "İstanbul", "ß", "العَرَبِيَّة", "กรุง"])
def test_a_piece_of_a_wildcard_is_folded_as_the_words_are(word):
    assert EXACT.fold(word) == "".join(exact_words(word))


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=30))
def test_folding_in_pieces_gives_what_folding_at_once_gives(text):
    plain = text.replace("\u00ad", "")
    assert Folded(plain, COMPATIBLE).text == Folded(plain + " ", COMPATIBLE).text[:-1]


def test_the_first_edition_of_exact_reads_as_it_did():
    words = [token.text for token in FIRST_EXACT.tokens("Über 1,234.56 報告書 C++ demon-\nstrates")]
    assert words == [
        *["über", "1", "234", "56", "報告書", "c"],
        *["demon", "demonstrates", f"demon{BROKEN}strates", "strates"],
    ]


def test_the_second_edition_of_exact_reads_as_it_did():
    text = "8½ of 10² inter-\nna-\ntional"
    words = sorted({(token.position, token.text.replace(BROKEN, "|")) for token in SECOND_EXACT.tokens(text)})
    assert words == [
        *[(0, "81"), (1, "2"), (2, "of"), (3, "102")],
        *[(4, word) for word in ("inter", "interna", "inter|na", "na", "national", "na|tional", "tional")],
    ]
    assert SECOND_EXACT.fold("x²") == "x2"
    assert SECOND_EXACT.typed("8½") == "81\u20442"


def test_the_first_edition_of_madqa_reads_as_it_did():
    assert [token.text for token in FIRST_MADQA.tokens("The oﬃce x²")] == ["office", "x2"]
    assert FIRST_MADQA.typed("oﬃce") == "office"


def test_a_version_that_is_not_there_any_more_means_building_again():
    assert analyser_of_version("exact", EXACT.version).version == EXACT.version
    with pytest.raises(IndexMissing, match=r"build (it|the index) again"):
        analyser_of_version("exact", "exact 99")


def standard_words(text):
    """Whoosh numbers from the first word it keeps; only distances matter to it."""
    words = [(token.text, token.pos) for token in StandardAnalyzer()(text, positions=True)]
    return [(word, position - words[0][1]) for word, position in words]


def our_madqa_words(text):
    return [(token.text, token.position) for token in MADQA.tokens(text)]


@pytest.mark.parametrize(
    "text",
    [
        "The state of the union, at 10-K 1,234.56 v2.10 end.Next A/B it's C++ 3.x ..x. x..y",
        "Don't stop; U.S. e.g. a_b __init__ café CAFÉ ÉCOLE naïve 2019? yes!",
        "ﬁnance 8½ x² so\u00adft Ｆｕｌｌ e\u0301te\u0301 İstanbul ΑΛΦΑΣ Ⅳ \ufdfa 報告書 हिन्दी",
        "",
    ],
)
def test_madqa_words_are_those_of_whoosh(text):
    assert our_madqa_words(text) == standard_words(text)


def test_madqa_words_are_those_of_whoosh_on_random_text():
    random_choice = random.Random(4)
    alphabet = "ab.AB ÉÜ_-1 2,'?\n½²ﬁ\u00ad\u0301"
    text = "".join(random_choice.choice(alphabet) for _ in range(20_000))
    assert our_madqa_words(text) == standard_words(text)


def test_madqa_stop_words_are_those_of_whoosh():
    assert [word for word in STOP_WORDS if standard_words(word)] == []
    assert len(STOP_WORDS) == 34
