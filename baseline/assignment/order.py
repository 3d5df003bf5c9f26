"""Who answers which item, in which order. Pure and seeded: the same study gives the same order again."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Container, Sequence

from db.models import Assignment
from db.study_design import Study


def assign_all(
    study: Study, account_id: str, item_ids: Sequence[str], *, without: Container[str] = ()
) -> list[Assignment]:
    """Every item of the set for one person, in an order of their own, cut into batches.

    The order depends on the study's seed and the account id only, so it can be made again later.
    `without`: items that they know already and are not given.
    """
    order = sorted(item_ids)
    condition = study.design.conditions[0].name
    random.Random(f"{study.design.seed}:{study.study_id}:{account_id}").shuffle(order)
    order = [item_id for item_id in order if item_id not in without]
    return [
        Assignment(
            attempt_id=attempt_id(study.study_id, account_id, item_id, condition),
            study_id=study.study_id,
            account_id=account_id,
            item_id=item_id,
            batch=(position - 1) // study.design.batch_size + 1,
            position=position,
            condition=condition,
        )
        for position, item_id in enumerate(order, start=1)
    ]


def attempt_id(study_id: str, account_id: str, item_id: str, condition: str) -> str:
    """The same attempt always has the same id, so that assigning twice adds nothing."""
    key = "\x1f".join((study_id, account_id, item_id, condition))
    return "a-" + hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:20]
