"""`python -m annotation check-model` against a server on loopback: what is asked, stored, refused."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from annotation import authoring, model_check_command
from annotation.authoring import Save
from annotation.model_checks import flags_of
from db.asking.endpoint import endpoint_of
from db.asking.replies import TRIES
from db.asking.run import MOST_FAILURES
from db.connection import opened_database
from db.errors import InvalidInput, NotFound
from db.home import database_path
from tests.authoring import make_draft, make_project
from tests.commands import outcome_of, run
from tests.fake_model import Said, completion, fake_model, words_of

KEY = "sk-very-secret"
TEXT = "Total of 2024: 100"


@pytest.fixture(autouse=True)
def desk(tmp_path, monkeypatch):
    """A project with an accepted item, a submitted one and a draft; an index of one document."""
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PAGETRAIL_MODEL_KEY", KEY)
    index = SimpleNamespace(page_text=lambda document, page: TEXT, close=lambda: None)
    monkeypatch.setattr(model_check_command, "open_index", lambda *_, **__: index)
    # Nobody waits here: what would be waited is kept.
    waited: list[float] = []
    monkeypatch.setattr(
        model_check_command, "pause_of", lambda stop: lambda s: waited.append(s) or stop.is_set()
    )
    with opened_database(database_path()) as database:
        made = make_project(database)
        made.accepted()
        made.submitted("bob", make_draft("Else?", answer="200", page=4))
        authoring.new_item(database, "pilot", made.by("ann"), make_draft("Later?"))
        yield SimpleNamespace(
            made=made, waited=waited, steps=lambda item: authoring.history(database, item).steps
        )


def always(text):
    return lambda body: completion(text)


def check(capsys, model, *arguments, name="small-1"):
    return outcome_of(
        capsys, "check-model", "--project", "pilot", "--endpoint", model.address, "--model", name, *arguments
    )


def refused(capsys, model, *arguments):
    code, printed = run(
        capsys,
        "check-model",
        "--project",
        "pilot",
        "--endpoint",
        model.address,
        "--model",
        "small-1",
        *arguments,
    )
    assert (code, printed.out) == (1, "")
    assert KEY not in printed.err
    return printed.err.splitlines()[-1]


def test_items_in_review_or_accepted_are_answered_from_evidence_and_from_nothing(capsys, desk):
    with fake_model(always('{"answer": ["100"]}')) as model:
        outcome = check(capsys, model)
    assert (outcome["answers"], outcome["already_asked"], outcome["stopped"]) == (4, 0, None)
    assert (outcome["tokens_in"], outcome["tokens_out"], outcome["answers_without_count"]) == (400, 28, 0)
    assert sorted((f["item"], f["tool"], f["is_right"]) for f in outcome["flags"]) == [
        ("pilot-0001", "evidence", True),
        ("pilot-0001", "nothing", True),
        ("pilot-0002", "evidence", False),
        ("pilot-0002", "nothing", False),
    ]
    assert {heard.path for heard in model.heard} == {"/v1/chat/completions"}
    assert {heard.key for heard in model.heard} == {f"Bearer {KEY}"}
    shown = [TEXT in words_of(heard.body) for heard in model.heard]
    assert shown.count(True) == 2
    assert "100" not in "".join(words_of(h.body) for h in model.heard).replace(TEXT, "")
    flags = flags_of(desk.steps("pilot-0001"))
    assert [(flag.tool, flag.level, flag.revision) for flag in flags] == [
        ("evidence", "pass", 1),
        ("nothing", "warn", 1),
    ]
    assert {flag.prompt for flag in flags} == {"1"}


def test_what_was_asked_is_not_asked_again_but_by_another_model_or_after_a_change(capsys, desk):
    with fake_model(always('{"answer": ["100"]}')) as model:
        check(capsys, model)
        again = check(capsys, model)
        assert (again["calls"], again["already_asked"]) == (0, 4)
        assert check(capsys, model, "--tool", "nothing", name="other")["answers"] == 2
        save = Save(make_draft("What is the sum of 2024?"), 1)
        authoring.save(desk.made.database, "pilot-0001", save, desk.made.by("ann"))
        changed = check(capsys, model)
        assert [(flag["item"], flag["revision"]) for flag in changed["flags"]] == [("pilot-0001", 2)] * 2


def test_items_by_name_may_be_drafts_and_must_be_of_the_project(capsys, desk):
    with fake_model(always('{"answer": ["100"]}')) as model:
        outcome = check(capsys, model, "--items", "pilot-0003", "--tool", "evidence")
        assert [flag["item"] for flag in outcome["flags"]] == ["pilot-0003"]
        assert refused(capsys, model, "--items", "gone").startswith("Project 'pilot' has no item 'gone'")


def test_a_draft_that_is_no_item_is_left_out_by_name(capsys, desk):
    empty = make_draft().model_copy(update={"question": ""})
    authoring.new_item(desk.made.database, "pilot", desk.made.by("ann"), empty)
    with fake_model(always('{"answer": ["100"]}')) as model:
        outcome = check(capsys, model, "--items", "pilot-0004", "pilot-0001")
    assert [(one["item"], one["tool"]) for one in outcome["left_out"]] == [("pilot-0004", "")]
    assert outcome["left_out"][0]["reason"].startswith("The question is empty")
    assert outcome["answers"] == 2


def test_a_dry_run_counts_and_asks_nothing(capsys, desk):
    with fake_model(always("")) as model:
        outcome = check(capsys, model, "--dry-run")
        assert (outcome["calls"], outcome["already_asked"], model.heard) == (4, 0, [])
        assert 200 < outcome["tokens_in"] < 2000
        with_images = check(capsys, model, "--dry-run", "--images")
        assert with_images["tokens_in"] == outcome["tokens_in"] + 2000
        assert model.heard == []


def test_refusals_and_missing_answers_are_outcomes(capsys, desk):
    said = iter(
        [
            Said({"choices": [{"message": {"content": None, "refusal": "No."}}]}),
            completion([{"type": "text", "text": '{"answer": []}'}]),
        ]
    )
    with fake_model(lambda body: next(said)) as model:
        outcome = check(capsys, model, "--items", "pilot-0001", "--at-once", "1")
    assert [(flag["tool"], flag.get("outcome")) for flag in outcome["flags"]] == [
        ("evidence", "refused"),
        ("nothing", "not_found"),
    ]
    assert outcome["answers_without_count"] == 1
    levels = [flag.level for flag in flags_of(desk.steps("pilot-0001"))]
    assert levels == ["note", "pass"]


def test_an_answer_that_cannot_be_read_is_named_and_asked_again_next_time(capsys, desk):
    with fake_model(
        lambda body: completion("It is 100." if TEXT in words_of(body) else '{"answer": "5"}')
    ) as model:
        outcome = check(capsys, model, "--items", "pilot-0001")
        assert outcome["left_out"] == [
            {
                "item": "pilot-0001",
                "tool": "evidence",
                "reason": "the model's reply cannot be read: its reply holds no JSON object with an answer",
            }
        ]
        model.answering = always('{"answer": "100"}')
        assert [flag["tool"] for flag in check(capsys, model, "--items", "pilot-0001")["flags"]] == [
            "evidence"
        ]


def test_a_busy_server_is_asked_again_after_a_while(capsys, desk):
    busy = Said({"error": {"message": "slow down"}}, 429, headers=(("Retry-After", "7"),))
    down = Said("<html>Bad gateway</html>", 502, "text/html")
    said = iter([busy, down, down, completion('{"answer": ["100"]}')])
    with fake_model(lambda body: next(said)) as model:
        outcome = check(capsys, model, "--items", "pilot-0001", "--tool", "evidence")
    assert outcome["answers"] == 1
    assert desk.waited == [7.0, 2.0, 4.0]


def test_a_server_that_stays_busy_stops_the_run_and_it_goes_on_later(capsys, desk):
    for number in range(4):
        desk.made.submitted("bob", make_draft(f"Number {number}?"))
    with fake_model(lambda body: Said({}, 503)) as model:
        outcome = check(capsys, model, "--at-once", "1")
        assert (outcome["answers"], len(outcome["left_out"])) == (0, MOST_FAILURES)
        assert f"also after {TRIES} tries" in outcome["stopped"]
        assert len(model.heard) == TRIES * MOST_FAILURES
        model.answering = always('{"answer": ["100"]}')
        assert check(capsys, model)["answers"] == 12


def test_a_parameter_that_the_model_does_not_take_is_left_out(capsys, desk):
    def picky(body):
        if "temperature" in body:
            return Said({"error": {"message": "Only the default is supported.", "param": "temperature"}}, 400)
        return completion('{"answer": ["100"]}')

    with fake_model(picky) as model:
        assert check(capsys, model)["answers"] == 4
        assert sum("temperature" in heard.body for heard in model.heard) == 1


def test_a_wrong_key_is_sent_once_and_never_printed(capsys, desk):
    wrong = Said({"error": {"message": f"Incorrect API key provided: {KEY}."}}, 401)
    with fake_model(lambda body: wrong) as model:
        assert "refuses access (status 401)" in refused(capsys, model)
        assert len(model.heard) == 1


def test_a_key_that_ends_halfway_stops_the_run_and_what_is_stored_stays(capsys, desk):
    said = iter([completion('{"answer": ["100"]}'), *[Said({"error": "no credit"}, 403)] * 9])
    with fake_model(lambda body: next(said)) as model:
        outcome = check(capsys, model, "--at-once", "2")
    assert outcome["answers"] == 1
    assert "status 403" in outcome["stopped"]


@pytest.mark.parametrize(
    ("said", "part"),
    [
        (Said({"error": {"message": "The model `small-1` does not exist"}}, 404), "has no model 'small-1'"),
        (Said("<!doctype html><p>Welcome", 200, "text/html"), "a web page instead of JSON"),
        (Said("data: {}\n\n", 200, "text/event-stream"), "answers in a stream"),
        (Said("", 307, headers=(("Location", "http://127.0.0.1:1/"),)), "sends elsewhere"),
    ],
)
def test_an_endpoint_that_cannot_be_used_is_one_sentence(said, part, capsys, desk):
    with fake_model(lambda body: said) as model:
        assert part in refused(capsys, model)
        assert len(model.heard) == 1


def test_a_host_that_is_not_there_is_one_sentence(capsys, desk):
    gone = SimpleNamespace(address="http://127.0.0.1:1/v1")
    assert refused(capsys, gone) == (
        "The endpoint cannot be reached: see that its address is right and its server runs."
    )


def test_not_more_than_so_many_are_asked_at_once(capsys, desk):
    for number in range(6):
        desk.made.submitted("bob", make_draft(f"Number {number}?"))
    with fake_model(always('{"answer": ["100"]}')) as model:
        assert check(capsys, model, "--at-once", "3")["answers"] == 16
    assert model.most_at_once <= 3


def test_an_item_that_changes_while_the_model_thinks_is_left_out(capsys, desk):
    def slow(body):
        with opened_database(database_path()) as database:
            save = Save(make_draft("Now?"), 1)
            authoring.save(database, "pilot-0001", save, desk.made.by("ann"))
        return completion('{"answer": ["100"]}')

    with fake_model(slow) as model:
        outcome = check(capsys, model, "--items", "pilot-0001", "--tool", "nothing")
    assert outcome["answers"] == 0
    assert "was changed while the model was asked" in outcome["left_out"][0]["reason"]


def test_a_page_that_is_gone_leaves_its_item_out_and_stops_nothing(capsys, desk, monkeypatch):
    def text_of(document, page):
        if page != 3:
            raise NotFound(f"'report.pdf' has pages 1 to 3, not {page}.")
        return TEXT

    for number in range(MOST_FAILURES):
        desk.made.submitted("bob", make_draft(f"Number {number}?", page=9))
    index = SimpleNamespace(page_text=text_of, close=lambda: None)
    monkeypatch.setattr(model_check_command, "open_index", lambda *_, **__: index)
    with fake_model(always('{"answer": ["100"]}')) as model:
        dry = check(capsys, model, "--tool", "evidence", "--dry-run")
        outcome = check(capsys, model, "--tool", "evidence")
    assert (dry["calls"], len(dry["left_out"])) == (1, MOST_FAILURES + 1)
    assert (outcome["answers"], len(outcome["left_out"]), outcome["stopped"]) == (1, MOST_FAILURES + 1, None)
    assert outcome["left_out"][0]["reason"] == "'report.pdf' has pages 1 to 3, not 4."


def test_pictures_are_drawn_for_the_evidence_and_the_renderer_is_stopped(capsys, desk, monkeypatch, tmp_path):
    picture = tmp_path / "page.jpg"
    picture.write_bytes(b"\xff\xd8")
    asked = []
    renderer = SimpleNamespace(
        start=lambda: asked.append("start"),
        stop=lambda: asked.append("stop"),
        page_image=lambda index, document, page: asked.append((document, page)) or picture,
    )
    monkeypatch.setattr(model_check_command, "PageRenderer", lambda folder: renderer)
    with fake_model(always('{"answer": ["100"]}')) as model:
        outcome = check(capsys, model, "--images", "--items", "pilot-0001")
        assert [flag.get("pages_as") for flag in outcome["flags"]] == ["text_and_images", None]
        # The text alone is another check; what was asked from nothing is not asked again.
        assert [flag["tool"] for flag in check(capsys, model, "--items", "pilot-0001")["flags"]] == [
            "evidence"
        ]
    assert asked == ["start", ("report.pdf", 3), "stop"]
    (pictures,) = [h.body["messages"][1]["content"] for h in model.heard if "image_url" in str(h.body)]
    assert [part["type"] for part in pictures] == ["text", "image_url", "text"]


def test_lines_name_what_is_worth_a_look(capsys, desk):
    with fake_model(always('{"answer": ["100"]}')) as model:
        arguments = ["--project", "pilot", "--endpoint", model.address, "--model", "small-1"]
        code, printed = run(capsys, "check-model", *arguments)
    assert code == 0
    assert printed.out.splitlines() == [
        "4 answers of small-1 stored; 0 answers were there already.",
        "From the evidence: 1 of 2 right",
        "  not right, worth a look: pilot-0002",
        "From nothing: 1 of 2 right",
        "  right without a page, worth a look: pilot-0001",
        "Tokens: 400 in, 28 out",
        "These are flags for people: nothing was decided.",
    ]
    assert KEY not in printed.out + printed.err


@pytest.mark.parametrize(
    ("url", "part"),
    [
        ("example.org/v1", "must be the address"),
        ("https://me:pw@example.org/v1", "must be the address"),
        ("ftp://example.org", "must be the address"),
        ("http://example.org/v1", "must begin with https://"),
    ],
)
def test_an_address_of_no_use_is_refused_before_anything_is_sent(url, part):
    with pytest.raises(InvalidInput, match=part):
        endpoint_of(url, "m", {"PAGETRAIL_MODEL_KEY": "k"})


@pytest.mark.parametrize(
    ("url", "whole"),
    [
        ("https://h.example/v1", "https://h.example/v1/chat/completions"),
        ("https://h.example/v1/chat/completions/", "https://h.example/v1/chat/completions"),
        ("https://h.example/x?api-version=2", "https://h.example/x/chat/completions?api-version=2"),
        ("http://localhost:8000/v1/", "http://localhost:8000/v1/chat/completions"),
    ],
)
def test_the_base_address_or_the_whole_one_may_be_given(url, whole):
    endpoint = endpoint_of(url, "m", {"PAGETRAIL_MODEL_KEY": "k"})
    assert endpoint.url == whole
    assert "k'" not in repr(endpoint)
