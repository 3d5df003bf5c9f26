"""The card on paradata: versions, build, browsers, gaps in the log, clocks, consent, withdrawals."""

from __future__ import annotations

import re
from collections import Counter
from statistics import fmean, median

from baseline.attempts.attempt_facts import AttemptFacts, n_lost
from baseline.exports.card.entry import CardTable, Entry, Section
from baseline.exports.card.subject import Subject
from baseline.exports.card.words import FROM_LOG, day, seconds
from db.study_events import SessionStarted
from db.version import VERSION
from db.wording import counted

_BROWSERS = (
    ("Edge", re.compile(r"Edg(?:e|A|iOS)?/")),
    ("Opera", re.compile(r"OPR/")),
    ("Firefox", re.compile(r"Firefox/|FxiOS/")),
    ("Chrome", re.compile(r"Chrome/|CriOS/")),
    ("Safari", re.compile(r"Safari/")),
)


def paradata_section(subject: Subject) -> Section:
    """What the instrument says of itself."""
    return Section(
        "Paradata",
        (
            _versions(subject),
            _corpus(subject),
            _browsers(subject),
            _gaps(subject),
            _effort(subject),
            _clocks(subject),
            _consent(subject),
            _withdrawals(subject),
        ),
    )


def browser_of(user_agent: str) -> str:
    """The family of a browser; versions and systems would make people recognisable."""
    return next((name for name, pattern in _BROWSERS if pattern.search(user_agent)), "another one")


def _facts(subject: Subject) -> list[AttemptFacts]:
    return [one.facts for one in subject.places("people", begun=True) if one.facts]


def _versions(subject: Subject) -> Entry:
    seen = sorted({one for facts in _facts(subject) for one in facts.app_versions})
    line = f"Pagetrail {', '.join(seen)} wrote the events; {VERSION} made this card."
    return Entry(
        "versions", "Version of the app", "app", FROM_LOG, (line if seen else f"Pagetrail {VERSION}.",)
    )


def _corpus(subject: Subject) -> Entry:
    study, manifest = subject.study, subject.manifest
    lines = [
        f"Index {study.index_title}, build {study.index_fingerprint[:12]}; "
        f"profile {study.profile}, k = {study.k}.",
    ]
    if manifest is not None:
        read = manifest.versions
        lines += [
            f"{counted(len(manifest.documents), 'documents')}, {counted(manifest.n_pages, 'pages')}, "
            f"{counted(manifest.n_ocr_pages, 'pages')} with words of OCR.",
            f"Extractor {read.extractor}; OCR {read.ocr_engine} ({read.ocr_mode}); analyser {read.analyser}; "
            f"search engine {read.engine}.",
        ]
    missing = (
        ""
        if manifest
        else "The build is not on this machine: make the card where it is, to have its versions."
    )
    return Entry(
        "corpus",
        "Corpus, index build, OCR, profile, hits a query",
        "app",
        "study and index build",
        tuple(lines),
        missing=missing,
    )


def _browsers(subject: Subject) -> Entry:
    sessions = [
        event.payload
        for events in subject.contents.participations.values()
        for event in events
        if isinstance(event.payload, SessionStarted)
    ]
    browsers = Counter(browser_of(one.user_agent) for one in sessions if one.user_agent)
    zones = sorted({one.time_zone for one in sessions if one.time_zone})
    zooms = [zoom for facts in _facts(subject) for zoom in facts.zooms]
    lines = [f"Sessions in {name}: {n}." for name, n in sorted(browsers.items())]
    if zones:
        lines.append(f"Time zones: {', '.join(zones)}.")
    if zooms:
        lines.append(f"Zoom of pages: median {100 * median(zooms):.0f} % of the width.")
    sized = [one for one in sessions if one.viewport_width]
    if sized:
        lines.append(
            f"Windows: median {median(one.viewport_width for one in sized):.0f} x "
            f"{median(one.viewport_height for one in sized):.0f} CSS pixels, device pixel ratio "
            f"{median(one.device_pixel_ratio for one in sized):.2g} ({counted(len(sized), 'sessions')})."
        )
    return Entry("browsers", "Browser, time zone, zoom", "app", FROM_LOG, tuple(lines))


