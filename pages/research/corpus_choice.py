"""Which build of which collection a researcher looks at: in the address, so that a link shows the same."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pages.builds import VisibleBuild, builds_for
from pages.ui.page import Here
from pages.ui.text import escaped, one_line


def chosen_build(here: Here) -> VisibleBuild | None:
    """The build in the address, or the newest of the first collection; a selection if there are several."""
    builds = builds_for(here.account, here.services)
    title, choice = st.columns([1, 3], vertical_alignment="center")
    title.title("Corpus")
    if not builds:
        st.info(
            "There is no collection yet. Index a folder of PDFs: "
            "`python -m index build FOLDER --out NAME`, then create a study on it.",
            icon=":material/info:",
        )
        return None
    first = _start(builds)
    if len(builds) == 1:
        choice.caption(escaped(build_label(first)))
        return first
    chosen = choice.selectbox(
        "Collection", builds, index=builds.index(first), format_func=build_label, label_visibility="collapsed"
    )
    if chosen.fingerprint != st.query_params.get("build"):
        st.query_params["build"] = chosen.fingerprint
    return chosen


def build_in_address(here: Here) -> VisibleBuild | None:
    """The same build without a choice, for a page that is open; None if there is nothing to look at."""
    builds = builds_for(here.account, here.services)
    return _start(builds) if builds else None


def _start(builds: Sequence[VisibleBuild]) -> VisibleBuild:
    asked = st.query_params.get("build")
    if asked is not None and all(build.fingerprint != asked for build in builds):
        st.warning(
            "The build in the address is not here, or is none of your studies'. Another one is shown.",
            icon=":material/link_off:",
        )
    return starting_build(builds, asked)


def starting_build(builds: Sequence[VisibleBuild], asked: str | None) -> VisibleBuild:
    """The build that the address asks for; else one that a study uses; else the first."""
    for build in builds:
        if build.fingerprint == asked:
            return build
    return next((build for build in builds if build.studies), builds[0])


def build_label(build: VisibleBuild) -> str:
    """`reports · build 1a2b3c4d5e6f, newest · study A pilot`."""
    newest = ", newest" if build.is_newest else ""
    studies = ", ".join(one_line(title) for title in build.studies)
    used = f" · study {studies}" if studies else " · no study yet"
    return f"{one_line(build.index_name)} · build {build.fingerprint[:12]}{newest}{used}"
