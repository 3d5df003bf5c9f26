"""Figures from files alone, without a database: of one system, or of several side by side."""
