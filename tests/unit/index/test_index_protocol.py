"""What a worker says is believed only if it has the shape of an answer."""

import json
import subprocess
import sys

import pytest
from pydantic import ValidationError

from index.pdf.client import checked
from index.pdf.protocol import (
    Finished,
    Image,
    OcrJob,
    OcrText,
    Opened,
    PageFailed,
    PageText,
    Picture,
    ReadJob,
    Refused,
    RenderJob,
    job_of,
    line_of,
)

WORD = (0.1, 0.2, 0.3, 0.4, "naïve ½ \N{ROCKET}", 0)
TEXT = PageText(
    page=1,
    width_pt=612.0,
    height_pt=792.0,
    label="iv",
    words=(WORD,),
    n_chars=5,
    garbage_rate=0.0,
    image_share=1.0,
)
EVERY_BYTE = bytes(range(256))


@pytest.mark.parametrize(
    "reply",
    [
        Opened(n_pages=3, repaired=True),
        Refused(reason="is empty (0 bytes)"),
        TEXT,
        Picture(page=1, ink_rate=0.5, ink_coverage=0.0, thumbnail=EVERY_BYTE),
        OcrText(page=2, words=(WORD, WORD), confidence=99.5),
        OcrText(page=2, words=()),
        PageFailed(page=3, stage="ocr", reason="ended"),
        Image(dpi=144.0, content=EVERY_BYTE * 3),
        Finished(),
    ],
    ids=lambda reply: reply.kind,
)
def test_a_reply_arrives_as_it_was_sent(reply):
    assert checked(line_of(reply)) == reply


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "unheard"},
        {"page": 0},
        {"page": "first"},
        {"page": None},
        {"garbage_rate": 1.5},
        {"image_share": -0.1},
        {"width_pt": float("nan")},
        {"words": [[0.1, 0.2, float("inf"), 0.4, "word", 0]]},
        {"words": [[0.1, 0.2, 0.3, "word", 0]]},
        {"words": [["a", 0.2, 0.3, 0.4, "word", 0]]},
        {"words": [[0.1, 0.2, 0.3, 0.4, {"text": "word"}, 0]]},
        {"command": "anything"},
    ],
    ids=str,
)
def test_a_reply_of_another_shape_is_refused(change):
    values = json.loads(line_of(TEXT)) | change
    with pytest.raises(ValidationError):
        checked(json.dumps(values).encode())


@pytest.mark.parametrize("n_pages", [0, 5001])
def test_a_document_with_impossibly_many_pages_is_refused(n_pages):
    with pytest.raises(ValidationError):
        checked(line_of(Opened(n_pages=n_pages, repaired=False)))


@pytest.mark.parametrize("confidence", [-1.0, 100.5])
def test_a_confidence_outside_its_scale_is_refused(confidence):
    with pytest.raises(ValidationError):
        checked(line_of(OcrText(page=1, words=(), confidence=confidence)))


def test_a_thumbnail_that_is_no_base64_is_refused():
    values = json.loads(line_of(Picture(page=1, ink_rate=0.0, ink_coverage=0.0, thumbnail=b"")))
    with pytest.raises(ValidationError):
        checked(json.dumps(values | {"thumbnail": "%%%"}).encode())


@pytest.mark.parametrize("line", [b"", b"null", b"[]", b"{}", b"\xff", b'{"kind": "finished"', b"[" * 10_000])
def test_a_line_that_is_no_reply_is_refused(line):
    with pytest.raises(ValidationError):
        checked(line)


@pytest.mark.parametrize(
    "job",
    [
        ReadJob(path="/a b/ü.pdf"),
        ReadJob(path="a.pdf", pages=(1, 5)),
        OcrJob(path="a.pdf", pages=(2,), effort="best_of_two"),
        RenderJob(path="a.pdf", page=7, dpi=20, image_format="png"),
    ],
    ids=str,
)
def test_a_job_arrives_as_it_was_sent(job):
    arrived = job_of(line_of(job))
    assert type(arrived) is type(job)
    assert line_of(arrived) == line_of(job)


def test_a_worker_loads_nothing_that_it_does_not_need():
    """Each of these would make every worker start slower, and give a hostile document more to work with."""
    code = "import index.worker, sys; print(*{name.split('.')[0] for name in sys.modules})"
    ended = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = set(ended.stdout.split())
    assert loaded & {"index", "pymupdf", "PIL"} == {"index", "pymupdf", "PIL"}
    assert loaded & {"db", "pages", "pydantic", "pandas", "numpy", "streamlit", "sqlite3"} == set()
