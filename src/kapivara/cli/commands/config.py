"""`kapivara config`: the commands about settings."""

from __future__ import annotations

from kapivara.cli.framework.command import CommandEntry, Example, Group

COMMANDS = {
    "show": CommandEntry("kapivara.cli.commands.config_show", "show", "Show every setting and where it comes from."),
}

EXAMPLES = (Example("Show the settings of the project file, and check them:", "kapivara config show"),)

config = Group(COMMANDS, help="Show the settings of commands and where they come from.", examples=EXAMPLES)
