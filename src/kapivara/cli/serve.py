"""`kapivara serve`: checks how the options go together, starts the server, says where it is and how to reach it."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kapivara.admission.catalog import PLUGINS
from kapivara.apis.feature_gates import KNOWN_GATES, FeatureGateError, FeatureGates, parse_feature_gates
from kapivara.cli.command import Option, command
from kapivara.cli.options import timeout_option
from kapivara.cli.terminal import write_error, write_out
from kapivara.cli.usage_error import BadValueError, CommandError, UsageError
from kapivara.cli.value_readers import read_file, read_folder, read_integer
from kapivara.version import KUBERNETES

if TYPE_CHECKING:
    from kapivara.server.run import Ready


def _read_gates(given: tuple[str, ...]) -> FeatureGates:
    try:
        return FeatureGates(parse_feature_gates(",".join(given)))
    except FeatureGateError as error:
        raise BadValueError(str(error)) from None


def _read_names(given: tuple[str, ...]) -> tuple[str, ...]:
    """Reads names that are given one by one, or with commas between them."""
    return tuple(name for text in given for each in text.split(",") if (name := each.strip()))


def _describe_gates() -> str:
    return ", ".join(f"{gate.name} (default {str(gate.default).lower()})" for gate in KNOWN_GATES.values())


@command(
    Option(
        "--host",
        "The address to listen on. One that other machines can reach needs TLS.",
        default="127.0.0.1",
    ),
    Option(
        "--port",
        "The port to listen on; 0 takes one that is free.",
        metavar="INTEGER",
        default="8001",
        read=read_integer,
    ),
    Option(
        "--data",
        "Keep the objects in this folder; what was acknowledged survives a kill.",
        metavar="DIR",
        read=read_folder,
    ),
    Option("--memory", "Keep the objects in memory only, as without --data.", is_switch=True),
    Option("--anonymous", "Answer requests without a token.", is_switch=True),
    Option(
        "--token",
        "The bearer token that requests must carry; without it one is made up.",
        environment="KAPIVARA_TOKEN",
    ),
    Option("--tls", "Serve HTTPS with a certificate made for this server.", is_switch=True),
    Option("--tls-cert", "Serve HTTPS with this certificate (PEM).", metavar="FILE", read=read_file),
    Option("--tls-key", "The key that goes with --tls-cert (PEM).", metavar="FILE", read=read_file),
    Option(
        "--feature-gates",
        f"Features to turn on or off; may be given several times. Known: {_describe_gates()}.",
        metavar="NAME=BOOL,...",
        multiple=True,
        read=_read_gates,
    ),
    Option(
        "--enable-admission-plugins",
        "Admission plugins to ask besides those that are on by default; may be given several times.",
        metavar="NAME,...",
        multiple=True,
        read=_read_names,
    ),
    Option(
        "--disable-admission-plugins",
        f"Admission plugins not to ask; may be given several times. Known: {', '.join(row.name for row in PLUGINS)}.",
        metavar="NAME,...",
        multiple=True,
        read=_read_names,
    ),
    timeout_option(),
    Option(
        "--kubeconfig",
        "Where to write the kubeconfig; without it into the folder of --data, or a temporary one.",
        metavar="PATH",
        read=read_file,
    ),
)
def serve(
    *,
    host: str,
    port: int,
    data: Path | None,
    memory: bool,
    anonymous: bool,
    token: str | None,
    tls: bool,
    tls_cert: Path | None,
    tls_key: Path | None,
    feature_gates: FeatureGates,
    enable_admission_plugins: tuple[str, ...],
    disable_admission_plugins: tuple[str, ...],
    request_timeout: float,
    kubeconfig: Path | None,
) -> int:
    """Serve the Kubernetes API, without a cluster.

    Prints its URL and writes a kubeconfig once it answers. Stops on Ctrl-C and SIGTERM.
    """
    if data is not None and memory:
        raise UsageError("--data and --memory exclude each other")
    if anonymous and token is not None:
        raise UsageError("--anonymous and --token exclude each other")
    if (tls_cert is None) != (tls_key is None):
        raise UsageError("--tls-cert and --tls-key go together")
    from kapivara.admission.chain import AdmissionChain, UnknownPluginError
    from kapivara.server.run import ServeError, ServeOptions, serve

    try:
        admission = AdmissionChain(enable_admission_plugins, disable_admission_plugins)
    except UnknownPluginError as error:
        raise UsageError(str(error)) from None
    with _kubeconfig_path(kubeconfig, data) as path:

        def on_ready(ready: Ready) -> None:
            _announce(ready, data, path)
            gc.freeze()  # all that was imported is there to stay: no collection need look at it again

        options = ServeOptions(
            host=host,
            port=port,
            data_dir=data,
            anonymous=anonymous,
            token=token,
            tls=tls,
            cert_file=tls_cert,
            key_file=tls_key,
            feature_gates=feature_gates,
            admission=admission,
            request_seconds=request_timeout,
            on_ready=on_ready,
        )
        try:
            serve(options)
        except ServeError as error:
            raise CommandError(str(error)) from error
        except OSError as error:  # a certificate that is none, above all
            raise CommandError(f"cannot serve: {error}") from error
    return 0


@contextmanager
def _kubeconfig_path(asked: Path | None, data: Path | None) -> Iterator[Path]:
    """Gives the place for the kubeconfig; a temporary one is gone afterwards."""
    if asked is not None:
        from kapivara.cli.kubeconfig import check_kubeconfig

        with _refusing(asked):  # before anything is served
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
    """Turns it into a CommandError where the kubeconfig is not ours to write, or cannot be written."""
    from kapivara.cli.kubeconfig import ForeignFileError

    try:
        yield
    except ForeignFileError as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(f"cannot write the kubeconfig {path}: {error.strerror}") from error


def _announce(ready: Ready, data: Path | None, path: Path) -> None:
    from kapivara.cli.kubeconfig import render_kubeconfig, write_kubeconfig

    for note in ready.notes:
        write_error(f"Note: {note}\n")
    try:
        with _refusing(path):
            write_kubeconfig(path, render_kubeconfig(ready.url, token=ready.token, authority=ready.authority))
    except CommandError as error:
        write_error(f"Error: {error}\n")  # it serves all the same
    write_out(f"{_describe(ready, data, path)}\n")
    sys.stdout.flush()


def _describe(ready: Ready, data: Path | None, kubeconfig: Path) -> str:
    import shlex

    kept = f"kept in {data}" if data is not None else "in memory, gone when the server stops"
    access = "with the bearer token in the kubeconfig" if ready.token else "anyone on this machine, without a token"
    if ready.token and not ready.url.startswith("https:"):
        access += " (kubectl sends tokens over HTTPS only: for kubectl add --tls, or --anonymous)"
    return (
        f"kapivara serves {ready.url} (answers as kube-apiserver {KUBERNETES})\n"
        f"  objects  {kept}\n"
        f"  access   {access}\n"
        f"  kubectl  export KUBECONFIG={shlex.quote(str(kubeconfig.absolute()))}"
    )
