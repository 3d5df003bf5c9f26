"""What an endpoint's reply says: the model's text, or what is wrong, in a sentence. Pure.

Servers differ in what they leave out: `usage` may be missing or null, `content` may be a text, a list of
parts, or null beside a `refusal`; errors are an object, a text, or `detail` of a web framework.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from db.errors import AppError
from db.web_client import Reply

TRIES = 6
_MOST_CHARS = 300
_LATER = frozenset({408, 425, 429})


class EndpointUnusable(AppError):
    """No question will be answered there as it is: the run stops, and the message says what to change."""


class NotAnswered(AppError):
    """This question got no answer that can be used; others may."""


class AskLater(AppError):
    """The server is busy or had an accident: the same question may be answered in a while.

    `after_s` is how long the server says to wait; None if it does not say. `most_tries` is how often
    it is worth asking in all.
    """

    def __init__(self, user_message: str, after_s: float | None = None, most_tries: int = TRIES) -> None:
        super().__init__(user_message)
        self.after_s = after_s
        self.most_tries = most_tries


class ParameterRefused(Exception):
    """The server does not take a parameter that we can do without. `name` says which."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Completion(NamedTuple):
    """What the model wrote. Tokens are None where the server does not count them."""

    text: str
    is_refused: bool
    n_tokens_in: int | None
    n_tokens_out: int | None


def read_reply(reply: Reply, model: str, optional: frozenset[str], secret: str = "") -> Completion:
    """The model's text from a reply, whatever its status.

    `optional` are the parameters that were sent and may be left out; `secret` is never repeated.

    Raises:
        EndpointUnusable: a wrong key, an unknown model, or no such endpoint.
        AskLater: too many requests, or an accident of the server.
        ParameterRefused: one of `optional` is not taken.
        NotAnswered: anything else that keeps this question from its answer.
    """
    body = _json_of(reply)
    if reply.status != 200:
        raise _trouble(reply, body, model, optional, secret)
    if not isinstance(body, dict):
        raise EndpointUnusable(_no_json(reply))
    if "choices" not in body:
        said = _said(body, secret)
        raise NotAnswered(f"the server answered without choices{said}")
    choices = body["choices"]
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise NotAnswered("the server answered with no choice")
    return _completion(choices[0], body.get("usage"))


def _completion(choice: dict[str, Any], usage: Any) -> Completion:
    written = choice.get("message")
    message = written if isinstance(written, dict) else {}
    counts = usage if isinstance(usage, dict) else {}
    text = _text_of(message.get("content"))
    finish = choice.get("finish_reason")
    is_refused = not text.strip() and (bool(message.get("refusal")) or finish == "content_filter")
    if not text.strip() and not is_refused:
        why = ", because its tokens ran out" if finish == "length" else ""
        raise NotAnswered(f"the model wrote nothing{why}")
    return Completion(
        text, is_refused, _count(counts.get("prompt_tokens")), _count(counts.get("completion_tokens"))
    )


def _text_of(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = [
        part if isinstance(part, str) else part.get("text") for part in parts if isinstance(part, str | dict)
    ]
    return "".join(text for text in texts if isinstance(text, str))


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _trouble(reply: Reply, body: Any, model: str, optional: frozenset[str], secret: str) -> Exception:
    status = reply.status
    if status in {401, 403}:
        # What the server says of a key may repeat a part of it.
        return EndpointUnusable(
            f"The endpoint refuses access (status {status}): set PAGETRAIL_MODEL_KEY to a key that may use "
            f"model {model!r} there."
        )
    said = _said(body, secret)
    if status in _LATER or status >= 500:
        return AskLater(f"the server is busy or had an accident (status {status}{said})", _after_s(reply))
    if 300 <= status < 400:
        return EndpointUnusable(
            f"The endpoint sends elsewhere (status {status}), which is not followed: give its own address."
        )
    if _is_about_the_model(body, model):
        return EndpointUnusable(f"The endpoint has no model {model!r}{said}: see which names it lists.")
    if status in {404, 405}:
        return EndpointUnusable(
            f"The endpoint has nothing at that address (status {status}{said}): it usually ends in /v1."
        )
    for name in sorted(optional):
        if name in _words_of(body):
            return ParameterRefused(name)
    return NotAnswered(f"the server refused the question (status {status}{said})")


def _is_about_the_model(body: Any, model: str) -> bool:
    words = _words_of(body).lower()
    unknown = ("not found", "does not exist", "not exist", "unknown model", "invalid model", "no such model")
    return "model_not_found" in words or (model.lower() in words and any(one in words for one in unknown))


def _json_of(reply: Reply) -> Any:
    try:
        return json.loads(reply.body)
    except (ValueError, RecursionError):
        return None


def _no_json(reply: Reply) -> str:
    kind = reply.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "text/event-stream" or reply.body.lstrip().startswith(b"data:"):
        return "The endpoint answers in a stream, though none was asked for: switch streaming off there."
    if "html" in kind or reply.body.lstrip()[:1] == b"<":
        return "The endpoint answers with a web page instead of JSON: its address usually ends in /v1."
    return "The endpoint answers with something that is no JSON: see that it is an OpenAI-compatible one."


def _said(body: Any, secret: str) -> str:
    """What the server says is wrong, on one line, without the key."""
    words = " ".join(_words_of(body, only_message=True).split())
    if secret:
        words = words.replace(secret, "…")
    shown = words if len(words) <= _MOST_CHARS else f"{words[:_MOST_CHARS]}…"
    return f"; it says: {shown}" if shown else ""


def _words_of(body: Any, *, only_message: bool = False) -> str:
    """The texts of an error; with its code and parameter unless only the message is wanted."""
    if not isinstance(body, dict):
        return ""
    error = body.get("error", body.get("detail", body.get("message", "")))
    if isinstance(error, dict):
        names = ("message",) if only_message else ("message", "code", "type", "param")
        return " ".join(str(error[name]) for name in names if error.get(name))
    return error if isinstance(error, str) else ""


def _after_s(reply: Reply) -> float | None:
    """Seconds; a date in this header is passed over, as the clocks may differ."""
    try:
        seconds = float(reply.headers.get("retry-after", ""))
    except ValueError:
        return None
    return seconds if 0 <= seconds < float("inf") else None
