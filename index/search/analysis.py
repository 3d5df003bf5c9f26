"""Text into words: the one function behind the index, the queries, the snippets and the highlights.

Each profile has its analyser; a build keeps the version with which it was made, so that its queries
are read as its pages were.
"""

from __future__ import annotations

from db.errors import IndexMissing
from index.search.exact_analysis import ExactAnalyser, SecondExactAnalyser
from index.search.first_exact_analysis import FirstExactAnalyser
from index.search.interface import Profile
from index.search.madqa_analysis import FirstMadqaAnalyser, MadqaAnalyser
from index.search.tokens import Analyser

__all__ = ["Analyser", "analyser", "analyser_of_version"]


def analyser(profile: Profile) -> Analyser:
    """The analyser with which a new index of this profile is made."""
    return ExactAnalyser() if profile == "exact" else MadqaAnalyser()


def analyser_of_version(profile: Profile, version: str) -> Analyser:
    """The analyser with which an index was made. Raises IndexMissing if this version has it no more."""
    editions: tuple[Analyser, ...] = (
        *(ExactAnalyser(), SecondExactAnalyser(), FirstExactAnalyser()),
        *(MadqaAnalyser(), FirstMadqaAnalyser()),
    )
    for one in editions:
        if (one.profile, one.version) == (profile, version):
            return one
    raise IndexMissing(
        f"The words of this index were read by analyser {version[:40]!r}, which this version of Pagetrail "
        "does not have; use the version that built it, or build the index again."
    )
