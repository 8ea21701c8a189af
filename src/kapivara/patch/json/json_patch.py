"""Applies a JSON patch: RFC 6902 with the deviations of the server's library.

Kept from upstream: text before the first `/` of a pointer is ignored; negative indices count from the end; `replace`
adds a missing member; `copy` of a missing member gives null; a null member counts as missing to `test`. Upstream:
gopkg.in/evanphx/json-patch.v4 patch.go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from kapivara.codec.json.plain.source import JsonSource
from kapivara.languages.go.integers import integer_problem
from kapivara.patch.errors import PatchNotAppliedError, PatchTestFailedError
from kapivara.patch.json.json_patch_document import Operation
from kapivara.patch.json.nodes import Container, OpenObject, copied, depth_of, is_same, opened, wholly_opened
from kapivara.patch.json.open_list import OpenList
from kapivara.values import ABSENT, JsonValue
from kapivara.values.request_budget import count_steps
from kapivara.values.stack import MAX_DEPTH

MAX_COPIED_BYTES = 3 * 1024 * 1024
_MISSING: Final = "missing value"
_STEPS_OF_OPERATION: Final = 20
"""The cost of an operation in steps of a walk, besides those of its path."""
_PLACE: Final = 16
"""The cost of each value in a copy, besides its text."""


def _free(size: int) -> None:
    """Charges nothing for copies: those of one patch have a limit of their own."""


def apply_json_patch(
    target: JsonValue, operations: Iterable[Operation], *, pay_copy: Callable[[int], None] = _free
) -> JsonValue:
    """Returns the result of a patch as a document (`nodes.py`); does not change `target`.

    Calls `pay_copy` with the size of each copy before it inserts the copy. Raises PatchNotAppliedError if an operation
    does not fit, and DeadlineExceededError.
    """
    root = opened(target)
    if root is None:
        raise PatchNotAppliedError("the document is neither an object nor a list")
    budget = _CopyBudget(pay_copy)
    for operation in operations:
        count_steps(_STEPS_OF_OPERATION + (operation.path or "").count("/"))
        match operation.op:
            case "add":
                _add_at(root, operation)
            case "remove":
                _remove_at(root, operation)
            case "replace":
                root = _replace(root, operation)
            case "move":
                _move(root, operation)
            case "test":
                _test(root, operation)
            case "copy":
                _copy(root, operation, budget)
            case _:
                kind = "unknown" if operation.op is None else operation.op
                raise PatchNotAppliedError(f"Unexpected kind: {kind}")
    _checked_depth(root)
    return root


def _checked_depth(node: JsonValue) -> int:
    """Returns the nesting depth of a part of the document; ends the patch if it is too deep."""
    depth = depth_of(node)
    if depth > MAX_DEPTH:
        raise PatchNotAppliedError("exceeded max depth")
    return depth


class _CopyBudget:
    """The limit of the total size of all copies."""

    def __init__(self, pay: Callable[[int], None]) -> None:
        self._copied = 0
        self._pay = pay

    def spend(self, copy: JsonSource | None) -> None:
        size = 0 if copy is None else copy.size
        self._copied += size
        if self._copied > MAX_COPIED_BYTES:
            raise PatchNotAppliedError(
                "Unable to complete the copy, the accumulated size increase of copy is "
                f"{self._copied}, exceeding the limit {MAX_COPIED_BYTES}"
            )
        if copy is not None:
            self._pay(size + _PLACE * copy.spelled.count(b","))


def _path(operation: Operation) -> str:
    """Returns the path of an operation. Kept: the server's error is shorter for some operations."""
    if operation.path is None:
        told = _MISSING if operation.op in ("add", "remove", "copy") else f"operation missing path field: {_MISSING}"
        raise PatchNotAppliedError(f"{operation.op} operation failed to decode path: {told}")
    return operation.path


def _value(operation: Operation) -> JsonValue:
    return None if operation.value is ABSENT else operation.value


def _find_source(root: Container, operation: Operation) -> tuple[Container, str]:
    """Returns the container of the value to move or copy, and its key."""
    if operation.source is None:
        problem = f"{operation.op} operation failed to decode from"
        raise PatchNotAppliedError(f"{problem}: operation, missing from field: {_MISSING}")
    words = f"{operation.op} operation does not apply: doc is missing from path: {operation.source}"
    return _find(root, operation.source, words)


def _find_target(root: Container, operation: Operation) -> tuple[Container, str]:
    """Returns the container that a value is moved or copied into, and its key."""
    pointer = _path(operation)
    return _find(root, pointer, f"{operation.op} operation does not apply: doc is missing destination path: {pointer}")


