"""The corpus page with the real services: what it shows, to whom, and what its buttons start."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from baseline.studies.studies import StudyPlan, create_study
from db.accounts import accounts_of_study, add_account
from db.clock import FixedClock
from db.models import Account, Role
from index import again, jobs
from index.build import BuildRequest, build_index
from index.collection import open_index
from index.jobs import JobState, PublishJob, RereadJob, job_state, keep_state, start_job
from pages.research import corpus as corpus_page
from pages.research import corpus_job
from pages.services import Services
from pages.ui import page as page_frame
from tests.pdfs import Sheet, write_pdf
from tests.small_study import SmallStudy

pytestmark = pytest.mark.usefixtures("remembered_reading")


def corpus() -> None:
    from pages.research import corpus

    corpus.show()


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    """Other documents than those of the study: a scan, a page with markup, an empty file."""
    folder = tmp_path / "documents"
    write_pdf(folder / "scan.pdf", [Sheet(picture="SCANBETA total 418"), "*bold* <b>words</b>"])
    (folder / "zero.pdf").write_bytes(b"")
    return folder


@pytest.fixture
def newest(small_study: SmallStudy, documents: Path) -> str:
    """A second build of the study's index, of other documents, in use now."""
    return published(documents, small_study.home / "indexes" / "small")


def published(documents: Path, out: Path) -> str:
    request = BuildRequest(folder=documents, out=out, ocr="off", n_workers=1)
    return build_index(request, FixedClock()).fingerprint


@pytest.fixture
def as_role(running: Services, monkeypatch: pytest.MonkeyPatch) -> Callable[[Role], None]:
    """Look at the page as somebody of this role."""

    def signed_in(role: Role) -> None:
        with running.reading() as database:
            known = {one.role: one for one in accounts_of_study(database, "small")}
        account = known.get(role) or Account(account_id="chief", name="Chief", role=role)
        monkeypatch.setattr(page_frame, "account_here", lambda: account)

    return signed_in


def opened(**parameters: str) -> AppTest:
    app = AppTest.from_function(corpus, default_timeout=60)
    for name, value in parameters.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


def metrics(app: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in app.metric}


def texts(app: AppTest) -> str:
    kinds = (app.title, app.markdown, app.caption, app.info, app.warning, app.error)
    return "\n".join(str(element.value).replace("\\", "") for kind in kinds for element in kind)


def button(app: AppTest, label: str):
    return next(one for one in app.button if one.label == label)


def html_of(app: AppTest) -> str:
    return "\n".join(element.proto.body for element in app.get("html"))


def test_a_researcher_sees_the_figures_of_the_study_s_build(as_role: Callable[[Role], None]) -> None:
    as_role(Role.RESEARCHER)
    app = opened()
    assert metrics(app) == {
        "Documents": "3",
        "Pages": "36",
        "Text layer": "36",
        "OCR": "0",
        "Both": "0",
        "No usable text": "0",
        "Suspicious": metrics(app)["Suspicious"],
        "Left out": "0",
    }
    assert "newest · study A small study" in texts(app)
    table = app.dataframe[0].value
    assert list(table["Document"]) == ["accounts/harbour-2021.pdf", "ferry log.pdf", "lighthouse.pdf"]
    assert list(table["Pages"]) == [4, 2, 30]


def test_failures_and_suspicious_pages_have_views_of_their_own(
    as_role: Callable[[Role], None], newest: str
) -> None:
    as_role(Role.RESEARCHER)
    app = opened(build=newest)
    assert metrics(app)["Left out"] == "1"
    assert metrics(app)["No usable text"] == "1"
    app.button_group[0].set_value("failures").run()
    assert app.dataframe[0].value.to_dict("records") == [{"File": "zero.pdf", "Why": "is empty (0 bytes)"}]
    app.button_group[0].set_value("suspicious").run()
    assert not app.dataframe
    assert "No page of this build looks suspicious." in texts(app)


