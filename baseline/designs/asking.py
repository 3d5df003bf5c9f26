"""Texts, tests, questionnaires, pay and exclusion rules: can people follow them, and can they apply? Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from baseline.designs.problem import Problem, error, some, warning
from db.study_design import ExclusionRule, Question, StudyDesign
from db.wording import lasting

_GAP = re.compile(r"\[[Aa]dd [^\]\n]*\]\.?")
"""What our usual texts leave for the researcher to fill in."""


def text_problems(design: StudyDesign) -> Iterator[Problem]:
    """What people are told, and what is missing of it."""
    if not design.consent.strip():
        yield warning(
            "texts",
            "consent",
            "There is no consent text: nobody is asked whether they agree, and the report says so.",
        )
    for field, text in (("consent", design.consent), ("debrief", design.debrief)):
        gap = _GAP.search(text)
        if gap is not None:
            yield warning(
                "texts", field, f"The text still has a gap: {gap.group()} Write what belongs there."
            )
    if design.pay.per_hour is not None and not design.pay.currency.strip():
        yield error("texts", "pay.currency", "The pay has no currency; add it, for instance EUR.")
    if design.pay.per_hour is None and design.pay.currency.strip():
        yield warning("texts", "pay.per_hour", "A currency is given, and no pay; the report will say none.")


def training_problems(design: StudyDesign) -> Iterator[Problem]:
    """Tests and checks that decide nothing."""
    if design.qualification is not None and design.qualification.pass_share == 0:
        yield warning(
            "training", "qualification.pass_share", "With a pass mark of 0 % everybody passes the test."
        )
    checks = design.attention
    if checks is None:
        return
    if checks.pass_share == 0:
        yield warning(
            "training", "attention.pass_share", "With a pass mark of 0 % nobody fails the attention checks."
        )
    if checks.per_batch > design.batch_size:
        yield warning(
            "training",
            "attention.per_batch",
            "A batch holds more attention checks than items; one or two are usual.",
        )
    if not any(rule.kind == "attention_failed" for rule in design.exclusion_rules):
        yield warning(
            "training",
            "attention.item_set",
            "Nothing follows from failing the attention checks: declare an exclusion rule for it, or the "
            "report can only count them.",
        )


def question_problems(design: StudyDesign) -> Iterator[Problem]:
    """Questionnaires that could not be answered, or whose answers could not be told apart."""
    counts = Counter(question.question_id for question in (*design.before, *design.after))
    doubled = [question_id for question_id, n in counts.items() if n > 1]
    if doubled:
        yield error(
            "questions",
            "after" if any(one.question_id in doubled for one in design.after) else "before",
            f"Two questions have one id: {some(doubled)}. Each needs its own, or exports mix their answers.",
        )
    for when, questions in (("before", design.before), ("after", design.after)):
        for question in questions:
            yield from _question(when, question)


def _question(when: str, question: Question) -> Iterator[Problem]:
    name, n = question.question_id, len(question.choices)
    if not question.text.strip():
        yield error("questions", when, f"Question {name!r} has no text; write what is asked.")
    if question.kind == "choice" and n < 2:
        yield error("questions", when, f"Question {name!r} needs at least two choices; it has {n}.")
    elif question.kind == "scale" and n != 2:
        yield error(
            "questions",
            when,
            f"Question {name!r} is a scale: it needs the words at its two ends; it has {n}.",
        )
    elif question.kind in {"text", "number"} and n:
        yield warning(
            "questions", when, f"Question {name!r} is answered freely; its choices are not shown to anybody."
        )
    if len(set(question.choices)) < n:
        yield error("questions", when, f"Question {name!r} offers one choice twice.")
    if any(not choice.strip() for choice in question.choices):
        yield error("questions", when, f"Question {name!r} has an empty choice.")


def report_problems(design: StudyDesign) -> Iterator[Problem]:
    """Exclusion rules that could never apply, or always would."""
    counts = Counter(rule.rule_id for rule in design.exclusion_rules)
    doubled = [rule_id for rule_id, n in counts.items() if n > 1]
    if doubled:
        yield error(
            "report", "exclusion_rules", f"Two exclusion rules have one id: {some(doubled)}. Rename one."
        )
    alike = Counter((rule.kind, rule.threshold) for rule in design.exclusion_rules)
    if any(n > 1 for n in alike.values()):
        yield warning("report", "exclusion_rules", "Two exclusion rules say the same under different ids.")
    for rule in design.exclusion_rules:
        trouble = _trouble_of(rule, design)
        if trouble is not None:
            yield error("report", "exclusion_rules", f"Rule {rule.rule_id!r} {trouble}")


def _trouble_of(rule: ExclusionRule, design: StudyDesign) -> str | None:
    if rule.kind == "attention_failed" and design.attention is None:
        return "cannot apply: the study has no attention checks. Add them, or drop the rule."
    if rule.kind == "no_search" and all(one.tools != "search" for one in design.conditions):
        return "leaves out everybody: no condition has a search. Drop the rule."
    if rule.kind == "hidden_share" and rule.threshold >= 1:
        return "never applies: no more than all of the time can be hidden. Give a share below 100 %."
    if rule.kind == "unfinished" and not 0 < rule.threshold <= 1:
        return "needs the share of items to be finished, above 0 and at most 100 %."
    return _too_fast(rule, design) if rule.kind == "too_fast" else None


def _too_fast(rule: ExclusionRule, design: StudyDesign) -> str | None:
    if rule.threshold <= 0:
        return "never applies: nobody is faster than 0 s. Give the seconds below which an answer is too fast."
    limit_s = design.limits.item_s
    if limit_s is not None and rule.threshold >= limit_s:
        return (
            f"leaves out everybody: an item ends after {lasting(limit_s)}, and faster than "
            f"{lasting(round(rule.threshold))} is too fast. Lower it."
        )
    return None
