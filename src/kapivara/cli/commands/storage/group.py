"""`kapivara storage`: the commands about stored objects, in a SQLite folder or in etcd."""

from __future__ import annotations

from kapivara.cli.command import CommandEntry, Example, Group

COMMANDS = {
    "check": CommandEntry("kapivara.cli.storage_check", "check", "Check all stored objects for damage."),
    "compact": CommandEntry("kapivara.cli.storage_compact", "compact", "Delete old revisions, and free their space."),
    "backup": CommandEntry("kapivara.cli.storage_copy", "backup", "Write all objects to one file."),
    "restore": CommandEntry("kapivara.cli.storage_copy", "restore", "Create a storage from a backup."),
    "copy": CommandEntry("kapivara.cli.storage_copy", "copy", "Copy all objects to another storage."),
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
