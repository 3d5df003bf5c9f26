import pytest

from index.manifest import PageEntry
from index.page_flags import flags_of, may_gain_from_ocr


def page(**changes):
    """A page of ordinary text."""
    known = {
        "width_pt": 612.0,
        "height_pt": 792.0,
        "source": "layer",
        "n_words": 400,
        "n_chars": 2400,
        "garbage_rate": 0.0,
        "ink_rate": 0.05,
    }
    return PageEntry(**(known | changes))


@pytest.mark.parametrize(
    ("changes", "flags"),
    [
        ({}, ()),
        ({"failure": "ocr: took longer than 120 s"}, ("unread",)),
        ({"n_chars": 49}, ("little_text",)),
        ({"n_chars": 50}, ()),
        ({"n_chars": 0, "source": "none"}, ("little_text",)),
        ({"n_chars": 0, "source": "none", "ink_rate": 0.003}, ()),
        ({"n_chars": 0, "source": "none", "ink_rate": None}, ("little_text",)),
        ({"garbage_rate": 0.02}, ()),
        ({"garbage_rate": 0.021}, ("garbage",)),
        ({"source": "ocr", "confidence": 74.9}, ("low_confidence",)),
        ({"source": "both", "confidence": 74.9}, ("low_confidence",)),
        ({"source": "ocr", "confidence": 75.0}, ()),
        ({"source": "layer", "confidence": 10.0}, ()),
        ({"source": "ocr", "confidence": None}, ()),
        ({"width_pt": 1700.5}, ("huge",)),
        ({"height_pt": 1700.0}, ()),
        ({"n_words": 2501}, ("huge",)),
        ({"failure": "text: x", "n_chars": 0, "n_words": 0}, ("unread", "little_text")),
    ],
)
def test_a_page_is_flagged_for_what_is_odd_about_it(changes, flags):
    assert flags_of(page(**changes)) == flags


def test_what_was_not_measured_raises_no_flag():
    old = PageEntry(width_pt=612, height_pt=792, source="ocr")
    assert flags_of(old) == ()


@pytest.mark.parametrize(
    ("changes", "may_gain"),
    [
        ({}, False),
        ({"width_pt": 1700.5}, False),
        ({"n_words": 2501}, False),
        ({"width_pt": 1700.5, "garbage_rate": 0.5}, True),
        ({"failure": "ocr: took longer than 120 s"}, True),
        ({"n_chars": 49}, True),
        ({"source": "ocr", "confidence": 74.9}, True),
    ],
)
def test_size_alone_is_no_reason_to_read_a_page_again(changes, may_gain):
    assert may_gain_from_ocr(page(**changes)) is may_gain
