"""One imported run: what was read of its file, what is said of its system, and whether it counts."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import quote

import streamlit as st

from baseline.runs import changing
from baseline.runs.formats import title_of
from baseline.runs.importing import KIND_WORDS
from db import runs
from db.accounts import name_of
from db.runs import Removed
from db.systems import Run, System, SystemFacts, SystemKind
from db.wording import grouped
from pages.research import run_report
from pages.research.runs_address import to_list
from pages.ui import state
from pages.ui.errand import carry_out
from pages.ui.html_table import html_table, text, tight
from pages.ui.moments import moment
from pages.ui.page import Here
from pages.ui.room import sides
from pages.ui.text import escaped, shortened
from pages.ui.way import way

_FIELDS = ("name", "version", "kind", "notes", "usd", "input_tokens", "output_tokens", "words")
_RUN_WORDS = {"withdrawn": "Run withdrawn", "brought_back": "Run brought back"}


class Sheet(NamedTuple):
    """A run with everything around it; `names` are people's by account."""

    run: Run
    removed: Removed | None
    system: System
    names: dict[str, str]


def show(here: Here, run_id: str) -> None:
    """The run.

    Raises:
        NotFound: there is no such run.
    """
    with here.services.reading() as database:
        run, removed = runs.find_any_run(database, run_id)
        system = runs.find_system(database, run.system_id)
        people = {run.by, *(one.by for one in run.history), *(one.by for one in system.history)}
        sheet = Sheet(run, removed, system, {one: name_of(database, one) for one in people})
    _head(sheet)
    facts, acts = sides([3, 2], "run")
    with facts:
        _facts(sheet)
    with acts:
        _system(here, system)
        _counting(here, sheet)


def _head(sheet: Sheet) -> None:
    run, system = sheet.run, sheet.system
    title, ways = st.columns([3, 1], vertical_alignment="bottom")
    title.title(escaped(system.label))
    condition = f" · condition {escaped(run.condition)}" if run.condition else ""
    title.caption(
        f"{KIND_WORDS[system.kind].capitalize()} · items {escaped(run.item_set)}{condition} · "
        f"run {run.run_id} · imported {moment(run.imported_at_ms)} UTC by {escaped(sheet.names[run.by])}"
    )
    with ways.container(horizontal=True, horizontal_alignment="right"):
        way("Figures", f"/systems?set={quote(run.item_set)}")
        st.button("All runs", type="tertiary", icon=":material/arrow_back:", on_click=to_list)
    if sheet.removed is not None:
        st.warning(
            f"It stands in no figure. Withdrawn {moment(sheet.removed.at_ms)} UTC by "
            f"{escaped(sheet.names.get(sheet.removed.by, sheet.removed.by))}: {escaped(sheet.removed.why)}",
            icon=":material/visibility_off:",
        )


def _facts(sheet: Sheet) -> None:
    run = sheet.run
    run_report.cards(
        run_report.Counts(
            run.n_items,
            run.n_answered,
            run.n_trajectories,
            run.n_verdicts,
            run.n_coerced,
            run.n_unknown,
            run.n_left_out,
        )
    )
    st.subheader("What was read")
    run_report.notes(run.notes)
    if run.left_out:
        with st.expander("Lines that were left out or cite unknown pages"):
            st.markdown("\n".join(f"- {escaped(line)}" for line in run.left_out))
    st.subheader("File")
    rows = [
        [tight("SHA-256"), text(run.sha256)],
        [tight("Format"), text(title_of(run.format))],
        [tight("Pages count from"), text(str(run.pages_start_at))],
        [tight("Looked up in"), text(f"build {run.looked_up_in}" if run.looked_up_in else "no collection")],
        *([[tight("Models named"), text(", ".join(run.models))]] if run.models else []),
    ]
    st.html(html_table(["Name", run.source], rows))
    _history(sheet)


def _history(sheet: Sheet) -> None:
    run, system = sheet.run, sheet.system
    steps = [(one.at_ms, one.by, _RUN_WORDS[one.kind], one.why) for one in run.history]
    followed_by = [*(one.was for one in system.history), system.facts][1:]
    for one, then in zip(system.history, followed_by, strict=True):
        steps.append((one.at_ms, one.by, f"System: {_changed(one.was, then)}", one.why))
    if not steps:
        return
    st.subheader("What was changed")
    rows = [
        [tight(f"{moment(at_ms)} UTC"), text(sheet.names[by]), text(what), text(why)]
        for at_ms, by, what, why in sorted(steps, reverse=True)
    ]
    st.html(html_table(["When", "By", "What", "Why"], rows))


def _changed(was: SystemFacts, then: SystemFacts) -> str:
    """`notes, cost`: what differs."""
    return ", ".join(
        field for field in SystemFacts.model_fields if getattr(was, field) != getattr(then, field)
    )


