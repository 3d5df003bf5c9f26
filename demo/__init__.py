"""A small invented collection with a finished study, so that the first run shows everything."""
