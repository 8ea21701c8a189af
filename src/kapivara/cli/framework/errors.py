"""The exceptions of wrongly called or failed commands."""

from __future__ import annotations


class CommandError(Exception):
    """Why a command failed; shown on one line, without a traceback."""


class UsageError(CommandError):
    """Why a call of a command is wrong; shown below the usage line."""


class BadValueError(Exception):
    """Why the value of an option or argument is invalid; raised by the function that reads it."""
