"""`kapivara crd`: the commands about CustomResourceDefinitions."""

from __future__ import annotations

from kapivara.cli.framework.command import CommandEntry, Example, Group

COMMANDS = {
    "check": CommandEntry(
        "kapivara.cli.commands.crd.check.command", "check", "Validate CRDs and estimate the cost of their rules."
    ),
    "lint": CommandEntry(
        "kapivara.cli.commands.crd.lint.command", "lint", "Find likely mistakes in CRDs and their CEL rules."
    ),
    "test": CommandEntry(
        "kapivara.cli.commands.crd.test.command", "test", "Run tables of test cases against the rules of CRDs."
    ),
    "upgrade": CommandEntry(
        "kapivara.cli.commands.crd.upgrade.command", "upgrade", "Show what a CRD change breaks for clients and objects."
    ),
}

EXAMPLES = (
    Example("Before a CRD is committed:", "kapivara crd check crds"),
    Example("Find likely mistakes in CRDs:", "kapivara crd lint crds"),
    Example("Test CEL rules against cases:", "kapivara crd test volumes/tests"),
    Example("Find breaking changes since the last commit:", "kapivara crd upgrade git:HEAD~1 crds"),
)

crd = Group(
    COMMANDS,
    help="Check, lint and test CustomResourceDefinitions, and find breaking changes.",
    examples=EXAMPLES,
)
