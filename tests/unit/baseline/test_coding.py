"""Failure coding: books, queues and what is counted, without a database."""

from __future__ import annotations

import pytest

from baseline.analysis.panel import Panel, SystemAttempts, make_panel
from baseline.coding.books import BUILT_IN, MOST_CODES, Book, Code, Typed, own_book
from baseline.coding.queue import Failure, failures_of, tasks
from baseline.coding.report import agreement_by_code, by_group, code_counts, coder_agreement
from db.coding import TAKEN_BACK, Coding, standing
from db.errors import InvalidInput, NotFound
from tests.unit.analysis.metrics_makers import attempt, gold

BOOK = BUILT_IN[0]


def coding(by: str, code: str, purpose: str = "main", at_ms: int = 0, attempt: str = "a") -> Coding:
    return Coding.model_validate(
        {
            "attempt_id": attempt,
            "by": by,
            "at_ms": at_ms,
            "scheme": BOOK.scheme,
            "code": code,
            "purpose": purpose,
        }
    )


def panel_of(**right: str) -> Panel:
    """One system a name: `1` is right, `0` wrong, `o` still open."""
    items = [gold(f"i{n}", "yes", "a.pdf:1") for n in range(len(next(iter(right.values()))))]
    systems = [
        SystemAttempts(
            name,
            "agent",
            [
                attempt(
                    f"i{n}",
                    "yes" if one == "1" else "no",
                    system=name,
                    attempt_id=f"{name}{n}",
                    status="open" if one == "o" else "own",
                )
                for n, one in enumerate(outcomes)
            ],
        )
        for name, outcomes in right.items()
    ]
    return make_panel(items, systems)


def failure(*codings: Coding, attempt_id: str = "a") -> Failure:
    (one,) = failures_of(panel_of(A="0"), {})
    return Failure(attempt_id, "A", one.gold, one.row, codings)


def test_every_built_in_code_is_explained_and_has_a_key() -> None:
    for book in BUILT_IN:
        assert 2 <= len(book.codes) <= MOST_CODES
        assert len({one.code for one in book.codes}) == len(book.codes)
        assert all(one.meaning.endswith(".") and one.example for one in book.codes)
    assert len({book.name for book in BUILT_IN}) == len(BUILT_IN)


def test_an_own_book_gets_the_next_version() -> None:
    first = own_book(
        Typed(
            "tables", " Errors  in tables ", "Wrong row: next to it | line 3 for 4\n\nWrong column : beside"
        ),
        [],
    )
    assert (first.scheme, first.title) == ("tables/1", "Errors in tables")
    assert [(one.code, one.meaning, one.example) for one in first.codes] == [
        ("wrong-row", "next to it", "line 3 for 4"),
        ("wrong-column", "beside", ""),
    ]
    second = own_book(Typed("tables", "", "A: a\nB: b", many=True, at_step=True), [first])
    assert (second.scheme, second.many, second.at_step) == ("tables/2", True, True)


