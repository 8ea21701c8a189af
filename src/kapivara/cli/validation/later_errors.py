"""Finds the errors that the server would return after the first ones are fixed.

A server rejects an object for the first value of a wrong type, then for all unknown and duplicate fields, then for
invalid values. To report all of these at once, the object is sent again, each time without the errors reported so far.

A server stops at the first such value; `later_errors.py` continues with the value that was meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from kapivara.cli.findings import Finding, Result
from kapivara.cli.validation.results import judge
from kapivara.cli.validation.status_findings import is_strictly_refused, is_unread
from kapivara.codec.typed.decoding import fault_steps
from kapivara.codec.typed.described import described
from kapivara.codec.typed.reader import path_text
from kapivara.codec.yaml.exact.scalars import resolve
from kapivara.meta.identity import member
from kapivara.registry.requests.outcome import Outcome
from kapivara.values import JsonValue
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import replace
from kapivara.values.rendering import to_json_text

if TYPE_CHECKING:
    from kapivara.api.loading import FieldValidation
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.cli.inputs.manifests import Manifest


Steps: TypeAlias = tuple[str | int, ...]


def unread_steps(value: JsonValue, kind: Kind) -> Steps:
    """Returns the path to the first value that cannot be decoded; () if there is none, or the whole object is wrong.

    For custom kinds, only the metadata has Go types.
    """
    if not kind.api.custom:
        return fault_steps(value, kind.shape)
    metadata = member(value, "metadata")
    if type(metadata) is not dict:
        return ("metadata",)
    below = fault_steps(metadata, described("meta.v1").struct("ObjectMeta"))
    return ("metadata", *below) if below else ()


def put_meant(value: JsonValue, steps: Steps, kind: Kind) -> bool:
    """Replaces a value that cannot be decoded by the one that was meant, or by null, which all types accept.

    Returns True if a meant value was found; errors about null are then not meaningful.
    """
    *above, last = steps
    holder = value
    for step in above:
        holder = holder[step]
    for meant in _meant(holder[last]):
        holder[last] = meant
        if unread_steps(value, kind)[: len(steps)] != steps:
            return True
    holder[last] = None
    return False


def _meant(value: JsonValue) -> Iterator[JsonValue]:
    """Yields the values that may have been meant by a value of a wrong type."""
    if type(value) is str:
        kind, plain = resolve(value)
        if kind in ("bool", "int", "float"):
            yield plain
    elif type(value) in (bool, int, float):
        yield to_json_text(value)
        if type(value) is float and value.is_integer():
            yield int(value)
    if type(value) is not list:
        yield [value]


Send = Callable[["Manifest", "FieldValidation"], Outcome]

_MOST_UNREAD = 100
_MOST_BYTES = 1_000_000
"""The number of bytes to send again in total: fewer errors of a large object are found."""
_STEP = lazy_pattern(r"[^.\[\]]+")


def with_later_errors(
    result: Result, manifest: Manifest, refused: Outcome, kind: Kind, *, field_validation: FieldValidation, send: Send
) -> Result:
    """Returns a rejected result with the errors that would follow, and the field of a value that cannot be decoded."""
    groups = [result.errors]
    unclear: list[list[str]] = []
    most = min(_MOST_UNREAD, 1 + _MOST_BYTES // (manifest.packed.size or _MOST_BYTES))
    while True:
        if is_strictly_refused(refused):
            refused = send(manifest, "Ignore")
        elif is_unread(refused):
            value = manifest.value
            steps = unread_steps(value, kind)
            groups[-1] = _at(path_text(steps), groups[-1], manifest)
            if not steps or len(groups) > most:
                break
            if not put_meant(value, steps, kind):
                unclear.append(_STEP.findall(path_text(steps)))
            manifest = manifest.with_value(value)
            refused = send(manifest, field_validation)
        else:
            break
        groups.append(tuple(each for each in judge(manifest, refused).errors if not _is_about(each, unclear)))
    return replace(result, errors=groups[0], next=tuple(each for group in groups[1:] for each in group))


def _at(path: str, errors: tuple[Finding, ...], manifest: Manifest) -> tuple[Finding, ...]:
    """Returns the error about a value that cannot be decoded with its field, which the server does not name."""
    return tuple(replace(each, field=path, place=manifest.find(path)) for each in errors) if path else errors


def _is_about(error: Finding, unclear: list[list[str]]) -> bool:
    """Returns whether an error may only exist because a value at one of the paths was removed.

    The server sometimes omits steps of paths, as in `resources[storage]`.
    """
    if not unclear or not error.field:
        return False
    steps = _STEP.findall(error.field)
    return any(_starts_alike(steps, each) or _is_within(steps, each) for each in unclear)


def _starts_alike(steps: list[str], other: list[str]) -> bool:
    return all(mine == theirs for mine, theirs in zip(steps, other, strict=False))


def _is_within(steps: list[str], other: list[str]) -> bool:
    """Returns whether all steps occur in another path, in the same order."""
    rest = iter(other)
    return all(step in rest for step in steps)
