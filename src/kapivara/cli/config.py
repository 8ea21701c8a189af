"""`kapivara config`: the commands about settings."""

from __future__ import annotations

from kapivara.cli.command import CommandEntry, Group

COMMANDS = {
    "show": CommandEntry("kapivara.cli.config_show", "show", "Tell every setting, and where it comes from."),
}

config = Group(COMMANDS, help="Tell which settings count for commands, and where they come from.")
