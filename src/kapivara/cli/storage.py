"""`kapivara storage`: the commands about what servers keep, in a SQLite folder or in etcd."""

from __future__ import annotations

from kapivara.cli.command import CommandEntry, Example, Group

COMMANDS = {
    "check": CommandEntry("kapivara.cli.storage_check", "check", "Tell what is stored, and whether it is sound."),
    "compact": CommandEntry("kapivara.cli.storage_compact", "compact", "Forget the history, and give back the space."),
    "backup": CommandEntry("kapivara.cli.storage_copy", "backup", "Write all objects into one file."),
    "restore": CommandEntry("kapivara.cli.storage_copy", "restore", "Make a storage of a backup."),
    "copy": CommandEntry("kapivara.cli.storage_copy", "copy", "Take all objects to another storage."),
}

EXAMPLES = (
    Example("Whether what a server keeps is sound:", "kapivara storage check ./data"),
    Example("From a folder to an etcd:", "kapivara storage copy ./data http://127.0.0.1:2379"),
)

storage = Group(
    COMMANDS,
    help="Check, compact, back up, restore and move what servers keep, in a folder or in etcd.",
    examples=EXAMPLES,
)
