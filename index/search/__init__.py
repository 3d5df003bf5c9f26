"""Words, queries and hits: one analyser, one query language, engines behind one interface."""
