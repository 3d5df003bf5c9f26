"""A card from everything that is known of a study. Pure."""

from __future__ import annotations

from baseline.exports.card.analysis_part import analysis_section
from baseline.exports.card.design_part import design_section
from baseline.exports.card.documentation_part import documentation_section
from baseline.exports.card.entry import Card
from baseline.exports.card.execution_part import execution_section
from baseline.exports.card.paradata_part import paradata_section
from baseline.exports.card.parity import Parity
from baseline.exports.card.recruitment_part import recruitment_section
from baseline.exports.card.subject import Subject
from baseline.participants.instructions import instructions_for
from db.wording import counted


def card_of(subject: Subject, parity: Parity) -> Card:
    """Every item of the checklist, in its order."""
    study, state = subject.study, subject.contents.state
    phases = {"running": "is running", "paused": "is paused", "ended": "has ended"}
    return Card(
        title=f"Baseline card: {study.title}",
        subtitle=(
            f"Study {study.study_id}, which {phases[state.phase]}; design {subject.design.sha256[:12]}, "
            f"{counted(len(state.amendments), 'amendments')}.",
            f"Items {study.item_set_sha256[:12]}, index build {study.index_fingerprint[:12]}.",
        ),
        sections=(
            design_section(subject),
            recruitment_section(subject),
            execution_section(subject, parity),
            analysis_section(subject),
            documentation_section(subject),
            paradata_section(subject),
        ),
    )


def texts_of(subject: Subject) -> tuple[tuple[str, str], ...]:
    """What people read, in full: title and text, those that there are."""
    design = subject.design
    texts = (
        ("Consent text", design.consent),
        ("Instructions", instructions_for(design)),
        ("Closing text", design.debrief),
    )
    return tuple((title, text) for title, text in texts if text.strip())