def _system(here: Here, system: System) -> None:
    with st.container(border=True):
        st.markdown("**System**")
        st.caption("Name and version are one system; its runs share all of this.")
        rows = [[tight("Version"), text(system.version)]] if system.version else []
        rows += [[tight("Notes"), text(system.notes or "–")], [tight("Cost"), text(_cost(system))]]
        st.html(html_table(["Kind", KIND_WORDS[system.kind].capitalize()], rows))
        # Another one after every change: it is closed again, and shows what is stored.
        with st.expander("Change what is said of it", key=f"{_prefix(system)}-change"):
            _form(here, system)


def _cost(system: System) -> str:
    cost = system.cost
    parts = [
        *([f"US $ {cost.usd:.2f}"] if cost.usd is not None else []),
        *([f"{grouped(cost.input_tokens)} tokens in"] if cost.input_tokens is not None else []),
        *([f"{grouped(cost.output_tokens)} tokens out"] if cost.output_tokens is not None else []),
        *([cost.words] if cost.words else []),
    ]
    return "; ".join(parts) or "–"


def _form(here: Here, system: System) -> None:
    cost, prefix = system.cost, _prefix(system)
    with st.form(f"{prefix}-form", border=False):
        name, version = st.columns([2, 1])
        name.text_input("Name", system.name, key=f"{prefix}-name")
        version.text_input("Version", system.version, key=f"{prefix}-version")
        kinds: list[SystemKind] = list(KIND_WORDS)
        st.segmented_control(
            "Kind",
            kinds,
            default=system.kind,
            format_func=lambda kind: KIND_WORDS[kind].capitalize(),
            required=True,
            key=f"{prefix}-kind",
            help="Who is not agentic never decided to search, and has no effort figures.",
        )
        st.text_area("Notes", system.notes, height=80, key=f"{prefix}-notes")
        usd, taken, made = st.columns(3)
        usd.number_input("Cost, US $", 0.0, value=cost.usd, format="%.2f", key=f"{prefix}-usd")
        taken.number_input("Input tokens", 0, value=cost.input_tokens, key=f"{prefix}-input_tokens")
        made.number_input("Output tokens", 0, value=cost.output_tokens, key=f"{prefix}-output_tokens")
        st.text_input(
            "Other cost",
            cost.words,
            key=f"{prefix}-words",
            help="Pay of people, hours of hardware: whatever the others do not say.",
        )
        st.text_input("Reason for the change", key=f"{prefix}-why")
        st.form_submit_button("Save what is said of it", on_click=_save, args=(here, system))


def _prefix(system: System) -> str:
    """Fields of another one after every change: they show what is stored."""
    return f"system-{system.system_id}-{len(system.history)}"


def _save(here: Here, system: System) -> None:
    given = {field: state.value_of(f"{_prefix(system)}-{field}") for field in _FIELDS}
    why = str(state.value_of(f"{_prefix(system)}-why"))
    carry_out(
        here,
        lambda database, by: changing.edit_system(
            database, system.system_id, changing.facts_from(_as_facts(given)), why, by
        ),
        lambda one: f"{one.label} is changed. What was said before is kept with the reason.",
    )


def _as_facts(given: dict[str, Any]) -> dict[str, Any]:
    facts = {field: given[field] for field in ("name", "version", "kind", "notes")}
    return {**facts, "cost": {f: given[f] for f in ("usd", "input_tokens", "output_tokens", "words")}}


def _counting(here: Here, sheet: Sheet) -> None:
    run, key = sheet.run, f"run-{sheet.run.run_id}-{len(sheet.run.history)}-why"
    with st.container(border=True):
        if sheet.removed is None:
            st.markdown("**Withdraw this run**")
            st.caption(
                f"Its {grouped(run.n_rows)} answers are kept, with every judgement of them, but stand in no "
                "figure any more. It can be brought back."
            )
        else:
            st.markdown("**Bring this run back**")
            st.caption("Its answers stand in every figure again, with the judgements that they had.")
        st.text_input("Reason", key=key)
        if sheet.removed is None:
            st.button(
                "Withdraw the run",
                icon=":material/visibility_off:",
                on_click=_withdraw,
                args=(here, run, key),
            )
        else:
            st.button(
                "Bring it back",
                type="primary",
                icon=":material/undo:",
                on_click=_bring_back,
                args=(here, run, key),
            )


def _withdraw(here: Here, run: Run, key: str) -> None:
    why = str(state.value_of(key))
    carry_out(
        here,
        lambda database, by: changing.withdraw_run(database, run.run_id, why, by),
        lambda one: f"{shortened(one.source, 60)} no longer counts. It is kept, and can be brought back.",
    )


def _bring_back(here: Here, run: Run, key: str) -> None:
    why = str(state.value_of(key))
    carry_out(
        here,
        lambda database, by: changing.bring_back_run(database, run.run_id, why, by),
        lambda one: f"{shortened(one.source, 60)} counts again.",
    )
