"""The history of one item: what changed between any two revisions, every act in order, every review."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from urllib.parse import quote

import streamlit as st

from annotation import authoring
from annotation.authoring import History
from annotation.checks.findings import words_of
from annotation.item_story import Detail, StoryLine, milestones, story, told_as
from annotation.revisions import changes, summary
from annotation.visibility import may_see_author, may_see_gold
from db.authored import ItemDraft, Revision
from db.errors import NotAllowed, NotFound
from db.wording import counted, kind_words
from pages.annotate.diff_html import diff_html
from pages.annotate.project_place import ITEM, Place
from pages.annotate.review_cards import review_cards
from pages.ui import state
from pages.ui.html_table import Markup, html_table, joined, text, tight, with_small
from pages.ui.in_address import selection
from pages.ui.moments import moment
from pages.ui.text import escaped, one_line
from pages.ui.way import way

_FROM, _TO = "from", "to"
_EVERY_SAVE = "every-save"
_HIDDEN = (
    "The author's answer is hidden from you while you review this item. Its history is here as soon as you "
    "have given both blind answers."
)


def show(place: Place, item_id: str) -> None:
    """The history, unless review hides it from this supervisor for now."""
    ways = st.container(horizontal=True)
    ways.button("All items", icon=":material/arrow_back:", on_click=_back)
    with place.here.services.reading() as database:
        history = authoring.history(database, item_id)
    if history.item.project_id != place.project_id:
        raise NotFound(f"There is no item {item_id[:100]!r} in this project.")
    if not may_see_gold(history.state, place.person):
        raise NotAllowed(_HIDDEN)
    hides_people = not may_see_author(history.state, place.person)
    name = told_as(place.names, history.state.author, history.state.reviewers, hides_people=hides_people)
    way("Open on the desk", f"/write?item={quote(item_id)}", inside=ways)
    _heading(history, name)
    if hides_people:
        st.info("Who wrote and who reviewed this item is hidden until it is decided.", icon=":material/info:")
    detail: Detail = "everything" if state.is_on(_EVERY_SAVE) else "milestones"
    shown = history.revisions if detail == "everything" else milestones(history.revisions, history.steps)
    left, right = st.columns([3, 2], gap="large")
    with left:
        _comparison(shown, name)
        review_cards(history.state, name)
    with right:
        st.subheader("What happened")
        _story(story(history.revisions, history.steps, detail), name)
        if len(history.revisions) > len(shown) or detail == "everything":
            st.toggle("Show every save", key=_EVERY_SAVE)


def _heading(history: History, name: Callable[[str], str]) -> None:
    stands, draft = history.state, history.standing.draft
    st.subheader(escaped(draft.question) or "No question yet")
    pages = set(draft.pages)
    accepted = (
        f" · accepted in revision {stands.accepted_revision}" if stands.accepted_revision is not None else ""
    )
    st.caption(
        f"{escaped(history.item.item_id)} · **{kind_words(stands.status.value)}** · by "
        f"{escaped(name(stands.author))} · {counted(len(pages), 'pages')} in "
        f"{counted(len({ref.document for ref in pages}), 'documents')} · "
        f"{counted(len(history.revisions), 'revisions')}{accepted}"
    )


def _comparison(revisions: Sequence[Revision], name: Callable[[str], str]) -> None:
    by_number = {revision.revision: revision for revision in revisions}
    numbers = list(by_number)
    if len(numbers) == 1:
        st.subheader("What it says")
        st.html(_whole(revisions[0].draft))
        return

    def told(number: int) -> str:
        one = by_number[number]
        return f"{number} · {moment(one.at_ms)} · {one_line(name(one.account_id))} · {one.kind.value}"

    st.subheader("What changed")
    before, after = st.columns(2)
    with before:
        first = _revision_choice("From revision", _FROM, numbers, max(len(numbers) - 2, 0), told)
    with after:
        second = _revision_choice("To revision", _TO, numbers, len(numbers) - 1, told)
    old, new = by_number[first].draft, by_number[second].draft
    st.caption(f"{summary(old, new)[0].upper()}{summary(old, new)[1:]}.")
    found = changes(old, new)
    if found:
        st.html(diff_html(found))
    with st.expander(f"Everything in revision {second}", expanded=not found):
        st.html(_whole(new))


def _revision_choice(
    label: str, name: str, numbers: Sequence[int], usual: int, told: Callable[[int], str]
) -> int:
    """A revision that stands in the address once it is not the usual one."""
    asked = st.query_params.get(name, "")
    texts = [str(number) for number in numbers]
    now = numbers[texts.index(asked) if asked in texts else usual]

    def choose(number: int) -> None:
        if number == numbers[usual]:
            st.query_params.pop(name, None)
        else:
            st.query_params[name] = str(number)

    selection(label, f"history-{name}", numbers, now, choose, told)
    return now


def _whole(draft: ItemDraft) -> str:
    answers = [text(" | ".join(variant)) for variant in draft.answer_variants]
    pages = [text(f"{mark.document}, page {mark.page}") for mark in draft.evidence]
    bridges = [text(f"{ref.document}, page {ref.page}") for ref in draft.bridges]
    metadata = [text(f"{key}: {value}") for key, value in draft.metadata.model_dump().items() if value]
    reasons = [
        Markup(f"{text(words_of(one.check))}: <bdi>{text(one.reason)}</bdi>") for one in draft.overrides
    ]
    fields: list[tuple[str, list[Markup]]] = [
        ("Question", [text(draft.question)]),
        ("Answers", answers),
        ("Evidence", pages),
        ("Bridges", bridges),
        ("Details", metadata),
        ("Checks kept with a reason", reasons),
    ]
    return html_table(["", ""], [[tight(label), joined(lines)] for label, lines in fields if lines])


def _story(lines: Sequence[StoryLine], name: Callable[[str], str]) -> None:
    rows = [
        [
            tight(moment(line.at_ms)),
            with_small(text(f"{line.what}"), text(name(line.account_id))),
            joined([text(sentence) for sentence in line.said]),
            text(str(line.revision)),
        ]
        for line in lines
    ]
    st.html(html_table(["When (UTC)", "What, who", "Said", "Revision"], rows, frozenset({3})))


def _back() -> None:
    for name in (ITEM, _FROM, _TO):
        st.query_params.pop(name, None)
