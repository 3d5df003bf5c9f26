"""A folder that dataset loaders read: the items as Parquet and JSON Lines, and a card about them.

What `datasets` goes by (tried with 5.2): the front matter of README.md names configs; each lists
`data_files`, a split and a path in the folder; a split's name is letters, digits, dots
and underscores; `dataset_info` of the same `config_name` states features (`list` and `dtype`) and
`splits`. A split needs name, num_examples and num_bytes, else the rest of `dataset_info` is ignored;
num_examples is compared with what was loaded, num_bytes is not. Where configs name their files, no
others are loaded: the JSON Lines may stand beside.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.exchange.card_text import Column, bullet, count_table, figure_table
from annotation.exchange.formats import item_file
from annotation.exchange.front_matter import front_matter
from annotation.exchange.parquet import size_in_memory
from baseline.analysis.cascade import HOP_TYPES, hop_type
from baseline.analysis.records import Figure
from db.errors import InvalidInput
from db.items import content_sha256
from db.markdown_text import plain, table
from db.models import Item
from db.wording import counted

CONFIG = "default"
TABLE = "items.parquet"
LINES = "items.jsonl"
CARD = "README.md"
WRITTEN_BY = "Written by Pagetrail from item set"

_SPLIT = re.compile(r"[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*")
_LICENCE = re.compile(r"[a-z0-9][a-z0-9.-]*")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))

COLUMNS: tuple[Column, ...] = (
    Column("id", "string", "names the item; unique in the set"),
    Column("question", "string", "what is asked"),
    Column(
        "answer_variants",
        "list of lists of strings",
        "complete accepted answers, each a list of short strings",
    ),
    Column(
        "evidence",
        "list of {document: string, page: int32}",
        "the minimal pages that prove the answer; pages count from 1 as the PDF has them",
    ),
    Column("domain", "string", "subject of the documents; empty where not stated"),
    Column("document_category", "string", "kind of document; empty where not stated"),
    Column("visual", "string", "what one has to see on the page; empty where not stated"),
    Column("reasoning", "string", "how the evidence leads to the answer; empty where not stated"),
)


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What a card says beside the items. `agreement` without figures needs `not_measured`, the reason.

    `agreement_is_over` says, in a sentence, what the agreement rests on. `model_checks` are figures of
    what models answered; none where none was asked. `process` is Markdown of the caller. Languages are
    codes such as `en`, of questions and documents.
    """

    title: str
    set_name: str
    split: str = "test"
    licence: str = "unknown"
    languages: tuple[str, ...] = ()
    process: str = ""
    agreement: tuple[Figure, ...] = ()
    agreement_is_over: str = ""
    not_measured: str = ""
    model_checks: tuple[Figure, ...] = ()


def card_folder(items: Sequence[Item], facts: CardFacts) -> dict[str, bytes]:
    """The files of the folder by name, the card last.

    Raises:
        InvalidInput: the set is empty, an item would not read back, or a fact cannot stand in a card.
    """
    _check(items, facts)
    return {
        TABLE: item_file(items, "parquet"),
        LINES: item_file(items, "madqa"),
        CARD: dataset_card(items, facts).encode("utf-8"),
    }


def dataset_card(items: Sequence[Item], facts: CardFacts) -> str:
    """The card: front matter for programs, then the same and more for people."""
    return front_matter(card_values(items, facts)) + "\n".join(_body(items, facts)) + "\n"


def card_values(items: Sequence[Item], facts: CardFacts) -> dict[str, Any]:
    """What programs read of the card."""
    languages: dict[str, Any] = {"language": list(facts.languages)} if facts.languages else {}
    return {
        "pretty_name": facts.title,
        "license": facts.licence,
        **languages,
        "size_categories": [size_category(len(items))],
        "task_categories": ["question-answering", "visual-question-answering"],
        "tags": ["document-question-answering", "pdf"],
        "configs": [
            {
                "config_name": CONFIG,
                "data_files": [{"split": facts.split, "path": TABLE}],
            }
        ],
        "dataset_info": {
            "config_name": CONFIG,
            "features": _features(),
            "splits": [{"name": facts.split, "num_bytes": size_in_memory(items), "num_examples": len(items)}],
        },
    }


def size_category(n_items: int) -> str:
    """The bucket of dataset hubs that this number falls into."""
    return next((name for limit, name in _SIZES if n_items < limit), "1M<n<10M")


def _features() -> list[dict[str, Any]]:
    place = [{"name": "document", "dtype": "string"}, {"name": "page", "dtype": "int32"}]
    lists: dict[str, Any] = {"answer_variants": {"list": {"list": "string"}}, "evidence": {"list": place}}
    return [{"name": column.name, **lists.get(column.name, {"dtype": "string"})} for column in COLUMNS]


