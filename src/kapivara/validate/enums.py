"""Values of enumerations. Upstream: apimachinery/pkg/api/validate/enum.go (1.37)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from kapivara.codec.shapes import Shape
from kapivara.field import ErrorList, FieldPath, Operation, internal_error, not_supported
from kapivara.validate.parts.values import shown
from kapivara.values.rendering import quote

Exclusion: TypeAlias = tuple[str, str, bool]
"""An enum value, an option, and the setting of the option (on or off) that excludes the value."""


class _UndefinedOptionError(Exception):
    """The operation does not define the option."""


def enum(
    op: Operation,
    path: FieldPath | None,
    new: str | None,
    _old: str | None,
    values: Sequence[str],
    exclusions: Sequence[Exclusion],
    shape: Shape,
) -> ErrorList:
    """Rejects a value that is not among the sorted `values`, or that an option excludes."""
    if new is None:
        return []
    try:
        excluded = _is_excluded(op, exclusions, new)
        if new in values and not excluded:
            return []
        supported = [each for each in values if not _is_excluded(op, exclusions, each)]
    except _UndefinedOptionError as error:
        return [internal_error(path, str(error))]
    return [not_supported(path, shown(shape, new), supported)]


def _is_excluded(op: Operation, exclusions: Sequence[Exclusion], value: str) -> bool:
    """Returns whether an option excludes the value; checks the options in order until one does."""
    for excluded, option, when in exclusions:
        on = op.options.get(option)
        if on is None:
            raise _UndefinedOptionError(f"undefined validation option {quote(option)}")
        if excluded == value and when == on:
            return True
    return False
