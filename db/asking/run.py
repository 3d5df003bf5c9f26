"""Asking planned questions: a few at once; each answer is stored as it comes, so a run can go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from db.asking.endpoint import Stopped
from db.asking.replies import EndpointUnusable, NotAnswered
from db.errors import AppError

# So many questions in a row without an answer: what is wrong is not the questions.
MOST_FAILURES = 5

Call = TypeVar("Call")
Made = TypeVar("Made")


class Answer(NamedTuple, Generic[Made]):
    """What was made of the reply to one question. Tokens are None where the server does not count them."""

    made: Made
    n_tokens_in: int | None
    n_tokens_out: int | None


class Work(NamedTuple, Generic[Call, Made]):
    """What a run does: `ask` in any thread, the others in the thread of the run.

    `halt` ends the waiting of questions that are to be asked again.
    """

    ask: Callable[[Call], Answer[Made]]
    store: Callable[[Call, Made], None]
    tell: Callable[[], None]
    halt: Callable[[], None]


@dataclass(slots=True)
class Outcome(Generic[Call, Made]):
    """What came of a run. `left_out` has the reasons; `stopped` says why it did not go to its end."""

    stored: list[tuple[Call, Made]] = field(default_factory=list)
    left_out: list[tuple[Call, str]] = field(default_factory=list)
    n_tokens_in: int = 0
    n_tokens_out: int = 0
    n_uncounted: int = 0
    stopped: str | None = None


def ask_all(calls: Sequence[Call], work: Work[Call, Made], n_at_once: int) -> Outcome[Call, Made]:
    """Ask every question, `n_at_once` at a time; the first one alone, so that a wrong key is sent once.

    What is stored stays, however the run ends.

    Raises:
        EndpointUnusable: the first question showed that nothing will be answered there as it is.
    """
    run = _Run(work)
    if calls:
        run.take(calls[0], _done(work.ask, calls[0]))
    if not run.outcome.stored and run.unusable is not None:
        raise run.unusable
    with ThreadPoolExecutor(n_at_once, thread_name_prefix="asking") as pool:
        try:
            run.go_on(pool, iter(calls[1:]), n_at_once)
        except BaseException:
            # The pool waits for its threads.
            work.halt()
            raise
    return run.outcome


class _Run(Generic[Call, Made]):
    """One run: which answers are awaited, and how many failures there were in a row."""

    def __init__(self, work: Work[Call, Made]) -> None:
        self.outcome: Outcome[Call, Made] = Outcome()
        self.unusable: EndpointUnusable | None = None
        self._work = work
        self._n_failures = 0

    def go_on(self, pool: ThreadPoolExecutor, rest: Iterator[Call], n_at_once: int) -> None:
        """Keep `n_at_once` questions on their way until all are answered or it is no use."""
        waiting: dict[Future[Answer[Made]], Call] = {}
        while True:
            while len(waiting) < n_at_once and self.outcome.stopped is None:
                call = next(rest, None)
                if call is None:
                    break
                waiting[pool.submit(self._work.ask, call)] = call
            if not waiting:
                return
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                self.take(waiting.pop(future), future)

    def take(self, call: Call, future: Future[Answer[Made]]) -> None:
        """Store an answer, or note why there is none."""
        try:
            answer = future.result()
        except Stopped:
            return
        except EndpointUnusable as error:
            self.unusable = error
            self._stop(error.user_message)
            return
        except NotAnswered as error:
            self._leave_out(call, error)
            self._n_failures += 1
            if self._n_failures == MOST_FAILURES:
                why = error.user_message.rstrip(".")
                self._stop(f"{MOST_FAILURES} questions in a row got no answer, the last because {why}.")
        except AppError as error:
            # A page that cannot be given says nothing about the endpoint.
            self._leave_out(call, error)
        else:
            self._n_failures = 0
            self._keep(call, answer)
        self._work.tell()

    def _keep(self, call: Call, answer: Answer[Made]) -> None:
        try:
            self._work.store(call, answer.made)
        except AppError as error:
            self._leave_out(call, error)
        else:
            self._count(call, answer)

    def _leave_out(self, call: Call, error: AppError) -> None:
        self.outcome.left_out.append((call, error.user_message))

    def _stop(self, why: str) -> None:
        if self.outcome.stopped is None:
            self.outcome.stopped = why
            self._work.halt()

    def _count(self, call: Call, answer: Answer[Made]) -> None:
        self.outcome.stored.append((call, answer.made))
        if answer.n_tokens_in is None or answer.n_tokens_out is None:
            self.outcome.n_uncounted += 1
        self.outcome.n_tokens_in += answer.n_tokens_in or 0
        self.outcome.n_tokens_out += answer.n_tokens_out or 0


def _done(ask: Callable[[Call], Answer[Made]], call: Call) -> Future[Answer[Made]]:
    future: Future[Answer[Made]] = Future()
    try:
        future.set_result(ask(call))
    except AppError as error:
        future.set_exception(error)
    return future
