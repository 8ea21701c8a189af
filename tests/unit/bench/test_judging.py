"""Tests of the report of an impossible history: every request for the object, and the faults."""

from __future__ import annotations

import pytest

from bench.faults.clients import Histories
from bench.faults.history import Operation, Result, Verb
from bench.faults.judging import Judgement


def test_a_history_that_cannot_be_true_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    histories, judgement = Histories(), Judgement()
    histories.note("a", Operation(Verb.CREATE, 10.0, "v1", None, 10.001, Result.DONE, ":1"))
    histories.note("a", Operation(Verb.REPLACE, 10.002, "v2", "v1", server=":2"))
    histories.note("a", Operation(Verb.READ, 10.01, None, None, 10.0115, Result.DONE, ":2"))
    histories.note("b", Operation(Verb.READ, 10.0, None, None, 10.1, Result.DONE, ":1"))
    histories.faults.append((10.003, "etcd is killed"))
    judgement.add(histories)
    assert judgement.untrue == ["a"]
    assert capsys.readouterr().out.splitlines() == [
        "  the history of a cannot be true (milliseconds, server, request):",
        "          0.0 to       1.0  :1  create v1: done",
        "          2.0 to     never  :2  replace v1 by v2: unknown",
        "          3.0 -- etcd is killed",
        "         10.0 to      11.5  :2  read None: done",
    ]
