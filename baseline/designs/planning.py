"""What a design comes to: places, people, hours, precision, with the assumptions they rest on. Pure."""

from __future__ import annotations

from baseline.analysis.precision import PlannedPrecision, PlannedStudy, planned_precision
from baseline.designs.places import Places, places_of
from db.study_design import StudyDesign
from db.wording import counted


def planned_study(design: StudyDesign, n_items: int) -> PlannedStudy:
    """The study that is simulated for this design, on a set of that size.

    Where everybody answers everything, an item has as many answers as there are people (one, if the plan
    does not say how many).
    """
    plan, places = design.plan, places_of(design, n_items)
    people = max(1, plan.people or places.people)
    return PlannedStudy(
        n_items=n_items,
        people_per_item=people if places.people_per_item is None else places.people_per_item,
        people=people,
        n_conditions=places.n_conditions,
        allocation=design.allocation,
        accuracy=plan.accuracy,
        item_spread=plan.item_spread,
        person_spread=plan.person_spread,
        shared_difficulty=plan.shared_difficulty,
        seed=design.seed,
    )


def precision_of(design: StudyDesign, n_items: int) -> PlannedPrecision:
    """The planned precision of a design; the same design gives the same figures again."""
    return planned_precision(planned_study(design, n_items))


def assumption_sentence(precision: PlannedPrecision) -> str:
    """What the planned precision rests on."""
    planned = precision.planned
    return (
        f"Simulated {counted(precision.n_simulated, 'studies')} of {counted(planned.n_items, 'items')}, "
        f"{counted(planned.people_per_item, 'answers')} to each from {counted(planned.people, 'people')}, "
        f"expecting an accuracy of {planned.accuracy:.0%}. Items differ in difficulty by "
        f"{planned.item_spread:g} and people in skill by {planned.person_spread:g} (standard deviations in "
        f"logits); difficulty in two conditions correlates by {planned.shared_difficulty:g}. A gap counts as "
        "found when the 95 % interval of the paired difference leaves out 0; 80 % of the studies find one of "
        "this size."
    )


def places_sentence(places: Places) -> str:
    """The arithmetic in words."""
    items, batches = counted(places.n_items, "items"), counted(places.batches_per_person, "batches")
    if places.total is None:
        return f"Everybody answers all {items}, in {batches}."
    conditions = "" if places.n_conditions == 1 else f" × {counted(places.n_conditions, 'conditions')}"
    people = counted(places.people_per_item or 0, "people")
    return (
        f"{items}{conditions} × {people} = {counted(places.total, 'places')}. One person does at most "
        f"{counted(places.items_per_person, 'items')}, in {batches}: at least "
        f"{counted(places.people, 'people')}."
    )
