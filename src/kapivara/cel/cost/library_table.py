"""The cost table of the extension libraries: Kubernetes' own, and those of cel-go that Kubernetes includes.

Where both define a cost, Kubernetes' cost is used.
Upstream: k8s apiserver/pkg/cel/library/cost.go EstimateCallCost, CallCost (1.37); cel-go ext/sets.go (0.29).
Upstream: k8s apiserver/pkg/cel/library/cost.go EstimateCallCost, case `replace` (1.37).
"""

from __future__ import annotations

from math import ceil
from typing import Any

from kapivara.cel.cost.calls import CallEstimate, StaticCall
from kapivara.cel.cost.costs import Fixed, ListScan, Sized, Special, size_of
from kapivara.cel.cost.ranges import (
    UNBOUNDED,
    UNKNOWN_COST,
    CostEstimate,
    SizeEstimate,
    add,
    fixed_cost,
    fixed_size,
    multiply,
    scale,
)
from kapivara.cel.cost.table import CALL, NEW_LIST, NEW_STRUCT, REGEX, match, traverse, traverse_twice, wrap
from kapivara.cel.tree.ast import Const


def replaced_size(text: SizeEstimate, part: SizeEstimate, replacement: SizeEstimate) -> SizeEstimate:
    """Returns the size of `text.replace(part, replacement)`.

    Longest: as many as possible of the shortest parts become the longest replacement; shortest: the reverse.
    """
    most, kept_most = _count(text.max, part.min, grows=replacement.max > part.min)
    least, kept_least = _count(text.min, part.max, grows=replacement.min < part.max)
    counts, kept = SizeEstimate(least, most), SizeEstimate(kept_least, kept_most)
    return counts.times(replacement).plus(kept)


def _count(text: int, part: int, *, grows: bool) -> tuple[int, int]:
    """Returns the number of replaced parts, and the length of the remaining text.

    The empty part occurs around every character. A replacement that would not extend the range leaves the text
    unchanged.
    """
    if part == 0:
        return min(text + 1, UNBOUNDED), text
    if not grows:
        return 0, text
    return ceil(float(text) / float(part)), 0


_ADDRESS = SizeEstimate(4, 16)
_LONGEST_FORMAT_PATTERN = 128
_LARGEST_FORMAT = 1103
"""The size with which the format `uri` is charged, the highest of all."""


def _same(size: SizeEstimate) -> SizeEstimate:
    return size


def _range_of(size: SizeEstimate, *_others: SizeEstimate) -> SizeEstimate:
    return SizeEstimate(0, size.max)


AUTHORIZER_CHECK = Fixed(350_000)


def _selector(size: int) -> int:
    requirements = scale(size, 0.5)
    return add(add(NEW_LIST, traverse(size)), multiply(requirements, NEW_LIST + NEW_STRUCT))


SELECTOR = Sized(_selector, (1,), by_name=True, doc="10 + 0.1 × the size, and 50 for each two characters")
"""`fieldSelector`, `labelSelector`."""

LIST_SCAN = ListScan(traverse, doc="0.1 × the size of text, and 1 for each item of a list")
"""`isSorted`, `sum`, `max`, `min`, `indexOf`, `lastIndexOf`; also the searches of strings."""

INCLUDES = ListScan(traverse, dynamic=int, doc="0.1 × the size of text, and 1 for each item of a list")
"""`includes`, whose target may be a list at run time."""

TRANSFORM = Sized(traverse, (0,), _same, by_name=True, doc="0.1 × the size")
"""`lowerAscii`, `upperAscii`, `substring`, `trim`, `url`."""

PARSE = Sized(traverse, (0,), by_name=True, doc="0.1 × the size")
"""`ip`, `cidr`, `isIP`, `isCIDR`, `quantity`, `isQuantity`, `semver`, `isSemver`."""

IS_CANONICAL = Sized(traverse_twice, (0,), by_name=True, doc="0.2 × the size")
"""`ip.isCanonical`."""

REPLACE = Sized(
    lambda text, *_others: traverse_twice(text),
    (0, 1, 2),
    replaced_size,
    by_name=True,
    doc="0.2 × the size of the target",
)

FIND = Sized(
    match, (0, 1), _range_of, by_name=True, doc="0.1 × (the size of the text + 1), times 0.25 × that of the pattern"
)
"""`find`, `findAll`."""


def _in_range(prefix: int) -> int:
    return traverse(2 * prefix)


def _in_network(prefix: int) -> int:
    return add(add(_in_range(prefix), traverse(prefix)), 1)


