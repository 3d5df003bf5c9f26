"""Fields of a design on the screen: each saves itself when it is left, with its problems right below it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

import streamlit as st

from baseline.designs.changes import value_at
from baseline.designs.problem import Problem
from db.study_design import StudyDesign
from pages.ui import state
from pages.ui.text import escaped

Number = TypeVar("Number", int, float)
Put = Callable[[str, Any, bool], None]
"""Store a value in a field; the flag says that fields move, so that all of them are drawn anew."""


class Choices(NamedTuple):
    """What can be chosen on this server: name -> what is said of it."""

    sets: Mapping[str, str]
    indexes: Mapping[str, str]


class DesignForm:
    """Widgets for the fields of one design.

    `key` begins the key of every widget; a new one makes them show the design's values again. `fixed` decides
    which fields cannot be changed (any more). `refused`: fields whose text was not stored, and why.
    """

    def __init__(
        self,
        design: StudyDesign,
        problems: Collection[Problem],
        *,
        key: str,
        put: Put,
        is_fixed: Callable[[str], bool] = lambda _: False,
        refused: Mapping[str, str] | None = None,
    ) -> None:
        self.design = design
        self.key = key
        self.put = put
        self._problems = problems
        self._is_fixed = is_fixed
        self._refused = refused or {}

    def is_fixed(self, field: str) -> bool:
        """Whether the field cannot be changed."""
        return self._is_fixed(field)

    def value(self, field: str) -> Any:
        """What stands in a field."""
        return value_at(self.design, field)

    def problems_of(self, *fields: str) -> None:
        """What is wrong with these fields, in sentences."""
        for field in fields:
            if field in self._refused:
                st.markdown(f":red[:material/block:] :small[Not saved: {escaped(self._refused[field])}]")
        for problem in self._problems:
            if problem.field in fields:
                say_problem(problem)

    def line(self, field: str, label: str, *, most: int = 200, **options: Any) -> None:
        """One line of text."""
        with self._and_problems(field):
            st.text_input(label, self.value(field), most, **self._bound(field), **options)

    def area(self, field: str, label: str, *, height: int = 160, **options: Any) -> None:
        """A longer text."""
        with self._and_problems(field):
            st.text_area(label, self.value(field), height, **self._bound(field), **options)

    def lines(self, field: str, label: str, *, height: int = 120, **options: Any) -> None:
        """A list of short texts, one a line."""
        bound = self._bound(field, _lines_of)
        with self._and_problems(field):
            st.text_area(label, "\n".join(self.value(field)), height, **bound, **options)

    def whole(
        self, field: str, label: str, low: int, high: int, *, empty: str | None = None, **options: Any
    ) -> None:
        """A whole number. `empty` says what no number means, where there may be none."""
        now: int | None = self.value(field)
        least, most = _bounds(low, high, now)
        with self._and_problems(field):
            st.number_input(label, least, most, now, 1, **self._bound(field), placeholder=empty, **options)
            self._without(field, now, empty)

    def scaled(
        self,
        field: str,
        label: str,
        low: float,
        high: float,
        unit: float,
        *,
        step: float = 1.0,
        empty: str | None = None,
        **options: Any,
    ) -> None:
        """A number that is shown in another unit: stored = shown x unit, whole where the field is whole."""
        stored = self.value(field)
        is_share = unit < 1

        def convert(shown: float | None) -> float | None:
            if shown is None:
                return None
            return round(shown * unit, 6) if is_share else round(shown * unit)

        shown = None if stored is None else stored / unit
        form = "%.0f" if shown is None or abs(shown - round(shown)) < 1e-9 else "%.2f"
        least, most = _bounds(low, high, shown)
        bound = self._bound(field, convert)
        with self._and_problems(field):
            st.number_input(label, least, most, shown, step, form, **bound, placeholder=empty, **options)
            self._without(field, shown, empty)

    def real(
        self,
        field: str,
        label: str,
        low: float,
        high: float,
        step: float,
        *,
        empty: str | None = None,
        **options: Any,
    ) -> None:
        """A number as it is stored."""
        now: float | None = self.value(field)
        least, most = _bounds(low, high, now)
        bound = self._bound(field)
        with self._and_problems(field):
            st.number_input(label, least, most, now, step, **bound, placeholder=empty, **options)
            self._without(field, now, empty)

    def _without(self, field: str, now: float | None, empty: str | None) -> None:
        """A way back to no number: the field itself cannot be emptied once it holds one."""
        if empty is not None and now is not None:
            self.button(
                field, f"{empty[:1].upper()}{empty[1:]}", None, type="tertiary", icon=":material/close:"
            )

    def switch(self, field: str, label: str, **options: Any) -> None:
        """Yes or no."""
        with self._and_problems(field):
            st.toggle(label, self.value(field), **self._bound(field), **options)

    def pick(
        self,
        field: str,
        label: str,
        offered: Mapping[str, str],
        *,
        entry: Callable[[str], dict[str, Any]] | None = None,
        **options: Any,
    ) -> None:
        """One of several names; a name that is not offered any more still shows, with its problem.

        `entry`: what becomes of the entry of a list whose part this field is, where more of it follows.
        """
        now = self.value(field)
        names = list(dict.fromkeys((*offered, *([now] if now else []))))
        bound = self._bound(field, lambda chosen: chosen or "")
        if entry is not None:
            outer, key = field.rpartition(".")[0], bound["key"]
            bound["on_change"] = lambda: self.put(outer, entry(state.value_of(key)), True)
        with self._and_problems(field):
            st.selectbox(
                label,
                names,
                names.index(now) if now in names else None,
                lambda name: offered.get(name, name),
                **bound,
                **options,
            )

    def radio(self, field: str, label: str, offered: Mapping[str, str], **options: Any) -> None:
        """One of a few, all in sight."""
        names = list(offered)
        with self._and_problems(field):
            st.radio(
                label,
                names,
                names.index(self.value(field)),
                lambda name: offered[name],
                **self._bound(field),
                **options,
            )

    def several(self, field: str, label: str, offered: Iterable[Any], say: Callable[[Any], str]) -> None:
        """Some of a list."""
        now = self.value(field)
        names = sorted({*offered, *now}, reverse=True)
        with self._and_problems(field):
            st.multiselect(label, names, list(dict.fromkeys(now)), say, **self._bound(field, list))

    def remove(self, field: str, entries: list[Any], number: int, what: str) -> None:
        """Take one entry out of a list."""
        rest = entries[:number] + entries[number + 1 :]
        self.button(
            field,
            "Remove",
            rest,
            part=str(number),
            type="tertiary",
            icon=":material/close:",
            help=escaped(what),
        )

    def button(self, field: str, label: str, value: Any, part: str = "", **options: Any) -> None:
        """Put a value into a field, and draw all fields anew. `part` tells buttons of one label apart."""
        st.button(
            label,
            key=f"{self.key}:{field}:{label}:{part}",
            on_click=self.put,
            args=(field, value, True),
            disabled=self.is_fixed(field),
            **options,
        )

    @contextmanager
    def _and_problems(self, field: str) -> Iterator[None]:
        with st.container(gap="xxsmall"):
            yield
            self.problems_of(field)

    def _bound(self, field: str, convert: Callable[[Any], Any] = lambda typed: typed) -> dict[str, Any]:
        key = f"{self.key}:{field}"
        return {
            "key": key,
            "on_change": lambda: self.put(field, convert(state.value_of(key)), False),
            "disabled": self.is_fixed(field),
        }


def _bounds(low: Number, high: Number, now: Number | None) -> tuple[Number, Number]:
    """What may be typed; a value from a file may lie outside, and is shown all the same."""
    return (low, high) if now is None else (min(low, now), max(high, now))


def say_problem(problem: Problem) -> None:
    """One problem, quietly, with a sign of its kind that is not its colour alone."""
    sign = ":red[:material/error:]" if problem.level == "error" else ":orange[:material/warning:]"
    st.markdown(f"{sign} :small[{escaped(problem.sentence)}]")


def _lines_of(typed: str) -> list[str]:
    return [line.strip() for line in typed.splitlines() if line.strip()]
