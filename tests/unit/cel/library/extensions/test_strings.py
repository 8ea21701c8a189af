"""The strings extension, and both dialects of `format`."""

import math
from inspect import signature

import pytest

from kapivara.cel import types
from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError
from kapivara.cel.functions import FIRST_VERSION
from kapivara.cel.library.extensions import strings as library
from kapivara.cel.library.extensions.formatting_localized import format_text as format_localized
from kapivara.cel.library.extensions.formatting_plain import format_text as format_plain
from kapivara.cel.values import CelMap, Duration, Timestamp, UInt

CALLS = [
    (library.char_at, ("tacocat", 7), ""),
    (library.char_at, ("\u00e9a", 0), "\u00e9"),
    (library.index_of, ("hello", ""), 0),
    (library.index_of, ("hello", "", 9), 5),
    (library.index_of, ("hello", "l", 4), -1),
    (library.index_of, ("hello", "l", 30), -1),
    (library.last_index_of, ("hello", ""), 5),
    (library.last_index_of, ("", "a"), -1),
    (library.last_index_of, ("a", "\u00e9\u00e9"), -1),
    (library.last_index_of_from, ("hello mellow", "ello", 6), 1),
    (library.last_index_of_from, ("hello mellow", "ello", 7), 7),
    (library.last_index_of_from, ("hello", "", 9), 5),
    (library.last_index_of_from, ("hello", "l", 5), -1),
    (library.last_index_of_from, ("hello", "hello!", 4), -1),
    (library.lower_ascii, ("\u00c6A\u0130",), "\u00c6a\u0130"),
    (library.upper_ascii, ("\u00dfa",), "\u00dfA"),
    (library.replace, ("abc", "", "-"), "-a-b-c-"),
    (library.replace, ("abc", "", "-", 2), "-a-bc"),
    (library.replace, ("aaa", "a", "b", 0), "aaa"),
    (library.replace, ("aaa", "a", "b", -5), "bbb"),
    (library.split, ("", ","), [""]),
    (library.split, ("", ""), []),
    (library.split, ("abc", ""), ["a", "b", "c"]),
    (library.split, ("abc", "", 2), ["a", "bc"]),
    (library.split, ("abc", "", 1), ["abc"]),
    (library.split, ("a,b,c", ",", 1), ["a,b,c"]),
    (library.split, ("a,b,c", ",", 0), []),
    (library.split, ("a,b,c", ",", -1), ["a", "b", "c"]),
    (library.substring, ("abc", 3), ""),
    (library.substring_between, ("abc", 1, 1), ""),
    (library.trim, (" \t\u0085\u3000x\u180e\u200b ",), "x\u180e\u200b"),
    (library.trim, ("\x1fx\x1c",), "\x1fx\x1c"),
    (library.join, ([],), ""),
    (library.quote, ('a"\\\a\n\u00e9\x00\ud800',), '"a\\"\\\\\\a\\n\u00e9\x00\ufffd"'),
    (library.reverse, ("ab\u00e9",), "\u00e9ba"),
]
FAILURES = [
    (library.char_at, ("a", 2), "index out of range: 2"),
    (library.char_at, ("a", -1), "index out of range: -1"),
    (library.index_of, ("a", "a", -1), "index out of range: -1"),
    (library.last_index_of_from, ("a", "a", -1), "index out of range: -1"),
    (library.substring, ("a", 2), "index out of range: 2"),
    (library.substring_between, ("abc", 2, 1), "invalid substring range. start: 2, end: 1"),
    (library.substring_between, ("abc", -1, 1), "index out of range: -1"),
    (library.substring_between, ("abc", 1, 4), "index out of range: 4"),
    (library.join, (["a", 1],), "join: invalid input: 1"),
]


def _called(call, args):
    """Calls a function of the library, with a budget if it is budgeted."""
    return call(Budget(), *args) if "budget" in signature(call).parameters else call(*args)


@pytest.mark.parametrize(("call", "args", "result"), CALLS)
def test_call(call, args, result):
    assert _called(call, args) == result


@pytest.mark.parametrize(("call", "args", "message"), FAILURES)
def test_failure(call, args, message):
    with pytest.raises(CelError, match=message):
        _called(call, args)


