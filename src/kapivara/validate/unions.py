"""Unions: of some fields of a struct, or items of a list, one is set.

What is set is asked of functions that generated code makes; messages name the members. On an update a union is left
alone where nothing has changed about which members are set.
Upstream: apimachinery/pkg/api/validate/union.go, zeroorone.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from kapivara.field import ErrorList, FieldPath, Operation, Verb, invalid
from kapivara.validate.iteration import step_child
from kapivara.values.rendering import quote

Names: TypeAlias = Sequence[str]
Checks: TypeAlias = Sequence[Callable[[Any], bool]]
"""One function for each member: whether it is set."""


def union(
    op: Operation, path: FieldPath | None, new: Any, old: Any, names: Names, checks: Checks, if_given: bool = False
) -> ErrorList:
    """Asks for exactly one member; of a struct that is not there only unless `if_given`."""
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
    """Asks for one member at most."""
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
    """Asks for the member that the discriminator names, and for no other.

    `members` are their names with the discriminator's value for each. A value that names none is no failure here. A
    struct that is nil has an empty discriminator and no members.
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
    """Returns the places of the members that are set; None where they are those of before."""
    present = [check(new) for check in checks]
    if op.verb is Verb.UPDATE and old is not None and present == [check(old) for check in checks]:
        return None
    return [place for place, is_set in enumerate(present) if is_set]


def _braced(names: Names, places: Sequence[int]) -> str:
    return f"{{{', '.join(names[place] for place in places)}}}"


def _listed(names: Names) -> str:
    return ", ".join(f"`{name}`" for name in names)
