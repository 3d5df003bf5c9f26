"""An OpenAI-compatible endpoint, asked patiently: waits and asks again, and gives up with a reason."""

from __future__ import annotations

import json
import threading
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from db.asking.replies import (
    AskLater,
    Completion,
    EndpointUnusable,
    NotAnswered,
    ParameterRefused,
    read_reply,
)
from db.errors import InvalidInput
from db.web_client import JSON, NoAnswer, Reply, Request, WebClient, is_readable_on_the_way, server_address

KEY_NAME = "PAGETRAIL_MODEL_KEY"
_TRIES_IF_SLOW = 2
_FIRST_WAIT_S = 1.0
_LONGEST_WAIT_S = 60.0
_MAX_REPLY_BYTES = 4 * 1024 * 1024
_PATH = "/chat/completions"

Messages = list[dict[str, Any]]
# Waits so many seconds; True if the run is to stop.
Wait = Callable[[float], bool]


class Endpoint(NamedTuple):
    """Where the model is and who asks. `url` is the whole address of chat completions."""

    url: str
    model: str
    key: str = ""

    def __repr__(self) -> str:
        return f"Endpoint(model={self.model!r})"


class Sender(Protocol):
    """A way to the endpoint, for any number of threads at once."""

    def send(self, request: Request) -> Reply:
        """One request. Raises NoAnswer."""
        ...


class Stopped(Exception):
    """The run ends; this question was not answered."""


def endpoint_of(url: str, model: str, settings: Mapping[str, str]) -> Endpoint:
    """The endpoint as somebody named it, with the key of the settings (environment variables), if any.

    `url` is the base address, as in https://HOST/v1, or the whole one.

    Raises:
        InvalidInput: the address or the name is of no use, or the key would be sent in the clear.
    """
    parts = server_address(url.strip())
    if parts is None or parts.fragment:
        raise InvalidInput(
            "The endpoint must be the address of an OpenAI-compatible server, as in https://HOST/v1, without "
            "a user, password or key in it."
        )
    if not 0 < len(model.strip()) <= 200:
        raise InvalidInput("The model must be a name of at most 200 characters.")
    key = settings.get(KEY_NAME, "").strip()
    if not key.isascii() or not (key.isprintable() or not key):
        raise InvalidInput(f"{KEY_NAME} holds characters that no key has; copy the key again.")
    if key and is_readable_on_the_way(parts):
        raise InvalidInput("The endpoint must begin with https:// when a key is sent to another computer.")
    path = parts.path.rstrip("/")
    whole = path if path.endswith(_PATH) else path + _PATH
    return Endpoint(parts._replace(path=whole).geturl(), model.strip(), key)


class HttpSender:
    """The endpoint over HTTP. A proxy is used for https only, where it cannot read along."""

    def __init__(self, endpoint: Endpoint) -> None:
        headers = {"Accept": JSON, **({"Authorization": f"Bearer {endpoint.key}"} if endpoint.key else {})}
        proxies = {name: proxy for name, proxy in urllib.request.getproxies().items() if name == "https"}
        self._client = WebClient(endpoint.url, headers, proxies=proxies)

    def send(self, request: Request) -> Reply:
        """One request. Raises NoAnswer."""
        return self._client.send(request, _MAX_REPLY_BYTES)


class Asker:
    """Asks one model, from any number of threads at once."""

    def __init__(self, endpoint: Endpoint, sender: Sender, wait: Wait, timeout_s: float) -> None:
        self._endpoint = endpoint
        self._sender = sender
        self._wait = wait
        self._timeout_s = timeout_s
        self._lock = threading.Lock()
        # What some servers do not take; the same answer to the same question, where it is taken.
        self._optional: dict[str, Any] = {"temperature": 0}
        self._has_answered = False

    def ask(self, messages: Messages) -> Completion:
        """The model's reply.

        Raises:
            EndpointUnusable: nothing will be answered there as it is.
            NotAnswered: this question was not, also after waiting.
            Stopped: the run ended while this question waited.
        """
        n_tries = 0
        while True:
            try:
                completion = self._asked(messages)
            except AskLater as later:
                n_tries += 1
                if n_tries >= later.most_tries:
                    raise NotAnswered(f"{later.user_message}, also after {n_tries} tries") from later
                wait_s = _FIRST_WAIT_S * 2 ** (n_tries - 1) if later.after_s is None else later.after_s
                if self._wait(min(wait_s, _LONGEST_WAIT_S)):
                    raise Stopped from later
            else:
                self._has_answered = True
                return completion

    def _asked(self, messages: Messages) -> Completion:
        while True:
            with self._lock:
                optional = dict(self._optional)
            body = {"model": self._endpoint.model, "messages": messages, **optional}
            reply = self._sent(json.dumps(body, ensure_ascii=False).encode("utf-8", "replace"))
            try:
                return read_reply(reply, self._endpoint.model, frozenset(optional), self._endpoint.key)
            except ParameterRefused as refused:
                with self._lock:
                    self._optional.pop(refused.name, None)

    def _sent(self, body: bytes) -> Reply:
        try:
            return self._sender.send(Request("POST", "", body, timeout_s=self._timeout_s))
        except NoAnswer as trouble:
            if trouble.why == "not_trusted":
                raise EndpointUnusable(
                    "The endpoint's certificate is not trusted: see that its address is right."
                ) from trouble
            if trouble.why == "too_late":
                late = f"the model did not answer within {self._timeout_s:g} s"
                raise AskLater(late, most_tries=_TRIES_IF_SLOW) from trouble
            if not self._has_answered:
                raise EndpointUnusable(
                    "The endpoint cannot be reached: see that its address is right and its server runs."
                ) from trouble
            raise AskLater("the endpoint could not be reached any more") from trouble
