"""Tests of writing events to their log: in order, from a thread, and after failures."""

import threading

import pytest

from kapivara.server.audit import writing
from kapivara.server.audit.writing import AuditMode, AuditWriter
from kapivara.server.metrics.audit_counts import AuditCounts


class Lines:
    """A log in memory, which can be full."""

    def __init__(self):
        self.lines = []
        self.is_full = False
        self.is_closed = False

    def write(self, line):
        if self.is_full:
            raise OSError(28, "No space left on device")
        self.lines.append(line)

    def close(self):
        self.is_closed = True


@pytest.fixture
def lines():
    return Lines()


@pytest.mark.parametrize("mode", AuditMode)
def test_all_is_written_before_the_end(lines, mode):
    counts = AuditCounts()
    writer = AuditWriter(lines, mode, counts)
    assert writer.write(b"one")
    for number in range(100):
        writer.write_later(lambda number=number: b"%d" % number, 1)
    writer.close()
    assert lines.lines == [b"one", *(b"%d" % number for number in range(100))]
    assert lines.is_closed
    assert counts.events == 101


def test_a_log_that_is_full_is_told_once_and_counted(lines, caplog):
    counts = AuditCounts()
    writer = AuditWriter(lines, AuditMode.BLOCKING, counts)
    lines.is_full = True
    assert [writer.write(b"secret"), writer.write(b"secret")] == [False, False]
    lines.is_full = False
    assert writer.write(b"two")
    writer.close()
    assert (counts.events, counts.errors) == (1, 2)
    assert [record.getMessage() for record in caplog.records] == [
        "audit events cannot be written: [Errno 28] No space left on device"
    ]


def test_an_event_that_cannot_be_made_keeps_no_other_from_being_written(lines, caplog):
    counts = AuditCounts()
    writer = AuditWriter(lines, AuditMode.BLOCKING, counts)
    writer.write_later(lambda: {}["secret"], 1)
    writer.write_later(lambda: b"two", 1)
    writer.close()
    assert (lines.lines, counts.errors) == ([b"two"], 1)
    assert "secret" not in caplog.text


@pytest.mark.parametrize(("mode", "written", "lost"), [(AuditMode.BATCH, 3, 1), (AuditMode.BLOCKING, 4, 0)])
def test_what_has_no_room_is_dropped_or_made_at_once(lines, monkeypatch, mode, written, lost):
    monkeypatch.setattr(writing, "_MOST_EVENTS", 2)
    counts, begun, go_on = AuditCounts(), threading.Event(), threading.Event()
    writer = AuditWriter(lines, mode, counts)

    def slow():
        begun.set()
        go_on.wait(60)
        return b"slow"

    writer.write_later(slow, 1)
    assert begun.wait(60)
    for _ in range(3):
        writer.write_later(lambda: b"quick", 1)
    go_on.set()
    writer.close()
    assert (len(lines.lines), counts.errors) == (written, lost)
