"""The cost table of the language, for estimates and for tracking at run time.

Calls without an entry here cost 1. The functions of Kubernetes' libraries are in `library_table`.
Upstream: cel-go common/cost.go, checker/cost.go functionCost, interpreter/runtimecost.go costCall (0.29).
"""

from __future__ import annotations

from typing import Final

from kapivara.cel.cost.calls import StaticCall
from kapivara.cel.cost.costs import Compared, Sized
from kapivara.cel.cost.ranges import UNBOUNDED, SizeEstimate, add, multiply, scale

CONSTANT: Final = 0
"""A literal, the name of a type."""

ACCESS: Final = 1
"""A variable, the selection of a field, an index."""

PRESENCE: Final = 0
"""`has()`, without its operand (Kubernetes: PresenceTestHasCost(false))."""

CALL: Final = 1
"""A call without a cost of its own."""

NEW_LIST: Final = 10
NEW_MAP: Final = 30
NEW_STRUCT: Final = 40
"""The creation of a list, a map, a message, without its parts."""

TRAVERSAL: Final = 0.1
"""Per character, or byte, of a traversed string."""

REGEX: Final = 0.25
"""Per character of a regular expression, times the traversal of the string that it is matched with."""


def traverse(size: int) -> int:
    """Returns the cost of traversing a string."""
    return scale(size, TRAVERSAL)


def traverse_twice(size: int) -> int:
    """Returns the cost of traversing a string and writing a string of the same size."""
    return scale(size, 2 * TRAVERSAL)


def match(text: int, pattern: int) -> int:
    """Returns the cost of matching a string with a regular expression; the empty string is not free."""
    return multiply(traverse(add(text, 1)), scale(pattern, REGEX))


def _search(text: int, part: int) -> int:
    return multiply(traverse(text), traverse(part))


def _one(*_sizes: int) -> int:
    return CALL


def _as_many(size: int) -> int:
    return scale(size, 1.0)


def _join(left: int, right: int) -> int:
    return traverse(add(left, right))


def wrap(number: int) -> int:
    """Returns a sum or product that overflows as upstream's does."""
    return number & UNBOUNDED


def _utf8(size: SizeEstimate) -> SizeEstimate:
    return SizeEstimate(size.min, wrap(size.max * 4))


def _decoded(size: SizeEstimate) -> SizeEstimate:
    return SizeEstimate(size.min // 4, size.max)


def _quoted(size: SizeEstimate) -> SizeEstimate:
    return SizeEstimate(wrap(size.min + 2), wrap(size.max * 2 + 2))


def _step(_call: StaticCall) -> int:
    return CALL


def _url_max(call: StaticCall) -> int:
    size = call.operands[1].size
    return traverse(size.max if size is not None else 1)


def _named_format_max(_call: StaticCall) -> int:
    return traverse(64)


_UNIT_TYPES = (
    "kubernetes.Quantity",
    "kubernetes.Semver",
    "net.IP",
    "net.CIDR",
    "kubernetes.authorization.Authorizer",
    "kubernetes.authorization.PathCheck",
    "kubernetes.authorization.GroupCheck",
    "kubernetes.authorization.ResourceCheck",
    "kubernetes.authorization.Decision",
)

_SMALLER = "0.1 × the size of the smaller operand"

EQUAL = Compared(
    traverse,
    {
        **dict.fromkeys(_UNIT_TYPES, _step),
        "kubernetes.NamedFormat": _named_format_max,
        "kubernetes.URL": _url_max,
    },
    doc=_SMALLER,
)
"""`==`. Upstream: k8s apiserver/pkg/cel/library/cost.go, case `_==_` (1.37)."""

NOT_EQUAL = Compared(traverse, {}, doc=_SMALLER)
"""`!=` (kept: upstream has no cheap types here)."""

LESS_TEXT = Compared(traverse, {}, by_name=False, doc=_SMALLER)
"""`<`, `<=`, `>`, `>=` of strings and of bytes."""

IN_LIST = Sized(_as_many, (1,), doc="1 for each item")
ADD_TEXT = Sized(_join, (0, 1), SizeEstimate.plus, doc="0.1 × the size of both operands")
ADD_LIST = Sized(_one, (0, 1), SizeEstimate.plus, doc="1")
STARTS_WITH = Sized(traverse, (1,), doc="0.1 × the size of the argument")
"""Also `endsWith`."""
CONTAINS = Sized(_search, (0, 1), doc="0.1 × the size of the text, times 0.1 × that of the argument")
MATCHES = Sized(match, (0, 1), doc="0.1 × (the size of the text + 1), times 0.25 × that of the pattern")
"""Both the function and the member."""
FORMAT = Sized(traverse, (0,), doc="0.1 × the size of the target")
STRING_TO_BYTES = Sized(traverse, (0,), _utf8, doc="0.1 × the size")
BYTES_TO_STRING = Sized(traverse, (0,), _decoded, doc="0.1 × the size")
QUOTE = Sized(traverse, (0,), _quoted, doc="0.1 × the size")
