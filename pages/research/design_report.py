"""A section of the designer: exclusion rules, expectations, and notes for the readers of the report."""

from __future__ import annotations

from typing import Any

import streamlit as st

from db.study_design import ExclusionRule
from pages.research.design_form import Choices, DesignForm

_KINDS = {
    "attention_failed": "failed the attention checks",
    "too_fast": "answered faster than one can read",
    "hidden_share": "had the page out of sight for long",
    "no_search": "answered without any search",
    "no_page_read": "answered without opening a page",
    "unfinished": "finished too few of their items",
}
_USUAL_THRESHOLD = {"too_fast": 5.0, "hidden_share": 0.5, "unfinished": 0.8}
_NOTES = {
    "population": ("Population", "Whom do these people stand for?"),
    "sampling": ("Sampling", "How were they found and chosen?"),
    "subset": ("Choice of items", "How was the set drawn from a larger one: seed, strata?"),
    "ethics": ("Ethics review", "The decision, or why none was needed."),
    "preregistration": ("Pre-registration", "A link, and its date."),
    "fairness": ("Fairness", "Why is the comparison fair to people and to agents?"),
    "pilots": ("Pilots", "What was tried before, and what changed?"),
    "demographics": ("Demographics", "Of those who took part; small groups are not named."),
    "ai_tools": ("AI tools", "Were they allowed, and how was that ensured?"),
    "material": ("Material", "Where are code, items and logs archived?"),
    "withheld": ("Withheld", "What is not published, and why?"),
}


def show(form: DesignForm, _: Choices) -> None:
    """Rules, expectations, notes."""
    st.markdown("**Exclusion rules, declared in advance**")
    st.caption("A rule only flags: a researcher decides, and every figure is shown with and without it.")
    _rules(form)
    st.markdown("**What you expect**")
    st.caption(
        "Planned hours and precision rest on it. It is frozen with the design and stands in the report."
    )
    _plan(form)
    st.markdown("**Notes for the report**")
    st.caption("Readers ask for these. What is empty now can be added while the study runs.")
    for name, (label, hint) in _NOTES.items():
        form.area(f"notes.{name}", label, height=80, placeholder=hint)


def _rules(form: DesignForm) -> None:
    rules = form.value("exclusion_rules")
    for number in range(len(rules)):
        _rule(form, number, rules)
    form.problems_of("exclusion_rules")
    form.button("exclusion_rules", "Add a rule", [*rules, _next(form, rules)], icon=":material/add:")


def _rule(form: DesignForm, number: int, rules: list[dict[str, Any]]) -> None:
    field, rule = f"exclusion_rules.{number}", rules[number]
    with st.container(border=True):
        kind, threshold, remove = st.columns([6, 4, 3], vertical_alignment="bottom")
        with kind:
            others = rules[:number] + rules[number + 1 :]
            form.pick(
                f"{field}.kind",
                "Leave out who",
                _KINDS,
                entry=lambda kind: {**_new_rule(kind, others), "note": rule["note"]},
            )
        with threshold:
            _threshold(form, field, rule["kind"])
        with remove:
            form.remove("exclusion_rules", rules, number, f"Remove {rule['rule_id']}")
        name, note = st.columns([3, 7])
        with name:
            form.line(f"{field}.rule_id", "Id in the report", most=60)
        with note:
            form.line(f"{field}.note", "Why", most=500)


def _threshold(form: DesignForm, field: str, kind: str) -> None:
    match kind:
        case "too_fast":
            form.real(f"{field}.threshold", "Working time below, seconds", 0.0, 3600.0, 1.0, format="%.0f")
        case "hidden_share":
            form.scaled(
                f"{field}.threshold", "Out of sight for more than, percent", 0.0, 100.0, 0.01, step=5.0
            )
        case "unfinished":
            form.scaled(f"{field}.threshold", "Finished less than, percent", 0.0, 100.0, 0.01, step=5.0)
        case _:
            st.caption("No threshold.")


def _next(form: DesignForm, rules: list[dict[str, Any]]) -> dict[str, Any]:
    used = {rule["kind"] for rule in rules}
    usual = ["too_fast", "unfinished", "hidden_share"]
    if form.value("attention") is not None:
        usual.insert(0, "attention_failed")
    kind = next((one for one in usual if one not in used), "too_fast")
    return _new_rule(kind, rules)


def _new_rule(kind: str, others: list[dict[str, Any]]) -> dict[str, Any]:
    """A rule of this kind with its usual threshold, under an id that the others do not have."""
    taken, name, number = {rule["rule_id"] for rule in others}, kind, 2
    while name in taken:
        name, number = f"{kind}-{number}", number + 1
    return ExclusionRule.model_validate(
        {"rule_id": name, "kind": kind, "threshold": _USUAL_THRESHOLD.get(kind, 0.0)}
    ).model_dump(mode="json")


def _plan(form: DesignForm) -> None:
    accuracy, minutes, people = st.columns(3)
    with accuracy:
        form.scaled("plan.accuracy", "Accuracy of people, percent", 1.0, 99.0, 0.01)
    with minutes:
        form.real("plan.minutes_per_item", "Minutes an item", 0.1, 600.0, 0.5, format="%.1f")
    with people:
        form.whole("plan.people", "People", 1, 100_000, empty="as few as fit")
    with st.expander("How much items and people differ"):
        items, persons, shared = st.columns(3)
        with items:
            form.real(
                "plan.item_spread",
                "Items, in logits",
                0.0,
                5.0,
                0.1,
                help="1.5: from very easy to very hard.",
            )
        with persons:
            form.real(
                "plan.person_spread", "People, in logits", 0.0, 5.0, 0.1, help="0.5: people are much alike."
            )
        with shared:
            form.real(
                "plan.shared_difficulty",
                "Difficulty shared by conditions",
                0.0,
                1.0,
                0.1,
                help="A correlation: 1 if an item is as hard in one condition as in the other.",
            )
