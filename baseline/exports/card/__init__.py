"""The baseline card: what a human baseline must report, filled from the log where the app knows."""
