"""An argument that is empty (a shell variable that was never set) is refused by its name, in every room."""

import pytest

import annotation.__main__
import baseline.__main__
import db.__main__
import index.__main__

ROOMS = {
    "annotation": annotation.__main__.main,
    "baseline": baseline.__main__.main,
    "db": db.__main__.main,
    "index": index.__main__.main,
}


def usage_error(capsys, room, words):
    with pytest.raises(SystemExit) as left:
        ROOMS[room](words)
    assert left.value.code == 2
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("room", "words", "name"),
    [
        ("index", ["build", "", "--out", "x"], "FOLDER"),
        ("index", ["build", "x", "--out", ""], "--out"),
        ("index", ["search", "", "x"], "INDEX"),
        ("index", ["render", "x", "", "1", "--out", "x.png"], "DOCUMENT"),
        ("index", ["check", "x", ""], "FOLDER"),
        ("annotation", ["import", "", "--set", "x"], "FILE"),
        ("annotation", ["import", "x", "--set="], "--set"),
        ("annotation", ["export", "", "--set", "x"], "FILE"),
        ("annotation", ["report", "--set", "x", "--index", ""], "--index"),
        ("baseline", ["export", "--study", "x", "--out", ""], "--out"),
        ("baseline", ["score", "--gold", "", "x"], "--gold"),
        ("baseline", ["score", "--gold", "x", "--predictions", ""], "--predictions"),
        ("db", ["backup", ""], "FILE"),
    ],
)
def test_an_empty_argument_is_refused_by_its_name(capsys, room, words, name):
    error = usage_error(capsys, room, words)
    assert f"argument {name}" in error
    assert "is empty" in error


@pytest.mark.parametrize("words", [["search", "x", "-union"], ["search", "x", "y", "-union"]])
def test_a_value_with_a_dash_before_it_is_told_where_it_goes(capsys, words):
    assert "a value that begins with - goes behind --" in usage_error(capsys, "index", words)


def test_a_missing_argument_is_told_without_advice_about_dashes(capsys):
    assert "behind --" not in usage_error(capsys, "index", ["build", "--out", "x"])


@pytest.mark.parametrize("page", ["1_0", " 1", "+1", "٣", "1.0", "0", "9" * 5000])
def test_a_page_that_is_no_number_is_refused(capsys, page):
    assert "is not a whole number from 1 to 1000000" in usage_error(
        capsys, "index", ["reread", "x", "a.pdf", page]
    )
