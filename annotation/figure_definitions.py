"""What each figure of an item set and of its reviews is, said once for screens, files and docs.

A key may carry a parameter after `@` (`hop_mix@cross_doc`); the definition belongs to the part before
it. docs/construct-report.md describes every key; a test holds the two together.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from db.wording import kind_words

Unit = Literal["share", "count", "ratio"]


class FigureDefinition(NamedTuple):
    """`n_unit` is what N counts; `source` is where the figure comes from."""

    label: str
    unit: Unit
    n_unit: str
    definition: str
    source: str


_HERE = "docs/construct-report.md"
_LEXICAL = "MADQA, table 8"
_GUESSES = "MADQA, table 9"

CONSTRUCT: dict[str, FigureDefinition] = {
    "pages_matched": FigureDefinition(
        "Pages matched, median", "count", "items",
        "Median over items of the pages on which at least one n-gram of the question stands; stop and "
        "question words (English) are left out of both.", _LEXICAL,
    ),
    "lexical_precision": FigureDefinition(
        "Precision, pooled", "share", "items",
        "Evidence pages matched / pages matched, each summed over items.", _LEXICAL,
    ),
    "lexical_precision_mean": FigureDefinition(
        "Precision, mean", "share", "items",
        "Evidence pages matched / pages matched, by item, then averaged over the items that match a page.",
        _HERE,
    ),
    "lexical_recall": FigureDefinition(
        "Recall, mean", "share", "items",
        "Evidence pages matched / evidence pages, by item, then averaged.", _LEXICAL,
    ),
    "lexical_missed": FigureDefinition(
        "Missed entirely", "share", "items",
        "Share of items none of whose evidence pages is matched.", _LEXICAL,
    ),
    "one_query_enough": FigureDefinition(
        "One query is enough", "share", "items",
        "Share of items whose evidence pages are all among the first k hits of at least one of the query "
        "forms: such an item is not agentic.", "MADQA, section 2.2, property 5",
    ),
    "one_query_enough_by_hop": FigureDefinition(
        "One query is enough, by hop type", "share", "items", "The same, by hop type.", _HERE
    ),
    "one_query_all": FigureDefinition(
        "All evidence found", "share", "items",
        "Share of items whose evidence pages are all among the first hits of the question as one query: as "
        "typed (all words wanted), its words joined by OR, and both without stop and question words.",
        _HERE,
    ),
    "one_query_any": FigureDefinition(
        "Some evidence found", "share", "items",
        "Share of items with at least one evidence page among the first hits of the question as one query.",
        _HERE,
    ),
    "hop_mix": FigureDefinition(
        "Hop type", "share", "items",
        "Share of items whose evidence is one page (single), several pages of one document (cross_page) or "
        "several documents (cross_doc).", "MADQA, section 2.2, property 2",
    ),
    "multi_hop": FigureDefinition(
        "Several pages or documents", "share", "items",
        "Share of items whose evidence is more than one page.", "MADQA, section 2.2, property 2",
    ),
    "visual_mix": FigureDefinition(
        "Visual category", "share", "items",
        "Share of items by the visual category that their author gave; what follows a colon is detail.",
        "MADQA, table 10",
    ),
    "visual_detail": FigureDefinition(
        "Visual category in detail", "share", "items",
        "Share of items by category and detail, where a detail was given.", "MADQA, table 10",
    ),
    "visual_needed": FigureDefinition(
        "More than free text", "share", "items",
        "Share of items with another visual category than free text, among those that have one.",
        "MADQA, appendix E.3",
    ),
    "reasoning_mix": FigureDefinition(
        "Reasoning type", "share", "items", "Share of items by the type that their author gave.", _HERE
    ),
    "category_mix": FigureDefinition(
        "Document category", "share", "items", "Share of items by the category that their author gave.",
        _HERE,
    ),
    "domain_mix": FigureDefinition(
        "Domain", "share", "items", "Share of items by the domain that their author gave.", _HERE
    ),
    "documents_used": FigureDefinition(
        "Documents used", "share", "documents",
        "Share of the collection's documents that are evidence of an item. Counted, not sampled: no "
        "interval.", _HERE,
    ),
    "documents_used_by_folder": FigureDefinition(
        "Documents used, by folder", "share", "documents", "The same, by folder of the collection.", _HERE
    ),
    "pages_used": FigureDefinition(
        "Pages used", "share", "pages",
        "Share of the collection's pages that are evidence of an item. Counted, not sampled: no interval.",
        _HERE,
    ),
    "items_per_document": FigureDefinition(
        "Items per document, mean", "ratio", "documents",
        "Mean over all documents of the items whose evidence they hold. Counted, not sampled: no interval.",
        _HERE,
    ),
    "items_on_one_document": FigureDefinition(
        "Items on one document, most", "count", "documents",
        "The largest number of items that have evidence in the same document. Counted: no interval.", _HERE,
    ),
    "page_gap": FigureDefinition(
        "Page gap, median", "count", "items",
        "Median, over items with several evidence pages in one document, of last minus first of them (the "
        "widest, where there are several such documents).", _HERE,
    ),
    "adjacent_pages": FigureDefinition(
        "Neighbouring pages", "share", "items",
        "Share of those items whose gap is one page.", _HERE,
    ),
    "evidence_distance": FigureDefinition(
        "Distance of evidence pages (TF-IDF)", "ratio", "items",
        "1 - TF-IDF cosine of two evidence pages' words, averaged over the item's pairs of pages, then over "
        "items with several. About words, not meaning: no model is used.", _HERE,
    ),
    "near_duplicates": FigureDefinition(
        "In a near-duplicate pair", "share", "items",
        "Share of items whose question is at least 0.6 like another's, by Jaccard's index of words and "
        "neighbouring pairs of words. Pairs depend on each other: no interval.", _HERE,
    ),
    "guessed": FigureDefinition(
        "Right without documents", "share", "items",
        "Share of items that the closed-book answer gets right (strict string match), among those with "
        "such an answer.", _GUESSES,
    ),
    "guessed_by_kind": FigureDefinition(
        "Right without documents, by kind", "share", "items",
        "Share of all closed-book items that are right and of this kind: yes_no (the answer is yes or no), "
        "binary (the answer is one of two that the question names), memorised (all others).", _GUESSES,
    ),
    "guessed_by_chance": FigureDefinition(
        "Right by chance, published rule", "share", "items",
        "Half of the yes/no and binary items that are right / all closed-book items.", _GUESSES,
    ),
    "expected_by_chance": FigureDefinition(
        "Right by chance, expected", "share", "items",
        "Half of the yes/no and binary items, right or wrong / all closed-book items.", _HERE,
    ),
    "model_solves": FigureDefinition(
        "Right from the evidence alone", "share", "items",
        "Share of items that the model got right from their evidence pages only (strict string match; no "
        "answer is wrong), among those it was asked. A flag for people, no judgement of the item.", _HERE,
    ),
    "model_guesses": FigureDefinition(
        "Right from nothing", "share", "items",
        "Share of items that the model got right without any page (strict string match), among those it "
        "was asked.", _HERE,
    ),
}  # fmt: skip

AGREEMENT: dict[str, FigureDefinition] = {
    "blind_right": FigureDefinition(
        "Blind answer agrees", "share", "reviews",
        "Share of blind answers that the author's answer variants make right (strict string match); "
        "\"could not find it\" is wrong. By stage: after searching, then with the evidence.",
        "docs/metrics.md, accuracy",
    ),
    "blind_anls_star": FigureDefinition(
        "Blind answer, ANLS*", "share", "reviews",
        "Mean ANLS* of blind answers with the best of the author's answer variants.",
        "docs/metrics.md, anls_star",
    ),
    "blind_page_f1": FigureDefinition(
        "Blind evidence, page F1", "share", "reviews",
        "Mean F1 of the pages that the reviewer cited after searching and the author's evidence pages; "
        "nothing cited is 0.", "docs/metrics.md, page_f1",
    ),
    "decisions": FigureDefinition(
        "Decision", "share", "reviews",
        "Share of finished reviews that accept, return or correct the item.", _HERE,
    ),
    "corrections": FigureDefinition(
        "Correction", "share", "reviews",
        "Share of the reviews that correct which replace what the author gave, or extend it.",
        "MADQA, appendix C.1",
    ),
    "author_agrees": FigureDefinition(
        "Author agrees", "share", "reviews",
        "Share of the reviews that an author answered in which the author agrees.", _HERE,
    ),
    "second_reviews_agree": FigureDefinition(
        "Two reviewers decide alike", "share", "items",
        "Share of twice reviewed items on which the first and the second reviewer of the same submission "
        "decide alike; two corrections are alike if question, answers, evidence pages and details are the "
        "same. Second reviews follow disagreements, so this is lower than over all items.", _HERE,
    ),
    "second_reviews_kappa": FigureDefinition(
        "Kappa of two reviewers", "ratio", "items",
        "Cohen's kappa of their decisions (accept, return, correct, another correction) on the same items.",
        "Cohen (1960)",
    ),
    "second_reviews_ac1": FigureDefinition(
        "AC1 of two reviewers", "ratio", "items",
        "Gwet's AC1 of their decisions, which stays meaningful when nearly all decisions are the same.",
        "Gwet (2008)",
    ),
}  # fmt: skip

DEFINITIONS = CONSTRUCT | AGREEMENT

_QUERY_KEYS = {"one_query_all", "one_query_any"}
_QUERY_FORMS = {
    "typed": "as typed",
    "or": "words joined by OR",
    "content": "content words",
    "content_or": "content words joined by OR",
}
# Their parameters are names of ours; others are names that people gave, and stay as they are.
_WORDED_KEYS = {"hop_mix", "one_query_enough_by_hop", "evidence_distance", "guessed_by_kind"}


def definition_of(key: str) -> FigureDefinition:
    """The definition of a key with or without its parameter. Raises KeyError for an unknown one."""
    return DEFINITIONS[key.partition("@")[0]]


def label_of(key: str) -> str:
    """The label with its parameter: "Hop type, cross-document"."""
    name = parameter_name(key)
    label = definition_of(key).label
    return f"{label}, {name}" if name else label


def parameter_name(key: str) -> str:
    """What follows `@`, in words: "content words OR, top 10"; empty without a parameter."""
    base, _, parameter = key.partition("@")
    if base in _QUERY_KEYS and parameter:
        form, _, k = parameter.rpartition("_")
        return f"{_QUERY_FORMS[form]}, top {k}"
    if base in _WORDED_KEYS:
        return "yes/no" if parameter == "yes_no" else kind_words(parameter)
    return parameter
