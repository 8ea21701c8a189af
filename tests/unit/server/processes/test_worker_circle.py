"""Tests of workers that ask each other: texts of any size arrive, and no worker waits long for another."""

from __future__ import annotations

import select
import threading

import pytest

from kapivara.server.processes import worker_circle as room
from kapivara.server.processes.worker_circle import WorkerCircle

PATIENCE = 120


@pytest.fixture
def circle():
    made = WorkerCircle(3)
    yield made
    made.kept.close()
    for pair in made._pairs:
        for each in pair:
            each.close()


def answer_in_a_thread(circle, worker, text):
    def run():
        assert select.select((circle.door(worker),), (), (), PATIENCE)[0]
        circle.answer(worker, lambda: text)

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_all_others_answer(circle, monkeypatch):
    monkeypatch.setattr(room, "_PATIENCE", PATIENCE)
    threads = [answer_in_a_thread(circle, 0, b"small"), answer_in_a_thread(circle, 2, b"x" * 1_000_000)]
    assert circle.ask_others(1) == [b"small", b"x" * 1_000_000]
    for each in threads:
        each.join(PATIENCE)


def test_who_does_not_answer_is_left_out(circle, monkeypatch):
    monkeypatch.setattr(room, "_PATIENCE", 0.0)
    for _ in range(2000):  # more than the socket holds before it reads
        assert circle.ask_others(1) == []


def test_who_does_not_answer_counts_by_what_it_told_last(circle, monkeypatch):
    monkeypatch.setattr(room, "_PATIENCE", 0.0)
    circle.kept.keeper(2)(b"# HELP a A.\n# TYPE a counter\na 3\n")
    assert circle.ask_others(1) == [b"# HELP a A.\n# TYPE a counter\na 3\n"]


def test_an_answer_that_nobody_waits_for_does_no_harm(circle, monkeypatch):
    monkeypatch.setattr(room, "_PATIENCE", 0.0)
    assert circle.ask_others(1) == []
    circle.answer(0, lambda: b"late")
    circle.answer(0, lambda: b"nobody has asked")
