"""A study from its launch to its end: its state, its amendments, and who is where in it."""
