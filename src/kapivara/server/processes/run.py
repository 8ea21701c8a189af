"""Starts the server and runs it until it is stopped.

`serve` does everything: it checks the options, opens storage and socket, reports readiness, and stops gracefully on a
signal. Every failure is a ServeError with one clear sentence. Small requests run on the event loop, all others in
threads, so that no request waits for a slow one. Writes to a disk share flushes.
"""

from __future__ import annotations

import contextlib
import gc
import math
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from kapivara.admission.chain import AdmissionChain
from kapivara.api.loading import LoadError, load
from kapivara.apis.machinery.server.account_tokens import AccountTokens
from kapivara.apis.machinery.server.feature_gates import DEFAULT_GATES, FeatureGates, FieldValidationStage, RolloutStage
from kapivara.authorization.modes import AuthorizationMode
from kapivara.codec import MAX_BODY_BYTES
from kapivara.controllers.catalog import CONTROLLERS, ControllerRow
from kapivara.registry.registry import REQUEST_SECONDS, Registry
from kapivara.server.audit.options import audited
from kapivara.server.auth.authentication import Access
from kapivara.server.auth.authorization import Authorization
from kapivara.server.auth.issued_tokens import IssuedTokens
from kapivara.server.auth.token_file import TokenFileError, read_token_file
from kapivara.server.backend import Backend
from kapivara.server.dispatch.workers import short_turns
from kapivara.server.http1.limits import Limits, allow_descriptors, within_descriptors
from kapivara.server.in_flight import InFlight
from kapivara.server.listening import ServeError
from kapivara.server.metrics.in_flight_counts import CHANGING, READING
from kapivara.server.metrics.metrics import Metrics
from kapivara.server.processes.entrance import Entrance, open_entrance
from kapivara.server.processes.heap import return_freed_memory
from kapivara.server.request_log import LineWriter, RequestLog
from kapivara.server.routing.caller import KNOWN, OTHERS
from kapivara.storage import Storage, StorageError
from kapivara.values.record import record
from kapivara.values.stack import deep_stack
from kapivara.webhooks.access import WebhookAccess
from kapivara.webhooks.services import read_service_addresses

if TYPE_CHECKING:
    from kapivara.controllers.running import Controllers
    from kapivara.server.audit.options import AuditOptions
    from kapivara.server.http1.handler import Handler
    from kapivara.server.processes.serving import Serving
    from kapivara.server.processes.worker_process import WorkerPart
    from kapivara.server.request_log import LogFormat
    from kapivara.server.tls.rotation import ServerTls, TlsFiles
    from kapivara.storage.etcd.access import EtcdAccess

__all__ = ["OpenServer", "Ready", "ServeError", "ServeOptions", "open_server", "serve"]

_GARBAGE_THRESHOLD = 50_000


@record
class Ready:
    """The information for clients of a ready server; `authority` is the certificate (PEM) to trust, for TLS.

    `notes` are sentences about repaired damage and known problems of the etcd.
    """

    url: str
    token: str = ""
    authority: bytes = b""
    notes: tuple[str, ...] = ()


