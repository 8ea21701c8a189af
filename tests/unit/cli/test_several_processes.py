"""Work in several processes: every piece is done once, in order, whatever becomes of a copy."""

import os
import signal
import time

import pytest

from kapivara.cli.several_processes import MOST_PIECES, processors, share_out

_HERE = os.getpid()


def test_every_piece_is_done() -> None:
    assert share_out(lambda number: number * number, 50, 3) == [number * number for number in range(50)]


def test_others_take_part() -> None:
    def work(_: int) -> int:
        time.sleep(0.01)  # long enough for a copy to come to its turn
        return os.getpid()

    assert len(set(share_out(work, 40, 2))) == 2


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


def test_a_failure_here_ends_the_copies() -> None:
    def work(number: int) -> int:
        if os.getpid() == _HERE:
            raise RuntimeError("here")
        time.sleep(60)
        return number

    with pytest.raises(RuntimeError, match="here"):
        share_out(work, 4, 2)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


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


def test_what_has_to_wait_is_done_when_all_is_prepared() -> None:
    prepared = []

    def work(number: int) -> tuple[int, bool]:
        time.sleep(0.005)
        return number, bool(prepared)

    def prepare() -> None:
        time.sleep(0.1)
        prepared.append(True)

    done = share_out(work, 40, 3, prepare=prepare, waiting=10)
    assert [number for number, _ in done] == list(range(40))
    assert all(seen for _, seen in done[:10])
    assert not all(seen for _, seen in done[10:]), "nothing was done meanwhile"


def test_a_preparation_that_fails_ends_the_copies() -> None:
    def prepare() -> None:
        raise RuntimeError("not prepared")

    def work(number: int) -> int:
        time.sleep(60)
        return number

    with pytest.raises(RuntimeError, match="not prepared"):
        share_out(work, 4, 2, prepare=prepare, waiting=1)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
