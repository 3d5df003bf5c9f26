"""Participants: studies, assignment, attempts as folds over events, timing, scoring."""
