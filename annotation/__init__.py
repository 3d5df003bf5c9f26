"""Authoring: items, their import and export."""
