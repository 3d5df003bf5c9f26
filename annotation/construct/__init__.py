"""Construct checks on a set of items, by family of figures; report.py puts them together."""
