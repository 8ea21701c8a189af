"""`kapivara version`."""

from __future__ import annotations

import click

from kapivara.version import KUBERNETES, VERSION


@click.command()
def version() -> int:
    """Print this version and the server's it answers for."""
    click.echo(f"kapivara {VERSION} (answers as kube-apiserver {KUBERNETES})")
    return 0
