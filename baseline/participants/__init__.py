"""The way of one participant through a study: which step is on the screen, and what each step stores."""
