"""`kapivara serve`: checks how the options go together, starts the server, says where it is and how to reach it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kapivara.cli.commands import Option, PlainHelp, timeout_option
from kapivara.registry.feature_gates import KNOWN_GATES, FeatureGateError, FeatureGates, parse_feature_gates
from kapivara.version import KUBERNETES

if TYPE_CHECKING:
    from kapivara.server.run import Ready

FILE = click.Path(dir_okay=False, path_type=Path)


class RefusedError(click.ClickException):
    """Says why the server does not start."""

    exit_code = 2


def _read_gates(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> FeatureGates:
    try:
        return FeatureGates(parse_feature_gates(",".join(given)))
    except FeatureGateError as error:
        raise click.BadParameter(str(error)) from None


def _describe_gates() -> str:
    return ", ".join(f"{gate.name} (default {str(gate.default).lower()})" for gate in KNOWN_GATES.values())


@click.command(cls=PlainHelp)
@click.option(
    "--host",
    cls=Option,
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on. One that other machines can reach needs TLS.",
)
@click.option(
    "--port", cls=Option, default=8001, show_default=True, help="The port to listen on; 0 takes one that is free."
)
@click.option(
    "--data",
    cls=Option,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep the objects in this folder; what was acknowledged survives a kill.",
)
@click.option("--memory", cls=Option, is_flag=True, help="Keep the objects in memory only, as without --data.")
@click.option("--anonymous", cls=Option, is_flag=True, help="Answer requests without a token.")
@click.option(
    "--token",
    cls=Option,
    envvar="KAPIVARA_TOKEN",
    show_envvar=True,
    help="The bearer token that requests must carry; without it one is made up.",
)
@click.option("--tls", cls=Option, is_flag=True, help="Serve HTTPS with a certificate made for this server.")
@click.option("--tls-cert", cls=Option, type=FILE, metavar="FILE", help="Serve HTTPS with this certificate (PEM).")
@click.option("--tls-key", cls=Option, type=FILE, metavar="FILE", help="The key that goes with --tls-cert (PEM).")
@click.option(
    "--feature-gates",
    cls=Option,
    multiple=True,
    metavar="NAME=BOOL,...",
    callback=_read_gates,
    help=f"Features to turn on or off; may be given several times. Known: {_describe_gates()}.",
)
@timeout_option()
@click.option(
    "--kubeconfig",
    cls=Option,
    type=FILE,
    metavar="PATH",
    help="Where to write the kubeconfig; without it into the folder of --data, or a temporary one.",
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
    request_timeout: float,
    kubeconfig: Path | None,
) -> int:
    """Serve the Kubernetes API, without a cluster.

    Prints its URL and writes a kubeconfig once it answers. Stops on Ctrl-C and SIGTERM.
    """
    if data is not None and memory:
        raise click.UsageError("--data and --memory exclude each other")
    if anonymous and token is not None:
        raise click.UsageError("--anonymous and --token exclude each other")
    if (tls_cert is None) != (tls_key is None):
        raise click.UsageError("--tls-cert and --tls-key go together")
    from kapivara.server.run import ServeError, ServeOptions, serve

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
            request_seconds=request_timeout,
            on_ready=on_ready,
        )
        try:
            serve(options)
        except ServeError as error:
            raise RefusedError(str(error)) from error
        except OSError as error:  # a certificate that is none, above all
            raise RefusedError(f"cannot serve: {error}") from error
    return 0


@contextmanager
def _kubeconfig_path(asked: Path | None, data: Path | None) -> Iterator[Path]:
    """Gives the place for the kubeconfig; a temporary one is gone afterwards."""
    if asked is not None:
        _check(asked)
        yield asked
    elif data is not None:
        yield data / "kubeconfig"
    else:
        from tempfile import TemporaryDirectory

        with TemporaryDirectory(prefix="kapivara-") as folder:
            yield Path(folder) / "kubeconfig"


def _check(path: Path) -> None:
    """Refuses a place that is not ours to write to, or cannot be written, before anything is served."""
    from kapivara.cli.kubeconfig import ForeignFileError, check_kubeconfig

    try:
        check_kubeconfig(path)
    except ForeignFileError as error:
        raise RefusedError(str(error)) from None
    except OSError as error:
        raise RefusedError(f"cannot write the kubeconfig {path}: {error.strerror}") from error


def _write(path: Path, text: str) -> None:
    from kapivara.cli.kubeconfig import ForeignFileError, write_kubeconfig

    try:
        write_kubeconfig(path, text)
    except ForeignFileError as error:
        raise RefusedError(str(error)) from None
    except OSError as error:
        raise RefusedError(f"cannot write the kubeconfig {path}: {error.strerror}") from error


def _announce(ready: Ready, data: Path | None, path: Path) -> None:
    from kapivara.cli.kubeconfig import render_kubeconfig

    for note in ready.notes:
        click.echo(f"Note: {note}", err=True)
    try:
        _write(path, render_kubeconfig(ready.url, token=ready.token, authority=ready.authority))
    except RefusedError as error:
        error.show()  # it serves all the same
    click.echo(_describe(ready, data, path))


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
