"""Tests of an audit file that several processes write: no line is lost when one of them rotates it."""

from __future__ import annotations

import gzip
import os

import pytest

from kapivara.server.audit import log_file
from kapivara.server.audit.log_file import LogFile, Rotation, open_log
from kapivara.server.audit.shared_log_file import SharedLogFile

WRITERS, LINES = 4, 300


@pytest.mark.parametrize("compresses", [False, True])
def test_lines_of_all_are_there_once(tmp_path, monkeypatch, compresses):
    monkeypatch.setattr(log_file, "_MEGABYTE", 2000)
    path = tmp_path / "audit.log"
    children = []
    for writer in range(WRITERS):
        child = os.fork()
        if not child:
            log = SharedLogFile(path, Rotation(1, compresses=compresses))
            for number in range(LINES):
                log.write(b"%d-%d\n" % (writer, number))
            os._exit(0)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * WRITERS
    lines = []
    for file in tmp_path.iterdir():
        data = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
        assert len(data) <= 2000
        lines += data.splitlines()
    assert sorted(lines) == sorted(b"%d-%d" % (writer, number) for writer in range(WRITERS) for number in range(LINES))


def test_a_file_that_was_removed_is_made_again(tmp_path):
    path = tmp_path / "audit.log"
    log = SharedLogFile(path, Rotation())
    log.write(b"1\n")
    path.unlink()
    log.write(b"2\n")
    log.close()
    assert path.read_bytes() == b"2\n"


def test_it_is_for_those_who_share(tmp_path):
    logs = [open_log(str(tmp_path / "audit.log"), Rotation(), is_shared=shared) for shared in (True, False)]
    assert [type(each) for each in logs] == [SharedLogFile, LogFile]
    for each in logs:
        each.close()
