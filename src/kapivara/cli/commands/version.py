"""`kapivara version`."""

from __future__ import annotations

from kapivara.cli.framework.command import command
from kapivara.cli.framework.terminal import write_out
from kapivara.version import KUBERNETES, VERSION


@command()
def version() -> int:
    """Print the versions of kapivara and of Kubernetes."""
    write_out(f"kapivara {VERSION} (answers as kube-apiserver {KUBERNETES})\n")
    return 0
