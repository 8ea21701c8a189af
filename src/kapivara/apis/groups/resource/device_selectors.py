"""Validation rules of device selectors: CEL expressions, which are compiled and costed, but not evaluated.

Upstream: dynamic-resource-allocation/cel/compile.go CompileCELExpression, validateOutputType;
pkg/apis/resource/validation/validation.go validateSelector, validateCELExpression (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.resource.bounded_lists import validate_items
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, forbidden, internal_error, invalid, required, too_long
from kapivara.values.caches import cache_short_texts
from kapivara.values.deadline import NO_DEADLINE, Deadline
from kapivara.values.stack import deep_stack

if TYPE_CHECKING:
    from kapivara.apis.groups.resource.v1 import zz_generated_types as v1
    from kapivara.cel.env import Env

_MOST_SELECTORS: Final = 32
_LONGEST_EXPRESSION: Final = 10 * 1024
_HIGHEST_COST: Final = 1_000_000
_NEW: Final = (1, 36)


def validate_selectors(
    selectors: Sequence[v1.DeviceSelector], path: FieldPath, deadline: Deadline = NO_DEADLINE, *, is_known: bool = False
) -> ErrorList:
    """Requires valid boolean expressions; with `is_known`, they were accepted before.

    The deadline is checked before each expression, since compiling hundreds of long ones takes time.
    """

    def check(selector: v1.DeviceSelector, place: FieldPath) -> ErrorList:
        if "cel" not in selector:
            return [required(place.child("cel"))]
        if is_known:
            return []
        deadline.check()
        return validate_selector(selector["cel"]["expression"], place.child("cel", "expression"))

    return validate_items(selectors, path, check, most=_MOST_SELECTORS)


def validate_selector(expression: str, path: FieldPath) -> ErrorList:
    """Requires a boolean expression within the limits of length and cost."""
    if byte_length(expression) > _LONGEST_EXPRESSION:
        return [too_long(path, _LONGEST_EXPRESSION)]
    problem = _problem(expression)
    if problem is None:
        return []
    kind, detail = problem
    if kind == _TOO_DEAR:
        return [forbidden(path, detail)]
    return [invalid(path, expression, detail) if kind == _WRONG else internal_error(path, detail)]


_WRONG, _NO_PROGRAM, _TOO_DEAR = "wrong", "no program", "too dear"


@cache_short_texts(256, 1024)
def _problem(expression: str) -> tuple[str, str] | None:
    """Returns the problem of an expression and its kind, or None. Cached, since most expressions recur."""
    from kapivara.apis.groups.resource.device_types import DeviceSizes
    from kapivara.cel.checks.instantiation import instantiation_failure
    from kapivara.cel.cost.estimator import estimate
    from kapivara.cel.errors import CelIssuesError
    from kapivara.cel.types import ANY, BOOL, unwrapped
    from kapivara.cel.values.typing import type_text

    env = _env()
    try:
        with deep_stack():
            checked = env.compile(expression)
    except CelIssuesError as issues:
        return _WRONG, f"compilation failed: {issues}"
    if unwrapped(checked.result_type) not in (BOOL, ANY):
        return _WRONG, f"must evaluate to bool or the unknown type, not {type_text(checked.result_type)}"
    if failure := instantiation_failure(checked, env):
        return _NO_PROGRAM, f"program instantiation failed: {failure}"
    if estimate(checked, DeviceSizes()).max > _HIGHEST_COST:
        return _TOO_DEAR, "too complex, exceeds cost limit"
    return None


@lru_cache(maxsize=1)
def _env() -> Env:
    """Returns the CEL environment of new expressions: the version's libraries, the device, and the bind macro."""
    from kapivara.apis.groups.resource.device_types import DEVICE, DeviceTypes
    from kapivara.cel.environments import kubernetes_env
    from kapivara.cel.macros import macro_table
    from kapivara.cel.macros.bindings import BINDING_MACROS

    env = kubernetes_env(_NEW)
    return env.extend(variables={"device": DEVICE}, provider=DeviceTypes(), macros=macro_table(BINDING_MACROS))
