"""`kapivara docs`: prints reference documentation."""

from __future__ import annotations

from kapivara.cli.framework.command import CommandEntry, Example, Group

COMMANDS = {
    "crd": CommandEntry("kapivara.cli.commands.docs.crd", "crd", "Print the reference page of CRDs."),
    "tags": CommandEntry("kapivara.cli.commands.docs.tags", "tags", "Print the reference of validation tags."),
}

EXAMPLES = (
    Example("A page for users of a CRD:", "kapivara docs crd volumes/crd.yaml"),
    Example("All validation tags:", "kapivara docs tags"),
)

docs = Group(COMMANDS, help="Print reference documentation.", examples=EXAMPLES)
