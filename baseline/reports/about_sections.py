"""What a report says beside figures: what was measured, who came, card, fingerprints, recomputing. Pure."""

from __future__ import annotations

from typing import Literal

from baseline.analysis.intervals import DRAWS, SEED
from baseline.exports.card.words import day
from baseline.judging.rubric import VERSION as RUBRIC
from baseline.reports.document import Cell, Section, Table, plain
from baseline.reports.findings import Findings
from baseline.reports.fingerprints import CodeFacts
from baseline.reports.source import Source
from db.wording import COMMAND, counted, grouped

Gold = Literal["included", "withheld"]
_PHASES = {"running": "is running", "paused": "is paused", "ended": "has ended"}


def what_section(source: Source, findings: Findings) -> Section:
    """Study, items, conditions, systems, and the moment of the log."""
    design = source.study.design
    until = f", the last on {day(source.last_event_at_ms)}" if source.last_event_at_ms else ""
    conditions = ", ".join(
        f"{one.name} ({'search' if one.tools == 'search' else 'gold pages given'})"
        for one in design.conditions
    )
    lines = [
        f"Study {source.study.study_id!r}, “{source.study.title}”, which {_PHASES[source.phase]}: "
        f"{counted(len(source.items), 'items')} of set {source.study.item_set!r}, conditions {conditions}; "
        f"{counted(source.n_assigned, 'participants')} were given items. The report rests on "
        f"{grouped(source.n_events)} events of attempts{until}.",
        "Every figure has its N and, where one is defined, a 95 % interval; one without a value says why. "
        "Intervals: Wilson's for proportions, percentile bootstrap over items for everything else "
        f"({grouped(DRAWS)} resamples, seed {SEED}), the same resamples for all systems.",
    ]
    if source.phase != "ended":
        lines.append("The study has not ended: figures may still change, and open items count as wrong.")
    rows = tuple(
        plain(
            one.name,
            one.kind.replace("non_agentic", "not agentic"),
            one.condition or "–",
            str(one.n_participants),
            str(one.n_attempts),
            str(len(one.run.item_ids)),
        )
        for one in findings.systems
    )
    table = Table(
        "systems",
        "Who answered",
        ("System", "Kind", "Condition", "Participants", "Attempts", "Items"),
        rows,
        "Nobody has answered an item of this study yet, and no run on its items was imported.",
    )
    return Section("what", "What was measured", (*lines, table))


def people_section(source: Source) -> Section:
    """How far everybody who was invited came."""
    flow = source.told.flow
    n = flow.came[0][1] if flow.came else 0
    came = tuple((*plain(name), Cell(str(count), _share(count, n))) for name, count in flow.came)
    fates = tuple((*plain(name), Cell(str(count), _share(count, n))) for name, count in flow.fates if count)
    nobody = "Nobody was invited yet."
    return Section(
        "people",
        "People flow",
        (
            Table("flow", "How far people came", ("Step", "People"), came if n else (), nobody),
            Table("fates", "Where everybody is now", ("Where", "People"), fates if n else (), nobody),
        ),
    )


def _share(count: int, n: int) -> tuple[str, ...]:
    return (f"{100 * count / n:.1f} % of {n}",) if n else ()


def card_section(source: Source) -> Section:
    """The baseline card, item by item, and the parity sheet."""
    card, parity = source.told.card, source.told.parity
    blocks: list[str | Table] = [
        f"{card.completeness_line}. Agents' and people's sides are in the last table."
    ]
    for number, section in enumerate(card.sections, 1):
        rows = []
        for entry in section.entries:
            below = [" · ".join(row) for table in entry.tables for row in (table.head, *table.rows)]
            said = " ".join([*entry.lines, entry.missing]).strip()
            rows.append((Cell(entry.label, (entry.state,)), Cell(said, (*below, f"From: {entry.source}."))))
        blocks.append(
            Table(f"card-{number}", f"Baseline card: {section.title}", ("Item", "Value"), tuple(rows), "")
        )
    sheet = tuple(plain(one.condition, one.point, one.people, one.agents, one.verdict) for one in parity.rows)
    blocks.append(
        Table(
            "parity", "Parity sheet", ("Condition", "Point", "People", "Agents", ""), sheet, "No conditions."
        )
    )
    for title, text in source.told.texts:
        blocks += [f"{title}, as people read it:", *(line for line in text.splitlines() if line.strip())]
    return Section("card", "Baseline card", tuple(blocks))


def fingerprint_section(source: Source, code: CodeFacts) -> Section:
    """What exactly was measured with what."""
    index = source.index
    size = "not known: the build is not where the report was made"
    if index.n_pages is not None:
        size = (
            f"{counted(index.n_documents or 0, 'documents')}, {counted(index.n_pages, 'pages')}, "
            f"{index.n_ocr_pages or 0} with words of OCR"
        )
    rows = (
        ("Item set", f"{source.study.item_set}, sha256 {source.study.item_set_sha256}"),
        ("Index build", f"{index.name}, {index.fingerprint}"),
        ("Search", f"profile {index.profile}, {source.study.k} hits a query"),
        ("Collection", size),
        *((f"Index: {name}", value) for name, value in index.versions.items()),
        ("Design", f"sha256 {source.design_sha256}; at launch {source.launched_sha256}"),
        ("Amendments", str(source.n_amendments)),
        ("Seeds", f"resampling and shuffling {SEED}; order of items {source.study.design.seed}"),
        ("Rubric", RUBRIC),
        ("App", f"Pagetrail {code.app}"),
        ("Scorer", f"strict mode, sha256 of its code {code.scorer_sha256}"),
        ("Code", f"sha256 of all of it {code.code_sha256}"),
        *code.packages,
    )
    table = Table("fingerprints", "Fingerprints", ("What", "Which"), tuple(plain(*row) for row in rows), "")
    return Section("fingerprints", "Fingerprints", (table,))


def recompute_section(gold: Gold) -> Section:
    """What is beside the report, and the command that makes it again."""
    beside = (
        "tables/ has every table of this page for LaTeX, data/ every figure as JSON and CSV. MANIFEST has "
        "the sha256 of every file: sha256sum -c MANIFEST."
    )
    again = (
        f"With the database: {COMMAND} db rebuild, then {COMMAND} baseline report --study ID --out FOLDER "
        "gives the same bytes as long as nothing was added to the log."
    )
    if gold == "withheld":
        kept = (
            "The gold is withheld, so what the figures are recomputed from is not beside this report; "
            "whoever has the database can write it."
        )
        return Section("recompute", "How to recompute", (beside, kept, again))
    return Section(
        "recompute",
        "How to recompute",
        (
            beside,
            "recompute/ has the frozen items with their gold, every answer with its searches and citations, "
            "every judgement, the design and the exclusions.",
            f"Without a database: {COMMAND} baseline report --from FOLDER --out ANOTHER gives data/ again, "
            "byte for byte.",
            again,
            "Whoever has recompute/ knows the answers: give it to nobody who is still to be asked.",
        ),
    )
