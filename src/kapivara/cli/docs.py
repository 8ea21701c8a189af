"""`kapivara docs`: what the program knows about its subjects."""

from __future__ import annotations

from kapivara.cli.lazy import LazyCommand, LazyGroup

COMMANDS = {
    "tags": LazyCommand("kapivara.cli.docs_tags", "tags", "Print the reference of validation tags."),
}

docs = LazyGroup(COMMANDS, name="docs", help="Print references.")
