"""Changes that the tag `update` forbids once an object exists.

Generated code calls these functions only for changed values. Constraints are given in the order in which they are
checked.
Upstream: apimachinery/pkg/api/validate/update.go (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from kapivara.codec.shapes import Shape
from kapivara.field import ErrorList, FieldPath, Operation, Verb, forbidden, invalid
from kapivara.validate.parts.identity import by_keys, by_value, present_items
from kapivara.validate.parts.iteration import Items, Keys, first_with, has_item, step_index, step_key

Constraints: TypeAlias = Sequence[str]
_ADDED = "item may not be added"
_REMOVED = "item may not be removed"


def update_value(op: Operation, path: FieldPath | None, new: Any, old: Any, constraints: Constraints) -> ErrorList:
    """Checks a value that is not a pointer, which is unset where it is zero; a new list item counts as unchanged."""
    if op.verb is not Verb.UPDATE or old is None:
        return []
    return _transitions(path, bool(new), bool(old), constraints)


def update_pointer(op: Operation, path: FieldPath | None, new: Any, old: Any, constraints: Constraints) -> ErrorList:
    """Checks a pointer, which is unset where it is nil."""
    if op.verb is not Verb.UPDATE:
        return []
    return _transitions(path, new is not None, old is not None, constraints)


def update_struct(op: Operation, path: FieldPath | None, _new: Any, old: Any, constraints: Constraints) -> ErrorList:
    """Checks a struct that is not a pointer, which is always set; a new item of a list counts as unchanged."""
    if op.verb is not Verb.UPDATE or old is None:
        return []
    return _transitions(path, True, True, constraints)


def update_list(op: Operation, path: FieldPath | None, new: Any, old: Any, constraints: Constraints) -> ErrorList:
    """Checks a list as a whole, which is unset where it is empty."""
    if op.verb is not Verb.UPDATE:
        return []
    return _transitions(path, bool(new), bool(old), constraints)


def update_items(
    op: Operation,
    path: FieldPath | None,
    new: Any,
    old: Any,
    constraints: Constraints,
    shape: Shape,
    pointers: bool,
    keys: Keys = (),
) -> ErrorList:
    """Checks a list and its items, which are identified by their keys, or by their value if there are no keys."""
    if op.verb is not Verb.UPDATE:
        return []
    errors = _transitions(path, bool(new), bool(old), constraints)
    identify = by_keys(keys) if keys else by_value(shape)
    if "NoAddItem" in constraints:
        known = {identify(item) for _, item in present_items(old, shape, pointers)}
        for position, item in present_items(new, shape, pointers):
            if identify(item) not in known:
                errors.append(forbidden(step_index(path, position), _ADDED).with_origin("update"))
    if "NoRemoveItem" in constraints:
        known = {identify(item) for _, item in present_items(new, shape, pointers)}
        for _, item in present_items(old, shape, pointers):
            if identify(item) not in known:
                errors.append(forbidden(path, _REMOVED).with_origin("update"))
    return errors


def update_item(
    op: Operation,
    path: FieldPath | None,
    new: Any,
    old: Any,
    constraints: Constraints,
    items: Items,
    wanted: tuple[Any, ...],
) -> ErrorList:
    """Checks that one item of a list, found by its keys, is not added or removed."""
    if op.verb is not Verb.UPDATE:
        return []
    position, item = first_with(items, new, wanted)
    before = has_item(items, wanted, old)
    if item is not None and not before and "NoAddItem" in constraints:
        return [forbidden(step_index(path, position), _ADDED).with_origin("update")]
    if item is None and before and "NoRemoveItem" in constraints:
        return [forbidden(path, _REMOVED).with_origin("update")]
    return []


def update_map(op: Operation, path: FieldPath | None, new: Any, old: Any, constraints: Constraints) -> ErrorList:
    """Checks a map, which is unset where it is empty; its entries are identified by their keys."""
    if op.verb is not Verb.UPDATE:
        return []
    errors = _transitions(path, bool(new), bool(old), constraints)
    after, before = new or {}, old or {}
    if "NoAddItem" in constraints:
        added = [key for key in sorted(after) if key not in before]
        errors += [forbidden(step_key(path, key), _ADDED).with_origin("update") for key in added]
    if "NoRemoveItem" in constraints:
        removed = [key for key in sorted(before) if key not in after]
        errors += [forbidden(step_key(path, key), _REMOVED).with_origin("update") for key in removed]
    return errors


def _transitions(path: FieldPath | None, is_set: bool, was_set: bool, constraints: Constraints) -> ErrorList:
    """Returns the error for a changed field that the constraints forbid to set, clear or modify."""
    if "NoSet" in constraints and is_set and not was_set:
        detail = "field cannot be set once created"
    elif "NoUnset" in constraints and was_set and not is_set:
        detail = "field cannot be cleared once set"
    elif "NoModify" in constraints and was_set and is_set:
        detail = "field cannot be modified once set"
    else:
        return []
    return [invalid(path, None, detail).with_origin("update")]