def _do_nothing(ready: Ready) -> None:
    """Does nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)  # records do not support so many fields
class ServeOptions:
    """The options of a server. Objects are stored in `data_dir`, in `etcd`, or only in memory. A missing `token` is
    generated. `token_file` has further users and their tokens, `authorization` is the authorization mode;
    `account_key_file` has the signing key of service account tokens.

    `tls` without certificate files creates a certificate authority. `request_seconds` is the timeout of a request with
    its body and response; `most_reading` and `most_changing` limit concurrent requests, 0 means no limit;
    `shutdown_delay` is the time between the failing readiness check and the stop. `controllers` are the controllers to
    run, each acting `controller_delay` seconds after a client's write; `event_seconds` is the lifetime of events.
    `load` names files and folders whose missing objects are created before the server is ready. `log` is the format of
    the request log on standard error, if any; `audit` configures the audit log. `workers` is the number of processes,
    several only with `etcd`. `on_ready` is called once the server responds.
    """

    host: str = "127.0.0.1"
    port: int = 0
    data_dir: Path | None = None
    etcd: EtcdAccess | None = None
    anonymous: bool = False
    token: str | None = None
    token_file: Path | None = None
    account_key_file: Path | None = None
    authorization: AuthorizationMode = AuthorizationMode.ALWAYS_ALLOW
    tls: bool = False
    cert_file: Path | None = None
    key_file: Path | None = None
    feature_gates: FeatureGates = DEFAULT_GATES
    rollout_stage: RolloutStage = RolloutStage.LEVELS
    field_validation_stage: FieldValidationStage = FieldValidationStage.ON
    webhook_services: Mapping[str, str] = field(default_factory=dict)
    admission: AdmissionChain | None = None
    request_seconds: float = REQUEST_SECONDS
    most_reading: int = 400
    most_changing: int = 200
    shutdown_delay: float = 0.0
    controllers: tuple[ControllerRow, ...] = CONTROLLERS
    controller_delay: float = 0.0
    event_seconds: float = 3600.0
    load: tuple[str, ...] = ()
    checks_kinds: bool = False
    log: LogFormat | None = None
    audit: AuditOptions | None = None
    workers: int = 1
    on_ready: Callable[[Ready], None] = _do_nothing


def serve(options: ServeOptions) -> None:
    """Serves until a signal stops it; raises ServeError if it cannot start."""
    if options.checks_kinds:
        _check_kinds()
    allow_descriptors(Limits())
    if options.workers != 1:
        from kapivara.server.processes.supervisor import supervise

        supervise(options)
        return
    with open_server(options) as server:
        run_alone(server)


def _check_kinds() -> None:
    """Raises ServeError if a built-in kind does not work."""
    from kapivara.registry import kind_check  # other starts do not need it

    broken = kind_check.check_kinds()
    if broken:
        start = "1 built-in kind does" if len(broken) == 1 else f"{len(broken)} built-in kinds do"
        raise ServeError("\n".join([f"{start} not work:", *(f"  {each}" for each in broken)]))


def run_alone(server: OpenServer) -> None:
    """Runs a server as the only task of its process, until a signal stops it."""
    with _seldom_collected(), short_turns(), deep_stack():  # so that requests find a deep stack
        server.run(_freeze_loaded, stops_on_signals=True)


class OpenServer:
    """A server with an open socket, which responds while `run` executes."""

    def __init__(self, options: ServeOptions, ready: Ready, serving: Serving, backend: Backend):
        self.ready = ready
        self._options = options
        self._serving = serving
        self._backend = backend

    @property
    def registry(self) -> Registry:
        """The current registry."""
        return self._backend.registry

    def metrics(self) -> bytes:
        """Returns the metrics of this process. Called on the event loop."""
        return self._backend.app.answer_metrics().body

    def run(self, also_once_ready: Callable[[], None] = lambda: None, *, stops_on_signals: bool = False) -> None:
        """Serves until stopped, with `stops_on_signals` also by signals, which needs the main thread."""

        def on_ready() -> None:
            self._backend.join_loop()
            self._options.on_ready(self.ready)
            also_once_ready()
            if self._options.controllers:
                self._backend.run_controllers(self._controllers_over)

        self._serving.run(on_ready, self._backend.leave_loop, stops_on_signals=stops_on_signals)

    def _controllers_over(self, registry: Registry, storage: Storage) -> Controllers:
        from kapivara.controllers.running import ControllerOptions, Controllers  # not loaded if none run

        given = self._options
        options = ControllerOptions(
            given.controllers, given.controller_delay, self.ready.authority.decode(), given.event_seconds
        )
        return Controllers(registry, storage, options)

    def stop(self, *, at_once: bool = False) -> None:
        """Stops `run`, after the current requests or at once; from any thread."""
        self._serving.stop(at_once=at_once)

    def reset(self) -> None:
        """Switches to an empty storage in memory; watches end, connections stay open. From any thread."""
        from kapivara.storage.memory import MemoryStorage

        self._backend.replace_storage(MemoryStorage())


@contextlib.contextmanager
def open_server(options: ServeOptions) -> Iterator[OpenServer]:
    """Opens all resources of a server, and closes them afterwards; raises ServeError on failure."""
    with contextlib.ExitStack() as closing:
        entrance = closing.enter_context(open_entrance(options))
        storage, notes = open_storage(options)
        closing.enter_context(contextlib.closing(storage))
        yield closing.enter_context(open_behind(entrance, storage, options, notes=notes))


@contextlib.contextmanager
def open_behind(
    entrance: Entrance,
    storage: Storage,
    options: ServeOptions,
    *,
    part: WorkerPart | None = None,
    notes: tuple[str, ...] = (),
) -> Iterator[OpenServer]:
    """Opens the server behind an entrance, on an open storage; as one of several processes if `part` is given."""
    from kapivara.server.processes.serving import Serving  # slow to import: errors should come fast

    issued = IssuedTokens(lambda: backend.registry, time.time)
    access, metrics = _access(options, entrance.token, issued), Metrics()
    with contextlib.ExitStack() as closing:
        tls = None
        if entrance.tls is not None:
            renew = entrance.tls.renew if part is None else entrance.tls.reread
            tls = _server_tls(entrance.tls.files, renew)
            closing.enter_context(tls.kept_current())
        backend = Backend(
            storage,
            lambda storage: _registry_over(storage, options, access, metrics, entrance.account_tokens),
            access=access,
            url=entrance.url,
            metrics=metrics,
            authorization=Authorization(options.authorization),
        )
        closing.enter_context(contextlib.closing(backend))
        if options.authorization is AuthorizationMode.RBAC:
            backend.registry.policy.refresh()  # so that no request waits for the storage
        if part is None or part.is_first:
            _load(backend.registry, options.load)
        limits = within_descriptors(Limits(request_seconds=options.request_seconds, body=MAX_BODY_BYTES))
        if part is not None:
            backend.app.ask_others, backend.app.keep_metrics = part.ask_others, part.keeper()
        handler = _bounded(backend, options, metrics)
        handler = closing.enter_context(_audited(handler, options, metrics))
        handler = closing.enter_context(_logged(handler, options.log))
        serving = Serving(
            handler,
            entrance.listener if part is None else part.channel,
            limits=limits,
            tls=tls,
            on_stop=backend.app.stop,
            delay=options.shutdown_delay,
            acceptor=None if part is None else part.acceptor,
        )
        yield OpenServer(options, ready_of(entrance, notes), serving, backend)


def ready_of(entrance: Entrance, notes: tuple[str, ...]) -> Ready:
    """Returns the information for clients of a server."""
    if entrance.tls is None:
        return Ready(entrance.url, entrance.token, notes=notes)
    files = entrance.tls.files
    return Ready(entrance.url, entrance.token, files.authority, (*notes, *files.notes))


def _server_tls(files: TlsFiles, renew: Callable[[], TlsFiles]) -> ServerTls:
    from kapivara.server.tls.rotation import ServerTls  # not needed for loopback

    return ServerTls(files, renew)


def _access(options: ServeOptions, token: str, issued: IssuedTokens) -> Access:
    """Returns the authentication: without tokens, all clients are the administrator, or anonymous if roles apply."""
    users = {}
    if options.token_file is not None:
        try:
            users = read_token_file(options.token_file)
        except TokenFileError as error:
            raise ServeError(str(error)) from None
    by_roles = options.authorization is AuthorizationMode.RBAC
    others = OTHERS if by_roles else KNOWN
    return Access(token, options.host, users=users, issued=issued.find, others=others)


def _registry_over(
    storage: Storage, options: ServeOptions, access: Access, metrics: Metrics, account_tokens: AccountTokens
) -> Registry:
    return Registry(
        storage,
        feature_gates=options.feature_gates,
        rollout_stage=options.rollout_stage,
        field_validation_stage=options.field_validation_stage,
        admission=options.admission,
        observer=metrics,
        authenticate=access.user_of,
        account_tokens=account_tokens,
        webhooks=WebhookAccess(read_service_addresses(options.webhook_services)),
    )


def _load(registry: Registry, paths: tuple[str, ...]) -> None:
    """Creates the objects in files and folders; raises ServeError if any is rejected."""
    if not paths:
        return
    from kapivara.api import Api

    try:
        load(Api.over(registry), paths, field_validation="Strict", field_manager="kapivara", keeps_existing=True)
    except LoadError as error:
        raise ServeError(str(error)) from None


def _bounded(backend: Backend, options: ServeOptions, metrics: Metrics) -> Handler:
    """Limits concurrent requests, unless all clients are the administrator."""
    if options.anonymous and options.authorization is AuthorizationMode.ALWAYS_ALLOW:
        return backend.app
    reading, changing = (math.ceil(most / options.workers) for most in (options.most_reading, options.most_changing))
    metrics.in_flight.most.update({READING: reading, CHANGING: changing})  # each worker has its share
    return InFlight(backend.app, metrics.in_flight, lambda: backend.dispatcher.in_line)


def _audited(handler: Handler, options: ServeOptions, metrics: Metrics) -> contextlib.AbstractContextManager[Handler]:
    """Adds the audit log, if requested."""
    if options.audit is None:
        return contextlib.nullcontext(handler)
    return audited(handler, options.audit, metrics.audit, is_shared=options.workers > 1)


@contextlib.contextmanager
def _logged(handler: Handler, form: LogFormat | None) -> Iterator[Handler]:
    """Adds the request log, if requested."""
    if form is None:
        yield handler
        return
    with contextlib.closing(LineWriter(sys.stderr, form)) as writer:
        yield RequestLog(handler, writer.write, form)


def _freeze_loaded() -> None:
    """Returns freed memory, and exempts all loaded objects from garbage collection."""
    return_freed_memory()
    gc.freeze()


def open_storage(options: ServeOptions) -> tuple[Storage, tuple[str, ...]]:
    """Opens the storage; returns it with its notes."""
    if options.etcd is not None:
        from kapivara.controllers.event_expiry import forget_events
        from kapivara.storage.etcd.client import CALL_SECONDS
        from kapivara.storage.etcd.storage import EtcdStorage

        try:
            distributed = EtcdStorage(options.etcd, seconds=min(CALL_SECONDS, options.request_seconds))
        except StorageError as error:
            raise ServeError(str(error)) from None
        forget_events(distributed, options.event_seconds)
        return distributed, distributed.find_notes()
    if options.data_dir is None:
        from kapivara.storage.memory import MemoryStorage

        return MemoryStorage(), ()
    from kapivara.storage.sqlite.storage import SqliteStorage

    try:
        storage = SqliteStorage(options.data_dir)
    except StorageError as error:
        raise ServeError(str(error)) from None
    return storage, storage.notes


@contextlib.contextmanager
def _seldom_collected() -> Iterator[None]:
    """Makes garbage collections rarer: requests leave few cycles, and decoding a large one would traverse its objects
    again and again.
    """
    before = gc.get_threshold()
    gc.freeze()  # existing objects stay
    gc.set_threshold(_GARBAGE_THRESHOLD)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
