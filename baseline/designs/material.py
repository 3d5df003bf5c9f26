"""Item sets and index: are they there, and does each item have what its use needs? Pure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from baseline.designs.places import places_of
from baseline.designs.problem import (
    PURPOSES,
    SET_FIELDS,
    SET_WORDS,
    DesignFacts,
    Problem,
    Section,
    SetFacts,
    error,
    some,
    warning,
)
from db.models import Purpose
from db.study_design import StudyDesign
from db.wording import COMMAND, counted, grouped


def material_problems(design: StudyDesign, facts: DesignFacts) -> Iterator[Problem]:
    """Everything about the sets and the index."""
    if not design.title.strip():
        yield error("material", "title", "The study has no title; participants read it on every page.")
    if design.protocol != "madqa":
        yield error(
            "material", "protocol", f"There is no protocol {design.protocol!r}; the one there is is 'madqa'."
        )
    yield from _set(design, facts, "main")
    yield from _index(design, facts)
    for purpose in PURPOSES[1:]:
        yield from _set(design, facts, purpose)
    yield from _shared_items(design, facts)
    yield from _sizes(design, facts)


def _section(purpose: Purpose) -> Section:
    return "material" if purpose == "main" else "training"


def _index(design: StudyDesign, facts: DesignFacts) -> Iterator[Problem]:
    name = design.index_name
    if not name:
        yield error("material", "index_name", "No index is chosen; choose the collection that is searched.")
    elif not facts.index.fingerprint:
        yield error(
            "material",
            "index_name",
            f"There is no index {name!r} here; choose another, or build it with `{COMMAND} index build`.",
        )
    elif facts.index.has_ocr_pending:
        yield error(
            "material",
            "index_name",
            f"Index {name!r} still waits for OCR: pages without a text layer would be found by nobody. Run "
            f"`{COMMAND} index build` to its end first.",
        )


def _set(design: StudyDesign, facts: DesignFacts, purpose: Purpose) -> Iterator[Problem]:
    section, field, name = _section(purpose), SET_FIELDS[purpose], design.set_for(purpose)
    if not name:
        if purpose == "main":
            yield error(section, field, "No item set is chosen; choose the items that are answered.")
        elif _is_wanted(design, purpose):
            yield error(section, field, f"No item set is chosen for {SET_WORDS[purpose]}; choose one.")
        return
    known = facts.sets.get(name)
    if known is None:
        yield error(section, field, f"There is no item set {name!r}; choose another, or import it first.")
    elif known.n_items == 0:
        yield error(section, field, f"Item set {name!r} is empty; add items to it, or choose another.")
    else:
        yield from _items(design, facts, purpose, known)


def _is_wanted(design: StudyDesign, purpose: Purpose) -> bool:
    return (purpose == "qualification" and design.qualification is not None) or (
        purpose == "attention" and design.attention is not None
    )


def _items(design: StudyDesign, facts: DesignFacts, purpose: Purpose, known: SetFacts) -> Iterator[Problem]:
    section, field = _section(purpose), SET_FIELDS[purpose]
    if known.not_in_index and facts.index.fingerprint:
        n = len(known.not_in_index)
        yield error(
            section,
            field,
            f"The evidence of {counted(n, 'items')} of set {known.name!r} is not in index "
            f"{design.index_name!r}: {'; '.join(known.not_in_index[:3])}"
            f"{f'; and {grouped(n - 3)} more' if n > 3 else ''}. Choose the index they were written for.",
        )
    yield from _without_evidence(design, purpose, known)
    if not known.without_answer:
        return
    names = some(known.without_answer)
    if purpose == "main":
        yield warning(
            section,
            field,
            f"These items of set {known.name!r} have no gold answer, so figures leave them out: {names}.",
        )
    else:
        yield error(
            section,
            field,
            f"These items of set {known.name!r} have no gold answer, so nobody can be told whether they were "
            f"right: {names}.",
        )


def _without_evidence(design: StudyDesign, purpose: Purpose, known: SetFacts) -> Iterator[Problem]:
    section, field = _section(purpose), SET_FIELDS[purpose]
    if not known.without_evidence:
        return
    oracle = [one.name for one in design.conditions if one.tools == "given_pages"]
    names = some(known.without_evidence)
    if oracle:
        yield error(
            section,
            field,
            f"Condition {oracle[0]!r} gives the gold pages, and these items of set {known.name!r} have none: "
            f"{names}. Add their evidence, or leave them out.",
        )
    elif purpose == "main":
        yield warning(
            section,
            field,
            f"These items of set {known.name!r} have no gold evidence, so page and document figures leave "
            f"them out: {names}.",
        )


def _shared_items(design: StudyDesign, facts: DesignFacts) -> Iterator[Problem]:
    """No item may stand in two of the sets: who has seen it once is not tested by it any more."""
    named = [purpose for purpose in PURPOSES if design.set_for(purpose)]
    for one, other in combinations(named, 2):
        section, field = _section(other), SET_FIELDS[other]
        if design.set_for(one) == design.set_for(other):
            yield error(
                section,
                field,
                f"{_first_upper(SET_WORDS[other])} is also {SET_WORDS[one]}; choose another: nobody may meet "
                "an item twice.",
            )
            continue
        first, second = facts.set_for(design, one), facts.set_for(design, other)
        if first is None or second is None:
            continue
        held = set(first.item_ids)
        shared = [item_id for item_id in second.item_ids if item_id in held]
        if shared:
            yield error(
                section,
                field,
                f"{counted(len(shared), 'items')} of {SET_WORDS[other]} {_stand(shared)} in {SET_WORDS[one]} "
                f"too: {some(shared)}. Nobody may meet an item twice; leave them out of one of the sets.",
            )


def _stand(names: list[str]) -> str:
    return "stands" if len(names) == 1 else "stand"


def _sizes(design: StudyDesign, facts: DesignFacts) -> Iterator[Problem]:
    """Are the sets for tests and checks large enough for all of somebody's tries and batches?"""
    test, known = design.qualification, facts.set_for(design, "qualification")
    if test is not None and known is not None and 0 < known.n_items < test.n_items * test.attempts:
        yield error(
            "training",
            "qualification.n_items",
            f"{counted(test.attempts, 'tries')} of {counted(test.n_items, 'items')} need "
            f"{grouped(test.n_items * test.attempts)} different items, and set {known.name!r} holds "
            f"{grouped(known.n_items)}. Fewer tries, shorter tries, or a larger set.",
        )
    checks, main = design.attention, facts.set_for(design, "main")
    known = facts.set_for(design, "attention")
    if checks is None or known is None or main is None or not known.n_items or not main.n_items:
        return
    batches = places_of(design, main.n_items).batches_per_person
    if known.n_items < checks.per_batch * batches:
        yield error(
            "training",
            "attention.per_batch",
            f"Somebody who does {counted(batches, 'batches')} needs {grouped(checks.per_batch * batches)} "
            f"different attention checks, and set {known.name!r} holds {grouped(known.n_items)}. Fewer "
            "checks a batch, fewer batches a person, or a larger set.",
        )


def _first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]
