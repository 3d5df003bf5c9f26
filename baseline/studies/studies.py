"""Creating a study."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from baseline.analysis.page_names import PageCatalogue
from baseline.designs.problem import IndexFacts
from baseline.studies.launching import COMMAND_LINE, Build, launch
from db import items
from db.connection import Database
from db.errors import InvalidInput
from db.models import Item
from db.study_design import Study, StudyDesign

_PROBLEMS_SHOWN = 10


class StudyPlan(NamedTuple):
    """What a study is made from; the index is named and fixed by its fingerprint."""

    study_id: str
    title: str
    item_set: str
    index_name: str
    index_fingerprint: str
    profile: str
    k: int = 5
    batch_size: int = 25
    seed: int = 0


def create_study(database: Database, plan: StudyPlan, now_ms: int) -> Study:
    """Freeze the item set and store the study.

    Raises:
        InvalidInput: the id is not usable, a number is out of range, or the set is empty.
        NotFound: there is no such item set.
        Conflict: another study has this id.
    """
    if not 1 <= plan.k <= 50:
        raise InvalidInput(f"k is {plan.k}; a query can show 1 to 50 hits.")
    if not 1 <= plan.batch_size <= 1000:
        raise InvalidInput(f"The batch size is {plan.batch_size}; a batch holds 1 to 1,000 items.")
    if items.describe_item_set(database, plan.item_set).n_items == 0:
        raise InvalidInput(f"Item set {plan.item_set!r} is empty; import items first.")
    design = StudyDesign(
        title=plan.title,
        item_set=plan.item_set,
        index_name=plan.index_name,
        k=plan.k,
        batch_size=plan.batch_size,
        seed=plan.seed,
    )
    facts = IndexFacts(plan.index_name, plan.index_fingerprint, plan.profile)
    return launch(database, plan.study_id, design, Build(facts, None), by=COMMAND_LINE, now_ms=now_ms)


def refuse_missing_evidence(items: Iterable[Item], catalogue: PageCatalogue, index_name: str) -> None:
    """An item whose evidence is not in the collection can be answered by nobody.

    Raises:
        InvalidInput: naming the items and what is wrong with their evidence.
    """
    problems = [
        f"  item {item.item_id!r}: {problem}"
        for item in items
        for ref in item.evidence
        if (problem := catalogue.problem_with(ref.document, ref.page)) is not None
    ]
    if problems:
        more = [f"  and {len(problems) - _PROBLEMS_SHOWN} more"] if len(problems) > _PROBLEMS_SHOWN else []
        head = f"The evidence of these items is not in index {index_name!r}; no study was made."
        raise InvalidInput("\n".join([head, *problems[:_PROBLEMS_SHOWN], *more]))
