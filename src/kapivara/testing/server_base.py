"""The common part of servers for tests: the `with` block in which they run, and how clients reach them."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterable
from os import PathLike, fspath
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self, TypeVar

from kapivara.server.auth.kubeconfig import render_kubeconfig, write_kubeconfig
from kapivara.server.processes.run import Ready

_Part = TypeVar("_Part")


class ServerBase(ABC):
    """A Kubernetes API server that runs within a `with` or `async with` block, on a free port.

    `load` names files and folders whose objects are loaded at the start, and after each `reset`. Without `tls`, the
    server speaks plain HTTP, which is faster; kubectl does not send its token then, and is rejected. Without
    `controllers`, only clients change objects.
    """

    def __init__(self, *, load: Iterable[str | PathLike[str]] = (), tls: bool = True, controllers: bool = True):
        self._load = tuple(fspath(each) for each in load)
        self._tls = tls
        self._has_controllers = controllers
        self._ready: Ready | None = None
        self._folder: TemporaryDirectory[str] | None = None

    @property
    def url(self) -> str:
        """The URL of the server."""
        return started(self._ready).url

    @property
    def token(self) -> str:
        """The bearer token that requests must have."""
        return started(self._ready).token

    @property
    def authority(self) -> bytes:
        """The certificate (PEM) that clients must trust; b"" without TLS."""
        return started(self._ready).authority

    @property
    def kubeconfig(self) -> Path:
        """The path of a kubeconfig for the server."""
        return Path(started(self._folder).name) / "kubeconfig"

    @abstractmethod
    def reset(self) -> None:
        """Resets the store to the built-in and loaded objects, within milliseconds; watches end."""

    @abstractmethod
    def _start(self) -> Ready:
        """Starts the server, and loads all objects."""

    @abstractmethod
    def _stop(self) -> None:
        """Stops the server, also after a failed start."""

    def start(self) -> Self:
        """Starts the server, and returns when it is ready; raises LoadError and ServeError."""
        try:
            self._ready = self._start()
            self._folder = TemporaryDirectory(prefix="kapivara-")
            text = render_kubeconfig(self.url, token=self.token, authority=self.authority)
            write_kubeconfig(self.kubeconfig, text)
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self) -> None:
        """Stops the server at once; all objects are lost."""
        self._stop()
        if self._folder is not None:
            self._folder.cleanup()
        self._ready = self._folder = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    async def __aenter__(self) -> Self:
        return await asyncio.to_thread(self.start)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.stop)


def started(part: _Part | None) -> _Part:
    """Returns a part of a running server; raises RuntimeError if the server is not running."""
    if part is None:
        raise RuntimeError("the server is not started: use it in a `with` block")
    return part
