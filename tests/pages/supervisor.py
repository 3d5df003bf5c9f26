"""The project page as one person sees it, and a whole review in one call."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from streamlit.testing.v1 import AppTest

from annotation import reviewing
from db.accounts import find_account
from db.authored import Reviewed
from db.models import By
from pages.services import Services
from pages.ui import errand
from pages.ui import page as page_frame
from tests.authoring import blind
from tests.pages.desk_room import DeskRoom


def show() -> None:
    from pages.annotate import project

    project.show()


class Supervisor(NamedTuple):
    """The page as one person sees it."""

    app: AppTest

    def text(self) -> str:
        """Everything that is written on the page, tables of ours included."""
        kinds = ("title", "markdown", "caption", "subheader", "error", "info", "warning", "success", "code")
        found = [str(element.value) for kind in kinds for element in self.app.get(kind)]
        tables = [element.proto.body for element in self.app.get("html")]
        return "\n".join([*found, *tables]).replace("\\", "")

    def primary(self) -> list[str]:
        """The labels of all primary buttons."""
        return [one.label for one in self.app.button if one.proto.type == "primary"]

    def press(self, label: str) -> None:
        """One press of a button."""
        (button,) = [one for one in self.app.button if one.label.replace("\\", "") == label]
        button.click().run()
        assert not self.app.exception

    def field(self, kind: str, label: str) -> Any:
        """The field with this label."""
        (found,) = [one for one in self.app.get(kind) if one.label == label]
        return found

    def table(self) -> Any:
        """The first table, as data."""
        return self.app.dataframe[0].value


def open_project_page(
    running: Services, monkeypatch: pytest.MonkeyPatch, who: str = "sue", **address: str
) -> Supervisor:
    """The page as somebody opens it at an address."""
    with running.reading() as database:
        account = find_account(database, who)
    for module in (page_frame, errand):
        monkeypatch.setattr(module, "account_here", lambda: account)
    app = AppTest.from_function(show, default_timeout=60)
    for name, value in address.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return Supervisor(app)


def reviewed(room: DeskRoom, item: str, decision: str, who: str = "rita") -> None:
    """A whole review with this decision."""
    by = By(who, room.services.clock.now_ms())
    review_id = room.opened_review(item, who)
    comments = ({"field": "question", "comment": "Which <b>harbour</b>?"},) if decision == "return" else ()

    def job(database: Any) -> None:
        for stage in ("search", "evidence"):
            reviewing.answer_blind(database, item, blind(review_id, stage, "4,217 crowns"), by)
        decided = {"review_id": review_id, "decision": decision, "comments": comments}
        reviewing.review(database, item, Reviewed.model_validate(decided), by)

    room.services.write(job)
