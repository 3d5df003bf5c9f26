"""Judging answers: rubric, queue, double ratings, a model as one more judge, and how far to trust it."""
