"""Candidates side by side, what the rule recommends, the decision with its reason, and all past decisions."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from annotation import membership
from annotation.candidates import candidates_in
from annotation.membership import Verdict
from annotation.qualification import Candidate, CandidateItem, have_the_same_documents
from annotation.visibility import may_see_author
from db import projects
from db.authored import Admission
from db.wording import counted
from pages.annotate.project_place import Place, go_to
from pages.ui import state
from pages.ui.errand import carry_out
from pages.ui.html_table import Markup, html_table, joined, text, tight, with_small
from pages.ui.moments import moment

_WHO, _VERDICT, _REASON = "decide-who", "decide-verdict", "decide-reason"
_VERDICTS = {"admit": "Admit as author", "refuse": "Do not admit"}
_RULE = (
    "Candidates write on the same documents; the rule admits those without any error after review. An error "
    "is a submission that a review returned or corrected, unless a second reviewer or a supervisor found its "
    "author right. The rule recommends; you decide."
)


def show(place: Place) -> None:
    """The comparison and the decision, or how to begin a qualification."""
    with place.here.services.reading() as database:
        candidates = candidates_in(database, place.project_id, place.room.board)
        decisions = projects.admissions_of(database, place.project_id)
    if candidates:
        st.caption(_RULE)
        _comparison(place, candidates)
        _decision(place, candidates)
    else:
        st.info(
            "There are no candidates. Invite some, assign all of them the same documents under Coverage, and "
            "compare here what they wrote.",
            icon=":material/info:",
        )
        st.button(
            "Invite candidates",
            type="primary",
            on_click=go_to,
            args=("people",),
            kwargs={"role": "candidate"},
        )
    _past(place, decisions)


def _comparison(place: Place, candidates: Sequence[Candidate]) -> None:
    if not have_the_same_documents(candidates):
        st.warning(
            "These candidates do not have the same documents, so their results do not compare. Assign them "
            "under Coverage.",
            icon=":material/warning:",
        )
    heads = ["", *(place.name(one.account_id) for one in candidates)]
    facts: list[tuple[str, list[Markup]]] = [
        ("Recommendation", [_advice(one) for one in candidates]),
        ("Errors after review", [text(str(one.n_errors)) for one in candidates]),
        ("Items", [_items_text(one) for one in candidates]),
        ("Overrides", [text(str(sum(item.n_overridden for item in one.items))) for one in candidates]),
        ("Documents assigned", [text(str(len(one.documents) or "all")) for one in candidates]),
    ]
    by_document = [
        (document, [_cell(place, one, document) for one in candidates]) for document in _documents(candidates)
    ]
    st.html(html_table(heads, [[text(label), *cells] for label, cells in (*facts, *by_document)]))


def _advice(candidate: Candidate) -> Markup:
    advice, why = candidate.advice
    return with_small(Markup(f"<strong>{text(advice)}</strong>"), text(why))


def _items_text(candidate: Candidate) -> Markup:
    n_drafts = sum(not item.is_handed_in for item in candidate.items)
    decided = f"{candidate.n_decided} decided, {candidate.n_open} waiting"
    return with_small(text(decided), text(counted(n_drafts, "drafts") if n_drafts else ""))


def _documents(candidates: Sequence[Candidate]) -> list[str]:
    """Every document that one of them has or writes about."""
    assigned = (document for one in candidates for document in one.documents)
    used = (document for one in candidates for item in one.items for document in item.documents)
    return sorted({*assigned, *used})


def _cell(place: Place, candidate: Candidate, document: str) -> Markup:
    found = [_item(place, item) for item in candidate.items if document in item.documents]
    return joined(found) if found else text("–")


def _item(place: Place, item: CandidateItem) -> Markup:
    """Where it stands; of an item that this supervisor judges, no more than that it is there."""
    if not may_see_author(place.room.board.items[item.item_id].state, place.person):
        return text("hidden while you judge it")
    errors = f", {counted(item.n_errors, 'errors')}" if item.n_errors else ""
    return with_small(
        text(f"{item.status.value.replace('_', ' ')}{errors}"), text(f"{item.item_id}: {item.question}")
    )


def _decision(place: Place, candidates: Sequence[Candidate]) -> None:
    st.subheader("Decide")
    with st.form("decide", clear_on_submit=True, border=False):
        who, verdict, reason = st.columns([3, 2, 5])
        who.selectbox("Candidate", [one.account_id for one in candidates], format_func=place.name, key=_WHO)
        verdict.selectbox("Decision", list(_VERDICTS), format_func=_VERDICTS.__getitem__, key=_VERDICT)
        reason.text_input("Reason", key=_REASON, help="Kept with the decision, for good.")
        st.form_submit_button("Record the decision", type="primary", on_click=_decide, args=(place,))


def _decide(place: Place) -> None:
    who, admitted = str(state.value_of(_WHO)), state.value_of(_VERDICT) == "admit"
    verdict = Verdict(admitted, str(state.value_of(_REASON)))
    name = place.name(who)
    carry_out(
        place.here,
        lambda database, by: membership.admit(database, place.project_id, who, verdict, by),
        lambda _: (
            f"{name} is admitted and may write as an author." if admitted else f"{name} is not admitted."
        ),
    )


def _past(place: Place, decisions: Sequence[Admission]) -> None:
    st.subheader("Decisions so far")
    if not decisions:
        st.caption("None yet.")
        return
    rows = [
        [
            tight(moment(one.at_ms)),
            text(place.name(one.account_id)),
            text("admitted" if one.admitted else "not admitted"),
            text(one.reason),
            text(place.name(one.by)),
        ]
        for one in reversed(decisions)
    ]
    st.html(html_table(["When (UTC)", "Candidate", "Decision", "Reason", "By"], rows))
