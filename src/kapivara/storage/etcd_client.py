"""Calls to etcd by gRPC: several endpoints, a deadline for every call, TLS, and a user's token.

One endpoint is used at a time; where it cannot be reached or does not answer, the next one is. A call that was not
sent, or may be made twice, is made again until its time is up; a write that may have been done is not. What calls there
are, and what they carry, is told by `etcd_messages`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, sleep
from typing import Any

import grpc

from kapivara.codec.errors import DecodeError
from kapivara.codec.protobuf.reading import read_message
from kapivara.codec.protobuf.writing import write_message
from kapivara.storage.contract import Closed, StorageError
from kapivara.storage.etcd_access import EtcdAccess
from kapivara.storage.etcd_errors import RefusedError, UnreachableError, storage_error
from kapivara.storage.etcd_messages import AUTHENTICATE, WATCH_ANSWER, WATCH_PATH, WATCH_REQUEST, Method
from kapivara.values import JsonObject

CALL_SECONDS = 10.0
"""How long a call may take, with all attempts."""
_FIRST_NAP, _LONGEST_NAP = 0.02, 0.5
_OPTIONS = (
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 1000),
    ("grpc.max_reconnect_backoff_ms", 1000),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
)
_HAS_LEADER = ("hasleader", "true")


class _Endpoint:
    """One member, by its URL; connected when it is first called."""

    def __init__(self, url: str, access: EtcdAccess) -> None:
        self.url = url
        scheme, _, rest = url.rpartition("://")
        target = rest.rstrip("/")
        if scheme not in ("", "http", "https") or not target or "/" in target:
            raise StorageError(f"{url!r} is no URL of an etcd: http://HOST:PORT, or https://HOST:PORT")
        if ":" not in target.rpartition("]")[2]:
            target += ":2379"
        if scheme == "https":
            self._channel = grpc.secure_channel(target, _credentials(access), _OPTIONS)
        else:
            self._channel = grpc.insecure_channel(target, _OPTIONS)
        self._calls: dict[str, Any] = {}

    def call(self, method: Method, data: bytes, seconds: float, metadata: tuple[tuple[str, str], ...]) -> bytes:
        """Makes one attempt; raises grpc.RpcError, and ValueError where it was closed."""
        stub = self._calls.get(method.path)
        if stub is None:
            made = self._channel.stream_stream if method.streams else self._channel.unary_unary
            stub = self._calls[method.path] = made(method.path)
        answer = stub(iter((data,)) if method.streams else data, timeout=max(seconds, 0.001), metadata=metadata)
        found: bytes = next(answer, b"") if method.streams else answer
        return found

    def stream(self, requests: Iterator[bytes], seconds: float | None, metadata: tuple[tuple[str, str], ...]) -> Any:
        """Opens a stream of watches."""
        return self._channel.stream_stream(WATCH_PATH)(requests, timeout=seconds, metadata=metadata)

    def close(self) -> None:
        """Ends all calls."""
        self._channel.close()


def _credentials(access: EtcdAccess) -> grpc.ChannelCredentials:
    authority, key, certificate = (
        None if path is None else _read(path) for path in (access.authority, access.key, access.certificate)
    )
    return grpc.ssl_channel_credentials(authority, key, certificate)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise StorageError(f"cannot read {path}: {error.strerror}") from None


class EtcdClient:
    """Calls one etcd, whichever of its members answers. Safe for many threads."""

    def __init__(self, access: EtcdAccess, *, seconds: float = CALL_SECONDS) -> None:
        self._access = access
        self._endpoints: Sequence[_Endpoint] = [_Endpoint(url, access) for url in access.endpoints]
        self._used = 0
        self._seconds = seconds
        self._token = ""
        self._lock = threading.Lock()
        self._closed = False
        self.newest = 0
        """The highest revision that an answer told."""

    @property
    def place(self) -> str:
        """The endpoint that is used now, to be told in messages."""
        return self._endpoints[self._used].url

    def call(self, method: Method, request: JsonObject, *, seconds: float | None = None) -> JsonObject:
        """Makes a call, and reads its answer; raises RefusedError, UnreachableError and Closed."""
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
        """Opens a watch on a stream of its own, which yields its answers; ended with the block, by its time, or by
        `close`. Raises as `call` does, and so does what it yields.
        """
        requests: SimpleQueue[bytes | None] = SimpleQueue()
        requests.put(write_message({"create_request": create}, WATCH_REQUEST))
        used = self._used
        metadata = (*self._metadata(monotonic() + self._seconds), _HAS_LEADER)
        try:
            stream = self._endpoints[used].stream(iter(requests.get, None), seconds, metadata)
        except ValueError:
            raise Closed("the storage is closed") from None
        try:
            yield self._answers(stream, used)
        finally:
            stream.cancel()
            requests.put(None)

    def _answers(self, stream: Any, used: int) -> Iterator[JsonObject]:
        try:
            for data in stream:
                yield _read_answer(data, WATCH_ANSWER)
        except grpc.RpcError as error:
            self._leave(used)
            raise self._failure(error, used) from None
        self._leave(used)
        raise UnreachableError(f"etcd at {self._endpoints[used].url} has ended the watch", was_sent=True)

    def close(self) -> None:
        """Ends all calls and streams."""
        self._closed = True
        for endpoint in self._endpoints:
            endpoint.close()

    def _attempt(self, method: Method, data: bytes, end: float) -> JsonObject:
        metadata = () if method is AUTHENTICATE else self._metadata(end)
        used = self._used
        try:
            answer = _read_answer(
                self._endpoints[used].call(method, data, self._patience(method, end), metadata), method.answer
            )
        except grpc.RpcError as error:
            raise self._failure(error, used) from None
        except ValueError:
            raise Closed("the storage is closed") from None
        revision = answer.get("header", {}).get("revision", 0)
        if revision > self.newest:
            with self._lock:
                self.newest = max(self.newest, revision)
        return answer

    def _patience(self, method: Method, end: float) -> float:
        """Returns how long an attempt may take: half of what is left, where another member may be asked then."""
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
        """Has the next endpoint used, unless another caller has seen to that."""
        with self._lock:
            if self._used == used:
                self._used = (used + 1) % len(self._endpoints)

    def _failure(self, error: grpc.RpcError, used: int) -> StorageError:
        if self._closed:
            return Closed("the storage is closed")
        return storage_error(error, self._endpoints[used].url)


def _read_answer(data: bytes, shape: Any) -> JsonObject:
    try:
        return read_message(data, shape)
    except DecodeError as error:
        raise StorageError(f"what answers is no etcd: {error}") from None
