"""What the desk shows beside the form: what the checks say, and what the project still lacks. As JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from annotation.board import Board, ProjectBoard, drafts_of
from annotation.checks.against_index import findings_of
from annotation.checks.findings import CheckName, Finding
from annotation.coverage import Coverage, Thin, coverage
from db.authored import ItemDraft, Member, MemberRole, Project
from index.collection import OpenIndex

METER_ROWS = 6
"""How many kinds of each group the coverage meter names."""


@dataclass(frozen=True, slots=True)
class Room:
    """A project as one member has it: candidates know of nobody's items but their own."""

    project: Project
    member: Member
    index: OpenIndex
    project_board: ProjectBoard
    board: Board

    @property
    def known_author(self) -> str | None:
        """Whose items this member knows of; None: everybody's."""
        return self.member.account_id if self.member.role is MemberRole.CANDIDATE else None

    @property
    def documents(self) -> list[str]:
        """Every document of the project's index."""
        return [entry.document for entry in self.index.documents()]


def findings_for(draft: ItemDraft, item_id: str, room: Room) -> tuple[Finding, ...]:
    """What the checks say of a draft of this item, against the rest of the project."""
    others = room.board.others(item_id, room.known_author)
    return findings_of(draft, room.index, room.project, others)


def warned_about(draft: ItemDraft, item_id: str, room: Room) -> tuple[CheckName, ...]:
    """The checks that complain about a draft of this item, each once."""
    findings = findings_for(draft, item_id, room)
    return tuple(dict.fromkeys(one.check for one in findings if one.level == "warn"))


def check_json(draft: ItemDraft, item_id: str, room: Room) -> dict[str, Any]:
    """Findings with their repairs, the hop type, and the coverage of the project."""
    return {
        "findings": [_finding(one) for one in findings_for(draft, item_id, room)],
        "hop": draft.hop,
        "coverage": list(_coverage(room)),
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "check": finding.check,
        "level": finding.level,
        "sentence": finding.sentence,
        "fixes": [{**fix.model_dump(mode="json"), "label": fix.label} for fix in finding.fixes],
    }


def _coverage(room: Room) -> Iterator[dict[str, Any]]:
    found = _counted(room)
    # Somebody with a cluster of documents writes over those; the others are for others.
    assigned = set(room.member.documents)
    documents = [thin for thin in found.documents if not assigned or thin.of in assigned]
    groups = {
        "hop": found.hop_types,
        "visual": found.visual,
        "category": found.categories,
        "documents": documents,
    }
    for group, kinds in groups.items():
        # What is neither wanted nor handed in says nothing: drafts without evidence, for instance.
        told = [thin for thin in kinds if thin.have or thin.want]
        if told:
            # The meter goes with every check: of 800 documents it names the thinnest and counts the rest.
            yield {
                "group": group,
                "n_kinds": len(told),
                "thinnest": [_thin(one) for one in told[:METER_ROWS]],
            }


def _counted(room: Room) -> Coverage:
    if room.known_author is None:
        return room.project_board.coverage(room.board, room.documents, room.project.targets)
    return coverage(drafts_of(room.board.by(room.known_author)), room.documents, room.project.targets)


def _thin(thin: Thin) -> dict[str, Any]:
    return {"of": thin.of, "have": thin.have, "want": thin.want, "missing": thin.missing}
