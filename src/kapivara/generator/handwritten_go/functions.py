"""The hand-written functions of a Go package, as Python functions of (op, path, new, old).

A function with unsupported Go code raises an AuthorError with its place when it is called; the others stay usable. A
run that would panic in Go returns an internal error.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from kapivara.field import ErrorList, FieldPath, Operation, internal_error
from kapivara.generator.handwritten_go.machine import Budget, GoPanicError
from kapivara.generator.handwritten_go.program import GoPackageCode
from kapivara.generator.handwritten_go.scope import FunctionCode
from kapivara.generator.handwritten_go.unsupported import UnsupportedGoError
from kapivara.generator.model.author_error import AuthorError, AuthorErrors
from kapivara.generator.model.types import Package, Universe
from kapivara.generator.sources.handwritten import PREFIX
from kapivara.values.stack import deep_stack

HandWritten = Callable[[Operation, FieldPath | None, Any, Any], ErrorList]
_PARAMETERS = 5


def handwritten_functions(
    package: Package, universe: Universe | None = None, *, instead: Collection[str] = ()
) -> Mapping[str, HandWritten]:
    """Reads the functions `ValidateCustom_…` of a package; raises AuthorErrors where its files cannot be read.

    The functions named in `instead` are replaced by others, so they are not read.
    """
    try:
        program = GoPackageCode(package, universe)
    except AuthorError as error:
        raise AuthorErrors([error]) from None
    found: dict[str, HandWritten] = {}
    for name in program.names:
        if not name.startswith(PREFIX) or name in instead:
            continue
        try:
            with deep_stack():
                code = program.function(name)
            if code is not None and len(code.parameters) == _PARAMETERS:
                found[name] = _callable(code)
        except UnsupportedGoError as error:
            found[name] = _refusal(error.told(name))
        except AuthorError as error:  # in a file of another package
            found[name] = _refusal(error)
    return found


def _refusal(error: AuthorError) -> HandWritten:
    """Returns a replacement for a function that cannot be run; it raises the error when it is called."""

    def refuse(_op: Operation, _path: FieldPath | None, _new: Any, _old: Any) -> ErrorList:
        raise error

    return refuse


def _callable(code: FunctionCode) -> HandWritten:
    def call(op: Operation, path: FieldPath | None, new: Any, old: Any) -> ErrorList:
        try:
            with deep_stack():  # the number of nested calls is limited, and so is the nesting of code in each
                return [box.error for box in code.call(Budget(), [None, op, path, new, old]) or ()]
        except GoPanicError as panic:
            return [internal_error(path, f"{code.name}: {panic}")]
        except (TypeError, AttributeError, ValueError, ArithmeticError, LookupError) as error:
            # Go's compiler would reject it: types are read here, not checked.
            return [internal_error(path, f"{code.name}: the function is not valid Go ({error})")]

    return call
