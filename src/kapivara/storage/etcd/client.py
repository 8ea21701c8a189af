"""Calls etcd over gRPC, with several endpoints, a deadline for every call, TLS, and a user's token.

The client uses one endpoint at a time, and the next one if that cannot be reached or does not answer. It retries a call
that was not sent or is repeatable until the deadline; it does not retry a write that may have been done.
`etcd_messages` defines the calls and their messages.
"""

from __future__ import annotations

import ssl
import threading
from asyncio import AbstractEventLoop
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import SplitResult, urlsplit

from kapivara.codec.errors import DecodeError
from kapivara.codec.protobuf.reading import read_message
from kapivara.codec.protobuf.writing import write_message
from kapivara.storage.contract import Closed, StorageError
from kapivara.storage.etcd.access import EtcdAccess
from kapivara.storage.etcd.errors import RefusedError, UnreachableError, storage_error
from kapivara.storage.etcd.grpc.call import CallError
from kapivara.storage.etcd.grpc.channel import GrpcChannel, LoopThread
from kapivara.storage.etcd.messages import AUTHENTICATE, WATCH_ANSWER, WATCH_PATH, WATCH_REQUEST, Method
from kapivara.storage.suspension import current_loop, sleep, wait_for
from kapivara.values import JsonObject

CALL_SECONDS = 10.0
"""The time limit of a call with all its attempts."""
_FIRST_NAP, _LONGEST_NAP = 0.02, 0.5
_PORT = 2379
_HAS_LEADER = ("hasleader", "true")


class _Endpoint:
    """One member with its URL; each event loop connects to it separately, on the first call."""

    def __init__(self, url: str, access: EtcdAccess) -> None:
        self.url = url
        try:
            parts = urlsplit(url if "://" in url else f"http://{url}")
            host, port = parts.hostname or "", parts.port or _PORT
        except ValueError:
            parts, host, port = SplitResult("", "", "", "", ""), "", 0
        if parts.scheme not in ("http", "https") or not host or parts.path.strip("/") or parts.query:
            raise StorageError(f"{url!r} is no URL of an etcd: http://HOST:PORT, or https://HOST:PORT")
        self._host, self._port = host, port
        self._tls = _tls(access) if parts.scheme == "https" else None
        self._channels: dict[AbstractEventLoop, GrpcChannel] = {}

    def channel(self, loop: AbstractEventLoop) -> GrpcChannel:
        """Returns the channel of an event loop to the member."""
        channel = self._channels.get(loop)
        if channel is None:
            made = GrpcChannel(self._host, self._port, self._tls, loop, wait_for=wait_for)
            channel = self._channels.setdefault(loop, made)
        return channel

    def leave(self, loop: AbstractEventLoop) -> None:
        """Ends all calls of an event loop."""
        if channel := self._channels.pop(loop, None):
            channel.close()

    def close(self) -> None:
        """Ends all calls."""
        for channel in self._channels.values():
            channel.close()


def _tls(access: EtcdAccess) -> ssl.SSLContext:
    """Returns the TLS context, which trusts certificates as Go does; raises StorageError if a file is unusable."""
    authority, certificate, key = access.authority, access.certificate, access.key
    for path in (authority, key, certificate):
        if path is not None:
            _check_readable(path)
    try:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        if authority is not None:
            context.load_verify_locations(authority)
        else:
            context.load_default_certs()
        if certificate is not None:
            context.load_cert_chain(certificate, key)
    except ssl.SSLError as error:
        shown = ", ".join(str(path) for path in (authority, certificate, key) if path is not None)
        raise StorageError(f"{shown}: no certificate or key that can be used ({error.reason or error})") from None
    context.set_alpn_protocols(["h2"])
    return context


def _check_readable(path: Path) -> None:
    try:
        path.open("rb").close()
    except OSError as error:
        raise StorageError(f"cannot read {path}: {error.strerror}") from None


