"""Is it said what has to be seen on the page, and does it fit the page? Pure."""

from __future__ import annotations

from annotation.checks.evidence import Evidence
from annotation.checks.findings import Finding, Level, page_name
from baseline.analysis.text_values import normalised
from db.authored import ItemDraft
from db.wording import listed

FREE_TEXT = "free text"
# The published sets name handwriting, charts and the like with one word.
_ARTIFACT = "artifact"
VISUAL_CATEGORIES = (
    FREE_TEXT, "structured", "tabular",
    "handwriting", "chart", "photo", "signature", "checkbox", "stamp", "other spatial",
)  # fmt: skip


def check_visual(draft: ItemDraft, evidence: Evidence) -> tuple[Finding, ...]:
    """Warns without a category, and where free text is to be read from a picture."""
    category = normalised(draft.metadata.visual.replace("_", " "))
    if not category:
        return (_finding("warn", "Say what has to be seen on the page: choose a visual category."),)
    pictures = [page_name(page.ref) for page in evidence.marked(draft) if page.has_little_text_layer]
    if category == FREE_TEXT and pictures:
        return (
            _finding(
                "warn",
                f"Free text is chosen, but the file has almost no text for {listed(pictures)}: look whether "
                "it is handwriting, a stamp or a chart, and choose that, or say that it is scanned text.",
            ),
        )
    if category != _ARTIFACT and category.removeprefix(f"{_ARTIFACT}: ") not in VISUAL_CATEGORIES:
        return (_finding("note", f"The usual visual categories are {', '.join(VISUAL_CATEGORIES)}."),)
    return (_finding("pass", f"The visual category is {category}."),)


def _finding(level: Level, sentence: str) -> Finding:
    return Finding(check="visual", level=level, sentence=sentence)
