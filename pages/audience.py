"""What of an error is for whom: participants never read how a collection is repaired.

The one place for pages and routes: whoever runs the server finds the maintainers' sentence in the log.
"""

from __future__ import annotations

import logging

from db.errors import AppError, IndexMissing, IndexUnreadable
from db.models import Account, Role
from db.page_trouble import PageStoreUnusable
from index.drawing import FileChanged, FileGone

_LOG = logging.getLogger(__name__)
_NO_COLLECTION = (
    "The collection cannot be used at the moment. Nothing is lost; please tell whoever invited you."
)
_NO_PICTURE = (
    "The picture of this page cannot be shown at the moment. Nothing is lost; please tell whoever invited "
    "you."
)
_MAINTAINERS = {Role.RESEARCHER, Role.ADMIN}


def sentence_for(account: Account | None, error: AppError, where: str) -> str:
    """The error in the words that fit who reads it; None stands for somebody who is not known.

    Args:
        account: who reads it.
        error: what happened.
        where: the page or the route, for the log.
    """
    instead = _instead(error)
    if instead is None:
        return error.user_message
    _LOG.error("%s: %s", where, error.user_message)
    return error.user_message if account is not None and account.role in _MAINTAINERS else instead


def _instead(error: AppError) -> str | None:
    """What participants read of an error that is somebody else's to mend; None if it is theirs."""
    match error:
        case IndexMissing() | IndexUnreadable() | PageStoreUnusable():
            return _NO_COLLECTION
        case FileChanged() | FileGone():
            return _NO_PICTURE
        case _:
            return None
