"""Everything that touches a PDF: the parent's side of the worker processes, and the workers."""
