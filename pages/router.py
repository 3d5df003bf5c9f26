"""Which pages there are for whoever is signed in. Streamlit runs this file on every rerun."""

from __future__ import annotations

import streamlit as st

from db.models import Role
from pages.annotate import project, review, write
from pages.baseline import answer
from pages.research import (
    adjudicate,
    agreement,
    compare,
    corpus,
    exclusions,
    failures,
    items,
    monitor,
    overview,
    publish,
    runs,
    split,
    studies,
    systems,
    trajectory,
)
from pages.ui import chrome
from pages.ui.icon import tab_icon
from pages.ui.sign_in import account_here

st.set_page_config(page_title="Pagetrail", page_icon=tab_icon(), layout="wide")

# Streamlit serves a default page at the root only: links name it, so it has an address of its own besides.
# Pages of one kind share a menu: side by side they would not fit a window of 1,280.
_RESEARCH = {
    "": [
        st.Page(
            overview.show, title="Overview", icon=":material/monitoring:", url_path="start", default=True
        ),
        st.Page(overview.show, title="Overview", url_path="overview", visibility="hidden"),
        st.Page(trajectory.show, title="Trajectory", icon=":material/timeline:", url_path="trajectory"),
        st.Page(corpus.show, title="Corpus", icon=":material/library_books:", url_path="corpus"),
    ],
    "Analysis": [
        st.Page(systems.show, title="Systems", icon=":material/leaderboard:", url_path="systems"),
        st.Page(compare.show, title="Compare", icon=":material/compare_arrows:", url_path="compare"),
        st.Page(agreement.show, title="Agreement", icon=":material/handshake:", url_path="agreement"),
        st.Page(failures.show, title="Failures", icon=":material/troubleshoot:", url_path="failures"),
        st.Page(items.show, title="Items", icon=":material/quiz:", url_path="items"),
        st.Page(split.show, title="Split builder", icon=":material/call_split:", url_path="split"),
        st.Page(runs.show, title="Runs", icon=":material/smart_toy:", url_path="runs"),
    ],
    "Study": [
        st.Page(studies.show, title="Studies", icon=":material/science:", url_path="studies"),
        st.Page(monitor.show, title="Monitor", icon=":material/groups:", url_path="monitor"),
        st.Page(adjudicate.show, title="Adjudicate", icon=":material/gavel:", url_path="adjudicate"),
        st.Page(exclusions.show, title="Exclusions", icon=":material/filter_alt:", url_path="exclusions"),
        st.Page(publish.show, title="Publish", icon=":material/ios_share:", url_path="publish"),
    ],
}
_WRITE = [
    st.Page(write.show, title="Pagetrail", url_path="start", default=True),
    st.Page(write.show, title="Pagetrail", url_path="write"),
    st.Page(review.show, title="Pagetrail", url_path="review"),
    st.Page(project.show, title="Project", url_path="project"),
]
_ANSWER = [
    st.Page(answer.show, title="Pagetrail", url_path="start", default=True),
    st.Page(answer.show, title="Pagetrail", url_path="answer"),
]

account = account_here()
if account is not None and account.role in {Role.RESEARCHER, Role.ADMIN}:
    page = st.navigation(_RESEARCH, position="top")
elif account is not None and account.role is Role.ANNOTATOR:
    page = st.navigation(_WRITE, position="hidden")
else:
    page = st.navigation(_ANSWER, position="hidden")
chrome.apply(account)
# Streamlit marks the page itself, if it stands in the header; of a menu that is closed nothing tells.
alone, *menus = _RESEARCH.values()
for place, menu in enumerate(menus, start=1 + sum(one.visibility == "visible" for one in alone)):
    if any(one.url_path == page.url_path for one in menu):
        chrome.mark_menu(place)
page.run()
