"""What failures were coded as, beside the automatic cascade, and how far two coders agree."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pandas as pd
import streamlit as st

from baseline.analysis.records import Interval
from baseline.coding.coding import choose_share
from baseline.coding.queue import Failure, cascade_of, is_coded_twice
from baseline.coding.report import (
    CoderAgreement,
    agreement_by_code,
    by_group,
    code_counts,
    coder_agreement,
)
from baseline.exports.columns import Cell
from db.wording import counted
from pages.research.as_csv import csv_button
from pages.research.coding_room import CodingRoom
from pages.research.pair_cells import coefficient_text
from pages.ui import state
from pages.ui.errand import carry_out
from pages.ui.room import sides
from pages.ui.table import show_table
from pages.ui.text import escaped, one_line

_SHARE = "failures-share"
_GROUPS: Mapping[str, Callable[[Failure], str]] = {
    "By system": lambda one: one.system,
    "By cascade": cascade_of,
}


def show(coding: CodingRoom) -> None:
    """Counts on the left, coders on the right."""
    left, right = sides([3, 2], "failures-results")
    with left:
        _counts(coding)
        for title, group in _GROUPS.items():
            _cross(coding, title, group)
    with right:
        _agreement(coding, coder_agreement(coding.failures, coding.book))
        _share(coding)
        st.subheader("As files")
        st.caption(
            "Every failure of the chosen systems with its code, if any; and each count with its interval."
        )
        csv_button("failures", lambda: _rows(coding), "Failures as CSV")
        csv_button("failure-counts", lambda: _count_rows(coding), "Counts as CSV")


def _counts(coding: CodingRoom) -> None:
    counts = code_counts(coding.failures, coding.book)
    n = counts[0].n
    n_open = sum(one.is_disagreement for one in coding.failures)
    st.subheader("Why attempts failed")
    open_text = f" {counted(n_open, 'disagreements')} count once they are settled." if n_open else ""
    several = " A failure counts under each of its codes." if coding.book.many else ""
    if n == 0:
        st.caption(f"Undefined: nothing is coded by this book yet.{open_text}")
        return
    st.caption(f"N = {counted(n, 'coded failures')}; shares with 95 % Wilson intervals.{several}{open_text}")
    meanings = {one.code: one.meaning for one in coding.book.codes}
    show_table(
        pd.DataFrame(
            {
                "Code": [one_line(one.label) for one in counts],
                "N": [one.count for one in counts],
                "Share": [_percent(one.share, one.interval) for one in counts],
                "Means": [one_line(meanings[one.code]) for one in counts],
            }
        ),
        height="content",
        columns={
            "N": st.column_config.NumberColumn(width=56),
            "Share": st.column_config.TextColumn(width=170),
            "Means": st.column_config.TextColumn(width=360),
        },
    )


def _percent(share: float | None, interval: Interval | None) -> str:
    if share is None:
        return "–"
    span = f" [{100 * interval.low:.1f}, {100 * interval.high:.1f}]" if interval else ""
    return f"{100 * share:.1f} %{span}"


def _cross(coding: CodingRoom, title: str, group: Callable[[Failure], str]) -> None:
    groups = by_group([one for one in coding.failures if one.decided is not None], coding.book, group)
    if not groups:
        return
    st.markdown(f"**{title}**")
    show_table(
        pd.DataFrame(
            [
                {"": one_line(name), **{one_line(one.label): one.count for one in counts}, "N": counts[0].n}
                for name, counts in groups.items()
            ]
        ),
        height="content",
    )


def _agreement(coding: CodingRoom, found: CoderAgreement) -> None:
    st.subheader("Two coders")
    if found.n == 0:
        st.caption(
            "Undefined: nothing was coded by two people. Choose a share below; a second person then codes it "
            "without seeing the first code."
        )
        return
    raw = 0.0 if found.raw is None else found.raw
    lines = [f"Raw agreement: {100 * raw:.1f} %"]
    if not coding.book.many:
        lines.append(_coefficient("Cohen’s kappa", found.kappa, found.kappa_interval))
        lines.append(_coefficient("Gwet’s AC1", found.ac1, found.ac1_interval))
    st.markdown("  \n".join(lines))
    reason = f" Kappa is {found.undefined}." if found.undefined and not coding.book.many else ""
    same = " Alike is who chose exactly the same codes." if coding.book.many else ""
    st.caption(
        f"N = {counted(found.n, 'failures')} coded by two people who did not see each other’s code; 95 % "
        f"bootstrap intervals. AC1 stays meaningful where one code is much more frequent.{same}{reason}"
    )
    _each_code(coding)


def _each_code(coding: CodingRoom) -> None:
    """Do both say of a failure that it has the code?"""
    found = agreement_by_code(coding.failures, coding.book)
    st.caption("Each code by itself: did both give it? Kappa is 0 where only one of the two ever did.")
    show_table(
        pd.DataFrame(
            [
                {
                    "Code": one_line(coding.book.label(code)),
                    "Alike": _percent(one.raw, None),
                    "Kappa": coefficient_text(one.kappa, one.kappa_interval),
                    "AC1": coefficient_text(one.ac1, one.ac1_interval),
                }
                for code, one in found.items()
            ]
        ),
        height="content",
    )
    reasons: dict[str, list[str]] = {}
    for code, one in found.items():
        if one.undefined is not None:
            labels = reasons.setdefault(one.undefined.removeprefix("undefined: "), [])
            labels.append(coding.book.label(code))
    texts = [
        f"{reason} ({', '.join(one_line(label) for label in labels)})" for reason, labels in reasons.items()
    ]
    if texts:
        st.caption(escaped(f"Kappa is undefined where {'; '.join(texts)}."))


def _coefficient(name: str, value: float | None, interval: Interval | None) -> str:
    return f"{name}: {coefficient_text(value, interval)}"


def _share(coding: CodingRoom) -> None:
    n = sum(is_coded_twice(one, coding.share) for one in coding.failures)
    st.subheader("Coded twice")
    st.caption(f"Now {100 * coding.share:.0f} % of the failures: {counted(n, 'attempts')}.")
    with st.form("failures-share", border=False):
        st.slider("Share, %", 0, 100, round(100 * coding.share) or 20, 5, key=_SHARE)
        st.form_submit_button("Choose this share", on_click=_choose, args=(coding,))


def _choose(coding: CodingRoom) -> None:
    share = state.typed_number(_SHARE) / 100
    carry_out(
        coding.here,
        lambda database, by: choose_share(database, coding.room.set_name, coding.book, share, by),
        lambda now: f"{100 * now:.0f} % of the failures are coded twice from now on.",
    )


def _rows(coding: CodingRoom) -> list[dict[str, Cell]]:
    rows: list[dict[str, Cell]] = []
    for one in coding.failures:
        codes: dict[str, Cell] = {
            purpose: said.code if (said := one.said(purpose)) else None
            for purpose in ("main", "second", "settled")
        }
        decided = one.decided
        rows.append(
            {
                "attempt_id": one.attempt_id,
                "system": one.system,
                "item_id": one.gold.item_id,
                "cascade": one.cascade,
                "book": coding.book.scheme,
                "code": decided.code if decided else None,
                "step": decided.step if decided else None,
                "note": decided.note if decided else None,
                "first": codes["main"],
                "second": codes["second"],
                "settled": codes["settled"],
            }
        )
    return rows


def _count_rows(coding: CodingRoom) -> list[dict[str, Cell]]:
    decided = [one for one in coding.failures if one.decided is not None]
    groups = {("all", ""): code_counts(decided, coding.book)}
    for by, group in (("system", _GROUPS["By system"]), ("cascade", _GROUPS["By cascade"])):
        groups |= {(by, name): counts for name, counts in by_group(decided, coding.book, group).items()}
    return [
        {
            "book": coding.book.scheme,
            "by": by,
            "group": name,
            "code": one.code,
            "count": one.count,
            "n": one.n,
            "share": one.share,
            "low_95": one.interval.low if one.interval else None,
            "high_95": one.interval.high if one.interval else None,
        }
        for (by, name), counts in groups.items()
        for one in counts
    ]
