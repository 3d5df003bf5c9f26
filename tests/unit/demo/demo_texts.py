"""Text as tests compare it."""

from __future__ import annotations

import unicodedata


def collapsed(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())
