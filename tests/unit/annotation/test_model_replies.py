"""What endpoints reply, as several kinds of servers write it; and what a model's text says."""

from __future__ import annotations

import json

import pytest

from annotation.asking.answers import Unreadable, answer_in
from annotation.asking.prompts import GivenPage, messages_of, n_characters
from db.asking.replies import (
    AskLater,
    Completion,
    EndpointUnusable,
    NotAnswered,
    ParameterRefused,
    read_reply,
)
from db.web_client import Reply


def reply(body, status=200, kind="application/json", **headers):
    content = body.encode() if isinstance(body, str) else json.dumps(body).encode()
    return Reply(status, content, {"content-type": kind, **headers})


def read(given, optional=("temperature",), secret="sk-very-secret"):
    return read_reply(given, "small-1", frozenset(optional), secret)


def choice(message, finish="stop", **more):
    return {"choices": [{"index": 0, "message": message, "finish_reason": finish}], **more}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            choice({"role": "assistant", "content": "a"}, usage={"prompt_tokens": 9, "completion_tokens": 2}),
            Completion("a", False, 9, 2),
        ),
        # A list of parts, no usage at all.
        (
            choice({"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}),
            Completion("ab", False, None, None),
        ),
        # Thoughts in a field of their own, and usage that is null.
        (
            choice({"content": "a", "reasoning_content": "hm", "refusal": None}, usage=None),
            Completion("a", False, None, None),
        ),
        # Refusals: a field beside a null content, or a filter of the server.
        (choice({"content": None, "refusal": "I cannot help."}), Completion("", True, None, None)),
        (choice({"content": ""}, finish="content_filter"), Completion("", True, None, None)),
    ],
)
def test_a_completion_is_read_from_every_shape(body, expected):
    assert read(reply(body)) == expected


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"choices": []}, "the server answered with no choice"),
        ({"choices": None}, "the server answered with no choice"),
        ({"error": {"message": "no slot"}}, "the server answered without choices; it says: no slot"),
        (choice({"content": None}), "the model wrote nothing"),
        (choice({"content": ""}, finish="length"), "the model wrote nothing, because its tokens ran out"),
        (choice(None), "the model wrote nothing"),
    ],
)
def test_a_reply_without_an_answer_says_why(body, sentence):
    with pytest.raises(NotAnswered) as raised:
        read(reply(body))
    assert raised.value.user_message == sentence


@pytest.mark.parametrize(
    ("given", "part"),
    [
        (
            reply({"error": {"message": "Incorrect API key provided: sk-very-secret"}}, 401),
            "PAGETRAIL_MODEL_KEY",
        ),
        (reply("Forbidden", 403, "text/plain"), "status 403"),
        (
            reply({"error": {"code": "model_not_found", "message": "no"}}, 404),
            "no model 'small-1'; it says: no",
        ),
        (reply({"error": "model 'small-1' not found, try pulling it first"}, 404), "no model 'small-1'"),
        (
            reply({"object": "error", "message": "The model `small-1` does not exist.", "code": 404}, 404),
            "no model 'small-1'",
        ),
        (reply({"detail": "Not Found"}, 404), "nothing at that address (status 404; it says: Not Found)"),
        (reply("<!doctype html><title>Hi</title>", 200, "text/html; charset=utf-8"), "a web page instead"),
        (reply("<html>", 302, "text/html"), "sends elsewhere (status 302)"),
        (reply('data: {"choices": []}\n\n', 200, "text/event-stream"), "answers in a stream"),
        (reply("pong", 200, "text/plain"), "something that is no JSON"),
    ],
)
def test_an_endpoint_that_will_not_answer_is_named_without_the_key(given, part):
    with pytest.raises(EndpointUnusable) as raised:
        read(given)
    assert part in raised.value.user_message
    assert "secret" not in raised.value.user_message


