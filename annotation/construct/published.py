"""What the MADQA paper reports of its own 2,250 items over 18,619 pages: to read our figures beside.

Only figures that are counted as ours are. Tables 8 and 10, section 2.2 and appendix E of the paper.
"""

from __future__ import annotations

PUBLISHED: dict[str, float] = {
    "pages_matched@1-grams": 4125,
    "pages_matched@2-grams": 24,
    "pages_matched@3-grams": 1,
    "lexical_precision@1-grams": 0.0003,
    "lexical_precision@2-grams": 0.026,
    "lexical_precision@3-grams": 0.019,
    "lexical_recall@1-grams": 0.99,
    "lexical_recall@2-grams": 0.86,
    "lexical_recall@3-grams": 0.51,
    "multi_hop": 0.20,
    "visual_mix@free text": 0.428,
    "visual_mix@structured": 0.288,
    "visual_mix@tabular": 0.210,
    "visual_mix@artifact": 0.067,
    "visual_mix@other spatial": 0.007,
    "visual_needed": 0.572,
    "guessed": 0.112,
    "guessed_by_kind@memorised": 0.051,
    "guessed_by_chance": 0.030,
}
