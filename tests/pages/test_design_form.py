"""The fields of a design on the screen: every section shows every design, also one that came from a file."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def all_sections() -> None:
    import streamlit as st

    from baseline.designs.design_checks import problems_of
    from baseline.designs.problem import DesignFacts, IndexFacts
    from db.study_design import StudyDesign
    from pages.research.design_form import Choices, DesignForm
    from pages.research.design_sections import SECTIONS

    design = StudyDesign.model_validate(
        {
            "title": "*Odd* <b>",
            "item_set": "gone",
            "index_name": "gone",
            "conditions": [{"name": "a"}, {"name": "b", "tools": "given_pages"}],
            "people_per_item": 1000,
            "seed": -5,
            "lease_s": 1,
            "limits": {"item_s": 1, "batch_s": 2_592_000, "warn_before_s": [7]},
            "pauses": {"longest_s": 1, "reasons": ["tea"]},
            "before": [{"question_id": "q", "text": "?", "kind": "text", "choices": ["x"]}],
            "after": [{"question_id": "s", "text": "?", "kind": "scale"}],
            "qualification": {"item_set": "gone", "pass_share": 0.333},
            "attention": {},
            "exclusion_rules": [
                {"rule_id": "r", "kind": "too_fast", "threshold": 99_999},
                {"rule_id": "h", "kind": "hidden_share", "threshold": 7},
                {"rule_id": "n", "kind": "no_search"},
            ],
            "pay": {"per_hour": 1_000_000},
            "plan": {"accuracy": 0.001},
        }
    )
    problems = problems_of(design, DesignFacts({}, IndexFacts("gone")))
    stored = st.session_state.setdefault("stored", {})
    form = DesignForm(
        design,
        problems,
        key="form",
        put=lambda field, value, _: stored.update({field: value}),
        is_fixed=lambda field: field == "k",
        refused={"title": "too odd."},
    )
    for part in SECTIONS.values():
        part.show(form, Choices({}, {}))


def test_every_section_shows_a_design_from_a_file_with_its_problems() -> None:
    app = AppTest.from_function(all_sections, default_timeout=60).run()
    assert not app.exception
    shown = "\n".join(str(one.value) for one in app.markdown)
    assert "Not saved: too odd" in shown
    assert "There is no item set 'gone'" in shown
    assert "needs the words at its two ends" in shown
    assert app.number_input(key="form:k").disabled
    assert not app.number_input(key="form:batch_size").disabled


def test_a_field_is_stored_in_its_own_unit_when_it_is_left() -> None:
    app = AppTest.from_function(all_sections, default_timeout=60).run()
    app.number_input(key="form:limits.item_s").set_value(2.5)
    app.text_area(key="form:pauses.reasons").set_value(" tea \n\nlunch")
    app.button(key="form:exclusion_rules:Remove:0").click()
    app.selectbox(key="form:exclusion_rules.2.kind").set_value("unfinished")
    app.run()
    assert not app.exception
    stored = app.session_state["stored"]
    assert stored["limits.item_s"] == 150
    assert stored["pauses.reasons"] == ["tea", "lunch"]
    assert [rule["rule_id"] for rule in stored["exclusion_rules"]] == ["h", "n"]
    # Another kind of rule begins with what is usual for it.
    rule = stored["exclusion_rules.2"]
    assert (rule["rule_id"], rule["threshold"]) == ("unfinished", 0.8)