@pytest.mark.parametrize(
    ("name", "lines", "sentence"),
    [
        ("Tables", "A: a\nB: b", "small letters"),
        ("agora", "A: a\nB: b", "built in"),
        ("own", "A: a", "1 codes"),
        ("own", "\n".join(f"{n}: x" for n in range(10)), "10 codes"),
        ("own", "A: a\nno colon", "Line 2 has no"),
        ("own", "A: a\nA: b", "same label"),
        ("own", f"A: a\n{'B' * 61}: b", "Line 2 is too long"),
        ("own", "A: a\nB: \u202eb", "turns the direction"),
    ],
)
def test_a_book_that_cannot_be_used_is_refused(name: str, lines: str, sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        own_book(Typed(name, "T", lines), [])


def test_the_last_word_counts_and_what_is_taken_back_does_not() -> None:
    said = [coding("ann", "memory"), coding("ann", "other"), coding("bob", "retrieve", "second")]
    assert [one.code for one in standing(said)] == ["other", "retrieve"]
    assert [one.code for one in standing([*said, coding("ann", TAKEN_BACK)])] == ["retrieve"]


def test_only_finished_attempts_without_a_correct_answer_are_failures() -> None:
    found = failures_of(panel_of(A="10o", B="001"), {})
    assert sorted((one.system, one.gold.item_id) for one in found) == [("A", "i1"), ("B", "i0"), ("B", "i1")]


def test_nobody_codes_twice_and_disagreements_wait_for_a_settlement() -> None:
    new = failure(attempt_id="new")
    once = failure(coding("ann", "memory"), attempt_id="once")
    twice = failure(coding("ann", "memory"), coding("bob", "other", "second"), attempt_id="twice")
    of_ann, of_bob = (tasks([new, once, twice], 1.0, who) for who in ("ann", "bob"))
    assert [one.attempt_id for one in of_ann["first"]] == ["new"]
    assert [one.attempt_id for one in of_ann["second"]] == []
    assert [one.attempt_id for one in of_bob["second"]] == ["once"]
    assert [one.attempt_id for one in of_ann["disagreement"]] == ["twice"]
    assert tasks([once], 0.0, "bob")["second"] == ()
    assert twice.decided is None
    settled = failure(*twice.codings, coding("eve", "other", "settled"), attempt_id="twice")
    assert (settled.decided.code if settled.decided else None, settled.is_disagreement) == ("other", False)


def test_shares_and_agreement_of_a_worked_example() -> None:
    # Of four coded failures three are "retrieve": .75, Wilson .301 to .954 (z 1.96, n 4).
    # Both coders on three of them: (r, r), (r, r), (o, r): raw 2/3; kappa 0, one coder being constant.
    pairs = [("retrieve", "retrieve"), ("retrieve", "retrieve"), ("other", "retrieve")]
    failures = [
        failure(coding("ann", one), coding("bob", other, "second"), attempt_id=str(n))
        for n, (one, other) in enumerate(pairs)
    ]
    failures[2] = failure(*failures[2].codings, coding("eve", "other", "settled"), attempt_id="2")
    failures.append(failure(coding("ann", "retrieve"), attempt_id="3"))
    first = code_counts(failures, BOOK)[0]
    assert (first.code, first.count, first.n, first.share) == ("retrieve", 3, 4, 0.75)
    assert first.interval is not None
    assert (first.interval.low, first.interval.high) == pytest.approx((0.3006, 0.9544), abs=1e-3)
    found = coder_agreement(failures, BOOK)
    assert (found.n, found.raw, found.kappa) == (3, pytest.approx(2 / 3), pytest.approx(0))
    assert found.ac1 is not None
    assert set(by_group(failures, BOOK, lambda one: one.system)) == {"A"}


def test_nothing_coded_is_undefined_with_its_reason() -> None:
    assert [one.share for one in code_counts([failure()], BOOK)] == [None] * len(BOOK.codes)
    assert coder_agreement([failure()], BOOK).undefined == "undefined: nothing was coded by two people"
    same = [failure(coding("ann", "other"), coding("bob", "other", "second"))]
    found = coder_agreement(same, BOOK)
    assert (found.raw, found.kappa, found.undefined) == (
        1,
        None,
        "undefined: both used one and the same code",
    )


MANY = Book(
    "own", 1, "Own", "own", (Code("a", "A", "x"), Code("b", "B", "x"), Code("c", "C", "x")), many=True
)


def test_codes_of_one_failure_stand_in_the_order_of_the_book() -> None:
    assert MANY.written(["c", "a", "c"]) == "a+c"
    assert MANY.label("a+c") == "A, C"
    with pytest.raises(InvalidInput, match="at least one"):
        MANY.written([])
    with pytest.raises(NotFound, match="no code 'z'"):
        MANY.written(["a", "z"])
    with pytest.raises(InvalidInput, match="one code for each failure"):
        BOOK.written(["retrieve", "other"])


def test_several_codes_are_counted_and_compared_code_by_code() -> None:
    # a: yes/yes, yes/no, no/no: raw 2/3; pe = 2/3 * 1/3 + 1/3 * 2/3 = 4/9; kappa (2/3 - 4/9) / (5/9) = 0.4.
    pairs = [("a+b", "a+b"), ("a+b", "b"), ("b", "b")]
    failures = [
        failure(coding("ann", one), coding("bob", other, "second"), attempt_id=str(n))
        for n, (one, other) in enumerate(pairs)
    ]
    assert failures[1].is_disagreement
    assert [(one.count, one.n) for one in code_counts(failures, MANY)] == [(1, 2), (2, 2), (0, 2)]
    whole, each = coder_agreement(failures, MANY), agreement_by_code(failures, MANY)
    assert (whole.raw, whole.kappa, whole.undefined) == (
        pytest.approx(2 / 3),
        None,
        "undefined: see each code",
    )
    assert each["a"].kappa == pytest.approx(0.4)
    assert each["b"].undefined == "undefined: both gave it to all of them"
    assert each["c"].undefined == "undefined: both gave it to none of them"
    assert each["c"].ac1 == pytest.approx(1)
    assert agreement_by_code([], MANY)["a"].undefined == "undefined: nothing was coded by two people"
