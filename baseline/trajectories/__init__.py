"""Attempts to read step by step: from the event log, or from the file of an imported run."""
