"""The file of a log of Inspect AI: its head, and its samples one after the other. Pure; nothing is unpacked.

An `.eval` is a zip archive of `header.json` and `samples/*.json` (of a log that was never finished, of
`_journal/start.json`); a `.json` holds everything in one object.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from db.errors import InvalidInput
from db.systems import NO_COST, Cost

_MOST_BYTES = 2_000_000_000
_MOST_BYTES_OF_ONE = 200_000_000
_ZIP = b"PK"
_HEADS = ("header.json", "_journal/start.json")
_UNREADABLE = (
    *(
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        RecursionError,
        EOFError,
        RuntimeError,
        OSError,
        OverflowError,
    ),
    *(zipfile.BadZipFile, NotImplementedError, zlib.error),
)

Sample = Mapping[str, Any]


class Log(NamedTuple):
    """What a log says of itself; `samples` are read one by one, a text instead of each that cannot be."""

    model: str
    epochs: int
    is_finished: bool
    cost: Cost
    samples: Iterator[Sample | str]


def read_log(content: bytes, name: str) -> Log:
    """The log.

    Raises:
        InvalidInput: it is none, or is damaged as a whole.
    """
    try:
        head, samples = _of_archive(content) if content[:2] == _ZIP else _of_json(content)
        spec = head["eval"]
        config = spec.get("config") or {}
        return Log(
            model=str(spec.get("model") or "").encode("utf-8", "replace").decode(),
            epochs=int(config.get("epochs") or 1),
            is_finished=head.get("status", "success") == "success",
            cost=_cost(head),
            samples=samples,
        )
    except _UNREADABLE as error:
        raise InvalidInput(
            f"{name!r} is no log of Inspect that can be read ({_why(error)}): give the .eval or .json file "
            "as Inspect wrote it."
        ) from error


def _of_json(content: bytes) -> tuple[Mapping[str, Any], Iterator[Sample | str]]:
    whole = json.loads(content)
    samples = whole.get("samples") or []
    if not isinstance(samples, list):
        raise ValueError("its samples are no list")
    return whole, (_usable(one, content) for one in samples)


def _of_archive(content: bytes) -> tuple[Mapping[str, Any], Iterator[Sample | str]]:
    archive = zipfile.ZipFile(io.BytesIO(content))
    members = {one.filename: one for one in archive.infolist()}
    if sum(one.file_size for one in members.values()) > _MOST_BYTES:
        raise ValueError("unpacked it is larger than 2 GB")
    head_name = next((one for one in _HEADS if one in members), None)
    if head_name is None:
        raise ValueError("it holds no header.json")
    head = json.loads(archive.read(head_name))
    if head_name != _HEADS[0]:
        head = {"status": "started", **head}
    wanted = sorted(one for one in members if one.startswith("samples/") and one.endswith(".json"))
    return head, (_sample(archive, members[one]) for one in wanted)


def _sample(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Sample | str:
    if member.file_size > _MOST_BYTES_OF_ONE:
        return f"{member.filename} is larger than 200 MB"
    try:
        content = archive.read(member)
        return _usable(json.loads(content), content)
    except _UNREADABLE as error:
        return f"{member.filename} cannot be read ({_why(error)})"


def _usable(sample: Any, content: bytes) -> Sample | str:
    """The sample, or why it is none that can be stored; `content` is where it stands."""
    if not isinstance(sample, dict):
        return "not a JSON object"
    if b"\\ud" in content.lower():
        try:
            json.dumps(sample, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            return "half of a surrogate pair, which is not a character"
    return sample


def _why(error: BaseException) -> str:
    return f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error) or "it is damaged"


def _cost(head: Mapping[str, Any]) -> Cost:
    """The tokens that all its models took and made, where the log counted them."""
    usage = (head.get("stats") or {}).get("model_usage") or {}
    counts = [one for one in usage.values() if isinstance(one, dict)]
    if not counts:
        return NO_COST
    return Cost(input_tokens=_sum(counts, "input_tokens"), output_tokens=_sum(counts, "output_tokens"))


def _sum(counts: list[dict[str, Any]], field: str) -> int | None:
    numbers = [one[field] for one in counts if isinstance(one.get(field), int)]
    return sum(numbers) if numbers and min(numbers) >= 0 else None