@pytest.mark.parametrize(
    ("status", "headers", "after_s"),
    [
        (429, {"retry-after": "7"}, 7.0),
        (429, {"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}, None),
        (429, {"retry-after": "inf"}, None),
        (500, {}, None),
        (503, {}, None),
        (529, {}, None),
    ],
)
def test_a_busy_server_is_asked_later(status, headers, after_s):
    with pytest.raises(AskLater, match=f"status {status}; it says: busy") as raised:
        read(reply({"error": {"message": "busy"}}, status, **headers))
    assert raised.value.after_s == after_s


def test_a_parameter_that_is_not_taken_is_named_once():
    refused = reply({"error": {"message": "Unsupported value", "param": "temperature"}}, 400)
    with pytest.raises(ParameterRefused) as raised:
        read(refused)
    assert raised.value.name == "temperature"
    with pytest.raises(NotAnswered, match="status 400; it says: Unsupported value"):
        read(refused, optional=())


def test_what_a_server_says_is_one_short_line_without_the_key():
    long = {"error": {"message": "context of 8192 tokens exceeded by\n" + "sk-very-secret " * 50}}
    with pytest.raises(NotAnswered) as raised:
        read(reply(long, 400))
    assert "secret" not in raised.value.user_message
    assert "\n" not in raised.value.user_message
    assert len(raised.value.user_message) < 400


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('{"answer": ["Ann", "Bob"]}', ("Ann", "Bob")),
        ('```json\n{"answer": ["12 km"]}\n```', ("12 km",)),
        ('<think>Perhaps {"answer": ["no"]}?</think>\nSo: {"answer": "yes"}', ("yes",)),
        ('First {"answer": ["a"]}, no: {"answer": ["b"]}.', ("b",)),
        ('{"thoughts": {"answer": 3}, "answer": [2019, 0.5, true]}', ("2019", "0.5", "Yes")),
        ('{"answer": []}', ()),
        ('{"answer": null}', ()),
        ('{"answer": ["", "  "]}', ()),
        ('{ broken {"answer": ["x"]}', ("x",)),
    ],
)
def test_the_answer_is_found_in_what_the_model_wrote(text, parts):
    assert answer_in(text) == parts


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("The answer is 42.", "no JSON object with an answer"),
        ('{"reply": ["x"]}', "no JSON object with an answer"),
        ('<think>never ending {"answer": ["x"]}', "no JSON object with an answer"),
        ('{"answer": [{"name": "x"}]}', "no list of texts"),
        ('{"answer": ["' + "x" * 2001 + '"]}', "2,001 characters"),
        ('{"answer": [' + "1," * 300 + "1]}", "301 parts"),
    ],
)
def test_what_cannot_be_read_says_why(text, why):
    with pytest.raises(Unreadable, match=why):
        answer_in(text)


def test_half_a_character_in_an_answer_is_replaced():
    assert answer_in('{"answer": ["a\\ud800"]}') == ("a?",)


def test_pages_stand_in_the_question_from_evidence_only():
    pages = [GivenPage("a.pdf", 3, "The fee is 5."), GivenPage("b.pdf", 1, " ")]
    rules, asked = messages_of("Which\nfee?", "evidence", pages)
    assert "from these pages alone" in rules["content"]
    assert asked["content"] == (
        "--- Page 1: a.pdf, page 3 ---\nThe fee is 5.\n\n--- Page 2: b.pdf, page 1 ---\n(no text)\n\n"
        "Question: Which fee?"
    )
    nothing = messages_of("Which fee?", "nothing", pages)
    assert nothing[1]["content"] == "Question: Which fee?"
    assert n_characters(nothing) == sum(len(message["content"]) for message in nothing)


def test_pictures_follow_the_text_of_their_page():
    (_, asked) = messages_of(
        "?", "evidence", [GivenPage("a.pdf", 1, "x", b"\xff\xd8"), GivenPage("b.pdf", 2, "y")]
    )
    assert [part["type"] for part in asked["content"]] == ["text", "image_url", "text", "text"]
    assert asked["content"][1]["image_url"]["url"] == "data:image/jpeg;base64,/9g="
    assert n_characters([asked]) == sum(len(part.get("text", "")) for part in asked["content"])