def _check(items: Sequence[Item], facts: CardFacts) -> None:
    if not items:
        raise InvalidInput(f"Item set {facts.set_name!r} is empty: there is nothing to publish.")
    if not _SPLIT.fullmatch(facts.split):
        raise InvalidInput(f"Split {facts.split!r} cannot be used: take letters, digits, dot and underscore.")
    if not _LICENCE.fullmatch(facts.licence):
        raise InvalidInput(f"Licence {facts.licence!r} is no licence code: write for instance cc-by-4.0.")
    for language in facts.languages:
        if not _LANGUAGE.fullmatch(language):
            raise InvalidInput(f"Language {language!r} is no language code: write for instance en.")


def _body(items: Sequence[Item], facts: CardFacts) -> list[str]:
    pages = {ref for item in items for ref in item.evidence}
    n_documents = len({ref.document for ref in pages})
    return [
        f"\n# {plain(facts.title)}\n",
        f"{counted(len(items), 'questions')} about a collection of PDF documents, each with its accepted "
        f"answers and the pages that prove them: {counted(len(pages), 'evidence pages')} in "
        f"{counted(n_documents, 'documents')}.\n",
        *_loading(facts),
        "## Columns\n",
        *table(("column", "type", "meaning"), COLUMNS),
        "No value is null. A document's name is its path below the folder of the collection, with `/`.\n",
        "## Counts\n",
        *_counts(items, facts),
        "## How it was annotated\n",
        facts.process.strip() or "Not described.",
        "\n## Agreement\n",
        *_agreement(facts),
        "## Model checks\n",
        *_model_checks(facts),
        "## Licence\n",
        *_licence(facts),
        "## Identity\n",
        f"{WRITTEN_BY} `{facts.set_name}`, sha256 of its content `{content_sha256(items)}`: "
        "equal hash, equal items in equal order.",
    ]


def _loading(facts: CardFacts) -> list[str]:
    return [
        "## How to load it\n",
        "```python",
        "from datasets import load_dataset",
        "",
        f'items = load_dataset("path/to/this/folder", split="{facts.split}")',
        "```\n",
        f"Or `pandas.read_parquet` on `{TABLE}`. `{LINES}` holds the same items, one JSON object a line.\n",
    ]


def _counts(items: Sequence[Item], facts: CardFacts) -> list[str]:
    n = len(items)
    hops = Counter(hop_type(item.evidence) if item.evidence else "no evidence" for item in items)
    in_order = [*HOP_TYPES, "no evidence"]
    documents = Counter(name for item in items for name in {ref.document for ref in item.evidence})
    return [
        *count_table("split", {facts.split: n}, n),
        *count_table("hop type", {hop: hops[hop] for hop in in_order if hops[hop] or hop in HOP_TYPES}, n),
        *count_table("visual category", _stated(item.metadata.visual for item in items), n),
        *count_table("reasoning", _stated(item.metadata.reasoning for item in items), n),
        *count_table("document category", _stated(item.metadata.category for item in items), n),
        *count_table("domain", _stated(item.metadata.domain for item in items), n),
        bullet("documents with evidence", len(documents)),
        bullet("most items on one document", max(documents.values(), default=0)),
        bullet("items with more than one answer variant", sum(len(i.answer_variants) > 1 for i in items)),
        bullet("items without evidence", hops["no evidence"]) + "\n",
    ]


def _stated(values: Iterable[str]) -> dict[str, int]:
    """Most frequent first, equal ones by name."""
    found = Counter(value or "not stated" for value in values)
    return dict(sorted(found.items(), key=lambda entry: (-entry[1], entry[0])))


def _agreement(facts: CardFacts) -> list[str]:
    if not facts.agreement:
        return [f"Not measured: {facts.not_measured or 'no reason was given'}.\n"]
    over = [f"{plain(facts.agreement_is_over)}\n"] if facts.agreement_is_over else []
    return [*over, *figure_table(facts.agreement)]


def _model_checks(facts: CardFacts) -> list[str]:
    if not facts.model_checks:
        return ["None: no model was asked about these items.\n"]
    about = (
        "Models answered the questions from the evidence pages only, and without any page. Their answers "
        "were flags for people and decided nothing.\n"
    )
    return [about, *figure_table(facts.model_checks)]


def _licence(facts: CardFacts) -> list[str]:
    stated = "not stated yet" if facts.licence == "unknown" else f"`{facts.licence}`"
    return [
        f"Questions, answers and evidence: {stated}. The documents are not part of this data set; their own "
        "terms hold.\n"
    ]
