"""click's option for help texts that are written as they are to be shown.

click tidies the help text of every option when it is made; with texts on one line there is nothing to tidy, and not
asking spares a short command the import of `inspect`.
"""

from __future__ import annotations

from typing import Any

import click


class Option(click.Option):
    """An option whose help text is taken as it is."""

    def __init__(self, *declarations: Any, help: str, **settings: Any) -> None:
        super().__init__(*declarations, **settings)
        self.help = help
