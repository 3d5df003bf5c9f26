"""The files of a card: Markdown, LaTeX, JSON, and the parity sheet alone."""

from __future__ import annotations

from baseline.exports.card.build import card_of, texts_of
from baseline.exports.card.entry import Card
from baseline.exports.card.parity import Parity, parity_of
from baseline.exports.card.subject import read_subject
from baseline.exports.card.writing import (
    Texts,
    card_as_json,
    card_as_latex,
    card_as_markdown,
    parity_as_json,
    parity_as_markdown,
)
from baseline.exports.contents import StudyContents
from baseline.exports.files import ExportFile, json_file
from db.connection import Database


def made_card(database: Database, contents: StudyContents) -> tuple[Card, Parity, Texts]:
    """The card of a study, its parity sheet, and the texts that people read.

    Call it inside the snapshot that `contents` was read in.
    """
    subject = read_subject(database, contents)
    parity = parity_of(subject)
    return card_of(subject, parity), parity, texts_of(subject)


def card_files(database: Database, contents: StudyContents) -> list[ExportFile]:
    """`card.md`, `card.tex`, `card.json`, `parity.md`, `parity.json`."""
    return written_card(*made_card(database, contents))


def written_card(card: Card, parity: Parity, texts: Texts) -> list[ExportFile]:
    """The files of a card that was made."""
    n, n_points = len(card.entries), len(parity.rows)
    sheet = "\n".join(["# Parity sheet", "", *parity_as_markdown(parity)])
    return [
        ExportFile("card.md", card_as_markdown(card, parity, texts), n, card.completeness_line),
        ExportFile("card.tex", card_as_latex(card, parity, texts), n, "the same as LaTeX"),
        json_file("card.json", card_as_json(card, parity, texts), "the same for programs", n),
        ExportFile("parity.md", sheet, n_points, "what people and agents saw and could do"),
        json_file("parity.json", parity_as_json(parity), "the same for programs", n_points),
    ]
