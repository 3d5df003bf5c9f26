"""What a participant is told before the first item, where the researcher wrote nothing else. Pure."""

from __future__ import annotations

from db.study_design import StudyDesign
from db.wording import lasting

_SEARCH = (
    '**Search** the collection. Words are combined with AND; `OR`, `NOT`, `"phrases"` and `*` work too.',
    "**Read** the pages. You can turn pages freely once a document is open.",
)
_SEARCH_HITS_ONLY = (
    _SEARCH[0],
    "**Read** the pages that were found. Only these can be opened; search again for others.",
)
_GIVEN = ("**Read** the pages that are listed. The answer is on them; there is nothing to search.",)
_BOTH = (
    "**Look** for the answer. For some questions you search the collection (words are combined with AND; "
    '`OR`, `NOT`, `"phrases"` and `*` work too); for others the pages are listed, and there is nothing to '
    "search.",
    "**Read** the pages.",
)
_MARK = (
    "**Mark** the pages that prove your answer (key `e`). Mark as few as are needed, but all that are needed."
)
_ANSWER = (
    "**Answer** in as few words as possible, as the document puts it. Use a separate part for each element "
    "of a list."
)
_SURE = " Say how sure you are."
_SUBMIT = "**Submit.** An answer cannot be changed afterwards. If you cannot find it, say so."


def instructions_for(design: StudyDesign) -> str:
    """The instructions of a study as Markdown: the researcher's, or ours for what the design offers."""
    if design.instructions.strip():
        return design.instructions
    steps = [*_finding(design), _MARK, _ANSWER + (_SURE if design.ask_confidence else ""), _SUBMIT]
    listed = "\n".join(f"{number}. {step}" for number, step in enumerate(steps, start=1))
    return f"**For each question**\n\n{listed}\n\n{_recorded(design)}\n\n{_last(design)}\n"


def _finding(design: StudyDesign) -> tuple[str, ...]:
    tools = {condition.tools for condition in design.conditions}
    if tools == {"given_pages"}:
        return _GIVEN
    if tools == {"search", "given_pages"}:
        return _BOTH
    whole = all(condition.whole_document for condition in design.conditions)
    return _SEARCH if whole else _SEARCH_HITS_ONLY


def searches_in(design: StudyDesign) -> bool:
    """Whether anybody searches in this study, under whatever condition."""
    return any(condition.tools == "search" for condition in design.conditions)


def _recorded(design: StudyDesign) -> str:
    what = "Every search and every page view" if searches_in(design) else "Every page view"
    text = (
        "Take the answer from the documents only, even if you know it otherwise. "
        f"{what} is recorded with its time; this is what the study is about. The working time runs while a "
        "question is open, also in a hidden tab."
    )
    if design.pauses.allowed:
        text += " Use *Pause* when you are interrupted: the clock stops."
    return text + _limits(design)


def _limits(design: StudyDesign) -> str:
    """Without figures (`limits_in_words` says them): amending those changes no text that was read."""
    limits = design.limits
    of = [*(["each question"] if limits.item_s else []), *(["each batch"] if limits.batch_s else [])]
    if not of:
        return ""
    end = (
        "what stands in the form is submitted"
        if limits.at_limit == "submit"
        else "the question closes without an answer"
    )
    return (
        f"\n\nThe working time for {' and for '.join(of)} is limited. The clock shows what is left; when the "
        f"time is over, {end}."
    )


def limits_in_words(design: StudyDesign) -> str:
    """How much working time there is, as it holds now; empty without limits."""
    limits = design.limits
    spans = [
        *([f"{lasting(limits.item_s)} for a question"] if limits.item_s else []),
        *([f"{lasting(limits.batch_s)} for a batch of questions"] if limits.batch_s else []),
    ]
    return " and ".join(spans)


def _last(design: StudyDesign) -> str:
    sheet = "the keys and the query language" if searches_in(design) else "the keys"
    return (
        "Everything is saved as you go. If something breaks, open your invitation link again and go on.\n"
        f"Press `?` at any time for {sheet}."
    )
