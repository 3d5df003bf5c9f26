"""Evidence marks as a fold over their events: a set of pages in the order of marking, with regions. Pure."""

from __future__ import annotations

from db.events import EvidenceMarked, EvidenceUnmarked, RegionMarked, RegionUnmarked
from db.models import EvidenceMark, PageRef

MarkEvent = EvidenceMarked | EvidenceUnmarked | RegionMarked | RegionUnmarked


def with_mark(marks: tuple[EvidenceMark, ...], payload: MarkEvent) -> tuple[EvidenceMark, ...]:
    """The marks after one more event. Marking a marked page changes nothing."""
    ref = PageRef(document=payload.document, page=payload.page)
    if isinstance(payload, EvidenceUnmarked):
        return tuple(mark for mark in marks if mark.ref != ref)
    if isinstance(payload, EvidenceMarked | RegionMarked) and all(mark.ref != ref for mark in marks):
        marks = (*marks, EvidenceMark(document=ref.document, page=ref.page))
    if isinstance(payload, RegionMarked | RegionUnmarked):
        return tuple(_with_region(mark, payload) if mark.ref == ref else mark for mark in marks)
    return marks


def _with_region(mark: EvidenceMark, payload: RegionMarked | RegionUnmarked) -> EvidenceMark:
    others = tuple(region for region in mark.regions if region.region_id != payload.region_id)
    if isinstance(payload, RegionMarked):
        others = (*others, payload.region)
    return mark.model_copy(update={"regions": others})
