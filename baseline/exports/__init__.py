"""A study as files for others: predictions, trajectories, tables, Inspect logs, the baseline card."""