def _find(root: Container, pointer: str, words: str) -> tuple[Container, str]:
    """Returns the container that a pointer leads to, and the last key; opens every container on the path.

    `words` start the error if there is none.
    """
    steps = pointer.split("/")
    container = root
    for step in steps[1:-1]:
        key = _unescape(step)
        try:
            below = opened(_get(container, key))
        except PatchNotAppliedError:
            below = None
        if below is None:
            raise PatchNotAppliedError(f"{words}: {_MISSING}")
        _set(container, key, below)
        container = below
    if len(steps) < 2:
        raise PatchNotAppliedError(f"{words}: {_MISSING}")
    return container, _unescape(steps[-1])


@contextmanager
def _prefixing(words: str) -> Iterator[None]:
    """Prefixes the error of a failed operation with `words`."""
    try:
        yield
    except PatchNotAppliedError as error:
        raise PatchNotAppliedError(f"{words}: {error.message}") from None


def _unescape(step: str) -> str:
    return step.replace("~1", "/").replace("~0", "~") if "~" in step else step


def _get(container: Container, key: str) -> JsonValue:
    """Returns a member (None if it is missing) or an item."""
    if isinstance(container, OpenObject):
        return container.get(key)
    return container[_index(key, len(container))]


def _set(container: Container, key: str, node: JsonValue) -> None:
    """Replaces a member or an existing item."""
    if isinstance(container, OpenObject):
        container[key] = node
    else:
        container[_index(key, len(container))] = node


def _index_problem(key: str) -> str:
    return integer_problem(key, "Atoi", -(2**63), 2**63 - 1)


def _index(key: str, size: int) -> int:
    """Parses a list index below a size; negative ones count from the end."""
    if problem := _index_problem(key):
        raise PatchNotAppliedError(problem)
    index = int(key)
    if not -size <= index < size:
        raise PatchNotAppliedError(f"Unable to access invalid index: {index}: invalid index referenced")
    return index + size if index < 0 else index


def _add_at(root: Container, operation: Operation) -> None:
    pointer = _path(operation)
    container, key = _find(root, pointer, f'add operation does not apply: doc is missing path: "{pointer}"')
    with _prefixing(f"error in add for path: '{pointer}'"):
        _add(container, key, _value(operation))


def _remove_at(root: Container, operation: Operation) -> None:
    pointer = _path(operation)
    container, key = _find(root, pointer, f'remove operation does not apply: doc is missing path: "{pointer}"')
    with _prefixing(f"error in remove for path: '{pointer}'"):
        _remove(container, key)


def _add(container: Container, key: str, value: JsonValue) -> None:
    if isinstance(container, OpenObject):
        container[key] = value
    elif key == "-":
        container.append(value)
    elif problem := _index_problem(key):
        raise PatchNotAppliedError(f"value was not a proper array index: '{key}': {problem}")
    else:
        container.insert(_index(key, len(container) + 1), value)


def _remove(container: Container, key: str) -> None:
    if isinstance(container, OpenList):
        del container[_index(key, len(container))]
    elif key in container:
        del container[key]
    else:
        raise PatchNotAppliedError(f"Unable to remove nonexistent key: {key}: missing value")


def _replace(root: Container, operation: Operation) -> Container:
    pointer = _path(operation)
    if pointer == "":
        new_root = opened(_value(operation))
        if new_root is None:
            raise PatchNotAppliedError("replace operation value must be object or array: %!w(<nil>)")
        return new_root
    container, key = _find(root, pointer, f"replace operation does not apply: doc is missing path: {pointer}")
    try:
        _set(container, key, _value(operation))
    except PatchNotAppliedError:
        words = f"replace operation does not apply: doc is missing key: {pointer}"
        raise PatchNotAppliedError(f"{words}: {_MISSING}") from None
    return root


def _move(root: Container, operation: Operation) -> None:
    container, key = _find_source(root, operation)
    with _prefixing(f"error in move for path: '{key}'"):
        value = _get(container, key)
        _remove(container, key)
    target = _find_target(root, operation)
    with _prefixing(f"error in move for path: '{operation.path}'"):
        _add(*target, value)


def _copy(root: Container, operation: Operation, budget: _CopyBudget) -> None:
    container, key = _find_source(root, operation)
    with _prefixing(f"error in copy for from: '{operation.source}'"):
        _get(container, key)  # it must exist before the target is looked up
    target = _find_target(root, operation)
    original = _get(container, key)
    copy = copied(original, _checked_depth(original))
    budget.spend(copy)
    with _prefixing("error while adding value during copy"):
        _add(*target, copy)


def _test(root: Container, operation: Operation) -> None:
    pointer = _path(operation)
    if pointer == "":
        holds = is_same(root, operation.value)
    else:
        container, key = _find(root, pointer, f"test operation does not apply: is missing path: {pointer}")
        with _prefixing(f"error in test for path: '{pointer}'"):
            actual = _get(container, key)
        holds = is_same(actual, operation.value)
        if holds and actual is not None:
            _set(container, key, wholly_opened(actual))
    if not holds:
        raise PatchTestFailedError(f"testing value {pointer} failed: test failed")
