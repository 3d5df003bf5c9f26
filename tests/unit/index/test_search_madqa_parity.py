"""Profile `madqa` is the public agent's search: plain Whoosh, but for what docs/search.md lists."""

import re

import pytest

from index.search.interface import QueryProblem
from index.search.language import read_query
from tests.engines import engine_over
from tests.plain_whoosh import PlainWhoosh, sixty_pages
from tests.search_queries import KINDS, QueryMaker
from tests.unit.index.test_search_documented import TEXT

_TABLE = TEXT.split("| in `madqa` | here | plain Whoosh |")[1].split("\n\n")[0]
DIFFERENCES = re.findall(r"^\| `(.+?)` \| (.+?) \| (.+?) \|", _TABLE, re.MULTILINE)
EQUAL = """
report|the|the report|"the report"|"report the permit"|"board of union"|NOT report|NOT the
report NOT permit|report OR the|report AND the|the OR of|report OR NOT permit|rep*|REP*|Rep*|re?ort
report?|*port*|*ing|10-K|"10-K"|first-class|first-class OR permit|well-known AND NOT net|"well-known"
U.S.|u.s|I.B.M.|3.14|1,234.56|"1,234.56"|234.56|don't|'report permit'|café|cafe|Café|naïve|naïv*|AT&T
e-mail|e.g.|x86_64|foo_bar|foo*|foo_*|section 4(a)(2)|2019-03-04|http://x.org/a?b=1|ﬁnance|finance|fin*
ﬁn*|½|8½|x²|x2|s*a*ß*|straße|strasse|αλφα|co\u00adop|coop|報告書|報告|*org|*.org|report permit OR net
report OR permit AND net|(report OR permit) net|(report OR permit) NOT net|NOT (report OR permit)
report AND (net OR NOT "annual board")|(report|report)|report AND|AND report|OR|report OR|and report
report or permit|not report|"report|""|report "" permit|a report|NOT a|"a report"|"the of"|re*t*
title:report|report~|+report|-permit|report -permit|report permit|report&&permit|report||permit|u.s*
"rep* permit"|report. permit|report.permit|a?b|rep* OR permit|rep* AND NOT permits|permit* rep* net
"net annual" OR rep*|(NOT report) OR net|NOT rep*|(the)|report"permit net"|report/permit
report AND(permit)|(report)(permit)|report OR (NOT permit)|r*p*o*t|caf?|CAF?|what is the report?
report? net|"report?"|NOT net OR annual|(rep* OR net) AND "annual report"|report report|"report report"
st*e state|report^x|{net}|!report|#report|revenue's
"""


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    engine = engine_over(sixty_pages(), tmp_path_factory.mktemp("madqa"), "postings", "madqa")
    yield engine, PlainWhoosh(sixty_pages())
    engine.close()


def ranking(engine, query):
    node = read_query(query, engine.analyser).node
    return [] if node is None else [(page.page - 1, page.score) for page in engine.ranked(node, 10**6)[1]]


def assert_equal(both, query):
    engine, plain = both
    ours, theirs = ranking(engine, query), plain.ranking(query)
    assert [page for page, _ in ours] == [page for page, _ in theirs], query
    assert [score for _, score in ours] == pytest.approx([score for _, score in theirs], abs=1e-9), query


def test_madqa_gives_what_plain_whoosh_gives(both):
    for query in re.split(r"(?<!\|)[|\n](?!\|)", EQUAL.strip()):
        assert_equal(both, query)


@pytest.mark.parametrize("kind", KINDS)
def test_madqa_gives_what_plain_whoosh_gives_for_drawn_queries(both, kind):
    for query in QueryMaker(sixty_pages(), seed=5).queries(kind, 30):
        if re.search(r"[*?]{2}", query):
            continue
        try:
            read_query(query, both[0].analyser)
        except QueryProblem:
            continue
        assert_equal(both, query)


def outcome(ranked):
    try:
        return f"{len(ranked())} pages"
    except QueryProblem:
        return "refused"
    except IndexError:
        return "an error"


@pytest.mark.parametrize(("query", "here", "plain"), DIFFERENCES)
def test_a_difference_is_as_the_page_says(both, query, here, plain):
    query = query.replace("\\|", "|")
    assert outcome(lambda: ranking(both[0], query)) == here
    assert outcome(lambda: both[1].ranking(query)) == plain
    assert here != plain


def test_the_page_names_every_kind_of_difference():
    assert len(DIFFERENCES) >= 12
