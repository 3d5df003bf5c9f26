"""A section of the designer: consent, instructions, closing text, pay, completion code."""

from __future__ import annotations

import streamlit as st

from pages.research.design_form import Choices, DesignForm

CONSENT = """**What this study is about.** We study how people find answers in a collection of documents.

**What you will do.** You answer questions by searching and reading documents on this page. You can stop at
any time, without giving a reason and without any disadvantage.

**What is recorded.** Every search, every page you open, your answers and their times. No names: the record
knows you by a random code. We do not record your screen, your camera or what you type elsewhere.

**What happens with it.** Answers and times are published without any name, so that others can check our
figures. If you withdraw, what you did is erased.

**Whom to ask.** [Add a name and an address.]
"""
DEBRIEF = """Thank you. Your answers help to find out how well people and language models find information in
documents.
If you want to know what came of it, write to [add an address].
"""


def show(form: DesignForm, _: Choices) -> None:
    """The texts, as people will read them."""
    form.area(
        "consent",
        "Consent text",
        height=240,
        placeholder="Nobody is asked. Write what people agree to before anything is recorded.",
        help="Markdown. Its version (a hash of the text) is logged with everybody's agreement.",
    )
    if not form.value("consent"):
        form.button("consent", "Begin with a usual consent text", CONSENT, icon=":material/edit_note:")
    form.switch("erase_on_withdrawal", "Erase what somebody did when they withdraw")
    form.area(
        "instructions",
        "Instructions",
        height=200,
        placeholder="The standard instructions, which fit the conditions, limits and pauses of this design.",
        help="Markdown. Shown before the first item; their version is logged.",
    )
    form.area(
        "debrief",
        "Closing text",
        height=120,
        placeholder="A short thank you.",
        help="Markdown. Shown after the last item.",
    )
    if not form.value("debrief"):
        form.button("debrief", "Begin with a usual closing text", DEBRIEF, icon=":material/edit_note:")
    form.switch(
        "gives_code",
        "Give a completion code at the end",
        help="A random code for each person, for whoever pays them. It appears once everything is stored.",
    )
    st.markdown("**Pay**")
    amount, currency = st.columns(2)
    with amount:
        form.real("pay.per_hour", "Pay an hour", 0.0, 100_000.0, 0.5, empty="no hourly pay", format="%.2f")
    with currency:
        form.line("pay.currency", "Currency", most=10, placeholder="EUR")
    form.area("pay.note", "Bonus and other notes on pay", height=80, help="Told to people before they agree.")
