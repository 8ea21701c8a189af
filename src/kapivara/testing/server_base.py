"""What servers for tests share, wherever they run: a block that they live in, and how clients find them."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterable
from os import PathLike, fspath
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self, TypeVar

from kapivara.server.kubeconfig import render_kubeconfig, write_kubeconfig
from kapivara.server.run import Ready

_Part = TypeVar("_Part")


class ServerBase(ABC):
    """A Kubernetes API server that runs within a `with` block, or an `async with` one, at a free port.

    `load` names files and folders whose objects are there from the start, and again after each `reset`. Without `tls`
    it speaks plain HTTP, which is quicker; kubectl sends no token then, and is refused. Without `controllers` nobody
    acts but clients.
    """

    def __init__(self, *, load: Iterable[str | PathLike[str]] = (), tls: bool = True, controllers: bool = True):
        self._load = tuple(fspath(each) for each in load)
        self._tls = tls
        self._has_controllers = controllers
        self._ready: Ready | None = None
        self._folder: TemporaryDirectory[str] | None = None

    @property
    def url(self) -> str:
        """Where it answers."""
        return started(self._ready).url

    @property
    def token(self) -> str:
        """The bearer token that requests must carry."""
        return started(self._ready).token

    @property
    def authority(self) -> bytes:
        """The certificate (PEM) that clients are to trust; empty without TLS."""
        return started(self._ready).authority

    @property
    def kubeconfig(self) -> Path:
        """A file that tells clients all this."""
        return Path(started(self._folder).name) / "kubeconfig"

    @abstractmethod
    def reset(self) -> None:
        """Empties the store, but for what every server has and what is loaded; watches end. Takes milliseconds."""

    @abstractmethod
    def _start(self) -> Ready:
        """Starts what answers, with all that is to be loaded."""

    @abstractmethod
    def _stop(self) -> None:
        """Ends what answers, however far it has come."""

    def start(self) -> Self:
        """Starts it, and returns once it answers; raises LoadError and ServeError."""
        try:
            self._ready = self._start()
            self._folder = TemporaryDirectory(prefix="kapivara-")
            told = render_kubeconfig(self.url, token=self.token, authority=self.authority)
            write_kubeconfig(self.kubeconfig, told)
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self) -> None:
        """Stops it at once; what it stored is gone."""
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
    """Returns what a server has while it runs; raises RuntimeError where it does not."""
    if part is None:
        raise RuntimeError("the server is not started: use it in a `with` block")
    return part
