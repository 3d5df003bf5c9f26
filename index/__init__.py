"""Documents in, hits and page images out."""
