"""Which version of the app wrote an event."""

from __future__ import annotations

VERSION = "0.1.0"
