"""Rules of a field that depend on the value of another field, its mode.

Upstream: apimachinery/pkg/api/validate/discriminator.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kapivara.field import ErrorList, FieldPath, Operation, Verb
from kapivara.validate.parts.iteration import Check, Part, step_child
from kapivara.validate.parts.values import same


def discriminated(
    op: Operation,
    path: FieldPath | None,
    new: Any,
    old: Any,
    part: Part,
    get_mode: Callable[[Any], Any],
    otherwise: Check,
    modes: Sequence[tuple[str | bool, Check]],
) -> ErrorList:
    """Checks a member of a struct by the rules of the current mode, or by `otherwise` where the mode has none.

    On an update, nothing is checked if neither the mode nor the member has changed.
    """
    if new is None:
        return []
    value, mode = part.get(new), get_mode(new)
    before = None
    if old is not None:
        before = part.get(old)
        if op.verb is Verb.UPDATE and get_mode(old) == mode and same(part.shape, value, before):
            return []
    check = next((each for wanted, each in modes if wanted == mode), otherwise)
    return check(op, step_child(path, part.name), value, before)
