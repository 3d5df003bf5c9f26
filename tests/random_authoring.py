"""People at random work in a project, through the use cases: histories of every kind that can happen."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from hypothesis import strategies as st
from sqlite_utils import Database

from annotation import authoring, item_sets, membership, planning, reviewing
from annotation.acting import desk_of
from annotation.authoring import Save
from annotation.membership import Verdict
from annotation.workflow import Act, Person, Status, allowed
from db.authored import (
    Adjudicated,
    BlindAnswered,
    FieldComment,
    ItemDraft,
    Member,
    MemberRole,
    ModelChecked,
    Override,
    Replied,
    Reviewed,
    RevisionKind,
    Targets,
)
from db.errors import AppError
from db.items import put_item_set
from db.models import Box, By, EvidenceMark, ItemMetadata, PageRef, Region
from db.projects import members_of
from tests.authoring import ROLES, make_project
from tests.items_of_any_kind import items, named, texts
from tests.makers import NOON_MS

NAMES = sorted(ROLES)
shares = st.floats(0, 1)
boxes = st.tuples(shares, shares, shares, shares).map(
    lambda c: Box(x0=min(c[0], c[1]), y0=min(c[2], c[3]), x1=max(c[0], c[1]), y1=max(c[2], c[3]))
)
marks = st.builds(
    EvidenceMark,
    document=named,
    page=st.integers(1, 1_000_000),
    regions=st.lists(st.builds(Region, region_id=texts, box=boxes, quote=texts), max_size=2).map(tuple),
)
drafts = st.builds(
    ItemDraft,
    question=texts,
    answer_variants=st.lists(st.lists(texts, max_size=2).map(tuple), min_size=1, max_size=2).map(tuple),
    evidence=st.lists(marks, max_size=2).map(tuple),
    bridges=st.lists(st.builds(PageRef, document=named, page=st.just(2)), max_size=1).map(tuple),
    metadata=st.builds(ItemMetadata, domain=texts, visual=texts),
    overrides=st.lists(st.builds(Override, check=named, reason=named), max_size=1).map(tuple),
)
whole_drafts = st.builds(
    lambda draft, question, answer, mark: draft.model_copy(
        update={"question": question, "answer_variants": ((answer,),), "evidence": (mark,)}
    ),
    drafts, named, named, marks,
)  # fmt: skip


WEIGHTS = {Act.CHECK_BY_MODEL: 1, Act.EDIT: 4, Act.WITHDRAW: 10, Act.ADJUDICATE: 150}


class Turn(NamedTuple):
    """What happens next: `choice` picks among all that somebody may do then."""

    choice: int
    decision: str
    text: str
    draft: ItemDraft
    ms: int


@st.composite
def works(draw: st.DrawFn) -> list[Turn]:
    """Seventy turns about few texts. Turns come from a seed: choices that hypothesis draws lean to 0."""
    random = Random(repr(draw(st.tuples(st.integers(0, 2**32), st.integers(0, 2**32)))))
    said = draw(st.lists(named.filter(lambda text: len(text) < 40), min_size=2, max_size=4))
    written = [*draw(st.lists(whole_drafts, min_size=4, max_size=6)), draw(drafts)]
    decisions = ["accept", "return", "return", "correct", "correct", "agree"]
    return [
        Turn(
            choice=random.randrange(10_000),
            decision=random.choice(decisions),
            text=random.choice(said),
            draft=random.choice(written),
            ms=random.choice([0, 0, 0, 1, 1000, 60_000, -500, 3600_000, 3600_000, 25 * 3600_000]),
        )
        for _ in range(70)
    ]


outside_items = st.lists(items, max_size=2, unique_by=lambda item: item.item_id)


class RandomWork:
    """A project in which these turns were taken."""

    def __init__(self, database: Database, taken: list[Turn]) -> None:
        make_project(database)
        self.database = database
        self.at_ms = NOON_MS
        self.sets: list[str] = []
        self.done: list[str] = []  # what was done, and where the items stood then
        self.item_ids: list[str] = []
        for turn in taken:
            self.at_ms += turn.ms
            try:
                self._take(turn)
            except AppError:
                continue

    def _by(self, name: str) -> By:
        return By(name, self.at_ms)

    def _take(self, turn: Turn) -> None:
        number, rest = turn.choice % 10, turn.choice // 10
        name = NAMES[rest % len(NAMES)]
        if (number == 0 and len(self.item_ids) < 2) or not self.item_ids:
            why = turn.text if rest % 2 else ""
            started = authoring.new_item(self.database, "pilot", self._by(name), turn.draft, why)
            self._note("started", started.item_id)
        elif number == 1 and rest % 3 == 0:
            self._change_roles(turn, name, rest)
        elif number == 1 and rest % 3 == 1:
            self._make_set(rest)
        else:
            self._go_on(turn, rest)

    def _change_roles(self, turn: Turn, name: str, rest: int) -> None:
        if rest % 5 == 0:
            planning.set_targets(
                self.database, "pilot", Targets(n_items=1 + turn.choice % 3), self._by("sue")
            )
        elif rest % 2:
            admitted = Verdict(bool(rest % 4), turn.text)
            people = members_of(self.database, "pilot")
            candidates = [one.account_id for one in people if one.role is MemberRole.CANDIDATE]
            chosen = candidates[rest // 4 % len(candidates)] if candidates else "carl"
            membership.admit(self.database, "pilot", chosen, admitted, self._by("sue"))
        elif name != "sue":
            # Whoever is made a candidate stays one until somebody decides: rarely, or nothing else happens.
            roles = list(MemberRole)[0 if rest % 11 == 0 else 1 :]
            role = roles[rest // 7 % len(roles)]
            documents = (turn.text,) if rest % 5 else ()
            member = Member(project_id="pilot", account_id=name, role=role, documents=documents)
            membership.give_place(self.database, member, self._by("sue"))
        self.done.append("roles")

    def _make_set(self, rest: int) -> None:
        accepted = [row.item.item_id for row in item_sets.accepted_items(self.database, "pilot")]
        name = f"set-{len(self.sets)}"
        item_sets.make_item_set(
            self.database, "pilot", name, accepted[:: 1 if rest % 2 else -1], self._by("sue")
        )
        self.sets.append(name)
        if rest % 4:
            item_sets.freeze_item_set(self.database, "pilot", name, self._by("sue"))

    def _go_on(self, turn: Turn, rest: int) -> None:
        """One of the things that somebody may do now; steps are likelier than edits."""
        people = [Person(one.account_id, one.role) for one in members_of(self.database, "pilot")]
        possible = [
            (person.account_id, listed.item.item_id, act)
            for listed in authoring.items_in(self.database, "pilot")
            for person in people
            for act in allowed(listed.state, person, self.at_ms)
            for _ in range(WEIGHTS.get(act, 20))
        ]
        if possible:
            name, item_id, act = possible[rest % len(possible)]
            self._act(turn, name, item_id, act)
            self.done += [act, desk_of(self.database, item_id, name).state.status]

    def _act(self, turn: Turn, name: str, item_id: str, act: Act) -> None:
        database, by = self.database, self._by(name)
        desk = desk_of(database, item_id, name)
        review = desk.state.open_review
        review_id = review.review_id if review else ""
        match act:
            case Act.EDIT:
                self._edit(turn, item_id, desk.newest.revision, by)
            case Act.SUBMIT:
                warned = [one.check for one in desk.newest.draft.overrides]
                authoring.submit(database, item_id, desk.newest.revision, warned, by)
            case Act.WITHDRAW:
                authoring.withdraw(database, item_id, by)
            case Act.OPEN_REVIEW:
                reviewing.open_review(database, item_id, by)
            case Act.ANSWER_SEARCH | Act.ANSWER_EVIDENCE:
                stage = "search" if act is Act.ANSWER_SEARCH else "evidence"
                answer = BlindAnswered(
                    review_id=review_id, stage=stage, answer=(turn.text,), citations=turn.draft.pages,
                    working_ms=turn.choice,
                )  # fmt: skip
                reviewing.answer_blind(database, item_id, answer, by)
            case Act.REVIEW:
                self._review(turn, item_id, review_id, by)
            case Act.REPLY:
                agrees = desk.state.status is Status.CORRECTED and turn.choice % 3 == 0
                authoring.reply(database, item_id, Replied(agrees=agrees, reason=turn.text), by)
            case Act.ADJUDICATE:
                self._adjudicate(turn, item_id, by)
            case Act.CHECK_BY_MODEL:
                check = ModelChecked(tool="nothing", model="m", answer=(turn.text,), is_right=bool(turn.ms))
                reviewing.add_model_check(database, item_id, check, by)

    def _edit(self, turn: Turn, item_id: str, newest: int, by: By) -> None:
        if turn.choice % 7 == 0:
            authoring.undo(self.database, item_id, 1 + turn.choice % newest, newest, by)
        elif turn.choice % 7 == 1 and len(self.item_ids) < 3:
            self._note("duplicated", authoring.duplicate(self.database, item_id, by).item_id)
        else:
            kind = [RevisionKind.AUTOSAVE, RevisionKind.EDIT, RevisionKind.IMPORT][turn.choice % 3]
            authoring.save(self.database, item_id, Save(turn.draft, newest, kind, turn.text), by)

    def _review(self, turn: Turn, item_id: str, review_id: str, by: By) -> None:
        comments = (FieldComment(field="answer", comment=turn.text),)
        state = desk_of(self.database, item_id, by.account_id).state
        if turn.decision == "agree" and len(state.sides) > 1 and state.sides[1].revision:
            decision = Reviewed(
                review_id=review_id, decision="correct", corrected_revision=state.sides[1].revision
            )
            reviewing.review(self.database, item_id, decision, by)
        elif turn.decision in {"correct", "agree"}:
            corrected = reviewing.Correction(turn.draft, turn.text, comments)
            reviewing.correct(self.database, item_id, review_id, corrected, by)
        else:
            decision = Reviewed(review_id=review_id, decision=turn.decision, comments=comments)
            reviewing.review(self.database, item_id, decision, by)

    def _adjudicate(self, turn: Turn, item_id: str, by: By) -> None:
        sides = desk_of(self.database, item_id, by.account_id).state.sides
        revision = next(
            (side.revision for side in sides[turn.choice // 3 % len(sides) :] if side.revision), None
        )
        decision = ["reject", "accept", "return"][turn.choice % 3]
        content = Adjudicated.model_validate(
            {
                "decision": decision,
                "accepted_revision": revision if decision == "accept" else None,
                "reason": turn.text,
            }
        )
        reviewing.adjudicate(self.database, item_id, content, by)

    def _note(self, what: str, item_id: str) -> None:
        self.done.append(what)
        self.item_ids.append(item_id)

    def add_outside_items(self, outside: list) -> None:
        """Items that nobody wrote here, in front of the sets that do not change any more or behind others."""
        for name in [*self.sets, "outside"]:
            try:
                put_item_set(self.database, name, outside, self.at_ms)
            except AppError:
                continue
