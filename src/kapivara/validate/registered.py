"""Validators of types by name: each runs the quick check first, and `explain` only where that fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from kapivara.codec.shapes import Bytes, ListOf, MapOf, Shape
from kapivara.field import ErrorList, FieldPath, Operation, Verb, internal_error
from kapivara.validate.parts.iteration import Check
from kapivara.validate.parts.values import same
from kapivara.values.record import record
from kapivara.values.stack import MAX_DEPTH, deep_stack, is_too_deep


@record(eq=False)
class OldField:
    """A field whose rules compare it with its old value: the steps to it, and its shape where `==` does not suffice."""

    steps: tuple[str, ...]
    shape: Shape | None = None

    def stays(self, new: Any, old: Any) -> bool:
        """Returns whether the new and the old object have the same value in this field."""
        for step in self.steps:
            if new is None or old is None:
                return new is old
            new, old = new.get(step), old.get(step)
        return bool(new == old) if self.shape is None else same(self.shape, new, old)


@record(eq=False)
class TypeValidator:
    """The validator of one type: its shape, its two functions and the subresources that it serves.

    `compared` are the fields whose rules compare them with old values: if these are unchanged, a new value that is
    valid by itself is valid. None where the fields are not known.
    """

    shape: Shape
    ok: Callable[[Operation, Any], bool]
    explain: Check
    paths: tuple[str, ...]
    compared: tuple[OldField, ...] | None

    def validate(self, op: Operation, new: Any, old: Any = None) -> ErrorList:
        """Returns the errors of a value; `old` is the value before an update."""
        if (path := f"/{op.subresource}") not in self.paths:
            pointer = "" if isinstance(self.shape, ListOf | MapOf | Bytes) else "*"
            kind = f"{pointer}{self.shape.go_name}"
            return [internal_error(None, f"no validation found for {kind}, subresource: {path}")]
        try:
            return self._errors_of(op, new, old)
        except RecursionError:  # the value is deep, or the stack is: try once more, with a deeper stack
            if is_too_deep(new) or is_too_deep(old):
                return [internal_error(None, f"the {self.shape.go_name} is nested deeper than {MAX_DEPTH} levels")]
            with deep_stack():
                return self._errors_of(op, new, old)

    def _errors_of(self, op: Operation, new: Any, old: Any) -> ErrorList:
        if (op.verb is Verb.CREATE or self._keeps_compared(new, old)) and self.ok(op, new):
            return []
        return self.explain(op, None, new, old)

    def _keeps_compared(self, new: Any, old: Any) -> bool:
        """Returns whether all fields that are compared with old values are unchanged."""
        return self.compared is not None and all(each.stays(new, old) for each in self.compared)


def embedded(holder: Mapping[str, Any], names: Iterable[str]) -> Any:
    """Returns a struct that is embedded by pointer; nil where none of its fields is given."""
    return holder if any(name in holder for name in names) else None


def hand_written(functions: Mapping[str, Check], name: str) -> Check:
    """Returns a hand-written function; if it is missing, a function that reports this as an internal error."""
    found = functions.get(name)
    return found if found is not None else lambda _op, path, _new, _old: [_missing(path, name)]


def _missing(path: FieldPath | None, name: str) -> Any:
    return internal_error(path, f"there is no hand-written function {name}: put it into HAND_WRITTEN")
