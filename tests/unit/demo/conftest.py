"""The demo collection drawn once a run, and its text as it stands on the pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from demo.documents.collection import DOCUMENTS, write_documents
from index.pdf.documents import mupdf
from tests.once_a_run import once_a_run
from tests.unit.demo.demo_texts import collapsed


@pytest.fixture(scope="session")
def documents_folder(tmp_path_factory) -> Path:
    def drawn(folder: Path) -> Path:
        write_documents(folder)
        return folder

    return once_a_run(tmp_path_factory, "demo-documents", drawn)


@pytest.fixture(scope="session")
def page_texts(documents_folder) -> dict[tuple[str, int], str]:
    """(document, page) -> its text layer, NFKC, white space collapsed."""
    texts = {}
    for name in DOCUMENTS:
        with mupdf.open(documents_folder / name) as document:
            for number, page in enumerate(document, start=1):
                texts[name, number] = collapsed(page.get_text())
    return texts
