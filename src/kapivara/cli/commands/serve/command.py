"""`kapivara serve`: checks the combination of options, starts the server, and prints its URL and kubeconfig."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from kapivara.apis.machinery.server.feature_gates import FeatureGates, FieldValidationStage, RolloutStage
from kapivara.authorization.modes import AuthorizationMode
from kapivara.cli.commands.serve.options import OPTIONS, AuditGiven, audit_options
from kapivara.cli.framework.command import Example, command
from kapivara.cli.framework.errors import CommandError, UsageError
from kapivara.cli.framework.terminal import write_error, write_out
from kapivara.cli.options.etcd import etcd_access
from kapivara.cli.project_file.found_settings import FoundSettings, warn
from kapivara.controllers.catalog import ALL, UnknownControllerError, choose_controllers
from kapivara.values.optional_packages import require_extra
from kapivara.version import KUBERNETES

if TYPE_CHECKING:
    from kapivara.server.processes.run import Ready
    from kapivara.storage.etcd.access import EtcdAccess

_ANONYMOUS_DELAY = 5.0


@command(
    *OPTIONS,
    examples=(
        Example("A server with CRDs:", "kapivara serve --crds crds"),
        Example(
            "For tests: on a free port, without TLS and tokens, with objects:",
            "kapivara serve --anonymous --port 0 --objects deploy",
        ),
        Example(
            "A server that keeps its objects and its kubeconfig:",
            "kapivara serve --data ./data --kubeconfig ./kubeconfig",
        ),
        Example("One of several servers over an etcd:", "kapivara serve --etcd http://127.0.0.1:2379"),
        Example("A server of several processes:", "kapivara serve --etcd http://127.0.0.1:2379 --workers 4"),
    ),
)
def serve(
    *,
    host: str,
    port: int,
    workers: int,
    data: Path | None,
    memory: bool,  # noqa: ARG001  the default without --data
    etcd: tuple[str, ...],
    etcd_prefix: str,
    etcd_cafile: Path | None,
    etcd_certfile: Path | None,
    etcd_keyfile: Path | None,
    etcd_user: str | None,
    etcd_password_file: Path | None,
    anonymous: bool,
    token: str | None,
    token_auth_file: Path | None,
    service_account_signing_key_file: Path | None,
    authorization_mode: AuthorizationMode,
    tls: bool,
    no_tls: bool,
    tls_cert: Path | None,
    tls_key: Path | None,
    feature_gates: FeatureGates,
    rollout_stage: RolloutStage,
    field_validation_stage: FieldValidationStage,
    webhook_service: dict[str, str],
    enable_admission_plugins: tuple[str, ...],
    disable_admission_plugins: tuple[str, ...],
    request_timeout: float,
    max_requests_inflight: int,
    max_mutating_requests_inflight: int,
    shutdown_delay_duration: float,
    crds: tuple[str, ...],
    objects: tuple[str, ...],
    check_kinds: bool,
    verbose: bool,
    log_format: str,
    kubeconfig: Path | None,
    controllers: tuple[str, ...],
    controller_delay: float | None,
    event_ttl: float,
    found: FoundSettings | None = None,
    **audit: Unpack[AuditGiven],
) -> int:
    """Serve the Kubernetes API, without a cluster.

    Prints its URL and writes a kubeconfig once it answers. Stops on Ctrl-C, SIGTERM and SIGHUP.
    """
    if workers < 1:
        raise UsageError(f"--workers {workers}: give 1 or more")
    if workers > 1 and not etcd:
        problem = "one process owns a data folder, and several processes share objects through etcd: add --etcd URL"
        raise UsageError(f"--workers {workers} requires an etcd: {problem}")
    if (tls_cert is None) != (tls_key is None):
        raise UsageError("--tls-cert and --tls-key must be given together")
    distributed = etcd_access(
        etcd=etcd,
        etcd_prefix=etcd_prefix,
        etcd_cafile=etcd_cafile,
        etcd_certfile=etcd_certfile,
        etcd_keyfile=etcd_keyfile,
        etcd_user=etcd_user,
        etcd_password_file=etcd_password_file,
    )
    warn(found)
    require_extra("server")
    audited = audit_options(**audit)
    if distributed is not None:
        require_extra("etcd")
    from kapivara.admission.chain import AdmissionChain, UnknownPluginError
    from kapivara.server.processes.run import ServeError, ServeOptions, serve
    from kapivara.server.request_log import LogFormat

    try:
        admission = AdmissionChain(enable_admission_plugins, disable_admission_plugins)
        chosen = choose_controllers(controllers or (ALL,))
    except (UnknownPluginError, UnknownControllerError) as error:
        raise UsageError(str(error)) from None
    with _kubeconfig_path(kubeconfig, data) as path:

        def on_ready(ready: Ready) -> None:
            _announce(ready, _kept_where(data, distributed), path)
            gc.freeze()  # imported objects live as long as the process: exclude them from collections

        options = ServeOptions(
            host=host,
            port=port,
            data_dir=data,
            etcd=distributed,
            anonymous=anonymous,
            token=token,
            token_file=token_auth_file,
            account_key_file=service_account_signing_key_file,
            authorization=authorization_mode,
            tls=tls or not (anonymous or no_tls),
            cert_file=tls_cert,
            key_file=tls_key,
            feature_gates=feature_gates,
            rollout_stage=rollout_stage,
            field_validation_stage=field_validation_stage,
            webhook_services=webhook_service,
            admission=admission,
            request_seconds=request_timeout,
            most_reading=max_requests_inflight,
            most_changing=max_mutating_requests_inflight,
            shutdown_delay=shutdown_delay_duration,
            controllers=chosen,
            controller_delay=(_ANONYMOUS_DELAY if anonymous else 0.0) if controller_delay is None else controller_delay,
            event_seconds=event_ttl,
            load=(*crds, *objects),
            checks_kinds=check_kinds,
            log=LogFormat(log_format) if verbose else None,
            audit=audited,
            workers=workers,
            on_ready=on_ready,
        )
        try:
            serve(options)
        except ServeError as error:
            raise CommandError(str(error)) from error
        except OSError as error:  # mostly an invalid certificate
            raise CommandError(f"cannot serve: {error}") from error
    return 0


@contextmanager
def _kubeconfig_path(asked: Path | None, data: Path | None) -> Iterator[Path]:
    """Yields the path of the kubeconfig; a temporary one is deleted afterwards."""
    if asked is not None:
        from kapivara.server.auth.kubeconfig import check_kubeconfig

        with _refusing(asked):  # before the server starts
            check_kubeconfig(asked)
        yield asked
    elif data is not None:
        yield data / "kubeconfig"
    else:
        from tempfile import TemporaryDirectory

        with TemporaryDirectory(prefix="kapivara-") as folder:
            yield Path(folder) / "kubeconfig"


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    """Raises CommandError if the kubeconfig exists and is not kapivara's, or cannot be written."""
    from kapivara.server.auth.kubeconfig import ForeignFileError

    try:
        yield
    except ForeignFileError as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(f"cannot write the kubeconfig {path}: {error.strerror}") from error


