"""What is on record about the items of a set: their reviews until they were accepted, and model checks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from annotation.agreement import review_figures, second_review_figures
from annotation.construct.model_answers import model_figures
from annotation.exchange.card import CardFacts
from annotation.figures import figures_of
from annotation.model_checks import ModelFlag, flags_of
from annotation.review_records import ReviewRecord, review_records
from baseline.analysis.records import Figure
from db import authored_lists, authoring, items
from db.authored import Reviewed, ReviewOpened, Revision, Step
from db.authored_lists import AcceptedRow
from db.connection import Database
from db.models import Item
from db.wording import counted


class SetRecords(NamedTuple):
    """Of a set's items, those written here: reviews up to the acceptance that the set holds, flags on it.

    What happens to an item after that is about another text, so a frozen set keeps its agreement.
    """

    n_items: int
    n_written_here: int
    reviews: tuple[ReviewRecord, ...]
    flags: Mapping[str, tuple[ModelFlag, ...]]


NO_RECORDS = SetRecords(0, 0, (), {})


def records_of_set(database: Database, name: str) -> SetRecords:
    """Everything on record about the items as the set holds them.

    Raises:
        NotFound: there is no set of that name.
    """
    members = [row.item for row in items.members_of_set(database, name)]
    accepted = _acceptances(database, members)
    reviews: list[ReviewRecord] = []
    flags: dict[str, tuple[ModelFlag, ...]] = {}
    for item in members:
        row = accepted.get(item.item_id)
        if row is None:
            continue
        steps = authoring.steps_of(database, item.item_id)
        until = [step for step in steps if step.seq <= row.seq]
        reviews += review_records(until, _revisions_of(database, until))
        found = flags_of(steps, row.authored_revision)
        if found:
            flags[item.item_id] = found
    return SetRecords(len(members), len(accepted), tuple(reviews), flags)


def agreement_of(records: SetRecords) -> tuple[Figure, ...]:
    """The agreement of reviewers and authors over the set; every figure has a value or a reason."""
    ordered = sorted(records.reviews, key=lambda record: (record.item_id, record.submission, record.order))
    figures = (*review_figures("all", ordered).figures, *second_review_figures(ordered))
    if records.reviews:
        return figures
    return tuple(replace(figure, undefined=why_no_agreement(records)) for figure in figures)


def why_no_agreement(records: SetRecords) -> str:
    """Why there are no figures of agreement; empty if there are some."""
    if records.reviews:
        return ""
    return (
        "no review of its items is on record" if records.n_written_here else "its items were not written here"
    )


def agreement_is_over(records: SetRecords) -> str:
    """What the figures of agreement rest on, in a sentence; empty without reviews."""
    if not records.reviews:
        return ""
    reviewed = {record.item_id for record in records.reviews}
    reviewers = {record.reviewer for record in records.reviews}
    authors = {record.author for record in records.reviews}
    items_reviewed = f"{len(reviewed)} of {counted(records.n_items, 'items')}"
    return (
        f"{counted(len(records.reviews), 'reviews')} of {items_reviewed}, "
        f"by {counted(len(reviewers), 'reviewers')} of the work of {counted(len(authors), 'authors')}, until "
        "each item was accepted as it stands here."
    )


def with_records(facts: CardFacts, records: SetRecords, members: Sequence[Item]) -> CardFacts:
    """What a dataset card says, with the agreement and the model checks on record, or why there are none."""
    return replace(
        facts,
        agreement=agreement_of(records) if records.reviews else (),
        agreement_is_over=agreement_is_over(records),
        not_measured=why_no_agreement(records),
        model_checks=model_figures_of(records, members),
    )


def model_figures_of(records: SetRecords, members: Sequence[Item]) -> tuple[Figure, ...]:
    """What models answered about the set's items, as figures; none where no model was asked."""
    return tuple(figures_of(model_figures(members, records.flags))) if records.flags else ()


def _acceptances(database: Database, members: list[Item]) -> dict[str, AcceptedRow]:
    """By item, the first acceptance of the very content that the set holds."""
    by_project: dict[str, dict[str, Item]] = defaultdict(dict)
    for item in members:
        if authoring.is_authored(database, item.item_id):
            project_id = authoring.find_item(database, item.item_id).project_id
            by_project[project_id][item.item_id] = item
    found: dict[str, AcceptedRow] = {}
    for project_id, wanted in by_project.items():
        for row in authored_lists.acceptances_of_project(database, project_id):
            if wanted.get(row.item.item_id) == row.item:
                found.setdefault(row.item.item_id, row)
    return found


def _revisions_of(database: Database, steps: list[Step]) -> list[Revision]:
    """The revisions that reviews are about, and those that they made."""
    wanted: set[tuple[str, int]] = set()
    for step in steps:
        if isinstance(step.content, ReviewOpened):
            wanted.add((step.item_id, step.revision))
        elif isinstance(step.content, Reviewed) and step.content.corrected_revision is not None:
            wanted.add((step.item_id, step.content.corrected_revision))
    return [authoring.find_revision(database, item_id, number) for item_id, number in sorted(wanted)]
