"""What the server would say of an object once that which it says is mended.

A server refuses at the first value that its types do not take, then for all unknown and duplicate fields, then for what
is invalid. Whoever corrects a manifest wants to know all of it at once: the object is sent again, each time without
what was told of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kapivara.cli.answers import is_strictly_refused, is_unread
from kapivara.cli.findings import Finding, Result
from kapivara.cli.judging import judge
from kapivara.cli.unread_values import put_meant, unread_steps
from kapivara.codec.typed_reader import path_text
from kapivara.registry.outcome import Outcome
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.api.modes import FieldValidation
    from kapivara.apis.kind import Kind
    from kapivara.cli.manifests import Manifest

Send = Callable[["Manifest", "FieldValidation"], Outcome]

_MOST_UNREAD = 100
_MOST_BYTES = 1_000_000
"""How much is sent again in all: of a large object fewer mistakes are told."""
_STEP = lazy_pattern(r"[^.\[\]]+")


def with_later_errors(
    result: Result, manifest: Manifest, refused: Outcome, kind: Kind, *, field_validation: FieldValidation, send: Send
) -> Result:
    """Returns the result of a refusal with what the server would say next, and the field of what it cannot read."""
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
    """Returns the error about a value that cannot be read with its field, which the server does not name."""
    return tuple(replace(each, field=path, place=manifest.find(path)) for each in errors) if path else errors


def _is_about(error: Finding, unclear: list[list[str]]) -> bool:
    """Tells whether an error may be there only because nobody knows what stands at some place.

    The server leaves steps out now and then, as in `resources[storage]`.
    """
    if not unclear or not error.field:
        return False
    steps = _STEP.findall(error.field)
    return any(_starts_alike(steps, each) or _is_within(steps, each) for each in unclear)


def _starts_alike(steps: list[str], other: list[str]) -> bool:
    return all(mine == theirs for mine, theirs in zip(steps, other, strict=False))


def _is_within(steps: list[str], other: list[str]) -> bool:
    """Tells whether all steps are among those of another path, in the same order."""
    rest = iter(other)
    return all(step in rest for step in steps)
