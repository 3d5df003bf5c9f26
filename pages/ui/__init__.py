"""Widgets that pages share: the bench, the viewer, the guard, the session state."""
