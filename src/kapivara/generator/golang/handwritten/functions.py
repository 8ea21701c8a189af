"""The hand-written functions of a Go package, ready to be called with (op, path, new, old).

A function that needs more than the part of Go that is run raises an AuthorError when it is called, with the place: the
others can be called all the same. A run that would panic gives an internal error.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from kapivara.field import ErrorList, FieldPath, Operation, internal_error
from kapivara.generator.author_error import AuthorError, AuthorErrors
from kapivara.generator.golang.handwritten.machine import Budget, GoPanicError
from kapivara.generator.golang.handwritten.program import GoPackageCode
from kapivara.generator.golang.handwritten.scope import FunctionCode
from kapivara.generator.golang.handwritten.unsupported import UnsupportedGoError
from kapivara.generator.handwritten import PREFIX
from kapivara.generator.model import Package, Universe
from kapivara.values.stack import deep_stack

HandWritten = Callable[[Operation, FieldPath | None, Any, Any], ErrorList]
_PARAMETERS = 5


def handwritten_functions(
    package: Package, universe: Universe | None = None, *, instead: Collection[str] = ()
) -> Mapping[str, HandWritten]:
    """Reads the functions `ValidateCustom_…` of a package; raises AuthorErrors where its files cannot be read.

    Functions that others stand in for, `instead`, are not looked at.
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
        except AuthorError as error:  # a file of another package
            found[name] = _refusal(error)
    return found


def _refusal(error: AuthorError) -> HandWritten:
    """Makes what stands for a function that cannot be run: it says so, and stops whoever calls it."""

    def refuse(_op: Operation, _path: FieldPath | None, _new: Any, _old: Any) -> ErrorList:
        raise error

    return refuse


def _callable(code: FunctionCode) -> HandWritten:
    def call(op: Operation, path: FieldPath | None, new: Any, old: Any) -> ErrorList:
        try:
            with deep_stack():  # calls are bounded, and so is how deep the code of one nests
                return [box.error for box in code.call(Budget(), [None, op, path, new, old]) or ()]
        except GoPanicError as panic:
            return [internal_error(path, f"{code.name}: {panic}")]
        except (TypeError, AttributeError, ValueError, ArithmeticError, LookupError) as error:
            # Go's compiler would have refused it: types are read here, not checked.
            return [internal_error(path, f"{code.name}: the function is not valid Go ({error})")]

    return call
