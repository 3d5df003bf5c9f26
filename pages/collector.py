"""How the garbage collector of the web process is set."""

from __future__ import annotations

import gc

# Answers of many systems are hundreds of thousands of small objects that stay. By Python's own thresholds the
# collector walks over them again and again while they are made, which takes as long as making them.
_NEW_OBJECTS, _YOUNG, _MIDDLE = 50_000, 20, 20


def settle() -> None:
    """What is there now lives as long as the process, and is never looked at again; new objects rarely."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, _YOUNG, _MIDDLE)
