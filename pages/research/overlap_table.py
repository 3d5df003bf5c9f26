"""Agreement within one system, on the items that were answered several times."""

from __future__ import annotations

from collections.abc import Sequence

from baseline.analysis.overlap import Overlap
from baseline.analysis.records import Interval
from db.wording import counted
from pages.ui.html_table import Markup, disclosure, html_table, joined, text, tight, with_small

_STYLE = """<style>
.said { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin-top: .75rem; font-size: .875rem; }
</style>"""
_WORDS = {
    "Agree on correctness": (
        "Share of pairs of attempts on an item that are both correct or both wrong, averaged over items. "
        "Interval: bootstrap over items."
    ),
    "Krippendorff’s alpha": (
        "1 - Do / De on correct and wrong: 1 is full agreement, 0 is what chance gives with these shares. "
        "Interval: bootstrap over items. Source: Krippendorff (2011)."
    ),
    "Same answer (ANLS*)": (
        "Mean similarity of the answers of a pair, whether right or wrong, averaged over items; two empty "
        "answers are the same. Interval: bootstrap over items."
    ),
}


def overlap_html(overlaps: Sequence[Overlap]) -> str:
    """One row a system; definitions below."""
    heads = ["System", "Items", *_WORDS]
    table = html_table(heads, [_row(one) for one in overlaps], frozenset({1, 2, 3, 4}))
    notes = joined([disclosure(label, words) for label, words in _WORDS.items()], " ")
    return f'{_STYLE}{table}<div class="rows said">{notes}</div>'


def _row(one: Overlap) -> list[Markup]:
    who = counted(one.n_people, "people") if one.n_people else "no names of people"
    return [
        with_small(text(one.system), text(f"{counted(one.n_attempts, 'attempts')}, {who}")),
        tight(str(one.n_items)),
        _value(one.agreeing, one.agreeing_interval, one.undefined, as_share=True),
        _value(one.alpha, one.alpha_interval, one.alpha_undefined, as_share=False),
        _value(one.same_answer, one.same_answer_interval, one.undefined, as_share=True),
    ]


def _value(value: float | None, interval: Interval | None, why: str | None, *, as_share: bool) -> Markup:
    if value is None:
        return with_small(text("–"), text(why or "undefined"))

    def shown(number: float) -> str:
        return f"{100 * number:.1f}" if as_share else f"{number:.3f}"

    span = f"{shown(interval.low)} to {shown(interval.high)}" if interval else "no interval"
    return with_small(tight(shown(value) + (" %" if as_share else "")), tight(span))
