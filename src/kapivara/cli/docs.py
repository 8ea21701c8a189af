"""`kapivara docs`: what the program knows about its subjects."""

from __future__ import annotations

from kapivara.cli.command import CommandEntry, Example, Group

COMMANDS = {
    "crd": CommandEntry("kapivara.cli.docs_crd", "crd", "Print the reference page of definitions."),
    "tags": CommandEntry("kapivara.cli.docs_tags", "tags", "Print the reference of validation tags."),
}

EXAMPLES = (
    Example("A page for those who write objects of a definition:", "kapivara docs crd volumes/crd.yaml"),
    Example("All tags that types may carry:", "kapivara docs tags"),
)

docs = Group(COMMANDS, help="Print references.", examples=EXAMPLES)
