"""Literals that would always fail are rejected after type checking."""

import pytest

from kapivara.cel import types as t
from kapivara.cel.checker.validators import (
    Validator,
    duration_literals,
    homogeneous_literals,
    regex_literals,
    timestamp_literals,
)
from kapivara.cel.checks.format_literals import format_literals
from kapivara.cel.env import Env
from kapivara.cel.errors import CelIssuesError
from kapivara.cel.functions import Library
from kapivara.cel.library.extensions.optionals import OPTIONALS
from kapivara.cel.library.extensions.strings import PLAIN_FORMAT, STRINGS
from kapivara.cel.library.standard.language import STANDARD, STANDARD_TYPES
from kapivara.cel.macros import BINDING_MACROS, STANDARD_MACROS, macro_table
from kapivara.cel.types import DYN, INT, STRING


def env_with(*validators: Validator, formatting: Library | None = None) -> Env:
    return Env(
        variables={"s": STRING, "i": INT, "any": DYN, "o": t.optional_of(INT), "q": t.opaque("kubernetes.Quantity")},
        types=STANDARD_TYPES,
        libraries=[STANDARD, OPTIONALS, STRINGS, formatting or {}],
        macros=macro_table(STANDARD_MACROS, BINDING_MACROS),
        optional_syntax=True,
        validators=validators,
    )


def issues(env: Env, text: str) -> list[tuple[int, str]]:
    try:
        env.compile(text)
    except CelIssuesError as error:
        return [(issue.offset, issue.message) for issue in error.issues]
    return []


SERVER = env_with(
    duration_literals, timestamp_literals, regex_literals, homogeneous_literals("format"), format_literals(2)
)

CASES = {
    "duration": ("duration('1s') == duration('x')", [(27, "invalid duration argument")]),
    "duration out of range": ("duration('9999999999999s')", [(9, "invalid duration argument")]),
    "duration of null": ("duration(null)", [(9, "invalid duration argument")]),
    "duration not literal": ("duration(s)", []),
    "timestamp": ("timestamp('2000-01-01T00:00:00Z') == timestamp('x')", [(47, "invalid timestamp argument")]),
    "timestamp of seconds": ("timestamp(0)", []),
    "pattern": ("s.matches('[')", [(10, "invalid matches argument")]),
    "pattern of the global form": ("matches(s, '[')", []),
    "text of the global form": ("matches('[', s)", [(8, "invalid matches argument")]),
    "mixed list": ("[1, any]", [(4, "expected type 'int' but found 'dyn'")]),
    "mixed list, the first only": ("[1, any, 1.0]", [(4, "expected type 'int' but found 'dyn'")]),
    "mixed keys and values": (
        "{'a': 1, any: any}",
        [(9, "expected type 'string' but found 'dyn'"), (14, "expected type 'int' but found 'dyn'")],
    ),
    "optional elements": ("[1, ?o]", []),
    "optional entries": ("{'a': 1, ?'b': o}", []),
    "below format": ("'%s %s'.format([1, [any, i].size()])", []),
    "an empty list is of any type": ("[[], [1]]", []),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES.keys())
def test_literals(text: str, expected: list[tuple[int, str]]) -> None:
    """The server's validators have upstream's findings."""
    assert issues(SERVER, text) == expected


STRING_TYPES = "strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps"
FORMATS = {
    "fine": ("'%s %d %f %e %b %x %X %o %%'.format([s, i, 1.0, 1.0, true, 'a', b'a', 1u])", None),
    "dyn": ("'%d'.format([any])", None),
    "precision": ("'%.3f %.0e'.format([1.0, 2.0])", None),
    "not literal": ("s.format([o])", None),
    "not a list literal": ("'%d'.format([s] + [])", None),
    "nested list": ("'%s'.format([[1, 2]])", None),
    "too many": ("'%s'.format([1, 2])", "too many arguments supplied to string.format (expected 1, got 2)"),
    "too few": ("'%s %s'.format([1])", "index 1 out of range"),
    "ends": ("'%'.format([1])", "unexpected end of string"),
    "unknown": ("'%q'.format([1])", 'could not parse formatting clause: unrecognized formatting clause "q"'),
    "unknown, a byte": ("'%é'.format([1])", 'could not parse formatting clause: unrecognized formatting clause "Ã"'),
    "no end": (
        "'%.3'.format([1.0])",
        "could not parse formatting clause: error while parsing precision: could not find end of precision specifier",
    ),
    "no digits": (
        "'%.f'.format([1.0])",
        "could not parse formatting clause: error while parsing precision: error while converting precision to "
        'integer: strconv.Atoi: parsing "": invalid syntax',
    ),
    "too many digits": (
        "'%.99999999999999999999f'.format([1.0])",
        "could not parse formatting clause: error while parsing precision: error while converting precision to "
        'integer: strconv.Atoi: parsing "99999999999999999999": value out of range',
    ),
    "string": ("'%s'.format([o])", f"string clause can only be used on {STRING_TYPES}, was given optional_type"),
    "string in a list": (
        "'%s'.format([[q]])",
        f"string clause can only be used on {STRING_TYPES}, was given kubernetes.Quantity",
    ),
    "string in a map": (
        "'%s'.format([{'a': o}])",
        f"string clause can only be used on {STRING_TYPES}, was given optional_type",
    ),
    "decimal": ("'%d'.format([s])", "decimal clause can only be used on integers, was given string"),
    "fixed": ("'%f'.format([1])", "fixed-point clause can only be used on doubles, was given int"),
    "scientific": ("'%e'.format([1])", "scientific clause can only be used on doubles, was given int"),
    "binary": ("'%b'.format([1.0])", "only integers and bools can be formatted as binary, was given double"),
    "hex": ("'%x'.format([[1]])", "only integers, byte buffers, and strings can be formatted as hex, was given list"),
    "octal": ("'%o'.format([null])", "octal clause can only be used on integers, was given null_type"),
}


@pytest.mark.parametrize(("text", "expected"), FORMATS.values(), ids=FORMATS.keys())
def test_formats(text: str, expected: str | None) -> None:
    """Each clause fits its argument; the first that does not is reported."""
    if expected is not None and "was given" in expected:
        expected = f"error during formatting: {expected}"
    assert [message for _, message in issues(SERVER, text)] == ([] if expected is None else [expected])


def test_places_of_formats() -> None:
    """A bad argument is reported at its place, other errors at the call."""
    assert [place for place, _ in issues(SERVER, "'%s %d'.format([s, [s]])")] == [19]
    assert [place for place, _ in issues(SERVER, "'%s'.format([{'a': [o]}])")] == [20]
    assert [place for place, _ in issues(SERVER, "'%s'.format([])")] == [11]


NEWER = {
    "decimal of a double": ("'%d'.format([1.0])", None),
    "fixed of an int": ("'%f'.format([1])", None),
    "fixed of a string": (
        "'%f'.format(['NaN'])",
        "error during formatting: fixed-point clause can only be used on ints, uints, and doubles, was given string",
    ),
    "precision": (
        "'%.101f'.format([1.0])",
        "could not parse formatting clause: error while parsing precision: precision 101 exceeds maximum allowed "
        "precision 100",
    ),
}


@pytest.mark.parametrize(("text", "expected"), NEWER.values(), ids=NEWER.keys())
def test_newer_formats(text: str, expected: str | None) -> None:
    """Later versions of the strings library accept more numbers, and fewer digits."""
    env = env_with(format_literals(5), formatting=PLAIN_FORMAT)
    assert [message for _, message in issues(env, text)] == ([] if expected is None else [expected])
