"""Operators and functions of the language, called directly: results, overflows, errors."""

import math

import pytest

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError
from kapivara.cel.library.standard import arithmetic, containers, patterns
from kapivara.cel.library.standard.language import STANDARD
from kapivara.cel.values import CelMap, Duration, Timestamp, UInt

LOW, HIGH = -(2**63), 2**63 - 1
RESULTS = [
    (arithmetic.add_int, HIGH, 0, HIGH),
    (arithmetic.divide_int, 7, -2, -3),
    (arithmetic.divide_int, -7, 2, -3),
    (arithmetic.divide_int, -6, -2, 3),
    (arithmetic.modulo_int, 7, -3, 1),
    (arithmetic.modulo_int, -7, 3, -1),
    (arithmetic.modulo_int, -6, 3, 0),
    (arithmetic.divide_uint, UInt(7), UInt(2), UInt(3)),
    (arithmetic.modulo_uint, UInt(7), UInt(4), UInt(3)),
    (arithmetic.subtract_uint, UInt(7), UInt(7), UInt(0)),
    (arithmetic.divide_double, 1.0, 0.0, math.inf),
    (arithmetic.divide_double, -1.0, 0.0, -math.inf),
    (arithmetic.divide_double, 1.0, -0.0, -math.inf),
    (arithmetic.divide_double, 1e308, 1e-308, math.inf),
    (arithmetic.add_to_timestamp, Timestamp(5, 3600), Duration(2), Timestamp(7)),
    (arithmetic.subtract_timestamps, Timestamp(5), Timestamp(7), Duration(-2)),
]
FAILURES = [
    (arithmetic.add_int, HIGH, 1, "integer overflow"),
    (arithmetic.subtract_int, LOW, 1, "integer overflow"),
    (arithmetic.multiply_int, HIGH, 2, "integer overflow"),
    (arithmetic.divide_int, LOW, -1, "integer overflow"),
    (arithmetic.modulo_int, LOW, -1, "integer overflow"),
    (arithmetic.divide_int, 1, 0, "division by zero"),
    (arithmetic.modulo_int, 1, 0, "modulus by zero"),
    (arithmetic.divide_uint, UInt(1), UInt(0), "division by zero"),
    (arithmetic.modulo_uint, UInt(1), UInt(0), "modulus by zero"),
    (arithmetic.subtract_uint, UInt(1), UInt(2), "unsigned integer overflow"),
    (arithmetic.add_uint, UInt(2**64 - 1), UInt(1), "unsigned integer overflow"),
    (arithmetic.multiply_uint, UInt(2**63), UInt(2), "unsigned integer overflow"),
    (arithmetic.add_durations, Duration(HIGH), Duration(1), "integer overflow"),
    (arithmetic.subtract_durations, Duration(LOW), Duration(1), "integer overflow"),
    (arithmetic.subtract_from_timestamp, Timestamp(0), Duration(LOW), "integer overflow"),
    (arithmetic.add_to_timestamp, Timestamp(253_402_300_799_000_000_000), Duration(10**9), "timestamp overflow"),
    (
        arithmetic.subtract_timestamps,
        Timestamp(253_402_300_799 * 10**9),
        Timestamp(-62_135_596_800 * 10**9),
        "integer overflow",
    ),
    (containers.index_list, [1], 1, "index out of bounds: 1"),
    (containers.index_list, [1], -1, "index out of bounds: -1"),
    (containers.index_list, [1], 0.5, "unsupported index value 0.5 in list"),
    (containers.index_list, [1], UInt(2**63), "unsupported index value 9223372036854775808 in list"),
    (containers.index_list, [1], "a", "unsupported index type 'string' in list"),
    (containers.index_map, {"a": 1}, "b", "no such key: b"),
    (containers.index_map, {"a": 1}, 1, "no such key: 1"),
    (containers.index_map, CelMap([(1, 1)]), True, "no such key: true"),
    (patterns.matches, "a", "[a-", "error parsing regexp: missing closing ]: `\\[a-`"),
    (patterns.matches, "a", "(?=x)", "invalid or unsupported Perl syntax"),
]


@pytest.mark.parametrize(("call", "one", "other", "result"), RESULTS)
def test_result(call, one, other, result):
    found = call(one, other)
    assert found == result
    assert type(found) is type(result)


@pytest.mark.parametrize(("call", "one", "other", "message"), FAILURES)
def test_failure(call, one, other, message):
    with pytest.raises(CelError, match=message):
        call(one, other)


def test_nan_from_zero_by_zero():
    assert math.isnan(arithmetic.divide_double(0.0, 0.0))
    assert math.isnan(arithmetic.divide_double(math.nan, 0.0))


def test_lowest_integer_cannot_be_negated():
    with pytest.raises(CelError, match="integer overflow"):
        arithmetic.negate_int(LOW)


def test_timestamps_keep_the_offset_they_were_written_with():
    assert str(arithmetic.add_to_timestamp(Timestamp(0, 3600), Duration(0))) == "1970-01-01T01:00:00+01:00"


@pytest.mark.parametrize(
    ("item", "items", "found"),
    [
        ("a", ["b", "a"], True),
        (1, [True], False),
        (1, [1.0], True),
        (math.nan, [math.nan], False),
        ([1], [[1.0]], True),
    ],
)
def test_in_list(item, items, found):
    assert containers.in_list(Budget(), item, items) is found


def test_in_map():
    assert containers.in_map("a", {"a": None})
    assert not containers.in_map(1, {"1": None})
    assert containers.in_map(1.0, CelMap([(UInt(1), None)]))


@pytest.mark.parametrize("sign", ["<", "<=", ">", ">="])
def test_doubles_that_are_no_numbers_have_no_order(sign):
    for overload in STANDARD[f"_{sign}_"].overloads:
        if "double" in overload.id:
            with pytest.raises(CelError, match="NaN values cannot be ordered"):
                overload.implementation(math.nan, 1)


def test_inline_templates_agree_with_the_implementations():
    """Templates of pure operators agree with the functions, for values of the declared types."""
    samples = {"int": (3, -4), "uint": (UInt(3), UInt(4)), "double": (1.5, -0.5), "string": ("ab", "b")}
    samples |= {"bool": (True, False), "bytes": (b"ab", b"b"), "list": ([1], [2]), "map": ({"a": 1}, {})}
    samples |= {"timestamp": (Timestamp(1), Timestamp(2)), "duration": (Duration(1), Duration(2))}
    for function in STANDARD.values():
        for overload in function.overloads:
            if not overload.inline or function.name == "_?_:_":
                continue
            values = [samples.get(type_.name, (7, 8))[place % 2] for place, type_ in enumerate(overload.args)]
            printed = overload.inline.format(*(f"v{place}" for place in range(len(values))))
            scope = {f"v{place}": value for place, value in enumerate(values)}
            inlined = eval(printed, scope)
            assert inlined == overload.call(Budget(), *values), overload.id
