"""Optional values: creation, tests, chaining and access.

Upstream: cel-go cel/library.go optionalLib (version 2).
"""

from __future__ import annotations

from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.functions import Overload
from kapivara.cel.library.declare import function, library
from kapivara.cel.library.standard.dynamic import index_value, optional_index
from kapivara.cel.types import BOOL, DYN, INT, STRING, list_of, map_of, optional_of, type_param
from kapivara.cel.values.duration import Duration
from kapivara.cel.values.maps import CelMap
from kapivara.cel.values.optional_value import NONE, OptionalValue
from kapivara.cel.values.timestamp import Timestamp

_K = type_param("K")
_V = type_param("V")
_OPTIONAL = optional_of(_V)
_LIST = list_of(_V)
_MAP = map_of(_K, _V)
_OPTIONALS = list_of(_OPTIONAL)


def is_zero(value: Any) -> bool:
    """Returns whether a value is the zero value of its type: false, 0, empty, null."""
    if value is None:
        return True
    kind = type(value)
    if kind is Timestamp:
        return bool(value.is_zero)
    if kind is Duration:
        return bool(value.nanos == 0)
    if kind in (bool, str, bytes) or isinstance(value, (int, float)):
        return not value
    return kind in (list, dict, CelMap) and len(value) == 0  # kept: data is never a zero value


def _none() -> OptionalValue:
    return NONE


def _of_non_zero(value: Any) -> OptionalValue:
    return NONE if is_zero(value) else OptionalValue(value)


def _value(optional: OptionalValue) -> Any:
    return optional.value


def _has_value(optional: OptionalValue) -> bool:
    return optional.has_value


def _or(first: OptionalValue, second: OptionalValue) -> OptionalValue:
    return first if first.has_value else second


def _or_value(optional: OptionalValue, default: Any) -> Any:
    return optional.value if optional.has_value else default


def _first(items: list[Any]) -> OptionalValue:
    return OptionalValue(items[0]) if items else NONE


def _last(items: list[Any]) -> OptionalValue:
    return OptionalValue(items[-1]) if items else NONE


def _unwrap(budget: Budget, optionals: list[OptionalValue]) -> list[Any]:
    budget.take_places(len(optionals))
    return [each.held for each in optionals if each.has_value]


OPTIONALS = library(
    function(
        "optional.of",
        Overload("optional_of", (_V,), _OPTIONAL, OptionalValue, fails=False),
        doc="An optional that holds a value.",
        examples=(("optional.of(1).value()", "1"),),
    ),
    function(
        "optional.ofNonZeroValue",
        Overload("optional_ofNonZeroValue", (_V,), _OPTIONAL, _of_non_zero, fails=False),
        doc="An optional that holds a value, unless that is false, 0, empty or null.",
        examples=(("optional.ofNonZeroValue('').hasValue()", "false"),),
    ),
    function(
        "optional.none",
        Overload("optional_none", (), _OPTIONAL, _none, fails=False),
        doc="The optional that holds nothing.",
        examples=(("optional.none().hasValue()", "false"),),
    ),
    function(
        "value",
        Overload("optional_value", (_OPTIONAL,), _V, _value, member=True, inline="{0}.value"),
        doc="The value of an optional; fails where it has none.",
        examples=(("optional.of('a').value()", "'a'"),),
    ),
    function(
        "hasValue",
        Overload("optional_hasValue", (_OPTIONAL,), BOOL, _has_value, member=True, inline="{0}.has_value", fails=False),
        doc="Whether an optional holds a value.",
        examples=(("optional.of(null).hasValue()", "true"),),
    ),
    function(
        "or",
        Overload("optional_or_optional", (_OPTIONAL, _OPTIONAL), _OPTIONAL, _or, member=True, fails=False),
        doc="The first of two optionals that holds a value; the second is evaluated only if it is needed.",
        examples=(("optional.none().or(optional.of(1)).value()", "1"),),
    ),
    function(
        "orValue",
        Overload("optional_orValue_value", (_OPTIONAL, _V), _V, _or_value, member=True, fails=False),
        doc="The value of an optional, or else another value, which is evaluated only if needed.",
        examples=(("{'a': 1}[?'b'].orValue(2)", "2"),),
    ),
    function(
        "_?._",
        Overload("select_optional_field", (DYN, STRING), _OPTIONAL, optional_index),
        doc="A field as an optional: nothing, where it is not set.",
        examples=(("{'a': 1}.?b.hasValue()", "false"),),
    ),
    function(
        "_[?_]",
        Overload("list_optindex_optional_int", (_LIST, INT), _OPTIONAL, optional_index),
        Overload("optional_list_optindex_optional_int", (optional_of(_LIST), INT), _OPTIONAL, optional_index),
        Overload("map_optindex_optional_value", (_MAP, _K), _OPTIONAL, optional_index),
        Overload("optional_map_optindex_optional_value", (optional_of(_MAP), _K), _OPTIONAL, optional_index),
        doc="An element or an entry as an optional: nothing, where there is none.",
        examples=(("[1, 2][?5].orValue(0)", "0"), ("{'a': 1}[?'a'].value()", "1")),
    ),
    function(
        "_[_]",
        Overload("optional_list_index_int", (optional_of(_LIST), INT), _OPTIONAL, index_value),
        Overload("optional_map_index_value", (optional_of(_MAP), _K), _OPTIONAL, index_value),
        doc="An element or an entry of the value of an optional, as an optional.",
        examples=(("optional.of([1, 2])[1].value()", "2"),),
    ),
    function(
        "last",
        Overload("list_last", (_LIST,), _OPTIONAL, _last, member=True, fails=False),
        doc="The last element of a list, as an optional.",
        examples=(("[1, 2, 3].last().value()", "3"), ("[].last().hasValue()", "false")),
    ),
    function(
        "first",
        Overload("list_first", (_LIST,), _OPTIONAL, _first, member=True, fails=False),
        doc="The first element of a list, as an optional.",
        examples=(("[1, 2, 3].first().value()", "1"),),
    ),
    function(
        "optional.unwrap",
        Overload("optional_unwrap", (_OPTIONALS,), _LIST, _unwrap, fails=False, budgeted=True),
        doc="The values of the optionals in a list; optionals without a value are skipped.",
        examples=(("optional.unwrap([optional.of(1), optional.none()])", "[1]"),),
    ),
    function(
        "unwrapOpt",
        Overload("optional_unwrapOpt", (_OPTIONALS,), _LIST, _unwrap, member=True, fails=False, budgeted=True),
        doc="The values of the optionals in a list; optionals without a value are skipped.",
        examples=(("[optional.of(1), optional.none()].unwrapOpt()", "[1]"),),
    ),
    since=(1, 28),
)
