"""The demo collection: an invented town body's public records, drawn page by page, always alike."""
