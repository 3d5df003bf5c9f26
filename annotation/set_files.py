"""An item set as one file to take away, in each format that there is."""

from __future__ import annotations

import io
import zipfile
from typing import Literal, NamedTuple, get_args

from annotation.exchange.card import CardFacts, card_folder
from annotation.exchange.formats import ItemFormat, item_file
from annotation.full_export import export_set
from annotation.set_records import records_of_set, with_records
from db import items
from db.connection import Database

SetFormat = Literal["madqa", "parquet", "csv", "full", "card"]
SET_FORMATS: tuple[SetFormat, ...] = get_args(SetFormat)

_ENDS: dict[ItemFormat, str] = {"madqa": "jsonl", "parquet": "parquet", "csv": "csv"}
# The same set gives the same bytes: a ZIP file would hold the time of the download otherwise.
_ZIP_TIME = (1980, 1, 1, 0, 0, 0)


class SetFile(NamedTuple):
    """A file with the name that it is offered under."""

    name: str
    content: bytes


def file_name(name: str, file_format: SetFormat) -> str:
    """What the file of a set is called."""
    match file_format:
        case "full":
            return f"{name}-full.jsonl"
        case "card":
            return f"{name}.zip"
        case _:
            return f"{name}.{_ENDS[file_format]}"


def set_file(database: Database, name: str, file_format: SetFormat) -> SetFile:
    """The set in this format; `full` with every revision and review, `card` a ZIP with the data set's card.

    Raises:
        NotFound: there is no such set.
        InvalidInput: an item would not read back the same.
    """
    match file_format:
        case "full":
            content = export_set(database, name).content
        case "card":
            content = _card(database, name)
        case _:
            content = item_file(items.load_item_set(database, name), file_format)
    return SetFile(file_name(name, file_format), content)


def _card(database: Database, name: str) -> bytes:
    in_set = items.load_item_set(database, name)
    facts = with_records(CardFacts(title=name, set_name=name), records_of_set(database, name), in_set)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, content in card_folder(in_set, facts).items():
            archive.writestr(zipfile.ZipInfo(f"{name}/{file}", _ZIP_TIME), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
