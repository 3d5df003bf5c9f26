"""The targets of a project as a form: numbers of items and documents, shares in percent."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from annotation import planning
from annotation.metadata_choices import VISUAL
from db import projects
from db.authored import Target, TargetChange, Targets
from db.wording import counted, kind_words
from pages.annotate.project_place import Place
from pages.ui import state
from pages.ui.errand import carry_out
from pages.ui.html_table import html_table, joined, text, tight, with_small
from pages.ui.moments import moment
from pages.ui.text import one_line

_ITEMS, _PER_DOCUMENT = "target-items", "target-per-document"
_MOST_TOLD = 12
_HOPS = ("cross_page", "cross_doc")


def targets_form(place: Place) -> None:
    """What is wanted now, to be changed; a share of 0 is no target."""
    targets = place.project.targets
    hops = _shares(targets.hop_types, _HOPS)
    visual = _shares(targets.visual, tuple(dict.fromkeys(one.partition(":")[0] for one in VISUAL)))
    with st.form("targets", border=False):
        left, right = st.columns(2)
        left.number_input("Items in all", 1, 1_000_000, targets.n_items, key=_ITEMS)
        right.number_input(
            "Items per document", 0.1, 1000.0, targets.items_per_document, 0.1, "%.1f", key=_PER_DOCUMENT
        )
        for heading, group, shares in (("Hop types", "hop", hops), ("Visual categories", "visual", visual)):
            st.caption(f"{heading}, percent of all items (0: no target)")
            for column, (of, share) in zip(st.columns(len(shares)), shares.items(), strict=True):
                column.number_input(
                    one_line(kind_words(of)), 0.0, 100.0, 100 * share, 1.0, "%.1f", key=_key(group, of)
                )
        st.form_submit_button("Save the targets", on_click=_save, args=(place, list(hops), list(visual)))


def target_changes(place: Place) -> list[TargetChange]:
    """Every change that is known, oldest first."""
    with place.here.services.reading() as database:
        return projects.target_changes_of(database, place.project_id)


def past_changes(place: Place, changes: Sequence[TargetChange]) -> None:
    """Who had the project want what, newest first; nothing while nobody is known to have changed it."""
    if not changes:
        return
    st.caption("Changes so far, newest first")
    rows = [
        [
            with_small(tight(moment(one.at_ms)), text(place.name(one.account_id))),
            joined([text(line) for line in _told(one.targets)]),
        ]
        for one in reversed(changes[-_MOST_TOLD:])
    ]
    st.html(html_table(["When (UTC), who", "Wanted from then on"], rows))


def _told(targets: Targets) -> list[str]:
    shares = (*targets.hop_types, *targets.visual)
    lines = [f"{counted(targets.n_items, 'items')}, {targets.items_per_document:g} a document"]
    if shares:
        lines.append(", ".join(f"{kind_words(one.of)} {100 * one.share:g} %" for one in shares))
    return lines


def _shares(targets: tuple[Target, ...], offered: tuple[str, ...]) -> dict[str, float]:
    """The share of each kind: of those that are always offered, then of what else the project wants."""
    wanted = {target.of: target.share for target in targets}
    return {of: wanted.get(of, 0.0) for of in dict.fromkeys((*offered, *wanted))}


def _save(place: Place, hops: list[str], visual: list[str]) -> None:
    targets = Targets(
        n_items=int(state.value_of(_ITEMS)),
        items_per_document=float(state.value_of(_PER_DOCUMENT)),
        hop_types=_typed("hop", hops),
        visual=_typed("visual", visual),
    )
    carry_out(
        place.here,
        lambda database, by: planning.set_targets(database, place.project_id, targets, by),
        lambda project: f"The project now wants {counted(project.targets.n_items, 'items')}.",
    )


def _typed(group: str, kinds: list[str]) -> tuple[Target, ...]:
    shares = {of: round(float(state.value_of(_key(group, of))) / 100, 6) for of in kinds}
    return tuple(Target(of=of, share=share) for of, share in shares.items() if share)


def _key(group: str, of: str) -> str:
    return f"target-{group}-{of}"