def _gaps(subject: Subject) -> Entry:
    facts = _facts(subject)
    lost = sum(one.n_lost for one in facts)
    beside = sum(n_lost(events) for events in subject.contents.participations.values())
    outage_s = sum(one.outage_s or 0.0 for one in facts)
    lines = (
        f"{counted(sum(one.n_events for one in facts), 'events')} in {counted(len(facts), 'attempts')}, "
        "numbered by the server without a gap.",
        f"Events that a browser numbered and that never arrived: {lost + beside}.",
        f"Pages, marks and drafts that arrived on a pause: {sum(one.n_on_pause for one in facts)}.",
        f"The server was down for {seconds(outage_s)} of people's attempts; that is no working time.",
    )
    return Entry("gaps", "Gaps in the log", "app", FROM_LOG, lines)


def _effort(subject: Subject) -> Entry:
    places = [one for one in subject.places("people", begun=True) if one.facts and one.record]
    if not places:
        return Entry(
            "per_item", "Per item: searches, pages, marks, edits", "app", FROM_LOG, ("Nobody has begun yet.",)
        )
    values = {
        "searches": [float(one.record.n_searches or 0) for one in places if one.record],
        "hits opened": [float(one.facts.n_hits_opened) for one in places if one.facts],
        "page views": [float(one.record.n_page_views or 0) for one in places if one.record],
        "pages marked": [float(one.facts.n_marked) for one in places if one.facts],
        "pages unmarked": [float(one.facts.n_unmarked) for one in places if one.facts],
        "drafts saved": [float(one.facts.n_answer_edits) for one in places if one.facts],
        "seconds paused": [one.facts.pause_s or 0.0 for one in places if one.facts],
        "seconds with the tab hidden": [one.facts.hidden_s or 0.0 for one in places if one.facts],
    }
    rows = tuple(
        (name, f"{fmean(of):.1f}", f"{median(of):.1f}", f"{max(of):.1f}") for name, of in values.items()
    )
    ended = Counter(one.status for one in places)
    lines = (f"Attempts ended as: {', '.join(f'{name} {n}' for name, n in sorted(ended.items()))}.",)
    return Entry(
        "per_item",
        "Per item: searches, pages, marks, edits",
        "app",
        "event log; item by item in attempts.csv",
        lines,
        (CardTable(("per attempt of people", "mean", "median", "most"), rows),),
    )


def _clocks(subject: Subject) -> Entry:
    skews = [one.clock_skew_s for one in _facts(subject) if one.clock_skew_s is not None]
    line = (
        f"Browsers' clocks minus the server's: median {_tenths(median(skews))} s, from "
        f"{_tenths(min(skews))} s to {_tenths(max(skews))} s. Times are the server's."
        if skews
        else "No event of a browser carries its clock. Times are the server's."
    )
    return Entry("clocks", "Clock skew", "app", FROM_LOG, (line,))


def _consent(subject: Subject) -> Entry:
    given = [
        min(event.at_ms for event in events if event.kind == "consent_given")
        for events in subject.contents.participations.values()
        if any(event.kind == "consent_given" for event in events)
    ]
    if given:
        lines = [
            f"{counted(len(given), 'people')} consented, from {day(min(given))} to {day(max(given))}.",
            "Version and time of each: participants.jsonl.",
        ]
    else:
        is_asked = bool(subject.design.consent)
        lines = ["Nobody has consented yet." if is_asked else "Nobody was asked for consent."]
    return Entry("consent", "Consent: version and time", "app", FROM_LOG, tuple(lines))


def _withdrawals(subject: Subject) -> Entry:
    withdrawn = [state for state in subject.states.values() if state.has_withdrawn]
    erased = sum(state.is_erased for state in withdrawn)
    rule = "erased" if subject.design.erase_on_withdrawal else "kept, as people are told"
    lines = [f"When somebody withdraws, what they did is {rule}."]
    if withdrawn:
        lines.append(f"{counted(len(withdrawn), 'people')} withdrew; erased: the content of {erased}.")
    else:
        lines.append("Nobody withdrew.")
    return Entry("withdrawals", "Withdrawals honoured", "app", FROM_LOG, tuple(lines))


def _tenths(value: float) -> str:
    """One digit behind the point, and no minus before zero."""
    return f"{round(value, 1) + 0.0:.1f}"
