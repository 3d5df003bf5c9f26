"""Conditions, people, batches, clock and pauses: do the numbers fit together? Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from baseline.designs.places import Places, places_of
from baseline.designs.problem import DesignFacts, Problem, error, some, warning
from db.study_design import StudyDesign
from db.wording import counted, grouped, lasting

_SHORTEST_LEASE_S = 15 * 60


def condition_problems(design: StudyDesign) -> Iterator[Problem]:
    """Conditions that cannot be told apart, or that no setting fits."""
    counts = Counter(one.name.casefold() for one in design.conditions)
    doubled = sorted({one.name for one in design.conditions if counts[one.name.casefold()] > 1})
    if doubled:
        yield error(
            "conditions",
            "conditions",
            f"Two conditions are called {doubled[0]!r}; figures could not tell them apart. Rename one.",
        )
    for one, other in combinations(design.conditions, 2):
        if (one.tools, one.whole_document) == (other.tools, other.whole_document):
            yield warning(
                "conditions",
                "conditions",
                f"Conditions {one.name!r} and {other.name!r} give people the same tools; nothing differs.",
            )
    searched = any(one.tools == "search" for one in design.conditions)
    if searched and not (design.hits.snippet or design.hits.thumbnail):
        yield warning(
            "conditions",
            "hits",
            "A hit shows neither snippet nor thumbnail: people choose by the name of the document alone.",
        )
    if len(design.conditions) > 1 and design.people_per_item is None:
        yield error(
            "people",
            "people_per_item",
            f"Everybody answers everything, in condition {design.conditions[0].name!r} alone. Say how many "
            "people answer each item, or keep one condition.",
        )


def people_problems(design: StudyDesign, facts: DesignFacts) -> Iterator[Problem]:
    """Batches and people that do not fit the set."""
    known = facts.set_for(design, "main")
    if design.people_per_item is None:
        if design.batches_per_person is not None:
            yield warning(
                "people",
                "batches_per_person",
                "The most batches a person has no effect where everybody answers everything.",
            )
        if design.attention is not None:
            yield error(
                "people",
                "people_per_item",
                "Attention checks stand in batches that are handed out one by one. Say how many people "
                "answer each item, or leave the checks out.",
            )
    elif design.lease_s < _SHORTEST_LEASE_S:
        yield warning(
            "people",
            "lease_s",
            f"Places are free again after {lasting(design.lease_s)} without work: a short break costs "
            "somebody their batch. An hour or more is usual.",
        )
    if known is None or not known.n_items:
        return
    if design.batch_size > known.n_items:
        yield warning(
            "people",
            "batch_size",
            f"A batch of {grouped(design.batch_size)} is more than the {counted(known.n_items, 'items')} of "
            "the set: there is one batch, of all of them.",
        )
    if design.people_per_item is not None:
        yield from _sharing(design, places_of(design, known.n_items))


def _sharing(design: StudyDesign, places: Places) -> Iterator[Problem]:
    asked, planned = design.batches_per_person, design.plan.people
    if planned is not None and planned < places.people:
        yield warning(
            "report",
            "plan.people",
            f"You expect {counted(planned, 'people')}, and all places need at least "
            f"{counted(places.people, 'people')}: invite more, or give each person more batches.",
        )
    if asked is not None and asked > places.batches_per_person:
        yield warning(
            "people",
            "batches_per_person",
            f"{counted(asked, 'batches')} a person are more than the set has: nobody gets an item twice, so "
            f"everybody ends after {counted(places.batches_per_person, 'batches')}.",
        )
    if places.n_conditions == 1 or design.allocation == "between":
        return
    batches = places.batches_per_person
    if batches < places.n_conditions:
        yield warning(
            "people",
            "batches_per_person",
            f"Everybody is to work in all {grouped(places.n_conditions)} conditions, one a batch, and can do "
            f"{counted(batches, 'batches')}. Smaller batches, more of them, or one condition a person.",
        )
    elif batches % places.n_conditions:
        yield warning(
            "people",
            "batches_per_person",
            f"{counted(batches, 'batches')} a person cannot be shared evenly among "
            f"{grouped(places.n_conditions)} conditions; take a multiple of {places.n_conditions}.",
        )


def clock_problems(design: StudyDesign) -> Iterator[Problem]:
    """Limits, warnings and pauses that contradict each other."""
    yield from _limits(design)
    yield from _warn_times(design)
    yield from _pauses(design)


def _limits(design: StudyDesign) -> Iterator[Problem]:
    item_s, batch_s = design.limits.item_s, design.limits.batch_s
    n_items = design.batch_size + (design.attention.per_batch if design.attention else 0)
    if batch_s is not None and item_s is not None:
        if batch_s < item_s:
            yield error(
                "clock",
                "limits.batch_s",
                f"A batch ends after {lasting(batch_s)} and one item of it may take {lasting(item_s)}; the "
                "batch needs the longer limit.",
            )
        elif batch_s > item_s * n_items:
            yield warning(
                "clock",
                "limits.batch_s",
                f"{counted(n_items, 'items')} of at most {lasting(item_s)} are over after "
                f"{lasting(item_s * n_items)}: the limit of {lasting(batch_s)} a batch is never reached.",
            )
    if (
        (item_s is not None or batch_s is not None)
        and not design.show_time
        and not design.limits.warn_before_s
    ):
        yield warning(
            "clock",
            "show_time",
            "The time left is hidden and nobody is warned: items end without a word. Show it, or warn.",
        )


def _warn_times(design: StudyDesign) -> Iterator[Problem]:
    limits = [one for one in (design.limits.item_s, design.limits.batch_s) if one is not None]
    warned = design.limits.warn_before_s
    if len(set(warned)) < len(warned):
        yield error("clock", "limits.warn_before_s", "A warning is given twice for one moment; drop one.")
    if not limits:
        return
    for before in sorted(set(warned), reverse=True):
        if before >= max(limits):
            yield error(
                "clock",
                "limits.warn_before_s",
                f"A warning {lasting(before)} before the end would come before the beginning: the limit is "
                f"{lasting(max(limits))}. Warn later, or drop it.",
            )
        elif before >= min(limits):
            yield warning(
                "clock",
                "limits.warn_before_s",
                f"The warning {lasting(before)} before the end is given for the batch only: an item has "
                f"{lasting(min(limits))}.",
            )


def _pauses(design: StudyDesign) -> Iterator[Problem]:
    pauses, limits = design.pauses, design.limits
    if not pauses.allowed:
        if limits.item_s is not None or limits.batch_s is not None:
            yield warning(
                "clock",
                "pauses.allowed",
                "Working time is limited and the clock cannot be stopped: whoever is interrupted loses time. "
                "Allow pauses, or say so in the consent text.",
            )
        if pauses.reasons or pauses.most_per_item is not None or pauses.longest_s is not None:
            yield warning("clock", "pauses.reasons", "Rules for pauses have no effect: none is allowed.")
        return
    doubled = [reason for reason, n in Counter(pauses.reasons).items() if n > 1]
    if doubled:
        yield error("clock", "pauses.reasons", f"These reasons are offered twice: {some(doubled)}.")
    if any(not reason.strip() for reason in pauses.reasons):
        yield error("clock", "pauses.reasons", "A reason for a pause is empty; write it, or take it out.")
    longest_s = pauses.longest_s
    if design.people_per_item is not None and longest_s is not None and longest_s > design.lease_s:
        yield warning(
            "clock",
            "pauses.longest_s",
            f"A pause of {lasting(longest_s)} outlasts the {lasting(design.lease_s)} after which places are "
            "free again: who takes it may find the batch gone.",
        )
