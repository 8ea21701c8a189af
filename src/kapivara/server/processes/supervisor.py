"""Serves with several processes over one etcd: starts workers, hands each connection to one, restarts those that die.

Each worker is a server of its own over the etcd, like servers on other machines. They share the socket, certificates
and keys, so they are forked once these exist. A new connection goes to the worker with the fewest connections and
stays there. The supervisor answers no request and has no threads. SIGTERM, SIGINT and SIGHUP end the workers after
their current requests; a second signal ends them at once.
"""

from __future__ import annotations

import contextlib
import gc
import os
import selectors
import signal
import socket
import sys
import time
from collections.abc import Iterator
from types import FrameType

from kapivara.apis.machinery.server.account_tokens import BadKeyError
from kapivara.server.listening import ServeError
from kapivara.server.processes.entrance import Entrance, open_entrance
from kapivara.server.processes.run import ServeOptions, ready_of
from kapivara.server.processes.serving import stop_signals
from kapivara.server.processes.worker_circle import WorkerCircle
from kapivara.server.processes.worker_process import READY, ConnectionCounts, WorkerPart, run_worker

_MOST_WORKERS = 64
_AT_ONCE = 64
_RENEW_SECONDS = 60.0
_RETRY_SECONDS = 0.05
_START_SECONDS = 120.0
_END_SECONDS = 30.0
"""The time for workers to end by themselves, longer than the time for their requests."""
_SHORT_LIFE = 10.0
_FIRST_PAUSE = 0.1
_LONGEST_PAUSE, _LONGEST_PAUSE_UNREADY = 1.0, 10.0


