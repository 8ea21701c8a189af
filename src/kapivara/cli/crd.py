"""`kapivara crd`: the commands about CustomResourceDefinitions."""

from __future__ import annotations

from kapivara.cli.lazy import LazyCommand, LazyGroup

COMMANDS = {
    "check": LazyCommand(
        "kapivara.cli.crd_check", "check", "Tell whether the server would accept definitions, and what rules cost."
    ),
}

crd = LazyGroup(COMMANDS, name="crd", help="Check CustomResourceDefinitions and what their rules cost.")
