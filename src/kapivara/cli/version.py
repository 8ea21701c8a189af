"""`kapivara version`."""

from __future__ import annotations

from kapivara.cli.command import command
from kapivara.cli.terminal import write_out
from kapivara.version import KUBERNETES, VERSION


@command()
def version() -> int:
    """Print this version and the server's it answers for."""
    write_out(f"kapivara {VERSION} (answers as kube-apiserver {KUBERNETES})\n")
    return 0
