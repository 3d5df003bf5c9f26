"""What somebody says of a file of answers: its system, and how it is to be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import streamlit as st

from baseline.analysis.madqa_fields import PageBase
from baseline.runs.formats import TITLES, title_of
from baseline.runs.importing import KIND_WORDS
from db.systems import RunFormat, System, SystemKind
from pages.ui.text import one_line

_NEW = "A new system"


class Collection(NamedTuple):
    """A build that citations can be looked up in."""

    index_name: str
    fingerprint: str
    label: str


class About(NamedTuple):
    """All of it. `system` has the fields of `db.systems.SystemFacts`; `is_known` if it is there already."""

    system: dict[str, Any]
    is_known: bool
    condition: str
    format: RunFormat
    pages_start_at: PageBase
    collection: Collection | None
    model: str


def about(systems: Sequence[System], seen: RunFormat | None, collections: Sequence[Collection]) -> About:
    """The fields. `seen` is the format of the file as it was recognised."""
    labels = {system.system_id: one_line(system.label) for system in systems}
    chosen = _NEW
    if systems:
        chosen = st.selectbox("System", [_NEW, *labels], format_func=lambda one: labels.get(one, one))
    known = next((system for system in systems if system.system_id == chosen), None)
    facts = _new_system() if known is None else known.facts.model_dump()
    condition = st.text_input(
        "Condition",
        help="Under which it answered, if there are several: it stands in its name.",
    )
    with st.expander("How it is read"):
        file_format = _format(seen)
        base: PageBase = st.segmented_control(
            "Pages count from", [1, 0], default=1, required=True, help="0: every page is shifted by one."
        )
        collection = _collection(collections)
        model = st.text_input(
            "Only rows of this model",
            help="For a file with answers of several: those rows only whose `model` or `system` is this.",
        )
    return About(facts, known is not None, condition, file_format, base, collection, model)


def _new_system() -> dict[str, Any]:
    left, right = st.columns([2, 1])
    name = left.text_input("Name", placeholder="Who or what answered")
    version = right.text_input("Version")
    kinds: list[SystemKind] = ["agent", "non_agentic", "people"]
    kind: SystemKind = st.segmented_control(
        "Kind",
        kinds,
        default="agent",
        format_func=lambda one: KIND_WORDS[one].capitalize(),
        required=True,
        help="Who is not agentic never decided to search, and has no effort figures.",
    )
    with st.expander("Notes and cost"):
        notes = st.text_area("Notes", height=80, help="Settings, prompts, where it came from.")
        usd_at, taken_at, made_at = st.columns(3)
        usd = usd_at.number_input("Cost, US $", 0.0, value=None, format="%.2f")
        taken = taken_at.number_input("Input tokens", 0, value=None)
        made = made_at.number_input("Output tokens", 0, value=None)
        words = st.text_input(
            "Other cost",
            help="Pay of people, hours of hardware: whatever the others do not say.",
        )
    cost = {"usd": usd, "input_tokens": taken, "output_tokens": made, "words": words}
    return {"name": name, "version": version, "kind": kind, "notes": notes, "cost": cost}


def _format(seen: RunFormat | None) -> RunFormat:
    formats: list[RunFormat] = list(TITLES)
    # Another field for every format that is seen: it begins with that one.
    return st.selectbox(
        "Format",
        formats,
        index=0 if seen is None else formats.index(seen),
        format_func=title_of,
        key=f"run-format-{seen}",
        help="As it was seen from what the file holds.",
    )


def _collection(collections: Sequence[Collection]) -> Collection | None:
    return st.selectbox(
        "Citations are looked up in",
        [*collections, None],
        format_func=lambda one: "No collection: unknown pages stay unseen" if one is None else one.label,
    )
