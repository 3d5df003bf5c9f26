"""One question about an item, from its words to the check that is stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from annotation.asking.answers import Unreadable, answer_in
from annotation.asking.plan import Call
from annotation.asking.prompts import GivenPage, messages_of
from annotation.model_checks import ModelOutcome, judged
from db.asking.endpoint import Asker
from db.asking.replies import NotAnswered
from db.asking.run import Answer
from db.authored import ModelChecked

GivePages = Callable[[Call], Sequence[GivenPage]]


def answer_of(call: Call, asker: Asker, give_pages: GivePages) -> Answer[ModelChecked]:
    """Ask one question.

    Raises:
        EndpointUnusable: nothing will be answered there as it is.
        NotAnswered: this question was not, or not readably.
        AppError: a page cannot be given.
        Stopped: the run ended meanwhile.
    """
    pages = give_pages(call) if call.asked.tool == "evidence" else ()
    completion = asker.ask(messages_of(call.item.question, call.asked.tool, pages))
    try:
        answer = () if completion.is_refused else answer_in(completion.text)
    except Unreadable as problem:
        raise NotAnswered(f"the model's reply cannot be read: {problem}") from problem
    without: ModelOutcome = "refused" if completion.is_refused else "not_found"
    check = judged(call.item, call.asked, "answered" if answer else without, answer)
    return Answer(check, completion.n_tokens_in, completion.n_tokens_out)
