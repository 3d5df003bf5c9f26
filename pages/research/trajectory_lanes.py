"""Attempts as lanes of a replay, with the collection that holds their pages."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import TypeAdapter

from baseline.trajectories.replayed import Replayed
from baseline.trajectories.steps import Step
from db.errors import AppError
from db.models import PageRef
from db.study_design import Study
from index.collection import OpenIndex
from pages.research.page_builds import index_with
from pages.ui.page import Here
from pages.ui.replay import Lane
from pages.ui.text import one_line

_STEPS: TypeAdapter[tuple[Step, ...]] = TypeAdapter(tuple[Step, ...])


def lane_of(one: Replayed, collection: OpenIndex | None, label: str, at: int) -> Lane:
    """The attempt as a lane that begins at step `at`, from 1; it must have steps."""
    return Lane(
        label, one.times, one.started_at_ms, _STEPS.dump_python(one.steps, mode="json"), collection, at
    )


def collection_of(here: Here, seen: Sequence[Study], one: Replayed) -> OpenIndex | None:
    """The build that the attempt was made on, or that of a study on its set, or another with its pages."""
    if one.build is not None:
        try:
            return here.services.index(*one.build)
        except AppError:
            return None
    stepped = [
        PageRef(document=step.document, page=step.page) for step in one.steps if step.document and step.page
    ]
    builds = [(each.index_name, each.index_fingerprint) for each in seen if each.item_set == one.set_name]
    return index_with(here, builds, [*one.item.evidence, *stepped])


def origin_of_pages(one: Replayed, index: OpenIndex | None) -> str:
    """A sentence where the pages are not, or not for sure, those on which the attempt was made."""
    whose = one_line(one.label)
    if index is None and one.build is not None:
        name, fingerprint = one.build
        return (
            f"{whose}: build {fingerprint[:12]} of “{name}”, on which this was made, cannot be opened "
            "here any more. The steps name the pages; none is drawn."
        )
    if index is None:
        return (
            f"{whose}: no collection that you may open holds these pages. The steps name them; none is drawn."
        )
    if one.build is None:
        return (
            f"{whose}: the file does not say on which build it was made. Pages come from the collection "
            f"“{index.name}”, build {index.fingerprint[:12]}."
        )
    return ""
