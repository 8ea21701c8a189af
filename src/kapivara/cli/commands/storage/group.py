"""`kapivara storage`: the commands about stored objects, in a SQLite folder or in etcd."""

from __future__ import annotations

from kapivara.cli.framework.command import CommandEntry, Example, Group

COMMANDS = {
    "check": CommandEntry("kapivara.cli.commands.storage.check", "check", "Check all stored objects for damage."),
    "compact": CommandEntry(
        "kapivara.cli.commands.storage.compact", "compact", "Delete old revisions, and free their space."
    ),
    "backup": CommandEntry("kapivara.cli.commands.storage.copy", "backup", "Write all objects to one file."),
    "restore": CommandEntry("kapivara.cli.commands.storage.copy", "restore", "Create a storage from a backup."),
    "copy": CommandEntry("kapivara.cli.commands.storage.copy", "copy", "Copy all objects to another storage."),
}

EXAMPLES = (
    Example("Check the objects of a server:", "kapivara storage check ./data"),
    Example("Copy a folder to an etcd:", "kapivara storage copy ./data http://127.0.0.1:2379"),
)

storage = Group(
    COMMANDS,
    help="Check, compact, back up, restore and copy stored objects, in a folder or in etcd.",
    examples=EXAMPLES,
)
