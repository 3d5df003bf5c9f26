"""How the question is worded: does it stand alone, and does it leave the search to the reader? Pure.

Patterns know English only; a question in another language passes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from annotation.checks.closed_world import is_binary
from annotation.checks.findings import Finding, quoted
from annotation.checks.text import words_of
from db.authored import ItemDraft
from db.wording import counted

MOST_WORDS = 30
_THING = (
    r"(?:documents?|reports?|pdfs?|papers?|files?|forms?|pages?|texts?|articles?|letters?|scans?|slides?)"
)
_SELF = re.compile(
    rf"\b(?:this|these|the (?:given|attached|above|following|provided|present|said)|attached|provided)"
    rf"\s+{_THING}\b|\bthe (?:document|pdf)\b|\b(?:title|author|date|subject) of the {_THING}\b",
    re.IGNORECASE,
)
_ORDINAL = r"(?:first|second|third|fourth|fifth|sixth|last|next|final|previous|\d+(?:st|nd|rd|th))"
_PLACE = (
    r"(?:pages?|slides?|figures?|tables?|sections?|appendix|appendices|chapters?|paragraphs?|columns?|rows?|"
    r"footnotes?|exhibits?|annex(?:es)?)"
)
_SIDE = r"(?:top|bottom|upper|lower|left|right|above|below)(?:[- ](?:hand|left|right|most))?"
_NOUN = (
    r"(?:corner|side|column|row|table|chart|figure|image|photo|photograph|picture|box|panel|graph|map|half|"
    r"part|section|margin|paragraph|line|cell|footer|header|logo|diagram)s?"
)
_ENDINGS = r"(?:pdf|docx?|xlsx?|pptx?|csv|txt|tiff?|jpe?g|png)"
_CUES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:pages?|pp?\.|slides?)\s*(?:no\.?\s*)?\d+",
        # A letter or a Roman number only in capitals: not "table a" of "the table a firm sent".
        rf"\b(?:{_PLACE}|fig\.)\s+(?:\d+(?:\.\d+)*[a-z]?|(?-i:[IVXLC]+|[A-Z]))\b(?!['’])",
        rf"\b{_ORDINAL}\s+{_PLACE}\b",
        rf"\b{_SIDE}\s+{_NOUN}\b",
        rf"\b{_NOUN}\s+(?:above|below|on the (?:left|right))\b",
        r"\b(?:top|bottom|left|right)(?:\s+\w+)? of the (?:page|table|chart|form|slide|figure)\b",
        rf"\b[\w-]+\.{_ENDINGS}\b",
        r"\b[^\W_]+(?:_[^\W_]+)+\b",
    )
)
_YES_NO = re.compile(
    r"\W*(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must)"
    r"(?:n['’]t)?\b",
    re.IGNORECASE,
)
# Thai to Burmese, Khmer, Japanese, Chinese.
_UNSPACED = re.compile("[\u0e01-\u109f\u1780-\u17d3\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_CHOICE = re.compile(r"\bor\b", re.IGNORECASE)


def check_wording(draft: ItemDraft) -> tuple[Finding, ...]:
    """One finding for each of the wording checks that needs nothing but the draft."""
    return (_self_reference(draft), _location_cue(draft), _yes_no(draft), _long_answer(draft))


def _self_reference(draft: ItemDraft) -> Finding:
    if match := _SELF.search(draft.question):
        sentence = (
            f"{quoted(match.group())} says nothing to somebody who has the whole corpus before them: name "
            "the document by what it is about."
        )
        return Finding(check="self_reference", level="warn", sentence=sentence)
    return Finding(
        check="self_reference", level="pass", sentence="The question does not speak of “this document”."
    )


def _location_cue(draft: ItemDraft) -> Finding:
    cues = list(dict.fromkeys(_cues(draft)))
    if not cues:
        sentence = "The question does not tell where to look."
        return Finding(check="location_cue", level="pass", sentence=sentence)
    sentence = f"{', '.join(cues[:3])} tells where to look: ask for the thing itself, not for its place."
    return Finding(check="location_cue", level="warn", sentence=sentence)


def _cues(draft: ItemDraft) -> Iterator[str]:
    for pattern in _CUES:
        if match := pattern.search(draft.question):
            yield quoted(match.group())
    asked = f" {' '.join(words_of(draft.question))} "
    for document in dict.fromkeys(ref.document for ref in draft.pages):
        title = words_of(_title(document))
        # One word is a name that the question may well need.
        if len(title) > 2 and f" {' '.join(title)} " in asked:
            yield quoted(_title(document))


def _title(document: str) -> str:
    name = document.rpartition("/")[2]
    stem = name.rpartition(".")[0] or name
    return re.sub(r"[_\-]+", " ", stem)


def _yes_no(draft: ItemDraft) -> Finding:
    opening = _YES_NO.match(draft.question)
    has_answer = any(part.strip() for variant in draft.answer_variants for part in variant)
    if opening is None or not has_answer or is_binary(draft) or _CHOICE.search(draft.question):
        return Finding(check="yes_no", level="pass", sentence="The opening fits the answer.")
    sentence = (
        f"The question opens with {quoted(opening.group())}, so yes or no would answer it: "
        "open with what, which, who, when or how many."
    )
    return Finding(check="yes_no", level="warn", sentence=sentence)


def _long_answer(draft: ItemDraft) -> Finding:
    longest = max(map(_n_words, draft.answer_variants), default=0)
    if longest <= MOST_WORDS:
        return Finding(check="long_answer", level="pass", sentence="The answer is short enough.")
    sentence = (
        f"The answer has {counted(longest, 'words')}: ask for something that {MOST_WORDS} words can say."
    )
    return Finding(check="long_answer", level="warn", sentence=sentence)


def _n_words(variant: tuple[str, ...]) -> int:
    """Words between spaces; where a script has none, two letters count as a word."""
    return sum(max(len(part.split()), len(_UNSPACED.findall(part)) // 2) for part in variant)
