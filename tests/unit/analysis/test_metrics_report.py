"""The report as a whole: modes, several people on an item, degenerate runs, notes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from baseline.analysis.records import RawCitation
from baseline.analysis.report import score_run
from tests.unit.analysis.metrics_makers import attempt, gold


def values(report, *keys):
    return {key: report.figure(key).value for key in keys}


def test_every_figure_has_a_value_or_a_reason_and_an_n():
    for items, attempts in (
        ([], []),
        ([gold("q", "yes", "a:1")], []),
        ([gold("q", "yes", "a:1")], [attempt("q", n=1)]),
        ([gold("q", "")], [attempt("q", "no", hits=())]),
        ([gold(f"q{i}", "yes", "a:1") for i in range(4)], [attempt(f"q{i}", n=i + 1) for i in range(4)]),
        ([gold(f"q{i}", "yes", "a:1") for i in range(4)], [attempt(f"q{i}", "no", n=1) for i in range(4)]),
    ):
        for mode in ("strict", "harness"):
            for figure in score_run(items, attempts, mode).figures:
                assert (figure.value is None) == (figure.undefined is not None), figure
                assert figure.value is None or figure.value == figure.value, figure
                assert figure.n > 0 or figure.value is None, figure
                if figure.value is not None and figure.unit == "share" and figure.key != "query_accuracy_gap":
                    assert 0.0 <= figure.value <= 1.0


def test_all_right_and_all_wrong_leave_kuiper_undefined_with_the_reason():
    items = [gold(f"q{i}", "yes", "a:1") for i in range(3)]
    right = score_run(items, [attempt(f"q{i}", n=1) for i in range(3)])
    wrong = score_run(items, [attempt(f"q{i}", "no", n=1) for i in range(3)])
    assert right.figure("kuiper_tie_safe").undefined == "undefined: all 3 attempts are correct"
    assert wrong.figure("kuiper_tie_safe").undefined == "undefined: all 3 attempts are wrong"
    assert right.figure("effort_ratio").undefined == "undefined: nothing is wrong"
    assert wrong.figure("effort_ratio").undefined == "undefined: nothing is correct (infinite)"
    assert (right.curve, right.test) == ((), None)


def test_harness_calls_the_ratio_0_when_nothing_is_wrong():
    report = score_run([gold("q", "yes", "a:1")], [attempt("q", n=2)], "harness")
    assert report.figure("effort_ratio").value == 0.0


def test_attempts_without_a_search_are_dropped_from_kuiper_and_counted():
    items = [gold(f"q{i}", "yes", "a:1") for i in range(4)]
    attempts = [attempt("q0", n=0), attempt("q1", n=1), attempt("q2", "no", n=2), attempt("q3", "no", n=3)]
    report = score_run(items, attempts)
    assert report.figure("kuiper_tie_safe").n == 3
    # mean 1/3: D = 2/3, 1/3, 0
    assert report.figure("kuiper_tie_safe").value == pytest.approx(2 / 3)
    assert "1 attempt with effort 0 (searches) dropped from Kuiper and the effort ratio" in report.notes


def test_harness_effort_falls_back_on_iterations():
    items = [gold("q0", "yes", "a:1"), gold("q1", "yes", "a:1")]
    attempts = [attempt("q0", n=0, iterations=1), attempt("q1", "no", iterations=3)]
    assert score_run(items, attempts, "harness").figure("effort_ratio").value == pytest.approx(3.0)
    assert score_run(items, attempts).figure("effort_ratio").value is None


def test_harness_takes_a_row_without_an_answer_as_wrong_with_its_iterations():
    items = [gold("q0", "yes", "a:1"), gold("q1", "yes", "a:1")]
    attempts = [attempt("q0", n=2), attempt("q1", "", n=0, iterations=1, status="missing")]
    assert score_run(items, attempts, "harness").figure("effort_ratio").value == pytest.approx(0.5)
    assert score_run(items, attempts).figure("effort_ratio").value is None


def test_several_people_on_an_item_are_averaged_on_it_first():
    items = [gold("q1", "yes", "a:1"), gold("q2", "yes", "a:1")]
    people = [
        attempt("q1", "yes", participant="P1", n=1, cites=("a:1",)),
        attempt("q1", "no", participant="P2", n=3),
        attempt("q1", "no", participant="P3", n=2),
        attempt("q2", "yes", participant="P1", n=1, cites=("a:1",)),
    ]
    report = score_run(items, people)
    # q1: 1/3, q2: 1. Mean over items (1/3 + 1) / 2; over attempts it would be 2/4.
    assert values(report, "accuracy", "page_f1") == pytest.approx({"accuracy": 2 / 3, "page_f1": 2 / 3})
    assert (report.figure("accuracy").n, report.figure("accuracy").n_unit) == (2, "items")
    # Each attempt on q1 weighs 1/3: (1/3 + 1) / (1/3 + 1/3 + 1/3 + 1).
    assert values(report, "first_query_accuracy") == pytest.approx({"first_query_accuracy": 2 / 3})
    assert (report.figure("first_query_accuracy").n, report.figure("first_query_accuracy").n_unit) == (
        4,
        "attempts",
    )
    assert report.figure("accuracy").interval.method == "bootstrap"
    assert (report.n_attempts, report.n_participants) == (4, 3)
    # Kuiper takes every attempt: efforts 1+ 1+ 2- 3-, mean .5, D = 1, .5, 0.
    assert report.figure("kuiper_tie_safe").value == pytest.approx(1.0)


def test_an_item_weighs_the_same_where_only_some_of_its_attempts_count():
    items = [gold("q1", "yes", "a:1"), gold("q2", "yes", "a:1")]
    people = [
        attempt("q1", "yes", participant="P1", n=1, working_s=10.0),
        attempt("q1", "yes", participant="P2", n=0),
        attempt("q1", "yes", participant="P3", n=0),
        attempt("q2", "no", participant="P1", n=2, working_s=40.0),
    ]
    report = score_run(items, people)
    # Over items, q1 has the mean of its known times: (10 + 40) / 2.
    assert report.figure("working_time").value == pytest.approx(25.0)
    # Over attempts, the one on q1 that searched weighs 1/3: (1/3) / (1/3 + 1).
    assert report.figure("first_query_accuracy").value == pytest.approx(0.25)


def test_one_attempt_an_item_has_a_wilson_interval():
    items = [gold(f"q{i}", "yes", "a:1") for i in range(10)]
    report = score_run(items, [attempt(f"q{i}", "yes" if i < 8 else "no") for i in range(10)])
    interval = report.figure("accuracy").interval
    assert interval.method == "wilson"
    assert (interval.low, interval.high) == pytest.approx((0.4902, 0.9433), abs=5e-5)


def test_partial_verdicts_make_accuracy_a_mean_with_a_bootstrap_interval():
    items = [gold(f"q{i}") for i in range(3)]
    verdicts = [attempt(f"q{i}", "x", verdict=v) for i, v in enumerate((1.0, 0.5, 0.0))]
    figure = score_run(items, verdicts).figure("accuracy")
    assert (figure.value, figure.interval.method, figure.label) == (0.5, "bootstrap", "Accuracy")


def test_provisional_accuracy_says_so():
    report = score_run([gold("q1"), gold("q2")], [attempt("q1", "yes"), attempt("q2", "yeah")])
    figure = report.figure("accuracy")
    assert figure.label == "Accuracy (string match, provisional)"
    assert figure.notes == ("1 of 2 attempts have no verdict and are scored by string match",)


def test_strict_ignores_duplicates_and_harness_counts_rows():
    # Case 21: q1 twice, right; q2 and q3 wrong.
    items = [gold(q, "61") for q in ("q1", "q2", "q3")]
    rows = [
        attempt(q, a, participant="P01") for q, a in (("q1", "61"), ("q1", "61"), ("q2", "no"), ("q3", "7"))
    ]
    strict, harness = score_run(items, rows), score_run(items, rows, "harness")
    assert strict.figure("accuracy").value == pytest.approx(1 / 3)
    assert (strict.figure("accuracy").n, strict.n_attempts) == (3, 3)
    assert "1 duplicate submission ignored" in strict.notes
    assert harness.figure("accuracy").value == pytest.approx(2 / 4)
    assert harness.figure("accuracy").n == 4


def test_an_attempt_without_an_answer_gives_way_to_a_later_one_with_one():
    rows = [attempt("q", "", status="missing"), attempt("q", "yes")]
    report = score_run([gold("q")], rows)
    assert report.figure("accuracy").value == 1.0
    assert not any("duplicate" in note for note in report.notes)


def test_two_runs_of_one_person_under_two_ids_both_count():
    rows = [attempt("q", "yes", attempt_id="1"), attempt("q", "no", attempt_id="2")]
    assert score_run([gold("q")], rows).figure("accuracy").value == 0.5


def test_attempts_on_unknown_items_are_left_out_by_name():
    report = score_run([gold("q1")], [attempt("q1"), attempt("q99")])
    assert report.n_attempts == 1
    assert "1 item answered but not in the item set, left out: q99" in report.notes


def test_items_without_a_gold_answer_are_left_out_by_name_unless_judged():
    items = [gold("q1"), gold("q2", ""), gold("q3", "")]
    report = score_run(items, [attempt("q1"), attempt("q2"), attempt("q3", verdict=0.0)])
    assert (report.figure("accuracy").numerator, report.figure("accuracy").denominator) == (1, 2)
    assert any(
        note.startswith("1 item without a gold answer") and note.endswith("q2") for note in report.notes
    )


def test_open_attempts_count_as_wrong_but_not_as_searches():
    items = [gold("q1", "yes", "a:1"), gold("q2", "yes", "a:1")]
    report = score_run(items, [attempt("q1", n=1), attempt("q2", "", n=5, status="open")])
    assert report.figure("accuracy").value == 0.5
    assert report.figure("steps").value == 1.0
    assert "1 of 2 items still open: scored 0" in report.notes


def test_harness_compares_pages_as_they_were_given():
    item = gold("q", "yes", "a:3")
    record = replace(attempt("q", cites=("a:3",)), raw_citations=(RawCitation("a", "3"),))
    assert score_run([item], [record]).figure("page_f1").value == 1.0
    harness = score_run([item], [record], "harness")
    assert values(harness, "page_f1", "document_f1") == {"page_f1": 0.0, "document_f1": 1.0}


def test_harness_averages_items_without_gold_as_0():
    items = [gold("q1", "yes", "a:1"), gold("q2", "yes")]
    report = score_run(items, [attempt("q1", cites=("a:1",)), attempt("q2")], "harness")
    assert report.figure("page_f1").value == 0.5
    assert report.figure("accuracy").interval.method == "normal"


def test_accuracy_by_hop_type():
    items = [gold("q1", "yes", "a:1"), gold("q2", "yes", "a:1", "a:2"), gold("q3", "yes", "a:1", "b:1")]
    report = score_run(items, [attempt("q1"), attempt("q2", "no"), attempt("q3")])
    assert values(report, *(f"accuracy_by_hop@{h}" for h in ("single", "cross_page", "cross_doc"))) == {
        "accuracy_by_hop@single": 1.0,
        "accuracy_by_hop@cross_page": 0.0,
        "accuracy_by_hop@cross_doc": 1.0,
    }


def test_accuracy_by_working_time():
    items = [gold(f"q{i}") for i in range(4)]
    times = (59.9, 60.0, 240.0, 700.0)
    attempts = [attempt(f"q{i}", "yes" if i != 1 else "no", working_s=t) for i, t in enumerate(times)]
    report = score_run(items, attempts)
    assert [f.value for f in report.family("accuracy_by_time")] == [1.0, 0.0, 1.0, 1.0]
    # At most 1, 4 and 10 minutes: q0; q0 and q2; the same.
    assert [f.numerator for f in report.family("accuracy_at_minute_limit")] == [1, 2, 2]
    assert report.figure("working_time").value == pytest.approx(sum(times) / 4)


def test_accuracy_at_step_limit_ends_at_the_accuracy_and_never_falls():
    items = [gold(f"q{i}", "yes", "a:1") for i in range(12)]
    attempts = [attempt(f"q{i}", "yes" if i % 3 else "no", n=i % 5) for i in range(12)]
    report = score_run(items, attempts)
    curve = [f.value for f in report.family("accuracy_at_step_limit")]
    assert curve == sorted(curve)
    assert curve[-1] == report.figure("accuracy").value


def test_a_report_is_about_one_system():
    with pytest.raises(ValueError, match="one system"):
        score_run([gold("q")], [attempt("q", system="A"), attempt("q", system="B")])


def test_two_gold_items_with_one_id_are_an_error():
    with pytest.raises(ValueError, match="same id"):
        score_run([gold("q"), gold("q")], [])


def test_a_report_is_the_same_every_time():
    items = [gold(f"q{i}", "yes", "a:1") for i in range(9)]
    attempts = [attempt(f"q{i}", "yes" if i % 2 else "no", n=1 + i % 4) for i in range(9)]
    assert score_run(items, attempts).figures == score_run(items, attempts).figures


def test_asking_for_an_unknown_figure_is_an_error():
    with pytest.raises(KeyError):
        score_run([], []).figure("nothing")


def test_without_any_search_effort_is_undefined_because_nobody_searched():
    report = score_run([gold("a"), gold("b")], [attempt("a", n=0), attempt("b", "no", n=0)])

    assert report.figure("kuiper_tie_safe").undefined == "undefined: nobody searched"
    assert report.figure("effort_ratio").undefined == "undefined: nobody searched"
    steps = report.figure("steps")
    assert (steps.value, steps.interval) == (0, None)
    assert "no interval: all resamples alike" in steps.notes
