"""The logical operators. The compiler prints them itself; these implementations define their meaning."""

from __future__ import annotations

from typing import Any

from kapivara.cel.errors import CelError
from kapivara.cel.functions import Overload
from kapivara.cel.library.declare import A, function, library
from kapivara.cel.types import BOOL


def truth(value: Any) -> bool:
    """Returns a boolean unchanged; raises CelError for any other value."""
    if type(value) is bool:
        return value
    raise CelError("no such overload")


def _and(one: Any, other: Any) -> bool:
    return truth(one) and truth(other)


def _or(one: Any, other: Any) -> bool:
    return truth(one) or truth(other)


def _not(value: Any) -> bool:
    return not truth(value)


def _choose(condition: Any, one: Any, other: Any) -> Any:
    return one if truth(condition) else other


def _not_strictly_false(value: Any) -> bool:
    return value is not False


_BOTH = (BOOL, BOOL)

LOGIC = library(
    function(
        "_?_:_",
        Overload("conditional", (BOOL, A, A), A, _choose, inline="{1} if {0} else {2}", fails=False),
        doc="Chooses between two values; only the one chosen is evaluated.",
        examples=(("'hello'.contains('lo') ? 'hi' : 'bye'", "'hi'"), ("32 % 3 == 0 ? 'yes' : 'no'", "'no'")),
    ),
    function(
        "_&&_",
        Overload("logical_and", _BOTH, BOOL, _and, inline="{0} and {1}", fails=False),
        doc="True where both sides are true; a side that is false decides, even if the other fails.",
        examples=(("true && true", "true"), ("1 / 0 > 1 && false", "false")),
    ),
    function(
        "_||_",
        Overload("logical_or", _BOTH, BOOL, _or, inline="{0} or {1}", fails=False),
        doc="True where one side is true, even if the other fails.",
        examples=(("false || false", "false"), ("1 / 0 > 1 || true", "true")),
    ),
    function(
        "!_",
        Overload("logical_not", (BOOL,), BOOL, _not, inline="not {0}", fails=False),
        doc="The opposite of a boolean.",
        examples=(("!true", "false"),),
    ),
    function(
        "@not_strictly_false",
        Overload("not_strictly_false", (BOOL,), BOOL, _not_strictly_false, inline="{0} is not False", fails=False),
        doc="Whether a loop goes on: true for everything but false, failures included.",
    ),
)
