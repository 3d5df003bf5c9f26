"""How long a worker may take before it is killed. Seconds; the machine may be busy."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Each step is a heartbeat: the clock starts again with every message of the worker."""

    open_s: float = 30.0
    text_s: float = 30.0
    picture_s: float = 20.0
    ocr_s: float = 120.0
    render_s: float = 20.0
    document_s: float = 1800.0
    kills_per_document: int = 3
    documents_per_worker: int = 200