CONTAINS_IP = Sized(_in_range, (0,), assumed=_ADDRESS, by_name=True, doc="0.2 × the bytes of an address")
CONTAINS_IP_TEXT = Sized(
    lambda prefix, text: add(_in_range(prefix), traverse(text)),
    (0, 1),
    assumed=_ADDRESS,
    doc="0.2 × the bytes of an address, and 0.1 × the size of the text",
)
CONTAINS_CIDR = Sized(_in_network, (0,), assumed=_ADDRESS, by_name=True, doc="1 + 0.3 × the bytes of an address")
CONTAINS_CIDR_TEXT = Sized(
    lambda prefix, text: add(_in_network(prefix), traverse(text)),
    (0, 1),
    assumed=_ADDRESS,
    doc="1 + 0.3 × the bytes of an address, and 0.1 × the size of the text",
)


def _split_before(call: StaticCall) -> CallEstimate:
    size = call.size(0)
    most = size.max
    if len(call.operands) > 2:
        limit = call.operands[2].expr
        if isinstance(limit, Const) and type(limit.value) is int:
            most = wrap(limit.value)  # kept: a limit of -1 counts as the largest number
    return CallEstimate(CostEstimate(traverse_twice(size.min), traverse_twice(size.max)), SizeEstimate(0, most))


def _split_after(args: tuple[Any, ...], _result: Any) -> int:
    return traverse_twice(size_of(args[0]))


SPLIT = Special(_split_before, _split_after, by_name=True, doc="0.2 × the size of the target")


def _join_before(call: StaticCall) -> CallEstimate:
    items = call.size(0)
    size = items.times(call.item_size(0)) if call.item_type(0) is not None else fixed_size(0)
    if len(call.operands) > 1:
        separators = SizeEstimate(max(items.min - 1, 0), max(items.max - 1, 0))
        size = size.plus(call.size(1).times(separators))
    return CallEstimate(CostEstimate(traverse(size.min), traverse(size.max)), size)


def _join_after(_args: tuple[Any, ...], result: Any) -> int:
    return traverse_twice(size_of(result))  # kept: estimates count the result once, this side twice


def _join_most(call: StaticCall) -> CallEstimate:
    found = _join_before(call)
    if call.item_type(0) is None:
        return CallEstimate(UNKNOWN_COST)
    return CallEstimate(found.cost.plus(found.cost).plus(fixed_cost(1)), found.result_size)


JOIN = Special(
    _join_before,
    _join_after,
    _join_most,
    by_name=True,
    by_result=True,
    doc="0.1 × the size of the result; 0.2 × when it runs",
)


def _validate_before(call: StaticCall) -> CallEstimate:
    size = call.size(1)
    pattern = _LONGEST_FORMAT_PATTERN * REGEX
    return CallEstimate(CostEstimate(scale(traverse(size.min), pattern), scale(traverse(size.max), pattern)))


def _validate_after(args: tuple[Any, ...], _result: Any) -> int:
    pattern = getattr(args[0], "regex_size", None)
    return CALL if pattern is None else match(size_of(args[1]), pattern)


def _validate_most(call: StaticCall) -> CallEstimate:
    return CallEstimate(CostEstimate(0, match(call.size(1).max, _LARGEST_FORMAT)))


VALIDATE = Special(
    _validate_before,
    _validate_after,
    _validate_most,
    by_name=True,
    doc="0.1 × (the size of the text + 1), times 0.25 × that of the format's pattern",
)
"""`validate` of a named format, whose size is its `regex_size`."""


CHECK_FORMAT = Sized(
    lambda text: match(text, _LONGEST_FORMAT_PATTERN),
    (0,),
    lambda _: SizeEstimate(0, 4),
    doc="0.1 × (the size of the text + 1), times 32",
)
"""`isFormat`, `validateFormat`: the estimated cost of `validate`."""

SELECTS = Sized(
    lambda labels, selector: add(NEW_LIST, multiply(add(labels, 1), add(selector, 1))),
    (0, 1),
    doc="10 + the product of both sizes, each and 1",
)
"""`matches` for labels."""


def _sets(factor: float, doc: str) -> Sized:
    return Sized(lambda left, right: add(scale(multiply(left, right), factor), CALL), (0, 1), doc=doc)


SETS_PRODUCT = _sets(1.0, "1 + the product of both sizes")
"""`sets.contains`, `sets.intersects`."""

SETS_EQUIVALENT = _sets(2.0, "1 + twice the product of both sizes")