def _kept_where(data: Path | None, etcd: EtcdAccess | None) -> str:
    if etcd is not None:
        return f"stored in etcd at {', '.join(etcd.endpoints)}, under {etcd.prefix}"
    return f"stored in {data}" if data is not None else "in memory, lost when the server stops"


def _announce(ready: Ready, kept: str, path: Path) -> None:
    from kapivara.server.auth.kubeconfig import render_kubeconfig, write_kubeconfig

    for note in ready.notes:
        write_error(f"Note: {note}\n")
    try:
        with _refusing(path):
            write_kubeconfig(path, render_kubeconfig(ready.url, token=ready.token, authority=ready.authority))
    except CommandError as error:
        write_error(f"Error: {error}\n")  # the server runs nevertheless
    write_out(f"{_describe(ready, kept, path)}\n")
    sys.stdout.flush()


def _describe(ready: Ready, kept: str, kubeconfig: Path) -> str:
    import shlex

    access = (
        "with the bearer token in the kubeconfig" if ready.token else "for everyone on this machine, without a token"
    )
    if ready.token and not ready.url.startswith("https:"):
        access += " (kubectl sends tokens over HTTPS only: for kubectl omit --no-tls, or add --anonymous)"
    return (
        f"kapivara serves {ready.url} (answers as kube-apiserver {KUBERNETES})\n"
        f"  objects  {kept}\n"
        f"  access   {access}\n"
        f"  kubectl  export KUBECONFIG={shlex.quote(str(kubeconfig.absolute()))}"
    )
