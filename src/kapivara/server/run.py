"""Starts the server and keeps it running until it is told to stop.

`serve` is the door: it checks the options, opens storage and socket, says when it is ready, and stops gracefully on
SIGTERM and SIGINT. Everything that can go wrong on the way is a ServeError with one clear sentence.
Small requests are answered within the event loop; all others go over threads, so that nobody waits for a slow one.
Writes to a disk share flushes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kapivara.admission.chain import AdmissionChain
from kapivara.apis.feature_gates import DEFAULT_GATES, FeatureGates
from kapivara.registry.registry import REQUEST_SECONDS, Registry
from kapivara.server.access import Access, BadTokenError, check_token
from kapivara.server.app import Application
from kapivara.server.dispatch import Dispatcher
from kapivara.server.limits import Limits, within_descriptors
from kapivara.server.listening import ServeError, check_address, open_socket, url_of
from kapivara.server.metrics import Metrics
from kapivara.server.workers import Workers
from kapivara.storage import Storage, StorageError
from kapivara.values.record import record

if TYPE_CHECKING:
    import ssl

__all__ = ["Ready", "ServeError", "ServeOptions", "serve"]

_TOKEN_BYTES = 24
_BULK_THREADS = 3
_GARBAGE_THRESHOLD = 50_000


@record
class Ready:
    """What clients need once the server answers; `authority` is the certificate (PEM) to trust, for TLS.

    `notes` are sentences about what was found damaged, and made anew.
    """

    url: str
    token: str = ""
    authority: bytes = b""
    notes: tuple[str, ...] = ()


def _say_nothing(ready: Ready) -> None:
    """Takes note of nothing."""


@record
class ServeOptions:
    """How to serve. Without a `data_dir` nothing outlives the server; without a `token` one is made up.

    `tls` without certificate files makes an authority of its own. `request_seconds` is the time for a request, body
    and answer. `on_ready` is called once clients are answered.
    """

    host: str = "127.0.0.1"
    port: int = 0
    data_dir: Path | None = None
    anonymous: bool = False
    token: str | None = None
    tls: bool = False
    cert_file: Path | None = None
    key_file: Path | None = None
    feature_gates: FeatureGates = DEFAULT_GATES
    admission: AdmissionChain | None = None
    request_seconds: float = REQUEST_SECONDS
    on_ready: Callable[[Ready], None] = _say_nothing


@record
class _Tls:
    """The files that TLS needs, and the certificate to trust."""

    cert_file: Path
    key_file: Path
    authority: bytes = b""
    notes: tuple[str, ...] = ()


def serve(options: ServeOptions) -> None:
    """Serves until SIGTERM or SIGINT; raises ServeError where it cannot start."""
    uses_tls = options.tls or options.cert_file is not None
    check_address(options.host, tls=uses_tls, anonymous=options.anonymous)
    token = "" if options.anonymous else _token(options.token)
    from kapivara.server.serving import Serving  # not light: refusals come fast

    with contextlib.ExitStack() as closing:
        tls = closing.enter_context(_certificates(options)) if uses_tls else None
        listener = closing.enter_context(contextlib.closing(open_socket(options.host, options.port)))
        storage, notes = _open_storage(options)
        closing.enter_context(contextlib.closing(storage))
        metrics = Metrics()
        access = Access(token, options.host)
        registry = Registry(
            storage,
            feature_gates=options.feature_gates,
            admission=options.admission,
            observer=metrics,
            authenticate=access.user_of,
        )
        closing.enter_context(contextlib.closing(registry))
        url = url_of(listener, options.host, tls=uses_tls)
        workers = closing.enter_context(contextlib.closing(Workers()))
        bulk_workers = closing.enter_context(contextlib.closing(Workers(_BULK_THREADS)))
        dispatcher = Dispatcher(workers, bulk_workers=bulk_workers, storage_waits=not storage.decides_at_once)
        address = url.partition("//")[2]
        app = Application(registry, access=access, address=address, dispatcher=dispatcher, metrics=metrics)
        ready = Ready(url, token, tls.authority, (*notes, *tls.notes)) if tls else Ready(url, token, notes=notes)
        limits = within_descriptors(Limits(request_seconds=options.request_seconds))
        serving = Serving(app, listener, limits=limits, tls=None if tls is None else _context(tls))
        with _seldom_collected():
            serving.run(lambda: options.on_ready(ready))


def _token(given: str | None) -> str:
    """Returns the token that requests must bear: the one given, or one made up."""
    if given is None:
        import secrets

        return secrets.token_urlsafe(_TOKEN_BYTES)
    try:
        check_token(given)
    except BadTokenError as error:
        raise ServeError(f"{error}; leave it out, and one is made up") from None
    return given


def _open_storage(options: ServeOptions) -> tuple[Storage, tuple[str, ...]]:
    """Opens the storage; returns what is to be said about it, too."""
    if options.data_dir is None:
        from kapivara.storage.memory import MemoryStorage

        return MemoryStorage(), ()
    from kapivara.storage.sqlite import SqliteStorage

    try:
        storage = SqliteStorage(options.data_dir)
    except StorageError as error:
        raise ServeError(str(error)) from None
    return storage, storage.notes


@contextlib.contextmanager
def _certificates(options: ServeOptions) -> Iterator[_Tls]:
    """Provides the files that TLS needs: those given, or some made for this server."""
    if options.cert_file is not None or options.key_file is not None:
        if options.cert_file is None or options.key_file is None:
            raise ServeError("a certificate and its key go together: give both files")
        for file in (options.cert_file, options.key_file):
            if not file.is_file():
                raise ServeError(f"there is no file {file}")
        yield _Tls(options.cert_file, options.key_file)
        return
    from tempfile import TemporaryDirectory

    from kapivara.server.certificates import provide_certificates

    with contextlib.ExitStack() as closing:
        kept = options.data_dir
        if kept is None:
            directory = Path(closing.enter_context(TemporaryDirectory("-kapivara")))
        else:
            _make_private(kept)
            directory = kept / "tls"
        made = provide_certificates(directory, [options.host])
        yield _Tls(made.certificate, made.key, made.authority, made.notes)


def _make_private(directory: Path) -> None:
    """Makes the data folder where it is missing, for its owner only."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ServeError(f"{directory}: {error.strerror or error}") from None


@contextlib.contextmanager
def _seldom_collected() -> Iterator[None]:
    """Has Python look for cycles of garbage less often: requests leave few, and while a large one is read all that it
    holds is gone through again and again.
    """
    import gc

    before = gc.get_threshold()
    gc.freeze()  # what is there now stays
    gc.set_threshold(_GARBAGE_THRESHOLD)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _context(tls: _Tls) -> ssl.SSLContext:
    import ssl

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tls.cert_file, tls.key_file)
    context.set_alpn_protocols(["http/1.1"])
    return context
