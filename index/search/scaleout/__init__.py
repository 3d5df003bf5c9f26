"""Engines for collections that outgrow one machine: the same language and pages, another ranking."""
