"""Which build of which collection a researcher looks at: in the address, so that a link shows the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import streamlit as st

from db import home
from db.wording import COMMAND
from index.published import IndexFolder
from pages.builds import VisibleBuild, builds_for
from pages.research.corpus_job import is_busy
from pages.ui.in_address import selection
from pages.ui.page import Here
from pages.ui.text import escaped, one_line

# In the address while a build is published: whoever looked at the newest goes on to the next one.
_FOLLOWING = "following"


def chosen_build(here: Here) -> VisibleBuild | None:
    """The build in the address, or the newest of the first collection; a selection if there are several."""
    builds = builds_for(here.account, here.services)
    title, choice = st.columns([1, 3], vertical_alignment="center")
    title.title("Corpus")
    if not builds:
        st.info(
            "There is no collection yet. Index a folder of PDFs: "
            f"`{COMMAND} index build FOLDER --out NAME`, then create a study on it.",
            icon=":material/info:",
        )
        return None
    first = _start(builds)
    if len(builds) == 1:
        choice.caption(escaped(build_label(first)))
        return first
    with choice:
        selection("Collection", "corpus-build", builds, first, _choose, build_label)
    if first.fingerprint != st.query_params.get("build"):
        st.query_params["build"] = first.fingerprint
    return first


def _choose(build: VisibleBuild) -> None:
    st.query_params.pop(_FOLLOWING, None)
    st.query_params["build"] = build.fingerprint


def build_in_address(here: Here) -> VisibleBuild | None:
    """The same build without a choice, for a page that is open; None if there is nothing to look at."""
    builds = builds_for(here.account, here.services)
    return _start(builds) if builds else None


def follow(build: VisibleBuild) -> None:
    """Go on to the next build as soon as it takes this one's place."""
    st.query_params["build"] = build.fingerprint
    st.query_params[_FOLLOWING] = build.index_name


def _start(builds: Sequence[VisibleBuild]) -> VisibleBuild:
    """The build to look at first. There is at least one."""
    newest = newest_build(builds, st.query_params.get(_FOLLOWING))
    if newest is not None:
        st.query_params["build"] = newest.fingerprint
        # Publishing may put two builds into use, the first one without what OCR reads.
        if not is_busy(home.index_folder(newest.index_name)):
            st.query_params.pop(_FOLLOWING)
        return newest
    asked = st.query_params.get("build")
    if asked is None or any(build.fingerprint == asked for build in builds):
        return starting_build(builds, asked)
    return _instead_of(builds, asked)


def _instead_of(builds: Sequence[VisibleBuild], asked: str) -> VisibleBuild:
    """Another build than the one asked for, and why."""
    for build in builds:
        if build.is_newest and is_kept(build.index_name, asked):
            st.warning(
                f"Build {asked[:12]} of {escaped(build.index_name)} was replaced by build "
                f"{build.fingerprint[:12]}, and no study of yours was made on it. The newest is shown.",
                icon=":material/update:",
            )
            return build
    st.warning(
        "The build in the address is not here, or is none of your studies'. Another one is shown.",
        icon=":material/link_off:",
    )
    return starting_build(builds, asked)


def newest_build(builds: Iterable[VisibleBuild], index_name: str | None) -> VisibleBuild | None:
    """The build of that index that is in use; None if it is not among these."""
    return next((build for build in builds if build.is_newest and build.index_name == index_name), None)


def is_kept(index_name: str, fingerprint: str) -> bool:
    """Whether this is a build of that index, in use or not."""
    return fingerprint in IndexFolder(home.index_folder(index_name)).builds()


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
