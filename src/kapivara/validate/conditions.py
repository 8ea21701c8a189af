"""Rules that run only under an option or through a subresource. Upstream: apimachinery/pkg/api/validate/options.go."""

from __future__ import annotations

from typing import Any

from kapivara.field import ErrorList, FieldPath, Operation, internal_error
from kapivara.validate.parts.iteration import Check
from kapivara.values.rendering import quote


def if_option(
    op: Operation, path: FieldPath | None, new: Any, old: Any, option: str, wanted: bool, check: Check
) -> ErrorList:
    """Runs the check where an option has the wanted value; an undefined option is an internal error."""
    value = op.options.get(option)
    if value is None:
        return [internal_error(path, f"undefined validation option {quote(option)}")]
    return check(op, path, new, old) if value is wanted else []


def if_subresource(
    op: Operation, path: FieldPath | None, new: Any, old: Any, subresource: str, wanted: bool, check: Check
) -> ErrorList:
    """Runs the check where the request goes through the subresource, or, with `wanted` false, where it does not."""
    return check(op, path, new, old) if (op.subresource == subresource) is wanted else []
