"""One person and one item: the fold over events, its clock and its limits, and what is recorded of it."""
