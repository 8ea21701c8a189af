"""Unions: exactly one, or at most one, of some fields of a struct or items of a list is set.

Generated functions return whether a member is set; messages name the members. An update that sets and unsets no member
is not checked.
Upstream: apimachinery/pkg/api/validate/union.go, zeroorone.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from kapivara.field import ErrorList, FieldPath, Operation, Verb, invalid
from kapivara.validate.parts.iteration import step_child
from kapivara.values.rendering import quote

Names: TypeAlias = Sequence[str]
Checks: TypeAlias = Sequence[Callable[[Any], bool]]
"""One function per member, which returns whether the member is set."""


def union(
    op: Operation, path: FieldPath | None, new: Any, old: Any, names: Names, checks: Checks, if_given: bool = False
) -> ErrorList:
    """Requires exactly one member; with `if_given`, a struct that does not exist passes."""
    if if_given and new is None:
        return []
    present = _present(op, new, old, checks)
    if present is None or len(present) == 1:
        return []
    if present:
        error = invalid(path, _braced(names, present), f"must specify exactly one of: {_listed(names)}")
    else:
        error = invalid(path, "", f"must specify one of: {_listed(names)}")
    return [error.with_origin("union")]


def zero_or_one_of(
    op: Operation, path: FieldPath | None, new: Any, old: Any, names: Names, checks: Checks
) -> ErrorList:
    """Requires at most one member."""
    present = _present(op, new, old, checks)
    if present is None or len(present) < 2:
        return []
    error = invalid(path, _braced(names, present), f"must specify at most one of: {_listed(names)}")
    return [error.with_origin("zeroOrOneOf")]


def discriminated_union(
    op: Operation,
    path: FieldPath | None,
    new: Any,
    old: Any,
    discriminator: str,
    get: Callable[[Any], Any],
    members: Sequence[tuple[str, str]],
    checks: Checks,
) -> ErrorList:
    """Requires the member that the discriminator names, and no other.

    `members` are the names of the fields, each with its discriminator value. A discriminator that names no member is
    not rejected here. A nil struct has an empty discriminator and no members.
    """
    chosen = get(new) or ""
    present = [check(new) for check in checks]
    if op.verb is Verb.UPDATE and old is not None:
        before = get(old) or ""
        if before == chosen and present == [check(old) for check in checks]:
            return []
    errors: ErrorList = []
    for (name, value), is_set in zip(members, present, strict=True):
        if is_set is not (value == chosen):
            verb = "may only" if is_set else "must"
            detail = f"{verb} be specified when `{discriminator}` is {quote(value)}"
            errors.append(invalid(step_child(path, name), "", detail).with_origin("union"))
    return errors


def _present(op: Operation, new: Any, old: Any, checks: Checks) -> list[int] | None:
    """Returns the indexes of the members that are set; None on an update that sets and unsets no member."""
    present = [check(new) for check in checks]
    if op.verb is Verb.UPDATE and old is not None and present == [check(old) for check in checks]:
        return None
    return [place for place, is_set in enumerate(present) if is_set]


def _braced(names: Names, places: Sequence[int]) -> str:
    return f"{{{', '.join(names[place] for place in places)}}}"


def _listed(names: Names) -> str:
    return ", ".join(f"`{name}`" for name in names)