def test_a_file_that_is_left_out_later_is_shown_although_the_build_is_the_same(
    as_role: Callable[[Role], None], newest: str, documents: Path, small_study: SmallStudy
) -> None:
    as_role(Role.RESEARCHER)
    assert metrics(opened(build=newest))["Left out"] == "1"
    (documents / "second.pdf").write_bytes(b"")
    assert published(documents, small_study.home / "indexes" / "small") == newest
    assert metrics(opened(build=newest))["Left out"] == "2"


def test_a_researcher_sees_the_newest_build_and_the_one_of_the_study(
    as_role: Callable[[Role], None], newest: str, small_study: SmallStudy
) -> None:
    as_role(Role.RESEARCHER)
    app = opened()
    assert metrics(app)["Documents"] == "3"
    assert "This is an older build, kept for its studies." in texts(app)
    assert metrics(opened(build=newest))["Documents"] == "1"


def test_who_looks_at_the_newest_build_and_publishes_goes_on_to_the_next_one(
    as_role: Callable[[Role], None], documents: Path, small_study: SmallStudy
) -> None:
    as_role(Role.RESEARCHER)
    folder = small_study.home / "indexes" / "small"
    app = opened()
    for number in (1, 2):
        # The first time it is the study's build that is looked at, the second time no study's.
        write_pdf(documents / f"more-{number}.pdf", ["more"])
        app.query_params["following"] = "small"
        with jobs._lock(folder):
            state = JobState(job=PublishJob(), phase="running", started_at_ms=1)
            keep_state(folder, state)
            newest = published(documents, folder)
            app.run()
            assert app.query_params["following"] == "small"
        keep_state(folder, state.model_copy(update={"phase": "done", "ended_at_ms": 2}))
        app.run()
        assert app.query_params["build"] == newest
        assert "following" not in app.query_params
        assert metrics(app)["Documents"] == str(1 + number)
        assert not app.warning


