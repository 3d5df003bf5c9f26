"""A study as a report: HTML, LaTeX tables, the figures' data, and what they are recomputed from."""
