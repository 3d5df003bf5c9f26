"""Errors a person may read: one sentence that names the input and says what to do.

Adapters turn third-party errors into these at their edge. Anything else is a bug and is shown as a
reference number only.
"""

from __future__ import annotations


class AppError(Exception):
    """An error whose text is safe and useful to show to whoever caused it."""

    def __init__(self, user_message: str) -> None:
        super().__init__(user_message)
        self.user_message = user_message


class InvalidInput(AppError):
    """What was given cannot be used; the message names it and says what to do."""


class NotFound(AppError):
    """What was named does not exist here."""


class NotAllowed(AppError):
    """The account that asks may not do or see this."""


class AttemptClosed(AppError):
    """The attempt was submitted or has expired: its answer no longer changes."""


class Conflict(AppError):
    """Somebody, or the same person elsewhere, changed this in the meantime."""


class IndexMissing(AppError):
    """An index folder has no published build."""


class IndexUnreadable(AppError):
    """An index is there, and the operating system does not let us use it: it is not gone."""
