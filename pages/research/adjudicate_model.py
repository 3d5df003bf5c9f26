"""A model as one more judge: which one, what it was asked, what it wrote, what it took."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping

import pandas as pd
import streamlit as st

from baseline.judging.answers import Answer
from baseline.judging.by_model import Judged, Place, Plan, Reported, Which, copy_verdicts, plan_of, run, store
from baseline.judging.judge_command import cost_usd, pause_of
from db.asking.endpoint import KEY_NAME, Asker, HttpSender, endpoint_of
from db.errors import AppError
from db.judging import replies, spent
from db.models import By
from db.wording import counted, grouped, listed
from pages.research.judging_room import JudgingRoom
from pages.ui import state
from pages.ui.in_address import selection
from pages.ui.room import sides
from pages.ui.table import show_table
from pages.ui.text import escaped, one_line, shortened

_URL, _MODEL, _WHICH, _USD_IN, _USD_OUT = (
    "judge-url",
    "judge-model",
    "judge-which",
    "judge-usd-in",
    "judge-usd-out",
)
_WHICH_WORDS: Mapping[Which, str] = {
    "judged": "Answers that people judged, to measure it",
    "waiting": "Answers that wait for people",
    "all": "All answers that no rule decides",
}
_AT_ONCE, _TIMEOUT_S = 4, 120.0


def show(room: JudgingRoom) -> None:
    """The form on the left, what models did so far on the right."""
    st.caption(
        "A model gets the question, the gold answers and the answer, with the same rubric as people. Its "
        "verdicts stand beside theirs and decide nothing."
    )
    form, so_far = sides([1, 2], "model")
    with form:
        _form(room)
    with so_far:
        _spent(room)
        _replies(room)


def _form(room: JudgingRoom) -> None:
    with st.form("model-judge"):
        st.text_input("Endpoint", key=_URL, placeholder="https://HOST/v1", help="OpenAI-compatible.")
        st.text_input("Model", key=_MODEL)
        st.selectbox("Which answers", list(_WHICH_WORDS), format_func=_WHICH_WORDS.__getitem__, key=_WHICH)
        left, right = st.columns(2)
        left.number_input("USD per million read", 0.0, 1e5, None, key=_USD_IN, placeholder="unknown")
        right.number_input("USD per million written", 0.0, 1e5, None, key=_USD_OUT, placeholder="unknown")
        count = st.form_submit_button("Count, ask nothing", width="stretch")
        start = st.form_submit_button("Have it judge", type="primary", width="stretch")
    st.caption(
        f"The key is read from {KEY_NAME} where the server runs. Keep the page open while it judges; what is "
        "stored stays, and the same button goes on from there."
    )
    if not (count or start):
        return
    try:
        endpoint = endpoint_of(str(state.value_of(_URL)), str(state.value_of(_MODEL)), os.environ)
        with room.here.services.reading() as database:
            plan = plan_of(database, room.answers, endpoint.model, state.value_of(_WHICH))
        if count:
            st.info(_counted(plan), icon=":material/calculate:")
        else:
            stop = threading.Event()
            asker = Asker(endpoint, HttpSender(endpoint), pause_of(stop), _TIMEOUT_S)
            _tell(_run(room, plan, Place(room.set_name, endpoint.model), asker, stop))
    except AppError as error:
        st.error(escaped(error.user_message), icon=":material/error:")


def _counted(plan: Plan) -> str:
    usd = cost_usd(plan.tokens_estimated, 0, state.value_of(_USD_IN), state.value_of(_USD_OUT))
    price = "" if usd is None else f", about {usd:.2f} USD for reading"
    return (
        f"{counted(len(plan.calls), 'answers')} to judge, about {grouped(plan.tokens_estimated)} tokens to "
        f"read{price}; {counted(plan.n_done, 'answers')} judged before."
    )


def _run(room: JudgingRoom, plan: Plan, place: Place, asker: Asker, stop: threading.Event) -> Reported:
    """Ask in this run of the page; each reply is stored as it comes."""
    services, who = room.here.services, room.here.account.account_id
    n = len(plan.calls)
    bar, done = st.progress(0.0, text=f"0 of {counted(n, 'answers')}"), 0

    def keep(answer: Answer, judged: Judged) -> None:
        by = By(who, services.clock.now_ms())
        services.write(lambda database: store(database, place, answer, judged, by))

    def tell() -> None:
        nonlocal done
        done += 1
        bar.progress(min(1.0, done / n), text=f"{done} of {counted(n, 'answers')}")

    by = By(who, services.clock.now_ms())
    services.write(lambda database: copy_verdicts(database, plan.to_copy, place.model, by))
    try:
        return run(plan, asker, keep, tell, stop.set, _AT_ONCE)
    finally:
        stop.set()
        bar.empty()


def _tell(outcome: Reported) -> None:
    usd = cost_usd(outcome.tokens_in, outcome.tokens_out, state.value_of(_USD_IN), state.value_of(_USD_OUT))
    price = "" if usd is None else f", {usd:.2f} USD"
    uncounted = f" ({outcome.n_uncounted} replies not counted by the server)" if outcome.n_uncounted else ""
    st.success(
        f"{counted(outcome.n_judged, 'answers')} judged. Tokens: {grouped(outcome.tokens_in)} read, "
        f"{grouped(outcome.tokens_out)} written{uncounted}{price}.",
        icon=":material/check:",
    )
    if outcome.without_verdict:
        shown = listed([f"{item}: {why}" for item, why in outcome.without_verdict], 5)
        st.warning(f"Without a verdict: {escaped(shown)}.", icon=":material/help:")
    if outcome.stopped:
        st.warning(
            f"Stopped: {escaped(outcome.stopped)} What is stored stays; start again to go on.",
            icon=":material/pause_circle:",
        )


def _spent(room: JudgingRoom) -> None:
    st.subheader("So far")
    with room.here.services.reading() as database:
        found = spent(database, room.set_name)
    if not found:
        st.caption("No model has judged answers to this set yet.")
        return
    show_table(
        pd.DataFrame(
            {
                "Model": [one_line(name) for name in found],
                "Judged": [one.n_judged for one in found.values()],
                "Refused": [one.n_refused for one in found.values()],
                "Unreadable": [one.n_unreadable for one in found.values()],
                "Tokens read": [one.tokens_in for one in found.values()],
                "Tokens written": [one.tokens_out for one in found.values()],
                "Replies not counted": [one.n_uncounted for one in found.values()],
            }
        ),
        key="model-spent",
        height="content",
    )


def _replies(room: JudgingRoom) -> None:
    """Prompt and reply word for word, of one answer."""
    judged = {
        one.answer.key: one.answer
        for one in room.stands
        if any(
            verdict.judge_kind == "model"
            for attempt in one.answer.attempts
            for verdict in room.verdicts.get(attempt, ())
        )
    }
    if not judged:
        return
    with st.expander("What it was asked and what it wrote"):
        asked = st.query_params.get("reply")
        now = asked if asked in judged else next(iter(judged))
        selection("Answer", "model-reply", list(judged), now, _choose, lambda key: _named(judged[key]))
        with room.here.services.reading() as database:
            found = replies(database, room.set_name, now)
        if not found:
            st.caption("The verdict came without its reply.")
        for reply, _ in found:
            tokens = f"{reply.tokens_in or '–'} tokens read, {reply.tokens_out or '–'} written"
            st.caption(f"{escaped(reply.judge)} · {reply.outcome} · {tokens} · {escaped(reply.rubric)}")
            if not reply.prompt:
                st.caption("Erased: somebody whose answer it was about withdrew.")
                continue
            for message in json.loads(reply.prompt):
                st.code(message["content"], language=None, wrap_lines=True)
            st.code(reply.reply, language=None, wrap_lines=True)


def _named(answer: Answer) -> str:
    return f"{one_line(answer.gold.item_id)}: {shortened(one_line(' | '.join(answer.parts)), 80)}"


def _choose(key: str) -> None:
    st.query_params["reply"] = key
