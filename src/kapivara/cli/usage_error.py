"""What a command raises where it cannot be run as it was called, or cannot do what was asked."""

from __future__ import annotations


class CommandError(Exception):
    """Says why a command does not do what was asked; shown on one line, without a traceback."""


class UsageError(CommandError):
    """Says what is wrong with how a command was called; shown below the line that says how it is called."""


class BadValueError(Exception):
    """Says what is wrong with the value of an option or argument; raised by what reads it."""