LOCALIZED = [
    ("%s %s%%", ["a", 1], "a 1%"),
    ("%f", [1234567.891], "1,234,567.891000"),
    ("%.3f", [-1234567.891], "-1,234,567.891"),
    ("%.0f", [2.5], "2"),
    ("%.0f", [-0.25], "-0"),
    ("%f", [-0.0], "0.000000"),
    ("%f", ["Infinity"], "\u221e"),
    ("%f", [-math.inf], "-\u221e"),
    ("%f", [math.nan], "NaN"),
    ("%.300f", [2.5], "2.5" + "0" * 43),
    ("%.99999999999f", [1.0], "%!(NOVERB)"),
    ("%e", [2.5], "2.500000\u00d710\u2070\u2070"),
    ("%.3e", [1e300], "1.000000\u00d710\u00b3\u2070\u2070"),
    ("%e", [-1.5e-5], "-1.500000\u00d710\u207b\u2070\u2075"),
    ("%.20e", [1.0], "       1.000000\u00d710\u2070\u2070"),
    ("%d %d", [-5, UInt(7)], "-5 7"),
    ("%b %b %b", [5, -3, True], "101 -11 1"),
    ("%x %X %x %X", [255, -255, "hi", b"\xab"], "ff -FF 6869 AB"),
    ("%o", [UInt(8)], "10"),
    (
        "%s",
        [[1, "a", b"x", 2.5, None, True, {"b": 1, "a": [2]}]],
        '[1, "a", b"x", 2.500000, null, true, {"a":[2], "b":1}]',
    ),
    ("%s", [[math.inf, Duration(10**9), Timestamp(0)]], '["+Inf", duration("1s"), timestamp("1970-01-01T00:00:00Z")]'),
    ("%s", [CelMap([(2, 1), (True, 2)])], "{2:1, true:2}"),
    ("%s %s", [types.INT, types.list_of(types.INT)], "int list"),
    ("%s", [1e6], "1e+06"),
]
PLAIN = [
    ("%f", [1234567.891], "1234567.891000"),
    ("%.1f", [3], "3.0"),
    ("%e", [1234.0], "1.234000e+03"),
    ("%.2e", [UInt(5)], "5.00e+00"),
    ("%d", [1e21], "1000000000000000000000"),
    ("%d %f %e", [math.nan, math.inf, -math.inf], "NaN Infinity -Infinity"),
    ("%s", [[1, "a", b"x", 2.5, None, {"b": 1, "a": [2]}]], "[1, a, x, 2.5, null, {a: [2], b: 1}]"),
    ("%s", [Timestamp(0, 3600)], "1970-01-01T00:00:00Z"),
    ("%s", [Duration(1_500_000_000)], "1.5s"),
    ("%s", [1e-7], "0.0000001"),
]
SHARED_FAILURES = [
    ("%s", [], "index 0 out of range"),
    ("%s %s", ["a"], "index 1 out of range"),
    ("%", ["a"], "unexpected end of string"),
    ("%z", ["a"], 'could not parse formatting clause: unrecognized formatting clause "z"'),
    ("%\u00e9", ["a"], 'could not parse formatting clause: unrecognized formatting clause "\u00c3"'),
    ("%.", ["a"], "could not parse formatting clause: error while parsing precision: could not find end of"),
    ("%.3", ["a"], "could not find end of precision specifier"),
    ("%.f", [1.0], 'error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax'),
    ("%." + "9" * 30 + "f", [1.0], "value out of range"),
    ("%.2%", ["a"], 'unrecognized formatting clause "%"'),
]


@pytest.mark.parametrize(("text", "values", "result"), LOCALIZED)
def test_format_as_the_server(text, values, result):
    assert format_localized(Budget(), text, values) == result


@pytest.mark.parametrize(("text", "values", "result"), PLAIN)
def test_format_by_the_specification(text, values, result):
    assert format_plain(Budget(), text, values) == result


@pytest.mark.parametrize("dialect", [format_localized, format_plain], ids=["localized", "plain"])
@pytest.mark.parametrize(("text", "values", "message"), SHARED_FAILURES)
def test_format_failure(dialect, text, values, message):
    with pytest.raises(CelError) as caught:
        dialect(Budget(), text, values)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "value", "message"),
    [
        ("%d", "a", "decimal clause can only be used on integers, was given string"),
        ("%f", 3, "fixed-point clause can only be used on doubles, was given int"),
        ("%e", True, "scientific clause can only be used on doubles, was given bool"),
        ("%b", "a", "only integers and bools can be formatted as binary, was given string"),
        ("%x", 1.5, "only integers, byte buffers, and strings can be formatted as hex, was given double"),
        ("%o", None, "octal clause can only be used on integers, was given null_type"),
        ("%s", b"\xff", 'could not convert argument "invalid UTF-8 in bytes, cannot convert to string" to string'),
        ("%s", CelMap([(1.5, 1)]), "no formatting function for map key of type double"),
    ],
)
def test_format_refuses_as_the_server(text, value, message):
    with pytest.raises(CelError) as caught:
        format_localized(Budget(), text, [value])
    assert str(caught.value) == f"error during formatting: {message}"


def test_precision_is_bounded_by_the_specification():
    with pytest.raises(CelError, match="precision 101 exceeds maximum allowed precision 100"):
        format_plain(Budget(), "%.101f", [1.0])


def test_versions():
    since = {name: {each.since for each in function.overloads} for name, function in library.STRINGS.items()}
    assert since.pop("format") == since.pop("strings.quote") == {(1, 29)}
    assert since.pop("reverse") == {None}
    assert set().union(*since.values()) == {FIRST_VERSION}
