"""The designer: a draft in sections, its problems beside the fields, what it comes to beside the sections."""

from __future__ import annotations

from typing import cast

import streamlit as st

from baseline.designs import designing
from baseline.designs.design_checks import problems_of
from baseline.designs.design_files import design_as_json
from baseline.designs.problem import DesignFacts, Problem, Section
from baseline.designs.words import field_words
from baseline.exports.files import safe_name
from baseline.studies import launching
from baseline.studies.launching import Build
from db import items
from db.accounts import name_of
from db.errors import IndexMissing, IndexUnreadable
from db.home import is_plain_name
from db.wording import counted
from index.published import index_names
from pages.research import design_bench, design_desk, design_launch, design_preview, study_list
from pages.research.design_desk import OpenDraft
from pages.research.design_form import Choices, DesignForm
from pages.research.design_sections import SECTIONS
from pages.research.design_summary import summary, to_do
from pages.research.study_address import SECTION, VIEW, asked, to_draft, to_list
from pages.ui.errand import carry_out
from pages.ui.html_table import html_table, text
from pages.ui.in_address import segments
from pages.ui.moments import moment
from pages.ui.page import Here
from pages.ui.room import sides
from pages.ui.text import escaped


def show(here: Here, draft_id: str) -> None:
    """The draft: its fields, how participants would see it, or its launch.

    Raises:
        NotFound: it was launched or thrown away.
    """
    now = design_desk.opened(here, draft_id)
    build = build_in_use(here, now.design.index_name)
    with here.services.reading() as database:
        facts = launching.facts_of(database, now.design, build)
        saved_by = name_of(database, now.draft.account_id)
    problems = problems_of(now.design, facts)
    view = asked(VIEW)
    if view == "preview":
        design_preview.show(now.draft)
        return
    if view == "bench":
        design_bench.show(here, now.draft, build)
        return
    if view == "launch" and now.conflict is None:
        design_launch.show(here, now.draft, facts, problems, build)
        return
    _head(here, now, saved_by)
    if now.conflict is not None:
        _conflict(here, now)
    _fields(here, now, facts, problems)


def build_in_use(here: Here, name: str) -> Build:
    """The build of the index that a study would be launched on now."""
    if not is_plain_name(name):
        # Nothing that stands in a design leads out of the folder of indexes.
        return launching.no_build(name)
    try:
        return launching.build_of(here.services.newest_index(name), name)
    except (IndexMissing, IndexUnreadable):
        return launching.no_build(name)


def choices_on(here: Here) -> Choices:
    """The item sets and indexes of this server."""
    with here.services.reading() as database:
        sizes = items.item_set_sizes(database)
    return Choices(
        {name: f"{name} · {counted(n, 'items')}" for name, n in sizes.items()},
        {name: name for name in index_names()},
    )


def _head(here: Here, now: OpenDraft, saved_by: str) -> None:
    draft_id = now.draft.draft_id
    title, ways = st.columns([1, 1], vertical_alignment="bottom")
    title.title(escaped(now.design.title))
    title.caption(
        f"Draft · saved {moment(now.draft.at_ms)} UTC by {escaped(saved_by)} · every change is saved at once"
    )
    with ways.container(horizontal=True, horizontal_alignment="right"):
        st.button("All studies", type="tertiary", icon=":material/arrow_back:", on_click=to_list)
        with st.popover("More", type="tertiary"):
            st.download_button(
                "Download as JSON",
                lambda: design_as_json(now.design),
                file_name=f"{safe_name(now.design.title)}.json",
                mime="application/json",
                icon=":material/download:",
                on_click="ignore",
                help="For “New from file” under Studies, and for `baseline study check` and `create`.",
            )
            st.write(
                "Throwing the draft away takes it from all researchers. Until you close this tab, you can "
                "bring it back from the list of studies."
            )
            st.button(
                "Throw the draft away", icon=":material/delete:", on_click=_throw_away, args=(here, now)
            )
        st.button("Preview", icon=":material/visibility:", on_click=to_draft, args=(draft_id, "preview"))
        st.button("Launch…", icon=":material/rocket_launch:", on_click=to_draft, args=(draft_id, "launch"))


def _fields(here: Here, now: OpenDraft, facts: DesignFacts, problems: tuple[Problem, ...]) -> None:
    draft_id = now.draft.draft_id
    section = _chosen_section(draft_id, problems)
    part = SECTIONS[section]
    fields, aside = sides([3, 2], "design")
    form = DesignForm(
        now.design,
        problems,
        key=f"design-{draft_id}-{now.generation}",
        put=lambda field, value, anew: design_desk.put(here, draft_id, field, value, anew),
        refused=now.refused,
    )
    with fields:
        st.caption(part.about)
        part.show(form, choices_on(here))
        _next_section(draft_id, section)
    with aside:
        titles = {name: one.title for name, one in SECTIONS.items()}
        to_do(problems, titles, lambda name: to_draft(draft_id, section=name))
        summary(now.design, facts)


def _chosen_section(draft_id: str, problems: tuple[Problem, ...]) -> Section:
    wanted = asked(SECTION)
    now = cast(Section, wanted if wanted in SECTIONS else "material")
    n_errors = {
        name: sum(one.section == name and one.level == "error" for one in problems) for name in SECTIONS
    }
    words = {
        name: one.title + (f" ({n_errors[name]})" if n_errors[name] else "") for name, one in SECTIONS.items()
    }
    segments(
        "Section of the design",
        f"section-{draft_id}",
        words,
        now,
        lambda name: to_draft(draft_id, section=name),
        width="stretch",
    )
    return now


def _next_section(draft_id: str, section: Section) -> None:
    names = list(SECTIONS)
    number = names.index(section) + 1
    st.space("small")
    if number < len(names):
        following = names[number]
        st.button(
            f"Next: {SECTIONS[following].title}",
            type="primary",
            on_click=lambda: to_draft(draft_id, section=following),
        )
    else:
        st.button("Review and launch…", type="primary", on_click=to_draft, args=(draft_id, "launch"))


def _conflict(here: Here, now: OpenDraft) -> None:
    conflict = now.conflict
    if conflict is None:
        return
    with st.container(border=True):
        st.markdown(
            ":orange[:material/call_split:] **Somebody else changed the same at the same time.** Nothing of "
            "either is lost; say what holds."
        )
        rows = [
            [text(field_words(one.field)), text(_short(one.before)), text(_short(one.after))]
            for one in conflict.conflicts
        ]
        st.html(html_table(["Field", "Theirs, saved", "Yours, not saved yet"], rows))
        with st.container(horizontal=True):
            st.button("Keep mine", on_click=design_desk.keep_mine, args=(here, now.draft.draft_id))
            st.button("Take theirs", on_click=design_desk.take_theirs, args=(now.draft.draft_id,))


def _short(value: object) -> str:
    shown = "nothing" if value is None else str(value)
    return shown if len(shown) <= 2000 else f"{shown[:2000]}…"


def _throw_away(here: Here, now: OpenDraft) -> None:
    thrown = carry_out(
        here,
        lambda database, _: designing.throw_away(database, now.draft),
        lambda draft: f"The draft {draft.design.title} is thrown away.",
    )
    if thrown is not None:
        design_desk.close()
        study_list.keep_thrown(thrown)
        to_list()
