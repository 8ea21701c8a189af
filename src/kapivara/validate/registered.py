"""Types that are validated by name: the quick check first, the thorough one where that says no."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from kapivara.codec.shapes import Bytes, ListOf, MapOf, Shape
from kapivara.field import ErrorList, FieldPath, Operation, Verb, internal_error
from kapivara.validate.iteration import Check
from kapivara.values.record import record
from kapivara.values.stack import MAX_DEPTH, deep_stack, is_too_deep


@record(eq=False)
class TypeValidator:
    """One type: its shape, its two functions, the subresources it serves.

    `uses_old` tells whether rules look at old values; where none does, a new value that is fine by itself is fine.
    """

    shape: Shape
    ok: Callable[[Operation, Any], bool]
    explain: Check
    paths: tuple[str, ...]
    uses_old: bool

    def validate(self, op: Operation, new: Any, old: Any = None) -> ErrorList:
        """Tells what is wrong with a value; `old` is what it was before an update."""
        if (path := f"/{op.subresource}") not in self.paths:
            pointer = "" if isinstance(self.shape, ListOf | MapOf | Bytes) else "*"
            kind = f"{pointer}{self.shape.go_name}"
            return [internal_error(None, f"no validation found for {kind}, subresource: {path}")]
        try:
            return self._judge(op, new, old)
        except RecursionError:  # deep, or called from deep within: once more, with room
            if is_too_deep(new) or is_too_deep(old):
                return [internal_error(None, f"the {self.shape.go_name} is nested deeper than {MAX_DEPTH} levels")]
            with deep_stack():
                return self._judge(op, new, old)

    def _judge(self, op: Operation, new: Any, old: Any) -> ErrorList:
        if (op.verb is Verb.CREATE or not self.uses_old) and self.ok(op, new):
            return []
        return self.explain(op, None, new, old)


def embedded(holder: Mapping[str, Any], names: Iterable[str]) -> Any:
    """Returns the struct that is embedded in another by a pointer: nil where none of its fields is given."""
    return holder if any(name in holder for name in names) else None


def hand_written(functions: Mapping[str, Check], name: str) -> Check:
    """Returns a hand-written function; where it is missing, one that says so."""
    found = functions.get(name)
    return found if found is not None else lambda _op, path, _new, _old: [_missing(path, name)]


def _missing(path: FieldPath | None, name: str) -> Any:
    return internal_error(path, f"there is no hand-written function {name}: put it into HAND_WRITTEN")
