"""Membership, indexing and size of lists, maps, strings and bytes.

Upstream: cel-go common/types/{list,map}.go, interpreter/attributes.go refQualify.
"""

from __future__ import annotations

from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.cost.table import IN_LIST
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Overload
from kapivara.cel.library.declare import LIST_A, MAP_A_B, A, B, function, library
from kapivara.cel.types import BOOL, BYTES, INT, STRING
from kapivara.cel.values.equality import any_holds, found_equal
from kapivara.cel.values.lists import JoinedList
from kapivara.cel.values.maps import CelMap, key_identity
from kapivara.cel.values.typing import go_class, type_of_value, type_text
from kapivara.cel.values.uint import UInt
from kapivara.values.absent import ABSENT
from kapivara.values.json_value import INT64_MAX
from kapivara.values.rendering import format_float

_QUALIFIERS = frozenset((str, int, UInt, bool, float))
_SHORT = 1024
"""Comparing strings up to this length takes negligible time."""


def in_list(budget: Budget, item: Any, items: list[Any]) -> bool:
    """Returns whether a list has an element equal to a value; raises CelError if none is and one is not comparable."""
    if type(items) is not list:
        if type(items) is JoinedList and items.parts:
            return _in_any(budget, item, items.parts)
        own = getattr(items, "cel_contains", None)
        if own is not None:
            return bool(own(budget, item))
    if type(item) is str:
        try:
            return in_texts(budget, item, items)
        except CelError:  # another element cannot be compared with a string
            pass
    return any(found_equal(budget, item, each) for each in items)


def in_texts(budget: Budget, item: str | bytes, items: list[Any]) -> bool:
    """Returns whether a list has a string; charges long comparisons, whose cost counts only elements."""
    if len(item) > _SHORT:
        budget.take_glance(len(item) * len(items))
    return item in items


def found_in_list(budget: Budget, item: Any, items: list[Any]) -> bool:
    """Returns whether a list has an element; elements that cannot be compared count as different."""
    try:
        return in_list(budget, item, items)
    except CelError:
        return False


def _in_any(budget: Budget, item: Any, lists: tuple[list[Any], ...]) -> bool:
    """Returns whether one of several lists has an element; if none has, raises the first error."""
    return any_holds(lambda items: in_list(budget, item, items), lists)


def in_constants(budget: Budget, item: Any, items: list[Any]) -> bool:
    """Returns whether a value is in a list of constants; an invalid map key aborts, because upstream uses a map."""
    key_identity(item)
    return in_list(budget, item, items)


def in_map(key: Any, entries: dict[str, Any] | CelMap) -> bool:
    """Returns whether a map has a key, or a number equal to it."""
    own = getattr(entries, "cel_find", None)
    if own is not None:
        return own(key) is not ABSENT
    if isinstance(entries, CelMap) or type(key) is str:
        return key in entries
    if entries:
        key_identity(key)
    return False


def index_list(items: list[Any], index: Any) -> Any:
    """Returns the element at an index, which may be any whole number; raises CelError."""
    check_qualifier(index)
    place = whole_index(index)
    if 0 <= place < len(items):
        return item_at(items, index, place)
    raise CelError(f"index out of bounds: {key_text(index)}")


def item_at(items: list[Any], index: Any, place: int) -> Any:
    """Returns the element at a place of a list, even an unreadable one; lists of data accept only integers."""
    if type(index) is not int and hasattr(items, "cel_equal"):
        raise CelError(f"unsupported index: {key_text(index)}")
    return items[place]


def index_map(entries: dict[str, Any] | CelMap, key: Any) -> Any:
    """Returns the value of a key; raises CelError."""
    check_qualifier(key)
    found = find(entries, key)
    if found is ABSENT:
        raise CelError(f"no such key: {key_text(key)}")
    return found


def find(entries: dict[str, Any] | CelMap, key: Any) -> Any:
    """Returns the value of a key, or ABSENT; data raises CelError for unreadable values and undeclared fields."""
    own = getattr(entries, "cel_find", None)
    if own is not None:
        return own(key)
    if isinstance(entries, CelMap):
        return entries.get(key, ABSENT)
    return entries.get(key, ABSENT) if type(key) is str else ABSENT


def check_qualifier(key: Any) -> None:
    """Raises CelError for a value that can be neither an index nor a key."""
    if type(key) not in _QUALIFIERS:
        raise CelError(f"invalid qualifier type: {go_class(key)}")


def whole_index(index: Any) -> int:
    """Returns the place that an index names; raises CelError unless it is a whole number."""
    kind = type(index)
    if kind is int:
        return int(index)
    if kind is float:
        if index.is_integer() and -(2.0**63) < index < 2.0**63:
            return int(index)
    elif kind is UInt:
        if index <= INT64_MAX:
            return int(index)
    else:
        raise CelError(f"unsupported index type '{type_text(type_of_value(index))}' in list")
    raise CelError(f"unsupported index value {key_text(index)} in list")


def key_text(key: Any) -> str:
    """Returns a key or an index as messages print it."""
    if type(key) is bool:
        return "true" if key else "false"
    if type(key) is float:
        return format_float(key)
    return str(key)


CONTAINERS = library(
    function(
        "_[_]",
        Overload("index_list", (LIST_A, INT), A, index_list),
        Overload("index_map", (MAP_A_B, A), B, index_map),
        doc="The element of a list at a place, counted from 0, or the value of a key of a map.",
        examples=(("[1, 2, 3][1]", "2"), ("{'key': 'value'}['key']", "'value'")),
    ),
    function(
        "@in",
        Overload("in_list", (A, LIST_A), BOOL, in_list, fails=False, cost=IN_LIST, budgeted=True),
        Overload("in_map", (A, MAP_A_B), BOOL, in_map, fails=False),
        doc="Whether a list has an element, or a map a key.",
        examples=(("2 in [1, 2, 3]", "true"), ("'b' in {'a': 1}", "false")),
    ),
    function(
        "size",
        Overload("size_bytes", (BYTES,), INT, len, inline="len({0})", fails=False),
        Overload("bytes_size", (BYTES,), INT, len, member=True, inline="len({0})", fails=False),
        Overload("size_list", (LIST_A,), INT, len, inline="len({0})", fails=False),
        Overload("list_size", (LIST_A,), INT, len, member=True, inline="len({0})", fails=False),
        Overload("size_map", (MAP_A_B,), INT, len, inline="len({0})", fails=False),
        Overload("map_size", (MAP_A_B,), INT, len, member=True, inline="len({0})", fails=False),
        Overload("size_string", (STRING,), INT, len, inline="len({0})", fails=False),
        Overload("string_size", (STRING,), INT, len, member=True, inline="len({0})", fails=False),
        doc="How many elements a list has, entries a map, code points a string, or bytes.",
        examples=(("size(b'123')", "3"), ("'hello'.size()", "5"), ("[1, 2].size()", "2"), ("size({'a': 1})", "1")),
    ),
)
