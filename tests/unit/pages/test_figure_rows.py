"""Figures in rows: value, interval, N, definition; undefined with its reason."""

from __future__ import annotations

from annotation.figures import figures_of, mean_of, plain_figure
from pages.annotate.figure_rows import figure_columns, figure_table


def test_row_has_value_interval_n_and_a_definition_to_open() -> None:
    (figure,) = figures_of([mean_of("second_reviews_agree", [True, True, False, True], "none")])
    shown = figure_table([figure])
    assert "75.0 %" in shown
    assert "30.1 to 95.4" in shown
    assert "3 of 4, N = 4 items" in shown
    assert "<summary>Two reviewers decide alike</summary>" in shown
    assert "Interval: wilson, 95 %." in shown


def test_undefined_figure_says_why_and_never_nan() -> None:
    figure = plain_figure("second_reviews_kappa", None, 0, "no submission was reviewed twice")
    shown = figure_table([figure], {}) + figure_columns("Who", [("ann", "0 reviews", [figure])], ["Kappa"])
    assert shown.count("no submission was reviewed twice") == 2
    assert "nan" not in shown.lower().replace("ann", "")


def test_names_of_people_stay_text() -> None:
    figure = plain_figure("second_reviews_kappa", 0.5, 4)
    assert "<b>" not in figure_columns("Who", [("<b>x</b>", "", [figure])], ["Kappa"]).split("</style>")[1]
