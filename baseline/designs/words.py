"""What the fields of a design are called on the screen. Pure."""

from __future__ import annotations

from collections.abc import Mapping

FIELDS: Mapping[str, str] = {
    "title": "Title",
    "item_set": "Items to answer",
    "index_name": "Documents to search",
    "conditions": "Conditions",
    "allocation": "Who works in which condition",
    "k": "Hits a query shows",
    "hits.title": "Hits show the title",
    "hits.snippet": "Hits show a snippet",
    "hits.thumbnail": "Hits show a thumbnail",
    "batch_size": "Items in a batch",
    "people_per_item": "People per item",
    "batches_per_person": "Most batches a person",
    "order": "Order of the items",
    "seed": "Seed",
    "lease_s": "Seconds until a place is free again",
    "limits.item_s": "Seconds for an item",
    "limits.batch_s": "Seconds for a batch",
    "limits.at_limit": "At the limit",
    "limits.warn_before_s": "Warnings, seconds before the end",
    "pauses.allowed": "Pauses allowed",
    "pauses.reasons": "Reasons for pauses",
    "pauses.most_per_item": "Most pauses an item",
    "pauses.longest_s": "Longest pause, seconds",
    "may_skip": "Items can be skipped",
    "ask_confidence": "Confidence is asked",
    "show_progress": "Progress is shown",
    "show_time": "The clock is shown",
    "consent": "Consent text",
    "instructions": "Instructions",
    "before": "Questions before the items",
    "after": "Questions after the items",
    "practice_set": "Practice items",
    "qualification": "Qualification test",
    "attention": "Attention checks",
    "debrief": "Closing text",
    "gives_code": "Completion code",
    "erase_on_withdrawal": "Withdrawal erases",
    "pay.per_hour": "Pay an hour",
    "pay.currency": "Currency",
    "pay.note": "Notes on pay",
    "exclusion_rules": "Exclusion rules",
    "plan.accuracy": "Expected accuracy",
    "plan.minutes_per_item": "Expected minutes an item",
    "plan.people": "Expected people",
}


def field_words(field: str) -> str:
    """The name of a field; of a field within one that has a name, that name and what is left of the path."""
    outer, inner = field, ""
    while outer:
        if outer in FIELDS:
            rest = inner.strip(".").replace("_", " ").replace(".", ", ")
            return f"{FIELDS[outer]}: {rest}" if rest else FIELDS[outer]
        outer, _, last = outer.rpartition(".")
        inner = f"{last}.{inner}"
    words = field.replace("_", " ").replace(".", ": ")
    return words[:1].upper() + words[1:]
