"""Where `make run` serves, and when it opens a browser."""

from __future__ import annotations

import socket

import pytest

from demo import serve


def test_help_is_printed_and_nothing_is_served(capsys):
    with pytest.raises(SystemExit):
        serve.main(["--help"])
    assert "python -m demo.serve" in capsys.readouterr().out


def test_free_port_is_the_first_one_when_nobody_listens():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert serve.free_port(port) == port


def test_free_port_goes_on_when_somebody_listens():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert serve.free_port(port) > port


def test_browser_is_opened_only_where_it_can_appear(monkeypatch):
    monkeypatch.setattr(serve.sys, "platform", "linux")
    assert not serve.has_screen({})
    assert serve.has_screen({"DISPLAY": ":0"})
    assert serve.has_screen({"WAYLAND_DISPLAY": "wayland-0"})


def test_browser_is_opened_on_a_mac(monkeypatch):
    monkeypatch.setattr(serve.sys, "platform", "darwin")
    assert serve.has_screen({})
