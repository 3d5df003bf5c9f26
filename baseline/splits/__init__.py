"""Smaller item sets that rank systems as the whole does, made from imported runs and people's answers."""
