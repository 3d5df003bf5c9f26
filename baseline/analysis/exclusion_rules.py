"""What the exclusion rules that a study declared say of its answers. Pure: records in, flags out.

A flag rejects nothing: figures are shown with and without what a rule flags, and a researcher decides.
docs/metrics.md, "Exclusions", defines each kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from baseline.analysis.left_out import LeftOut
from baseline.analysis.records import AttemptRecord
from db.study_design import ExclusionRule, StudyDesign

Of = Literal["attempt", "participant"]
_ANSWERED = frozenset({"own", "auto", "not_found"})
_OPEN = frozenset({"open", "missing"})


class Flag(NamedTuple):
    """What a rule says of one attempt, or of one participant, in a sentence."""

    rule_id: str
    of: Of
    id: str
    participant: str
    sentence: str


class Share(NamedTuple):
    """So many of so many."""

    n: int
    of: int

    @property
    def value(self) -> float:
        """The share; of nothing it is 1, for nobody can fail at nothing."""
        return self.n / self.of if self.of else 1.0


@dataclass(frozen=True, slots=True)
class Judged:
    """What the rules look at. Agents are not among `records`: rules are about people.

    `attention`: participant -> attention checks passed, of those that are over. `finished`: participant ->
    items finished, of those ever given and not taken away by somebody else's decision.
    """

    records: Sequence[AttemptRecord]
    attention: Mapping[str, Share]
    finished: Mapping[str, Share]


def flags_of(rule: ExclusionRule, design: StudyDesign, judged: Judged) -> list[Flag]:
    """Everything that one rule flags, attempts in the order of the records, participants by id."""
    match rule.kind:
        case "attention_failed":
            needed = design.attention.pass_share if design.attention else 0.0
            what = "attention checks passed"
            return _below(rule, judged.attention, needed, what)
        case "unfinished":
            return _below(rule, judged.finished, rule.threshold, "items finished")
        case _:
            return [
                Flag(rule.rule_id, "attempt", record.attempt_id or "", record.participant or "", sentence)
                for record in judged.records
                if record.attempt_id and (sentence := _objection(rule, design, record))
            ]


def all_flags(design: StudyDesign, judged: Judged) -> list[Flag]:
    """What every declared rule flags, rule by rule."""
    return [flag for rule in design.exclusion_rules for flag in flags_of(rule, design, judged)]


def left_out_by(flags: Iterable[Flag]) -> LeftOut:
    """What would not count if every one of these flags were followed."""
    chosen = list(flags)
    return LeftOut(
        attempts=frozenset(flag.id for flag in chosen if flag.of == "attempt"),
        participants=frozenset(flag.id for flag in chosen if flag.of == "participant"),
    )


def rule_text(rule: ExclusionRule, design: StudyDesign) -> str:
    """The rule as a sentence, with its threshold."""
    match rule.kind:
        case "attention_failed":
            share = design.attention.pass_share if design.attention else 0.0
            return f"Participants who pass less than {_percent(share)} of their attention checks"
        case "too_fast":
            return f"Answers given in less than {rule.threshold:g} s of working time"
        case "hidden_share":
            return f"Answers with the tab hidden for more than {_percent(rule.threshold)} of the working time"
        case "no_search":
            return "Answers given without any search, where searching was possible"
        case "no_page_read":
            return "Answers given without any page opened"
        case "unfinished":
            return f"Participants who finished less than {_percent(rule.threshold)} of the items they took"


def _percent(share: float) -> str:
    return f"{100 * share:g} %"


def _below(rule: ExclusionRule, shares: Mapping[str, Share], needed: float, what: str) -> list[Flag]:
    return [
        Flag(
            rule.rule_id,
            "participant",
            participant,
            participant,
            f"{share.n} of {share.of} {what}",
        )
        for participant, share in sorted(shares.items())
        if share.of > 0 and share.value < needed
    ]


def _objection(rule: ExclusionRule, design: StudyDesign, record: AttemptRecord) -> str | None:
    """Why the rule flags this attempt; None where it does not, or where the record cannot say."""
    if record.status not in _ANSWERED:
        return None
    match rule.kind:
        case "too_fast" if record.working_s is not None and record.working_s < rule.threshold:
            return f"{record.working_s:.1f} s of working time"
        case "hidden_share":
            hidden = _hidden_share(record)
            if hidden is not None and hidden > rule.threshold:
                return f"tab hidden for {_percent(round(hidden, 3))} of the working time"
        case "no_search" if record.n_searches == 0 and _could_search(design, record):
            return "no search"
        case "no_page_read" if record.n_page_views == 0:
            return "no page opened"
    return None


def _hidden_share(record: AttemptRecord) -> float | None:
    if not record.working_s or record.visible_s is None:
        return None
    return (record.working_s - record.visible_s) / record.working_s


def _could_search(design: StudyDesign, record: AttemptRecord) -> bool:
    tools = {condition.name: condition.tools for condition in design.conditions}
    return tools.get(record.condition, "search") == "search"


def is_over(record: AttemptRecord) -> bool:
    """Submitted, skipped or expired."""
    return record.status not in _OPEN