class EtcdClient:
    """Calls one etcd through any of its members. Thread-safe."""

    def __init__(self, access: EtcdAccess, *, seconds: float = CALL_SECONDS) -> None:
        self._access = access
        self._endpoints: Sequence[_Endpoint] = [_Endpoint(url, access) for url in access.endpoints]
        self._used = 0
        self._seconds = seconds
        self._token = ""
        self._lock = threading.Lock()
        self._closed = False
        self._thread = LoopThread("kapivara-etcd")
        self.newest = 0
        """The highest revision in any response."""

    @property
    def place(self) -> str:
        """The endpoint in use now, for messages."""
        return self._endpoints[self._used].url

    def call(self, method: Method, request: JsonObject, *, seconds: float | None = None) -> JsonObject:
        """Makes a call and returns its response; raises RefusedError, UnreachableError and Closed."""
        end = monotonic() + (self._seconds if seconds is None else seconds)
        data = write_message(request, method.request)
        nap = _FIRST_NAP
        while True:
            used = self._used
            try:
                return self._attempt(method, data, end)
            except UnreachableError as failure:
                self._leave(used)
                if (failure.was_sent and not method.repeatable) or monotonic() + nap >= end:
                    raise
            except RefusedError as refusal:
                if not refusal.is_old_token or not self._access.user or monotonic() >= end:
                    raise
                self._token = ""
            sleep(nap)
            nap = min(2 * nap, _LONGEST_NAP)

    @contextmanager
    def watch(self, create: JsonObject, *, seconds: float | None = None) -> Iterator[Iterator[JsonObject]]:
        """Opens a watch on its own stream and yields an iterator of its responses. The watch ends with the block, after
        `seconds`, or on `close`. The iterator raises the same errors as `call`.
        """
        request = write_message({"create_request": create}, WATCH_REQUEST)
        used = self._used
        metadata = (*self._metadata(monotonic() + self._seconds), _HAS_LEADER)
        answers = self._channel(used).stream(WATCH_PATH, request, seconds=seconds, metadata=metadata)
        try:
            yield self._answers(answers, used)
        finally:
            answers.close()

    def _answers(self, answers: Iterator[bytes], used: int) -> Iterator[JsonObject]:
        try:
            for data in answers:
                yield _read_answer(data, WATCH_ANSWER)
        except CallError as error:
            self._leave(used)
            raise self._failure(error, used) from None
        self._leave(used)
        raise UnreachableError(f"etcd at {self._endpoints[used].url} has ended the watch", was_sent=True)

    def go_back(self, revision: int) -> None:
        """Sets the newest revision after etcd went back to an earlier one."""
        with self._lock:
            self.newest = revision

    def leave(self, loop: AbstractEventLoop) -> None:
        """Ends all calls and streams of an event loop."""
        for endpoint in self._endpoints:
            endpoint.leave(loop)

    def close(self) -> None:
        """Ends all calls and streams."""
        self._closed = True
        for endpoint in self._endpoints:
            endpoint.close()
        self._thread.close()

    def _channel(self, used: int) -> GrpcChannel:
        """Returns the channel of the caller's event loop to an endpoint; for a blocking thread, that of the client's
        loop.
        """
        if self._closed:
            raise Closed("the storage is closed")
        return self._endpoints[used].channel(current_loop() or self._thread.loop)

    def _attempt(self, method: Method, data: bytes, end: float) -> JsonObject:
        metadata = () if method is AUTHENTICATE else self._metadata(end)
        used = self._used
        try:
            seconds = max(self._patience(method, end), 0.001)
            data = self._channel(used).call(method.path, data, seconds=seconds, metadata=metadata)
        except CallError as error:
            raise self._failure(error, used) from None
        answer = _read_answer(data, method.answer)
        revision = answer.get("header", {}).get("revision", 0)
        if revision > self.newest:
            with self._lock:
                self.newest = max(self.newest, revision)
        return answer

    def _patience(self, method: Method, end: float) -> float:
        """Returns the time limit of an attempt: half of the time left if another member can then be tried."""
        left = end - monotonic()
        return left / 2 if method.repeatable and len(self._endpoints) > 1 else left

    def _metadata(self, end: float) -> tuple[tuple[str, str], ...]:
        if not self._access.user:
            return ()
        token = self._token
        if not token:
            given = {"name": self._access.user, "password": self._access.password}
            answer = self._attempt(AUTHENTICATE, write_message(given, AUTHENTICATE.request), end)
            self._token = token = answer.get("token", "")
        return (("token", token),)

    def _leave(self, used: int) -> None:
        """Switches to the next endpoint, unless another caller already has."""
        with self._lock:
            if self._used == used:
                self._used = (used + 1) % len(self._endpoints)

    def _failure(self, error: CallError, used: int) -> StorageError:
        if self._closed:
            return Closed("the storage is closed")
        return storage_error(error, self._endpoints[used].url)


def _read_answer(data: bytes, shape: Any) -> JsonObject:
    try:
        return read_message(data, shape)
    except DecodeError as error:
        raise StorageError(f"what answers is no etcd: {error}") from None
