"""What the fields of events are made of: bounded, so that nothing that is stored can be too large to read."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

Milliseconds = Annotated[int, Field(ge=0)]
# What a browser claims is bounded by what can be true: a view lasts a week at most, a list has few ranks.
VisibleMilliseconds = Annotated[int, Field(ge=0, le=7 * 24 * 3600 * 1000)]
Rank = Annotated[int, Field(ge=1, le=1000)]
Zoom = Annotated[float, Field(ge=0.01, le=100)]
LONGEST_REASON = 500
ShortId = Annotated[str, StringConstraints(max_length=200)]
ShortText = Annotated[str, StringConstraints(max_length=4000)]
Quote = Annotated[str, StringConstraints(max_length=20_000)]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
AskedSha256 = Annotated[str | None, Field(pattern=r"^[0-9a-f]{64}$")]
"""Of all that the gesture asked for, so that its id cannot pass with another content; None in older logs."""
