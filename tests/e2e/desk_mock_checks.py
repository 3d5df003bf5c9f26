"""A few checks as an author's desk gets them, over the invented library: enough to see them come and go."""

from __future__ import annotations

from tests.e2e.bench_library import LIBRARY

DOCUMENTS = [
    {"document": name, "n_pages": len(pages), "n_items": n_items, "assigned": n_items < 2}
    for n_items, (name, pages) in enumerate(LIBRARY.items())
]


def _group(name: str, *rows: tuple[str, int, float]) -> dict:
    """What the meter is told of one group: (kind, there, wanted), the thinnest first."""
    thin = [{"of": of, "have": have, "want": want, "missing": max(0, want - have)} for of, have, want in rows]
    return {"group": name, "n_kinds": len(rows) + (name == "documents"), "thinnest": thin}


COVERAGE = [
    _group("hop", ("cross_doc", 1, 10), ("cross_page", 4, 10), ("single", 31, 30)),
    _group("visual", ("tabular", 7, 12), ("handwriting", 0, 4), ("free_text", 22, 20)),
    _group("category", ("inspections", 2, 6), ("reports", 30, 28)),
    _group("documents", *((row["document"], row["n_items"], 2.8) for row in DOCUMENTS)),
]


def check(draft: dict) -> dict:
    """What the server says of a draft."""
    findings = [*_extractive(draft), *_grounded(draft), *_wording(draft)]
    if not draft["question"] and not draft["evidence"]:
        findings = []
    return {"findings": findings, "hop": hop(draft), "coverage": COVERAGE}


def hop(draft: dict) -> str | None:
    """The hop type of the evidence."""
    pages = {(mark["document"], mark["page"]) for mark in draft["evidence"]}
    if not pages:
        return None
    if len({document for document, _ in pages}) > 1:
        return "cross_doc"
    return "cross_page" if len(pages) > 1 else "single"


def _text(ref: dict) -> str:
    return LIBRARY[ref["document"]][ref["page"] - 1][1]


def _finding(name: str, level: str, sentence: str, *fixes: dict) -> dict:
    return {"check": name, "level": level, "sentence": sentence, "fixes": list(fixes)}


def _extractive(draft: dict) -> list[dict]:
    text = " ".join(_text(mark) for mark in draft["evidence"])
    said = [
        finding
        for variant, parts in enumerate(draft["answer_variants"])
        for part, words in enumerate(parts)
        if words and words not in text and (finding := _not_found(variant, part, words, text))
    ]
    if said or not draft["evidence"]:
        return said
    return [_finding("extractive", "pass", "Every word of the answer stands on an evidence page.")]


def _not_found(variant: int, part: int, words: str, text: str) -> dict:
    for at in range(len(text)):
        for end in range(at + 1, min(len(text), at + len(words) + 4) + 1):
            written = text[at:end]
            if written != words and written.replace(" ", "") == words and written.strip() == written:
                fix = {
                    "kind": "use_words",
                    "label": f"Use the document's words “{written}”",
                    "variant": variant,
                    "part": part,
                    "words": written,
                }
                return _finding("extractive", "warn", f"The document writes “{written}”, not “{words}”.", fix)
    pages = [
        {"document": name, "page": page}
        for name, labelled in LIBRARY.items()
        for page, (_, content) in enumerate(labelled, start=1)
        if words in content
    ]
    fixes = [
        {
            "kind": "mark_page",
            "label": f"Mark page {ref['page']} of {ref['document']} as evidence",
            "ref": ref,
        }
        for ref in pages[:1]
    ]
    return _finding("extractive", "warn", f"“{words}” stands on no evidence page.", *fixes)


def _grounded(draft: dict) -> list[dict]:
    words = {word for parts in draft["answer_variants"] for part in parts for word in part.split()}
    said = []
    for mark in draft["evidence"]:
        ref = {"document": mark["document"], "page": mark["page"]}
        if ref in draft["bridges"] or len(draft["evidence"]) < 2 or words & set(_text(ref).split()):
            continue
        name = f"page {ref['page']} of {ref['document']}"
        drop = {"kind": "drop_page", "label": f"Drop {name}", "ref": ref}
        bridge = {"kind": "name_bridge", "label": f"Name {name} as a bridge", "ref": ref}
        said.append(
            _finding(
                "grounded",
                "warn",
                f"Page {ref['page']} of {ref['document']} holds no word of the answer.",
                drop,
                bridge,
            )
        )
    return said or [_finding("grounded", "pass", "Every evidence page holds a word of the answer.")]


def _wording(draft: dict) -> list[dict]:
    said = []
    if "this document" in draft["question"].casefold():
        sentence = "The question speaks of “this document”; who has not seen it cannot know which one."
        said.append(_finding("self_reference", "warn", sentence))
    if draft["question"] and not draft["metadata"]["visual"]:
        sentence = "No visual category is chosen; say what the answer is read from."
        said.append(_finding("visual", "note", sentence))
    return said
