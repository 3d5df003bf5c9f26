"""A study and everything that was decided about it before it began. Pure: standard library and pydantic only.

A *design* is what a researcher writes; a *study* is a design that was launched: item set and index are
fixed by their hashes. Whatever is changed later is an amendment, an event of the study's own stream.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, model_validator

from db.models import Frozen, Purpose

ShortName = Annotated[str, StringConstraints(max_length=60, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
Line = Annotated[str, StringConstraints(max_length=500)]
LongText = Annotated[str, StringConstraints(max_length=50_000)]
Seconds = Annotated[int, Field(ge=1, le=30 * 24 * 3600)]
Share = Annotated[float, Field(ge=0.0, le=1.0)]
SetName = Annotated[str, StringConstraints(max_length=200)]

Tools = Literal["search", "given_pages"]
AtLimit = Literal["submit", "expire"]
RuleKind = Literal["attention_failed", "too_fast", "hidden_share", "no_search", "no_page_read", "unfinished"]


class Condition(Frozen):
    """An arm of a study: which tools somebody is given for an item.

    `whole_document` says whether pages beside the hits (or beside the pages given) can be opened.
    """

    name: ShortName = "search"
    tools: Tools = "search"
    whole_document: bool = True


class HitContent(Frozen):
    """What a hit shows beside its document and page."""

    title: bool = True
    snippet: bool = True
    thumbnail: bool = True


class Limits(Frozen):
    """Limits on working time, and what becomes of an open item there.

    `submit`: what stands in the draft is submitted, of kind `auto`. `expire`: the attempt ends without one.
    """

    item_s: Seconds | None = None
    batch_s: Seconds | None = None
    at_limit: AtLimit = "submit"
    warn_before_s: tuple[Seconds, ...] = (300, 60)


class PauseRules(Frozen):
    """Whether and how the clock may be stopped. After `longest_s` it runs again by itself."""

    allowed: bool = True
    reasons: tuple[Line, ...] = ()
    most_per_item: Annotated[int, Field(ge=1, le=1000)] | None = None
    longest_s: Seconds | None = None


class Qualification(Frozen):
    """A test before the first batch: `n_items` of the set each time, none of them twice for one person."""

    item_set: SetName = ""
    n_items: Annotated[int, Field(ge=1, le=1000)] = 5
    pass_share: Share = 0.8
    attempts: Annotated[int, Field(ge=1, le=20)] = 1


class AttentionChecks(Frozen):
    """Easy items among the others, `per_batch` in each batch: who fails them may not have read."""

    item_set: SetName = ""
    per_batch: Annotated[int, Field(ge=1, le=100)] = 1
    pass_share: Share = 0.5


class Question(Frozen):
    """One question of a questionnaire. `choices` are those of a `choice`, or the two ends of a `scale`."""

    question_id: ShortName
    text: Annotated[str, StringConstraints(min_length=1, max_length=2000)]
    kind: Literal["text", "choice", "number", "scale"] = "text"
    choices: tuple[Line, ...] = ()
    required: bool = True


class ExclusionRule(Frozen):
    """A rule declared before the first answer; figures are shown with and without what it flags.

    `threshold`: seconds of working time below which an answer is too fast, the largest share of hidden
    time, the share of items that must be finished; not used by the others.
    """

    rule_id: ShortName
    kind: RuleKind
    threshold: Annotated[float, Field(ge=0)] = 0.0
    note: Line = ""


class Pay(Frozen):
    """What people are paid, as it is told to them and reported."""

    per_hour: Annotated[float, Field(ge=0)] | None = None
    currency: Annotated[str, StringConstraints(max_length=10)] = ""
    note: LongText = ""


class ReportNotes(Frozen):
    """What only the researcher can know for the baseline card; empty is "researcher must add"."""

    population: LongText = ""
    sampling: LongText = ""
    ethics: LongText = ""
    preregistration: LongText = ""
    fairness: LongText = ""
    subset: LongText = ""
    pilots: LongText = ""
    demographics: LongText = ""
    ai_tools: LongText = ""
    withheld: LongText = ""
    material: LongText = ""


class Plan(Frozen):
    """What a researcher expects before anybody has answered: planned precision and hours rest on it.

    `accuracy` is that of the first condition. `people` None: the fewest who can fill all places.
    `item_spread`, `person_spread`: how much items differ in difficulty and people in skill, as standard
    deviations in logits. `shared_difficulty`: how alike items are hard in two conditions, as a correlation.
    """

    accuracy: Annotated[float, Field(gt=0.0, lt=1.0)] = 0.8
    minutes_per_item: Annotated[float, Field(gt=0.0, le=600.0)] = 4.0
    people: Annotated[int, Field(ge=1, le=100_000)] | None = None
    item_spread: Annotated[float, Field(ge=0.0, le=5.0)] = 1.5
    person_spread: Annotated[float, Field(ge=0.0, le=5.0)] = 0.5
    shared_difficulty: Share = 0.5


class StudyDesign(Frozen):
    """Every decision of a study, in one value that can be hashed, compared and stored.

    A place is one person's answer to one item under one condition: `people_per_item` of them for each.
    `order` is the order of somebody's items: seeded for each person, or that of the set.
    `allocation`: with several conditions, each person works in one of them (`between`), or in all, on
    different items, counterbalanced (`within`).
    `people_per_item` None: there are no places to share; everybody answers every item once, in the first
    condition.
    """

    title: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    item_set: SetName
    index_name: str
    protocol: str = "madqa"
    conditions: Annotated[tuple[Condition, ...], Field(min_length=1, max_length=10)] = (Condition(),)
    allocation: Literal["between", "within"] = "within"
    k: Annotated[int, Field(ge=1, le=50)] = 5
    hits: HitContent = HitContent()
    batch_size: Annotated[int, Field(ge=1, le=1000)] = 25
    people_per_item: Annotated[int, Field(ge=1, le=1000)] | None = None
    batches_per_person: Annotated[int, Field(ge=1, le=1000)] | None = None
    order: Literal["seeded", "set"] = "seeded"
    seed: int = 0
    lease_s: Seconds = 24 * 3600
    limits: Limits = Limits()
    pauses: PauseRules = PauseRules()
    may_skip: bool = False
    ask_confidence: bool = True
    show_progress: bool = True
    show_time: bool = True
    consent: LongText = ""
    instructions: LongText = ""
    before: tuple[Question, ...] = ()
    after: tuple[Question, ...] = ()
    practice_set: SetName = ""
    qualification: Qualification | None = None
    attention: AttentionChecks | None = None
    debrief: LongText = ""
    gives_code: bool = False
    erase_on_withdrawal: bool = True
    pay: Pay = Pay()
    exclusion_rules: tuple[ExclusionRule, ...] = ()
    notes: ReportNotes = ReportNotes()
    plan: Plan = Plan()

    @property
    def sha256(self) -> str:
        """What names this design: two that differ anywhere have different ones.

        Over what differs from the defaults, so that a field that is added later changes no hash. A default
        that stands is therefore never changed.
        """
        return hashlib.sha256(self.model_dump_json(exclude_defaults=True).encode()).hexdigest()

    @property
    def most_in_a_batch(self) -> int:
        """How many items people find in a batch, with the attention checks, which look like the others."""
        return self.batch_size + (self.attention.per_batch if self.attention else 0)

    def condition(self, name: str) -> Condition:
        """The condition of that name. Raises KeyError when there is none."""
        for condition in self.conditions:
            if condition.name == name:
                return condition
        raise KeyError(name)

    def set_for(self, purpose: Purpose) -> str:
        """The item set that items of this purpose come from; "" if the study has none."""
        match purpose:
            case "main":
                return self.item_set
            case "practice":
                return self.practice_set
            case "qualification":
                return self.qualification.item_set if self.qualification else ""
            case "attention":
                return self.attention.item_set if self.attention else ""


_DESIGNED_BEFORE = ("title", "item_set", "index_name", "protocol", "k", "batch_size", "seed", "may_skip")


class Study(Frozen):
    """A design that was launched, on one item set and one build of an index."""

    study_id: str
    design: StudyDesign
    item_set_sha256: str
    index_fingerprint: str
    profile: str
    created_at_ms: int

    @model_validator(mode="before")
    @classmethod
    def _lifted(cls, content: Any) -> Any:
        """Studies of version 0.1.0 had few decisions, beside the rest."""
        if not isinstance(content, dict) or "design" in content or "title" not in content:
            return content
        design = {name: content[name] for name in _DESIGNED_BEFORE if name in content}
        if "condition" in content:
            design["conditions"] = ({"name": content["condition"]},)
        rest = {name: content[name] for name in content if name not in {*_DESIGNED_BEFORE, "condition"}}
        return {**rest, "design": design}

    @property
    def title(self) -> str:
        """What people read."""
        return self.design.title

    @property
    def item_set(self) -> str:
        """The frozen set that is answered."""
        return self.design.item_set

    @property
    def index_name(self) -> str:
        """The index that is searched: its name, or the whole path of one outside the home."""
        return self.design.index_name

    @property
    def index_title(self) -> str:
        """Its name without the folder: where it lies on the server is said on no screen and in no file."""
        return self.index_name.rpartition("/")[2]

    @property
    def k(self) -> int:
        """How many hits a query shows."""
        return self.design.k
