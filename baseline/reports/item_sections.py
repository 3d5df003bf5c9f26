"""What a report says of items, and of kinds of items. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from baseline.analysis.breakdowns import NO_VALUE
from baseline.analysis.cascade import CASCADE_LABELS
from baseline.reports.document import Cell, Row, Section, Table, figure_table, plain
from baseline.reports.findings import Findings
from baseline.reports.panel_findings import Facet
from baseline.reports.source import Source
from db.wording import counted, kind_words

FACET_WORDS: dict[Facet, str] = {
    "hop_type": "hop type",
    "domain": "domain",
    "category": "document category",
    "visual": "visual type",
}
_ANOMALIES = {
    "negative_discrimination": "the better systems fail on it",
    "nobody": "no system solved it",
    "everybody": "every system solved it",
}
_MOST_COLUMNS = 5


def kind_blocks(findings: Findings, facet: Facet) -> Iterator[Table]:
    """Accuracy and errors on each kind of items; nothing where the items do not say their kind."""
    groups = findings.facets.get(facet, ())
    if not groups or [one.name for one in groups] == [NO_VALUE]:
        return
    words = FACET_WORDS[facet]
    shown = findings.systems
    n_parts = -(-len(shown) // _MOST_COLUMNS)
    width = -(-len(shown) // n_parts)
    for start in range(0, len(shown), width):
        part = shown[start : start + width]
        number = "" if n_parts == 1 else f", part {start // width + 1}"
        rows = [
            Row(
                f"{kind_words(one.name)} ({counted(one.n_items, 'items')})",
                one.figures[start : start + width],
            )
            for one in groups
        ]
        table = figure_table(
            f"accuracy-{facet.replace('_', '-')}{number.replace(', part ', '-')}",
            f"Accuracy by {words}{number}",
            rows,
            "",
            ("Kind",),
        )
        yield table._replace(head=("Kind", *(one.name for one in part)))
    yield Table(
        f"errors-{facet.replace('_', '-')}",
        f"Attempts of all systems by {words} and cascade label",
        ("Kind", *(label.replace("_", ", ") for label in CASCADE_LABELS), "Labelled", "Not labelled"),
        tuple(
            (
                *plain(kind_words(cell.group)),
                *(
                    Cell(str(cell.labels[label]), (f"{100 * (cell.share(label) or 0):.1f} %",))
                    if cell.n
                    else Cell("0")
                    for label in CASCADE_LABELS
                ),
                *plain(str(cell.n), str(cell.n_unlabelled)),
            )
            for cell in findings.cells[facet]
        ),
        "",
    )


def item_section(source: Source, findings: Findings) -> Section:
    """What the set is made of, and how its items tell systems apart."""
    hops = Counter(findings.panel.hop_types)
    n_pages = [len(item.evidence) for item in source.items]
    n_pages_text = f"{min(n_pages)} to {max(n_pages)}" if n_pages else "none"
    lines = [
        f"{counted(len(source.items), 'items')} in set {source.study.item_set!r}: "
        + ", ".join(f"{kind_words(hop)} {n}" for hop, n in sorted(hops.items()))
        + f". Gold pages an item: {n_pages_text}.",
        "Difficulty is the mean correctness over systems (high is easy), discrimination the correlation of "
        "an item with the total of all others. Every item is in data/items.csv; here are those to look at.",
    ]
    odd = [one for one in findings.items if one.anomaly in {"negative_discrimination", "nobody"}]
    rows = tuple(
        plain(
            one.item_id,
            f"{one.difficulty:.2f}",
            one.undefined or ""
            if one.discrimination is None
            else f"{one.discrimination:.2f}".replace("-", "−"),
            f"{len(findings.systems)}",
            _ANOMALIES[one.anomaly or "nobody"],
        )
        for one in odd
    )
    table = Table(
        "items",
        "Items to look at",
        ("Item", "Difficulty", "Discrimination", "N systems", "Why"),
        rows,
        "No item stands out: every one was solved by somebody, and none discriminates the wrong way."
        if findings.items
        else "No system has answered these items.",
    )
    return Section("items", "Items", (*lines, table))