def test_publishing_follows_the_newest_build_and_leaves_an_older_one_where_it_is(
    as_role: Callable[[Role], None], newest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_role(Role.RESEARCHER)
    followed = []
    monkeypatch.setattr(corpus_page, "start", lambda *_: None)
    monkeypatch.setattr(corpus_page, "follow", lambda build: followed.append(build.fingerprint))
    button(opened(), "Publish a new build").click().run()
    button(opened(build=newest), "Publish a new build").click().run()
    assert followed == [newest]


def test_a_build_that_was_replaced_is_said_to_be_and_the_newest_is_shown(
    as_role: Callable[[Role], None], newest: str, documents: Path, small_study: SmallStudy
) -> None:
    as_role(Role.RESEARCHER)
    write_pdf(documents / "more.pdf", ["more"])
    third = published(documents, small_study.home / "indexes" / "small")
    app = opened(build=newest)
    assert (
        f"Build {newest[:12]} of small was replaced by build {third[:12]}, and no study of yours was made on "
        "it. The newest is shown."
    ) in texts(app)
    assert metrics(app)["Documents"] == "2"
    assert "is not here, or is none of your studies'" in texts(opened(build="0" * 32))


def test_a_page_whose_file_is_gone_has_a_sentence_in_place_of_its_picture(
    as_role: Callable[[Role], None], newest: str, documents: Path
) -> None:
    as_role(Role.RESEARCHER)
    (documents / "scan.pdf").unlink()
    shown = html_of(opened(build=newest, document="scan.pdf", page="2"))
    assert "The file of &#x27;scan.pdf&#x27; is not where it was when the index was built." in shown
    assert "<img" not in shown
    assert "*bold* &lt;b&gt;words&lt;/b&gt;" in shown


def test_a_page_is_shown_beside_its_text_with_markup_as_text(
    as_role: Callable[[Role], None], newest: str
) -> None:
    as_role(Role.RESEARCHER)
    app = opened(build=newest, document="scan.pdf", page="2")
    shown = html_of(app)
    assert "*bold* &lt;b&gt;words&lt;/b&gt;" in shown
    assert "/api/page-image?index=small&amp;fingerprint=" in shown
    assert "Text from **text layer** · Words **2**" in texts(app)
    assert not metrics(app)


def test_a_page_whose_text_the_page_store_has_lost_says_so(
    as_role: Callable[[Role], None], newest: str, small_study: SmallStudy
) -> None:
    as_role(Role.RESEARCHER)
    connection = sqlite3.connect(small_study.home / "indexes/small/pages.sqlite")  # damage
    with connection:
        connection.execute("DELETE FROM pages")
    connection.close()
    shown = html_of(opened(build=newest, document="scan.pdf", page="2"))
    assert "The text of page 2 of &#x27;scan.pdf&#x27; is lost" in shown
    assert "no search" not in shown


def test_reading_again_is_suggested_where_it_may_help_and_not_because_of_size(
    as_role: Callable[[Role], None], documents: Path, small_study: SmallStudy
) -> None:
    as_role(Role.RESEARCHER)
    scan = Sheet(picture="Minutes of the harbour board, 12 March 1962, page 4")
    write_pdf(documents / "plan.pdf", [Sheet(text="A plan", size=(2600, 1800)), "A small page", scan])
    build = published(documents, small_study.home / "indexes" / "small")
    label = "Read this page again with OCR"
    apps = [opened(build=build, document="plan.pdf", page=page) for page in ("1", "2", "3")]
    kinds = [button(app, label).proto.type for app in apps]
    assert kinds == ["secondary", "secondary", "primary"]
    assert "This page is only huge, which OCR does not better" in texts(apps[0])
    assert "Nothing measured speaks for it" in texts(apps[1])
    assert "Reads the picture in two ways and keeps the better one." in texts(apps[2])


def test_earlier_jobs_are_folded_away_with_names_as_text(
    as_role: Callable[[Role], None], newest: str, small_study: SmallStudy
) -> None:
    as_role(Role.RESEARCHER)
    folder = small_study.home / "indexes" / "small"
    reread = RereadJob(fingerprint=newest, document="<b>x.pdf", page=3)
    for number, job in enumerate((reread, PublishJob(), PublishJob())):
        state = JobState(job=job, phase="done", started_at_ms=number * 60_000, sentence=f"Outcome {number}.")
        if number == 0:
            state = state.model_copy(update={"phase": "failed"})
            assert not opened(build=newest).expander
        jobs._keep_for_later(folder)
        keep_state(folder, state)
    app = opened(build=newest)
    assert [one.label for one in app.expander] == ["Earlier jobs"]
    assert "Outcome 2." in texts(app)
    shown = html_of(app)
    assert shown.index("1 Jan 00:01 UTC") < shown.index("1 Jan 00:00 UTC")
    assert ">Publish a new build<" in shown
    assert ">Outcome 1.<" in shown
    assert ">Read page 3 of &lt;b&gt;x.pdf again<" in shown
    assert ">failed: Outcome 0.<" in shown


def test_columns_that_say_nothing_are_left_out_and_gaps_are_dashes(
    as_role: Callable[[Role], None], documents: Path, small_study: SmallStudy
) -> None:
    as_role(Role.RESEARCHER)
    out = small_study.home / "indexes" / "small"
    assert not {"Why suspicious", "Repaired"} & set(
        opened(build=published(documents, out)).dataframe[0].value
    )
    write_pdf(documents / "plan.pdf", [Sheet(text="A plan", size=(2600, 1800))])
    table = opened(build=published(documents, out)).dataframe[0].value
    assert "Repaired" not in table
    whys = table.set_index("Document")["Why suspicious"]
    assert whys["plan.pdf"] == "huge 1"
    assert whys.isna()["scan.pdf"]


@pytest.mark.parametrize("page", ["0", "-1", "99", "x", "9" * 50, "\u0663"])
def test_a_page_number_that_makes_no_sense_opens_a_page_that_is_there(
    as_role: Callable[[Role], None], page: str
) -> None:
    as_role(Role.RESEARCHER)
    app = opened(document="ferry log.pdf", page=page)
    assert "of 2" in texts(app)


def test_an_unknown_document_is_a_sentence(as_role: Callable[[Role], None]) -> None:
    as_role(Role.RESEARCHER)
    app = opened(document="../../pagetrail.db", page="1")
    assert "There is no document '../../pagetrail.db' in index 'small'." in texts(app)


def test_an_administrator_sees_indexes_that_no_study_uses(
    as_role: Callable[[Role], None], running: Services, documents: Path, small_study: SmallStudy
) -> None:
    alone = published(documents, small_study.home / "indexes" / "alone")
    as_role(Role.RESEARCHER)
    assert metrics(opened(build=alone))["Documents"] == "3"
    as_role(Role.ADMIN)
    assert metrics(opened(build=alone))["Documents"] == "1"


def test_buttons_start_jobs_and_a_refusal_is_a_sentence(
    as_role: Callable[[Role], None], newest: str, small_study: SmallStudy, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_role(Role.RESEARCHER)
    started = []
    monkeypatch.setattr(corpus_job, "start_job", lambda folder, job, _: started.append((folder.name, job)))
    button(opened(build=newest), "Publish a new build").click().run()
    app = opened(build=newest, document="scan.pdf", page="1")
    button(app, "Read this page again with OCR").click().run()
    assert started == [
        ("small", PublishJob()),
        ("small", RereadJob(fingerprint=newest, document="scan.pdf", page=1)),
    ]
    monkeypatch.setattr(corpus_job, "start_job", start_job)
    folder = small_study.home / "indexes" / "small"
    with jobs._lock(folder):
        app = opened(build=newest)
        app = button(app, "Publish a new build").click().run()
        assert "A job is running on the collection 'small'; wait until it ends." in texts(app)


def test_a_running_job_is_shown_with_its_progress_and_blocks_the_buttons(
    as_role: Callable[[Role], None], newest: str, small_study: SmallStudy
) -> None:
    as_role(Role.RESEARCHER)
    folder = small_study.home / "indexes" / "small"
    state = JobState(job=PublishJob(), phase="running", started_at_ms=1, step="reading text", done=1, total=4)
    keep_state(folder, state)
    with jobs._lock(folder):
        app = opened(build=newest)
        assert button(app, "Publish a new build").disabled
        (bar,) = app.get("progress")
        assert (bar.proto.value, "reading text, 1 of 4 pages" in bar.proto.text) == (25, True)
    app = opened(build=newest)
    assert "Publishing ended unexpectedly" in texts(app)
    assert not button(app, "Publish a new build").disabled
    assert job_state(folder).phase == "crashed"


def test_a_page_that_was_read_again_shows_both_texts_and_can_be_put_back(
    as_role: Callable[[Role], None], newest: str, small_study: SmallStudy
) -> None:
    as_role(Role.RESEARCHER)
    index = open_index(str(small_study.home / "indexes" / "small"))
    again.read_again(index, "scan.pdf", 1)
    app = opened(build=newest)
    assert "1 page read again, waiting for the next build." in texts(app)
    app = opened(build=newest, document="scan.pdf", page="1")
    assert "Text after reading again" in html_of(app)
    assert "<ins>SCANBETA total 418</ins>" in html_of(app)
    assert "0 before, 3 after reading again" in html_of(app)
    assert "<dt>Added 3</dt><dd><ins>SCANBETA</ins> <ins>total</ins> <ins>418</ins></dd>" in html_of(app)
    button(app, "Keep the old text").click().run()
    assert index.waiting_pages() == {}
    index.close()


def test_an_older_build_says_that_the_newest_has_the_new_text(
    as_role: Callable[[Role], None], newest: str, documents: Path, small_study: SmallStudy, running: Services
) -> None:
    out = small_study.home / "indexes" / "small"
    index = open_index(str(out))
    again.read_again(index, "scan.pdf", 1)
    published(documents, out)
    plan = StudyPlan("second", "Second", "small", "small", newest, "exact")
    running.write(lambda database: create_study(database, plan, 2))
    as_role(Role.ADMIN)
    app = opened(build=newest, document="scan.pdf", page="1")
    assert "The newest build has the new text. This one never changes" in texts(app)
    assert "Keep the old text" not in [one.label for one in app.button]
    index.close()


def test_a_stranger_to_every_study_is_told_how_to_begin(
    running: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody = Account(account_id="r-2", name="R", role=Role.RESEARCHER)
    running.write(lambda database: add_account(database, nobody, 1))
    monkeypatch.setattr(page_frame, "account_here", lambda: nobody)
    assert "There is no collection yet." in texts(opened())
