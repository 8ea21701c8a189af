"""`kapivara config`: the commands about settings."""

from __future__ import annotations

from kapivara.cli.command import CommandEntry, Example, Group

COMMANDS = {
    "show": CommandEntry("kapivara.cli.config_show", "show", "Tell every setting, and where it comes from."),
}

EXAMPLES = (Example("What the project file sets, and whether all of it is right:", "kapivara config show"),)

config = Group(COMMANDS, help="Tell which settings count for commands, and where they come from.", examples=EXAMPLES)
