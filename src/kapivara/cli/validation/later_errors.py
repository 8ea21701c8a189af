"""Finds the errors that the server would return after the first ones are fixed.

A server rejects an object for the first value of a wrong type, then for all unknown and duplicate fields, then for
invalid values. To report all of these at once, the object is sent again, each time without the errors reported so far.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kapivara.cli.findings import Finding, Result
from kapivara.cli.validation.mistyped_values import put_meant, unread_steps
from kapivara.cli.validation.results import judge
from kapivara.cli.validation.status_findings import is_strictly_refused, is_unread
from kapivara.codec.typed.reader import path_text
from kapivara.registry.requests.outcome import Outcome
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.api.modes import FieldValidation
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.cli.inputs.manifests import Manifest

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
