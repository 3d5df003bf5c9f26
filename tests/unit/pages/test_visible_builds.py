from index.jobs import JobState, PublishJob, RereadJob
from pages.builds import VisibleBuild, visible_builds
from pages.research.corpus_choice import build_label, starting_build
from pages.research.corpus_job import progress_of
from tests.makers import make_plan

OLD, NEW = "a" * 32, "b" * 32


def study(title="A pilot", name="reports", fingerprint=OLD):
    return make_plan(title=title, index_name=name, index_fingerprint=fingerprint)


def test_builds_are_those_of_the_studies_and_the_newest():
    builds = visible_builds([study(), study("Second"), study("Third", "more")], {"reports": NEW, "more": OLD})
    assert builds == [
        VisibleBuild("more", OLD, ("Third",), True),
        VisibleBuild("reports", OLD, ("A pilot", "Second"), False),
        VisibleBuild("reports", NEW, (), True),
    ]


def test_without_newest_ones_there_are_only_those_of_the_studies():
    assert visible_builds([study()], {}) == [VisibleBuild("reports", OLD, ("A pilot",), False)]
    assert visible_builds([], {"gone": None}) == []


def test_the_build_in_the_address_comes_first_then_that_of_a_study():
    builds = visible_builds([study()], {"reports": NEW, "alone": NEW})
    assert starting_build(builds, OLD).fingerprint == OLD
    assert starting_build(builds, "nonsense").studies == ("A pilot",)
    assert starting_build(visible_builds([], {"alone": NEW}), None).index_name == "alone"


def test_a_build_is_called_by_its_index_and_its_studies():
    assert build_label(VisibleBuild("r", OLD, ("A pilot",), True)) == (
        "r · build aaaaaaaaaaaa, newest · study A pilot"
    )
    assert build_label(VisibleBuild("r", OLD, (), False)) == "r · build aaaaaaaaaaaa · no study yet"


def test_progress_is_a_share_and_a_sentence():
    job = PublishJob()
    state = JobState(job=job, phase="running", started_at_ms=1000, step="reading text", done=3, total=12)
    share, text = progress_of(state, 66_000)
    assert share == 0.25
    assert text.startswith("Publishing a new build: reading text, 3 of 12 pages. 1 min 05 s so far.")
    state = JobState(job=job, phase="running", started_at_ms=1000)
    assert progress_of(state, 1000)[1].startswith("Publishing a new build: starting. 0 s")
    reread = RereadJob(fingerprint=OLD, document="a.pdf", page=2)
    state = JobState(job=reread, phase="running", started_at_ms=1000)
    assert progress_of(state, 500) == (
        0.0,
        "Reading page 2 of a.pdf again. 0 s so far. You may leave this page; it goes on.",
    )
