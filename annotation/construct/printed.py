"""The construct report as JSON values and as lines for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from annotation.construct.published import PUBLISHED
from annotation.construct.report import ConstructReport, ConstructRow
from annotation.figure_definitions import definition_of, parameter_name
from baseline.analysis.records import Figure, Interval
from db.wording import counted, grouped, listed

_LISTED, _REST = 20, " (all with --json)"
SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "Words of the question on the pages (lexical)",
        (
            "pages_matched",
            "lexical_precision",
            "lexical_precision_mean",
            "lexical_recall",
            "lexical_missed",
        ),
    ),
    (
        "The question as one query",
        ("one_query_enough", "one_query_enough_by_hop", "one_query_all", "one_query_any"),
    ),
    ("Hop types", ("hop_mix", "multi_hop")),
    ("Visual categories", ("visual_mix", "visual_detail", "visual_needed")),
    ("Reasoning types", ("reasoning_mix",)),
    ("Document categories", ("category_mix",)),
    ("Domains", ("domain_mix",)),
    (
        "Use of the collection",
        (
            "documents_used",
            "pages_used",
            "items_per_document",
            "items_on_one_document",
            "documents_used_by_folder",
        ),
    ),
    ("Distance between evidence pages", ("page_gap", "adjacent_pages", "evidence_distance")),
    ("Near-duplicate questions", ("near_duplicates",)),
    (
        "Answered without documents",
        ("guessed", "guessed_by_kind", "guessed_by_chance", "expected_by_chance"),
    ),
    ("Asked of models", ("model_solves", "model_guesses")),
    (
        "Agreement of reviewers and authors",
        (
            "blind_right",
            "blind_anls_star",
            "blind_page_f1",
            "decisions",
            "corrections",
            "author_agrees",
            "second_reviews_agree",
            "second_reviews_kappa",
            "second_reviews_ac1",
        ),
    ),
)


def report_as_json(report: ConstructReport) -> dict[str, Any]:
    """Figures by key, one row an item, pairs, notes. No NaN, no infinity."""
    return {
        "n_items": report.n_items,
        "k": report.k,
        "similarity_threshold": report.threshold,
        "figures": {figure.key: _figure_as_json(figure) for figure in report.figures},
        "items": [_row_as_json(row) for row in report.rows],
        "similar_questions": [{**pair._asdict(), "differing": list(pair.differing)} for pair in report.pairs],
        "notes": list(report.notes),
    }


def report_as_lines(outcome: Mapping[str, Any]) -> str:
    """One table by family, then the items behind it by name, then what was noticed.

    The column "MADQA" has what the paper reports of its own set, where it reports it.
    """
    rows: list[tuple[str, ...]] = [("", "value", "95 % interval", "N", "MADQA")]
    for title, bases in SECTIONS:
        figures = [[f for f in outcome["figures"].values() if _base(f) == base] for base in bases]
        rows += _section(title, [of for of in figures if of])
    widths = [max(len(row[column]) for row in rows if len(row) > 1) for column in range(4)]
    lines = [_line(row, widths) if len(row) > 1 else row[0] for row in rows]
    return "\n".join([*lines, "", *_lists(outcome), *(f"- {note}" for note in outcome["notes"])]).rstrip()


def _figure_as_json(figure: Figure) -> dict[str, Any]:
    return {**asdict(figure), "notes": list(figure.notes), "published": PUBLISHED.get(figure.key)}


def figure_from_json(figure: Mapping[str, Any]) -> Figure:
    """The figure again, as it was before it became JSON."""
    fields = {name: value for name, value in figure.items() if name != "published"}
    interval = figure["interval"]
    return Figure(
        **{
            **fields,
            "notes": tuple(figure["notes"]),
            "interval": None if interval is None else Interval(**interval),
        }
    )


def _row_as_json(row: ConstructRow) -> dict[str, Any]:
    return {
        "id": row.item_id,
        "hop_type": row.hop,
        "visual": row.visual,
        "lexical": {
            f"{n}-grams": {**match._asdict(), "precision": match.precision, "recall": match.recall}
            for n, match in row.lexical.items()
        },
        "one_query_enough": row.one_query_enough,
        "one_query": [{**asdict(outcome), "ranks": list(outcome.ranks)} for outcome in row.one_query],
        "page_gap": row.page_gap,
        "evidence_distance": row.evidence_distance,
        "guess": row.guess._asdict() if row.guess else None,
        "model_flags": [{**flag._asdict(), "answer": list(flag.answer)} for flag in row.model_flags],
    }


def _base(figure: Mapping[str, Any]) -> str:
    return str(figure["key"].partition("@")[0])


def _section(title: str, families: list[list[Mapping[str, Any]]]) -> list[tuple[str, ...]]:
    """A title, then the figures; a figure with parameters has its label on a line of its own."""
    reasons = {figure["undefined"] for figures in families for figure in figures}
    if len(reasons) == 1 and None not in reasons:
        return [("",), (f"{title}: {reasons.pop()}",)]
    rows: list[tuple[str, ...]] = [("",), (title,)] if families else []
    for figures in families:
        if len(families) > 1 and parameter_name(figures[0]["key"]):
            rows.append((f"  {definition_of(figures[0]['key']).label}",))
        rows += [_cells(figure, nested=len(families) > 1) for figure in figures]
    return rows


def _cells(figure: Mapping[str, Any], *, nested: bool) -> tuple[str, ...]:
    name = parameter_name(figure["key"])
    label = f"{'    ' if nested and name else '  '}{name or figure['label']}"
    n = counted(figure["n"], figure["n_unit"])
    published = "" if figure["published"] is None else number_text(figure["published"], figure["unit"])
    if figure["value"] is None:
        return label, "-", figure["undefined"], n, published
    interval = figure["interval"]
    span = f"[{_bare(figure, interval['low'])}, {_bare(figure, interval['high'])}]" if interval else ""
    return label, number_text(figure["value"], figure["unit"]), span, _n_text(figure, n), published


def _n_text(figure: Mapping[str, Any], n: str) -> str:
    """With numerator and denominator, where they are counts."""
    over, under = figure["numerator"], figure["denominator"]
    if figure["unit"] != "share" or over is None or not (over.is_integer() and under.is_integer()):
        return n
    if under == figure["n"]:
        return f"{grouped(int(over))} of {n}"
    return f"{n} ({grouped(int(over))}/{grouped(int(under))})"


def number_text(value: float, unit: str) -> str:
    """As it is printed: 12.5 %, 0.03 %, 4 125, 0.47."""
    if unit == "share":
        return f"{100 * value:.{2 if 0 < value < 0.001 else 1}f} %"
    if unit == "count":
        return grouped(int(value)) if float(value).is_integer() else f"{value:,.1f}"
    return f"{value:.2f}"


def _bare(figure: Mapping[str, Any], value: float) -> str:
    return number_text(value, figure["unit"]).removesuffix(" %")


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    label, value, span, n, published = row
    return (
        f"{label:<{widths[0]}}  {value:>{widths[1]}}  {span:<{widths[2]}}  {n:<{widths[3]}}  {published}"
    ).rstrip()


def _lists(outcome: Mapping[str, Any]) -> list[str]:
    rows = outcome["items"]
    easy = [row["id"] for row in rows if row["one_query_enough"]]
    guessed = [
        f"{row['id']} ({row['guess']['kind']})" for row in rows if (row["guess"] or {}).get("is_right")
    ]
    pairs = [
        f"{pair['first']} and {pair['second']} ({pair['similarity']:.2f}{_common(pair)})"
        for pair in outcome["similar_questions"]
    ]
    unsolved = [row["id"] for row in rows if any(map(_is_unsolved, row["model_flags"]))]
    lists = (
        ("One query is enough for", easy),
        ("Right without documents", guessed),
        ("Not right from the evidence alone, by a model", unsolved),
        ("Similar questions", pairs),
    )
    return [f"{title}: {listed(names, _LISTED, _REST)}" for title, names in lists if names]


def _is_unsolved(flag: Mapping[str, Any]) -> bool:
    return bool(flag["tool"] == "evidence" and flag["level"] == "warn")


def _common(pair: Mapping[str, Any]) -> str:
    same = "".join(f", same {what}" for what in ("evidence", "answer") if pair[f"same_{what}"])
    return same + (f", only one has {' '.join(pair['differing'])}" if pair["differing"] else "")
