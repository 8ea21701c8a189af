"""Work in several processes: every piece is done once, in order, whatever becomes of a copy."""

import os
import signal
import time
from pathlib import Path

import pytest

from kapivara.cli.commands.validate.parallel import MOST_PIECES, processors, share_out

_HERE = os.getpid()
PATIENCE = 120


def test_every_piece_is_done() -> None:
    assert share_out(lambda number: number * number, 50, 3) == [number * number for number in range(50)]


def wait_for(path: Path) -> None:
    """Waits until another process has created a file, however busy the machine is."""
    end = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < end, "no other process has done anything"
        time.sleep(0.005)


def test_others_take_part(tmp_path: Path) -> None:
    def work(_: int) -> int:
        if os.getpid() == _HERE:
            wait_for(tmp_path / "done")
        else:
            (tmp_path / "done").touch()
        return os.getpid()

    assert set(share_out(work, 40, 2)) - {_HERE}


def test_one_process_does_all_itself() -> None:
    assert set(share_out(lambda _: os.getpid(), 5, 1)) == {os.getpid()}


def test_as_many_pieces_as_there_may_be() -> None:
    assert share_out(lambda number: number, MOST_PIECES, 2) == list(range(MOST_PIECES))


def test_nothing_to_do() -> None:
    assert share_out(lambda number: number, 0, 2) == []


def _fail_elsewhere(number: int) -> int:
    time.sleep(0.005)
    if os.getpid() != _HERE:
        raise RuntimeError("only here")
    return number


def _die_elsewhere(number: int) -> int:
    time.sleep(0.005)
    if os.getpid() != _HERE:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.parametrize("work", [_fail_elsewhere, _die_elsewhere], ids=["fails", "dies"])
def test_what_a_copy_does_not_deliver_is_done_here(work) -> None:
    assert share_out(work, 20, 2) == list(range(20))


@pytest.fixture
def copies(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The processes that a test forks; others of this process, such as a server of other tests, do not count."""
    forked, fork = [], os.fork

    def record() -> int:
        forked.append(fork())
        return forked[-1]

    monkeypatch.setattr(os, "fork", record)
    return forked


def assert_reaped(copies: list[int]) -> None:
    assert copies
    for each in copies:
        with pytest.raises(ChildProcessError):
            os.waitpid(each, os.WNOHANG)


def test_a_failure_here_ends_the_copies(copies: list[int]) -> None:
    def work(number: int) -> int:
        if os.getpid() == _HERE:
            raise RuntimeError("here")
        time.sleep(60)
        return number

    with pytest.raises(RuntimeError, match="here"):
        share_out(work, 4, 2)
    assert_reaped(copies)


def test_watching_sees_the_numbers_of_what_is_done_here() -> None:
    seen = []

    def watch(numbers):
        for number in numbers:
            seen.append(number)
            yield number

    share_out(lambda number: number, 6, 1, watch)
    assert seen == list(range(6))


def test_there_is_a_processor() -> None:
    assert processors() >= 1


def test_what_has_to_wait_is_done_when_all_is_prepared(tmp_path: Path) -> None:
    prepared = []

    def work(number: int) -> tuple[int, bool]:
        (tmp_path / "done").touch()
        return number, bool(prepared)

    def prepare() -> None:
        wait_for(tmp_path / "done")
        prepared.append(True)

    done = share_out(work, 40, 3, prepare=prepare, waiting=10)
    assert [number for number, _ in done] == list(range(40))
    assert all(seen for _, seen in done[:10])
    assert not all(seen for _, seen in done[10:]), "nothing was done meanwhile"


def test_a_preparation_that_fails_ends_the_copies(copies: list[int]) -> None:
    def prepare() -> None:
        raise RuntimeError("not prepared")

    def work(number: int) -> int:
        time.sleep(60)
        return number

    with pytest.raises(RuntimeError, match="not prepared"):
        share_out(work, 4, 2, prepare=prepare, waiting=1)
    assert_reaped(copies)
