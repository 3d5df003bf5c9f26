"""The answer page of a draft, to be tried under each condition. Searching is real; nothing is stored."""

from __future__ import annotations

from baseline.attempts.answering import as_shown
from baseline.attempts.attempt import AttemptState
from baseline.attempts.page_rights import given_pages
from baseline.designs.places import places_of
from baseline.studies.launching import Build
from db.errors import InvalidInput
from db.items import load_item_set
from db.models import Assignment, Item
from db.study_design import Study
from db.study_drafts import StudyDraft
from pages.baseline.bench_data import Place, bench_data
from pages.research.study_address import CONDITION, asked
from pages.seats import preview_stream
from pages.ui import chrome, state
from pages.ui.page import Here
from pages.ui.preview import preview

_DONE = "preview-items-done"


def show(here: Here, draft: StudyDraft, build: Build) -> None:
    """One item after the other, as a participant would see them.

    Raises:
        InvalidInput: the draft names no items or no index yet.
    """
    if not build.facts.fingerprint:
        raise InvalidInput("Choose an index first: the answer page searches it.")
    design = draft.design
    wanted = asked(CONDITION) or ""
    number = int(wanted) if wanted in map(str, range(len(design.conditions))) else 0
    study = Study(
        study_id="preview",
        design=design,
        item_set_sha256="",
        index_fingerprint=build.facts.fingerprint,
        profile=build.facts.profile,
        created_at_ms=0,
    )
    with here.services.reading() as database:
        items = load_item_set(database, design.item_set) if design.item_set else []
        if not items:
            raise InvalidInput("Choose items first: the answer page shows them.")
        done = int(state.kept(_DONE) or 0)
        item = items[done % len(items)]
        assignment = _assignment(draft, number, item, done, here.account.account_id)
        given = given_pages(database, study, assignment)
    place = Place(
        study=study,
        assignment=assignment,
        number=done % design.batch_size + 1,
        of=min(design.batch_size, len(items)),
        batches=places_of(design, len(items)).batches_per_person,
        is_last=False,
        given=given,
    )
    payload = bench_data(
        place,
        item.for_participant(),
        _just_shown(here, study, assignment),
        here.services.index(study.index_name, study.index_fingerprint),
        here.account,
        here.services.clock.now_ms(),
    )
    payload["way_out"] = {
        "text": "Back to the preview",
        "address": f"/studies?draft={draft.draft_id}&view=preview",
    }
    chrome.full_window()
    preview(key="preview", payload=payload, on_submitted=lambda: state.keep(_DONE, done + 1))


def _assignment(draft: StudyDraft, number: int, item: Item, done: int, account_id: str) -> Assignment:
    return Assignment(
        attempt_id=preview_stream(draft.draft_id, number, account_id, done),
        study_id="preview",
        account_id=account_id,
        item_id=item.item_id,
        batch=1,
        position=done + 1,
        condition=draft.design.conditions[number].name,
    )


def _just_shown(here: Here, study: Study, assignment: Assignment) -> AttemptState:
    return AttemptState(
        phase="open", shown=as_shown(assignment, study), shown_at_ms=here.services.clock.now_ms()
    )
