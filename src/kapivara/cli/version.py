"""`kapivara version`."""

from __future__ import annotations

import click

from kapivara.cli.commands import PlainHelp
from kapivara.version import KUBERNETES, VERSION


@click.command(cls=PlainHelp)
def version() -> int:
    """Print this version and the server's it answers for."""
    click.echo(f"kapivara {VERSION} (answers as kube-apiserver {KUBERNETES})")
    return 0
