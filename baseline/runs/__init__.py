"""Runs of systems that answered elsewhere: read forgivingly, reported strictly, stored as they came."""
