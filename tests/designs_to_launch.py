"""A design that can be launched, its items and its build, without an index on disk."""

from __future__ import annotations

from sqlite_utils import Database

from baseline.analysis.page_names import PageCatalogue
from baseline.designs.problem import IndexFacts
from baseline.studies.launching import Build
from db.connection import writing
from db.items import put_item_set
from db.models import Item, PageRef
from db.study_design import StudyDesign
from tests.makers import NOON_MS

BUILD = Build(IndexFacts("corpus", "f" * 64, "exact"), PageCatalogue({"a.pdf": 3}))
DESIGN = StudyDesign(
    title="Harbour", item_set="main", index_name="corpus", people_per_item=2, practice_set="practice"
)


def make_material(database: Database) -> None:
    """The two sets that the design names."""
    with writing(database):
        for name in ("main", "practice"):
            items = [
                Item(
                    item_id=f"{name}-{n}",
                    question="What?",
                    answer_variants=(("it",),),
                    evidence=(PageRef(document="a.pdf", page=n),),
                )
                for n in (1, 2, 3)
            ]
            put_item_set(database, name, items, NOON_MS)
