"""`kapivara crd`: the commands about CustomResourceDefinitions."""

from __future__ import annotations

from kapivara.cli.command import CommandEntry, Example, Group

COMMANDS = {
    "check": CommandEntry(
        "kapivara.cli.crd_check", "check", "Tell whether the server would accept definitions, and what rules cost."
    ),
    "lint": CommandEntry(
        "kapivara.cli.crd_lint", "lint", "Tell what is wrong or doubtful about definitions and their rules."
    ),
    "test": CommandEntry("kapivara.cli.crd_test", "test", "Run tables of cases against the rules of definitions."),
    "upgrade": CommandEntry(
        "kapivara.cli.crd_upgrade", "upgrade", "Tell what a changed definition does to writers and stored objects."
    ),
}

EXAMPLES = (
    Example("Before a definition is committed:", "kapivara crd check crds"),
    Example("What its authors may have overlooked:", "kapivara crd lint crds"),
    Example("Whether its rules do what they are meant to:", "kapivara crd test volumes/tests"),
    Example("What it breaks for those who use the last one:", "kapivara crd upgrade git:HEAD~1 crds"),
)

crd = Group(
    COMMANDS,
    help="Check CustomResourceDefinitions, what their rules cost and do, and what changes break.",
    examples=EXAMPLES,
)
