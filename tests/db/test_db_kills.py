"""Kill -9 of a writing process: what was acknowledged is there, what is there is whole."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from db import event_log
from db.backup import integrity_problems
from db.connection import reading
from db.events import EvidenceMarked, NewEvent
from db.writer import EventWriter
from tests.makers import NOON_MS
from tests.processes import OTHER_PROCESSES


def write_until_killed(path: Path, acknowledge: object) -> None:
    """Append for ever; each event's number is sent only after the writer said that it is on disk."""
    writer = EventWriter(path).start()
    number = 0
    while True:
        number += 1
        new = NewEvent(event_id=f"event:{number:06d}", payload=EvidenceMarked(document="a.pdf", page=number))
        writer.write(lambda database, new=new: event_log.append(database, "a-1", [new], NOON_MS))
        acknowledge.send(number)


@pytest.mark.parametrize("n_acknowledged", [7, 60])
def test_every_acknowledged_event_is_there_after_kill_9(database_file: Path, n_acknowledged: int) -> None:
    ours, theirs = OTHER_PROCESSES.Pipe(duplex=False)
    writing = OTHER_PROCESSES.Process(target=write_until_killed, args=(database_file, theirs))
    writing.start()
    theirs.close()
    for _ in range(n_acknowledged):
        newest = ours.recv()

    os.kill(writing.pid, signal.SIGKILL)
    writing.join()
    try:
        while True:
            newest = ours.recv()  # what was still on its way
    except EOFError:
        ours.close()

    with reading(database_file) as database:
        stored = [event.seq for event in event_log.replay(database, "a-1")]
        assert integrity_problems(database) == []
    assert stored[:newest] == list(range(1, newest + 1))
    assert len(stored) <= newest + 1  # at most the one whose acknowledgement was not sent yet
