"""Several systems for people who read a terminal: the headline side by side, the rest named. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from baseline.analysis.cascade import CASCADE_LABELS
from baseline.analysis.intervals import NO_SPREAD
from baseline.analysis.panel_report import LEADERBOARD
from baseline.scoring.one_system import figure_cells
from baseline.scoring.several_systems import summary_of
from baseline.splits.commands import split_lines
from db.wording import counted, listed, percentage_points

_PAIRS = ("raw_agreement", "kappa", "ac1", "mcnemar_p")
_MOST_PAIRS = 15
_COMPARED = frozenset(
    {
        "accuracy",
        "accuracy_by_hop",
        "coverage",
        "page_f1",
        "document_f1",
        "steps",
        "first_query_accuracy",
        "recovery_rate",
        "working_time",
        "kuiper_tie_safe",
        "kuiper_over_sigma",
        "effort_ratio",
    }
)
"""What stands in the text; the rest is in the JSON."""


def several_as_lines(outcome: Mapping[str, Any]) -> str:
    """The leaderboard, causes of wrong answers, agreement, what else was asked for, what was noticed."""
    parts = [
        [summary_of(outcome)],
        _leaderboard(outcome),
        _undefined(outcome),
        _causes(outcome),
        _agreement(outcome),
        _routing(outcome),
        _comparison(outcome),
        split_lines(outcome["splits"] or ()),
        _items(outcome),
        [f"- {note}" for note in (*_notes(outcome), *outcome["warnings"])],
        _where(outcome),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _leaderboard(outcome: Mapping[str, Any]) -> list[str]:
    keys = [key for key in LEADERBOARD if any(one["key"] == key for one in outcome["figures"])]
    rows = [["system", *(LEADERBOARD[key] for key in keys), "attempts"]]
    for system in outcome["systems"]:
        own = _own(outcome, system["name"])
        rows.append([system["name"], *(_value(own.get(key)) for key in keys), str(system["n_attempts"])])
        rows.append(["", *(_span(own.get(key)) for key in keys), ""])
    return ["95 % intervals in brackets", *table(rows)]


def _own(outcome: Mapping[str, Any], name: str) -> dict[str, dict[str, Any]]:
    parts = {"systems", "corrected"}
    return {one["key"]: one for one in outcome["figures"] if one["about"] == name and one["part"] in parts}


def _value(figure: dict[str, Any] | None) -> str:
    return "-" if figure is None else figure_cells(figure)[1]


def _span(figure: dict[str, Any] | None) -> str:
    return "" if figure is None or figure["value"] is None else figure_cells(figure)[2]


def _undefined(outcome: Mapping[str, Any]) -> list[str]:
    """Why a headline figure has no value, each reason once."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for system in outcome["systems"]:
        own = _own(outcome, system["name"])
        for key, label in LEADERBOARD.items():
            figure = own.get(key)
            if figure is not None and figure["value"] is None:
                reasons.setdefault((system["name"], figure["undefined"]), []).append(label)
    return [f"{', '.join(labels)} of {name}: {why}" for (name, why), labels in reasons.items()]


def _causes(outcome: Mapping[str, Any]) -> list[str]:
    """Every attempt by what became of it: right, or the first thing that went wrong."""
    by_system = {one["group"]: one["labels"] for one in outcome["labels"]["system"]}
    if not by_system:
        return []
    labels = [one for one in CASCADE_LABELS if any(of[one] for of in by_system.values())]
    rows = [["attempts by cascade label", *(label.replace("_", " ") for label in labels)]]
    rows += [[name, *(str(of[label]) for label in labels)] for name, of in by_system.items()]
    return table(rows)


def _agreement(outcome: Mapping[str, Any]) -> list[str]:
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for one in outcome["figures"]:
        if one["part"] == "agreement":
            found.setdefault(one["about"], {})[one["key"]] = one
    pairs = {about: of for about, of in found.items() if "kappa" in of}
    rows = [["agreement on what is correct", "raw", "kappa", "AC1", "McNemar p", "N"]]
    for about, of in list(pairs.items())[:_MOST_PAIRS]:
        cells = [" ".join(filter(None, (_value(of[key]), _span(of[key])))) for key in _PAIRS]
        rows.append([about, *cells, str(of["kappa"]["n"])])
    more = [f"and {len(pairs) - _MOST_PAIRS} more pairs"] if len(pairs) > _MOST_PAIRS else []
    union = found.get("all systems", {}).get("union_accuracy")
    together = (
        [] if union is None else [f"{union['label']}: {' '.join(filter(None, figure_cells(union)[1:]))}"]
    )
    return [*(table(rows) if pairs else []), *more, *together]


def _routing(outcome: Mapping[str, Any]) -> list[str]:
    lines = []
    for one in outcome["routing"]:
        who = f"{one['people']} for what {one['agent']} searched most for"
        best = one["best"]
        if one["undefined"] or best is None:
            lines.append(f"{who}: {one['undefined'] or 'every threshold sends nothing or everything'}")
            continue
        lines.append(
            f"{who}: {100 * best['accuracy']:.1f} % when people take {100 * best['share']:.0f} % of "
            f"{counted(best['n'], 'items')}, {percentage_points(best['gain'])} more than the better one "
            "alone; chosen on these items, so flattering"
        )
    return lines


def _comparison(outcome: Mapping[str, Any]) -> list[str]:
    found = outcome["comparison"]
    if found is None:
        return []
    rows = [["figure", f"A: {found['first']}", f"B: {found['second']}", "A - B", "95 %"]]
    shown = [one for one in found["differences"] if one["key"].partition("@")[0] in _COMPARED]
    for one in shown:
        values = [_plain(one["unit"], one[side]["value"]) for side in ("first", "second")]
        rows.append([one["label"], *values, _plain(one["unit"], one["difference"]), _ends(one)])
    more = len(found["differences"]) - len(shown)
    differ = counted(len(found["items_that_differ"]), "items")
    return [
        found["conclusion"],
        *table(rows),
        f"{more} more differences, and the {differ} that differ: --json",
    ]


def _ends(difference: Mapping[str, Any]) -> str:
    """The interval of a difference, or why there is none."""
    unit, interval = difference["unit"], difference["interval"]
    if interval is not None:
        return f"[{_plain(unit, interval['low'])}, {_plain(unit, interval['high'])}]"
    return str(difference["why"] or NO_SPREAD)


def _plain(unit: str, value: float | None) -> str:
    if value is None:
        return "-"
    return f"{100 * value:.1f} %" if unit in {"share", "points"} else f"{value:.3g}"


def _items(outcome: Mapping[str, Any]) -> list[str]:
    """Items that say more about themselves than about the systems."""
    words = {
        "negative_discrimination": "solved rather by those who solve little else",
        "nobody": "solved by nobody",
        "everybody": "solved by everybody",
    }
    lines = []
    for anomaly, said in words.items():
        ids = [one["item_id"] for one in outcome["items"] if one["anomaly"] == anomaly]
        if ids:
            lines.append(f"{counted(len(ids), 'items')} {said}: {listed(ids, 8)}")
    return lines


def _notes(outcome: Mapping[str, Any]) -> list[str]:
    return [f"{system['name']}: {note}" for system in outcome["systems"] for note in system["notes"]]


def _where(outcome: Mapping[str, Any]) -> list[str]:
    if "written" in outcome:
        return [f"Written: {', '.join(outcome['written'])}"]
    return ["All figures with N, interval and definition: --json, or as tables with --csv FOLDER."]


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns under each other; the first to the left, numbers to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