class _Worker:
    """One of the workers with its number, and its successive processes."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.pid = 0
        self.channel: socket.socket | None = None
        self.handed = 0
        self.started_at = 0.0
        self.start_at = 0.0
        self.pause = 0.0
        self.said = b""

    def note_end(self, now: float) -> None:
        """Delays the next start, longer if several of its processes ended soon after their start."""
        has_lived = now - self.started_at > _SHORT_LIFE
        longest = _LONGEST_PAUSE if self.said == READY else _LONGEST_PAUSE_UNREADY
        self.pause = _FIRST_PAUSE if has_lived else min(max(2 * self.pause, _FIRST_PAUSE), longest)
        self.start_at = now + self.pause


def supervise(options: ServeOptions) -> None:
    """Serves with `options.workers` processes until SIGTERM or SIGINT; raises ServeError if it cannot start."""
    _check(options)
    with open_entrance(options) as entrance:
        _check_key(entrance)
        Supervisor(entrance, options).run()


def _check(options: ServeOptions) -> None:
    if not 1 <= options.workers <= _MOST_WORKERS:
        raise ServeError(f"there can be 1 to {_MOST_WORKERS} workers, not {options.workers}")
    if options.etcd is None:
        raise ServeError("several workers share objects through etcd, and no etcd is given")
    if not hasattr(os, "fork"):
        raise ServeError("several workers need a system that can fork processes; serve with one")


def _check_key(entrance: Entrance) -> None:
    """Creates the signing key before several processes could."""
    try:
        entrance.account_tokens.check()
    except BadKeyError as error:
        raise ServeError(str(error)) from None


class Supervisor:
    """Starts and ends the workers behind an entrance."""

    def __init__(self, entrance: Entrance, options: ServeOptions):
        self._entrance = entrance
        self._listener = entrance.listener
        self._options = options
        self._counts = ConnectionCounts(options.workers)
        self._circle = WorkerCircle(options.workers)
        self._workers = [_Worker(number) for number in range(options.workers)]
        self._selector = selectors.DefaultSelector()
        self._signals = 0
        self._is_accepting = False
        self._has_loaded = False
        self._renew_at = time.monotonic() + _RENEW_SECONDS

    def run(self) -> None:
        """Serves until stopped."""
        gc.collect()
        gc.freeze()  # workers share existing objects as long as no process modifies them
        with self._handling_signals():
            try:
                self._start_all()
                if not self._signals:
                    self._options.on_ready(ready_of(self._entrance, ()))
                    self._accept_from_now_on()
                while not self._signals:
                    self._look()
            finally:
                self._end_all()

    # Workers

    def _start_all(self) -> None:
        """Starts the first worker, which creates initial data, then the others; raises the error of a failed one."""
        for worker in self._workers:
            self._start(worker)
            if worker.number == 0:
                self._wait_for(self._workers[:1])
                self._has_loaded = True
        self._wait_for(self._workers)

    def _wait_for(self, workers: list[_Worker]) -> None:
        end = time.monotonic() + _START_SECONDS
        for worker in workers:
            while not self._signals and not worker.said.endswith(b"\n"):
                if not worker.pid or time.monotonic() > end:
                    raise ServeError(f"worker {worker.number} did not start")
                self._wait(_RETRY_SECONDS)
                self._reap()
            if not self._signals and worker.said != READY:
                raise ServeError(worker.said.decode(errors="replace").strip())

    def _start(self, worker: _Worker) -> None:
        ours, theirs = socket.socketpair()
        pid = os.fork()
        if pid == 0:
            self._become(worker, ours, theirs)
        theirs.close()
        ours.setblocking(False)
        worker.pid, worker.channel, worker.handed, worker.said = pid, ours, 0, b""
        worker.started_at = time.monotonic()
        self._selector.register(ours, selectors.EVENT_READ, worker)

    def _become(self, worker: _Worker, ours: socket.socket, theirs: socket.socket) -> None:
        """Runs the worker in the forked process, and ends with it."""
        code = 1
        try:
            for each in (ours, self._listener, *(other.channel for other in self._workers)):
                if each is not None:
                    each.close()  # an inherited copy would keep another worker's channel open
            self._selector.close()
            for number in stop_signals():
                signal.signal(number, signal.SIG_DFL)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            part = WorkerPart(worker.number, theirs, self._counts, self._circle, not self._has_loaded)
            code = run_worker(self._entrance, self._options, part)
        except BaseException:  # a bug in this program must end this process, not the original one
            sys.excepthook(*sys.exc_info())
        finally:
            with contextlib.suppress(OSError, ValueError):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(code)

    def _reap(self) -> None:
        """Handles workers that have ended."""
        for worker in self._workers:
            if not worker.pid:
                continue
            pid, status = os.waitpid(worker.pid, os.WNOHANG)
            if not pid:
                continue
            self._hear(worker)
            worker.note_end(time.monotonic())
            if not self._signals and self._is_accepting:
                said = worker.said.decode(errors="replace").strip() if worker.said != READY else ""
                _log(
                    f"Worker {worker.number} (process {worker.pid}) {_describe(status)}{said and f': {said}'}; "
                    f"it is started again in {worker.pause:g}s"
                )
            worker.pid = 0
            self._drop_channel(worker)
            self._counts.forget(worker.number)

    def _drop_channel(self, worker: _Worker) -> None:
        if worker.channel is not None:
            with contextlib.suppress(KeyError):
                self._selector.unregister(worker.channel)
            worker.channel.close()
            worker.channel = None

    def _hear(self, worker: _Worker) -> None:
        """Reads a message of a worker."""
        if worker.channel is None:
            return
        try:
            said = worker.channel.recv(4096)
        except BlockingIOError:
            return
        except OSError:
            said = b""
        worker.said += said
        if not said:
            with contextlib.suppress(KeyError):
                self._selector.unregister(worker.channel)

    def _end_all(self) -> None:
        """Stops the workers and waits for them; a second signal ends them at once.

        Keeps passing new connections to them during the shutdown delay, so that they can respond that they are not
        ready.
        """
        told, begun, delay = 0, time.monotonic(), self._options.shutdown_delay
        while any(worker.pid for worker in self._workers):
            if told < max(1, min(self._signals, 2)):
                told += 1
                self._signal_all(signal.SIGTERM)
            elif time.monotonic() > begun + delay + _END_SECONDS:
                self._signal_all(signal.SIGKILL)
            if self._is_accepting and (told > 1 or time.monotonic() >= begun + delay):
                self._stop_accepting()
            if self._wait(_RETRY_SECONDS):
                self._hand_over()
            self._reap()
        self._stop_accepting()
        self._selector.close()

    def _signal_all(self, number: int) -> None:
        for worker in self._workers:
            if worker.pid:
                os.kill(worker.pid, number)

    # Connections

    def _accept_from_now_on(self) -> None:
        self._listener.setblocking(False)
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._is_accepting = True

    def _stop_accepting(self) -> None:
        if self._is_accepting:
            self._is_accepting = False
            self._selector.unregister(self._listener)
        self._listener.close()

    def _look(self) -> None:
        """Waits for an event and handles it."""
        if self._wait(self._patience()):
            self._hand_over()
        self._reap()
        now = time.monotonic()
        for worker in self._workers:
            if not worker.pid and now >= worker.start_at and not self._signals:
                self._start(worker)
        if now >= self._renew_at:
            self._renew_at = now + _RENEW_SECONDS
            if self._entrance.tls is not None:
                with contextlib.suppress(OSError):
                    self._entrance.tls.renew()

    def _patience(self) -> float:
        ends = [self._renew_at, *(worker.start_at for worker in self._workers if not worker.pid)]
        return max(0.0, min(ends) - time.monotonic())

    def _wait(self, seconds: float) -> bool:
        """Waits for an event; returns True if a client connects."""
        connects = False
        for key, _ in self._selector.select(seconds):
            if isinstance(key.data, _Worker):
                self._hear(key.data)
            elif key.fileobj is self._listener:
                connects = True
            else:
                with contextlib.suppress(BlockingIOError):
                    os.read(key.fd, 4096)
        return connects

    def _hand_over(self) -> None:
        """Passes new connections to workers."""
        for _ in range(_AT_ONCE):
            if not any(worker.channel for worker in self._workers):
                time.sleep(_RETRY_SECONDS)  # until a worker is available again
                return
            try:
                client, _address = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError:  # no descriptor or memory is left
                time.sleep(_RETRY_SECONDS)
                return
            with client:
                self._hand(client)

    def _hand(self, client: socket.socket) -> None:
        """Passes a connection to the worker with the fewest; closes it if none accepts it."""
        for worker in sorted(self._workers, key=lambda each: self._counts.load(each.number, each.handed)):
            if worker.channel is None:
                continue
            with contextlib.suppress(OSError):  # the channel is full or closing: try the next worker
                socket.send_fds(worker.channel, (b"c",), (client.fileno(),))
                worker.handed += 1
                return

    # Signals

    @contextlib.contextmanager
    def _handling_signals(self) -> Iterator[None]:
        """Counts signals, which also end the wait for events; restores the old handlers."""
        door, bell = os.pipe()
        for each in (door, bell):
            os.set_blocking(each, False)
        self._selector.register(door, selectors.EVENT_READ)
        before = {each: signal.signal(each, self._note_signal) for each in stop_signals()}
        before[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda *_: None)
        woken = signal.set_wakeup_fd(bell, warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(woken)
            for each, handler in before.items():
                signal.signal(each, handler)
            os.close(door)
            os.close(bell)

    def _note_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._signals += 1


def _describe(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return f"ended with code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"was killed by signal {-code}"


def _log(text: str) -> None:
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
