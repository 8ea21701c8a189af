"""`kapivara docs`: what the program knows about its subjects."""

from __future__ import annotations

from kapivara.cli.command import CommandEntry, Group

COMMANDS = {
    "crd": CommandEntry("kapivara.cli.docs_crd", "crd", "Print the reference page of definitions."),
    "tags": CommandEntry("kapivara.cli.docs_tags", "tags", "Print the reference of validation tags."),
}

docs = Group(COMMANDS, help="Print references.")
