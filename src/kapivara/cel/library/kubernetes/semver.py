"""Semantic versions: parsing, optionally after normalization, and comparison.

Upstream: k8s.io/apiserver/pkg/cel/library/semverlib.go (1.37); github.com/blang/semver/v4 Parse, Compare.
"""

from __future__ import annotations

from typing import Any

from kapivara.cel.budget import PLACE, Budget
from kapivara.cel.cost.library_table import PARSE
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Overload
from kapivara.cel.library.declare import function, library
from kapivara.cel.types import BOOL, INT, STRING, object_type
from kapivara.cel.values.numbers import parse_uint
from kapivara.values.rendering import quote

SEMVER_TYPE = object_type("kubernetes.Semver")
_BOTH = (SEMVER_TYPE, SEMVER_TYPE)
_DIGITS = frozenset("0123456789")
_NAME = _DIGITS | frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-")


class Semver:
    """A version: three numbers, the identifiers of a pre-release, and build metadata, which comparisons ignore."""

    __slots__ = ("_order", "build", "numbers", "prerelease")
    cel_type = SEMVER_TYPE
    go_class = "cel.Semver"
    cel_key = "none"

    def __init__(self, numbers: tuple[int, int, int], prerelease: tuple[int | str, ...], build: tuple[str, ...]):
        self.numbers = numbers
        self.prerelease = prerelease
        self.build = build
        self._order: tuple[Any, ...] | None = None

    @property
    def order(self) -> tuple[Any, ...]:
        """The sort key: a pre-release precedes its version, numeric identifiers precede names."""
        if self._order is None:
            identifiers = [(0, each, "") if type(each) is int else (1, 0, each) for each in self.prerelease]
            self._order = self.numbers, not self.prerelease, identifiers
        return self._order

    @property
    def cel_weight(self) -> int:
        """The charge of a comparison to the budget."""
        return len(self.prerelease) * PLACE

    def __eq__(self, other: object) -> bool:
        if type(other) is not Semver:
            raise CelError("no such overload")
        return self.order == other.order

    def __hash__(self) -> int:
        return hash((self.numbers, self.prerelease))

    def __str__(self) -> str:
        text = ".".join(map(str, self.numbers))
        if self.prerelease:
            text += "-" + ".".join(map(str, self.prerelease))
        return text + ("+" + ".".join(self.build) if self.build else "")

    def __repr__(self) -> str:
        return f"semver('{self}')"


def to_semver(text: str, normalize: bool = False) -> Semver:
    """Parses a version; raises CelError."""
    if normalize:
        text = _normalized(text)
    if not text:
        raise CelError("Version string empty")
    parts = text.split(".", 2)
    if len(parts) != 3:
        raise CelError("No Major.Minor.Patch elements found")
    major, minor = _number(parts[0], "Major"), _number(parts[1], "Minor")
    rest, plus, build = parts[2].partition("+")
    rest, dash, prerelease = rest.partition("-")
    patch = _number(rest, "Patch")
    identifiers = tuple(map(_identifier, prerelease.split("."))) if dash else ()
    metadata = tuple(map(_metadata, build.split("."))) if plus else ()
    return Semver((major, minor, patch), identifiers, metadata)


def _number(text: str, name: str) -> int:
    if not _DIGITS.issuperset(text):
        raise CelError(f"Invalid character(s) found in {name.lower()} number {quote(text)}")
    if len(text) > 1 and text[0] == "0":
        raise CelError(f"{name} number must not contain leading zeroes {quote(text)}")
    return _unsigned(text)


def _unsigned(text: str) -> int:
    number = parse_uint(text)
    if number is None:
        reason = "value out of range" if text else "invalid syntax"
        raise CelError(f"strconv.ParseUint: parsing {quote(text)}: {reason}")
    return number


def _identifier(text: str) -> int | str:
    if not text:
        raise CelError("Prerelease is empty")
    if _DIGITS.issuperset(text):
        if len(text) > 1 and text[0] == "0":
            raise CelError(f"Numeric PreRelease version must not contain leading zeroes {quote(text)}")
        return _unsigned(text)
    if not _NAME.issuperset(text):
        raise CelError(f"Invalid character(s) found in prerelease {quote(text)}")
    return text


def _metadata(text: str) -> str:
    if not text:
        raise CelError("Build meta data is empty")
    if not _NAME.issuperset(text):
        raise CelError(f"Invalid character(s) found in build meta data {quote(text)}")
    return text


def _normalized(text: str) -> str:
    """Returns a version without a leading `v` and leading zeros, with all three numbers."""
    parts = text.removeprefix("v").split(".", 2)
    for place, part in enumerate(parts):
        if len(part.encode("utf-8", "replace")) > 1:
            stripped = part.lstrip("0")
            parts[place] = stripped if stripped[:1] in _DIGITS else f"0{stripped}"
    if len(parts) < 3:
        if "+" in parts[-1] or "-" in parts[-1]:
            raise CelError("short version cannot contain PreRelease/Build meta data")
        parts += ["0"] * (3 - len(parts))
    return ".".join(parts)


def is_semver(text: str, normalize: bool = False) -> bool:
    """Returns whether a text is a version."""
    try:
        to_semver(text, normalize)
    except CelError:
        return False
    return True


def compare(budget: Budget, one: Semver, other: Semver) -> int:
    """Returns -1, 0 or 1, as the first is before, equal to or after the second."""
    budget.take(one.cel_weight)
    return (one.order > other.order) - (one.order < other.order)


def _is_greater(budget: Budget, one: Semver, other: Semver) -> bool:
    return compare(budget, one, other) > 0


def _is_less(budget: Budget, one: Semver, other: Semver) -> bool:
    return compare(budget, one, other) < 0


def _signed(number: int) -> int:
    return number if number < 2**63 else number - 2**64  # kept: large numbers wrap around


def _major(version: Semver) -> int:
    return _signed(version.numbers[0])


def _minor(version: Semver) -> int:
    return _signed(version.numbers[1])


def _patch(version: Semver) -> int:
    return _signed(version.numbers[2])


SEMVER = library(
    function(
        "semver",
        Overload("string_to_semver", (STRING,), SEMVER_TYPE, to_semver, cost=PARSE),
        Overload("string_bool_to_semver", (STRING, BOOL), SEMVER_TYPE, to_semver, cost=PARSE),
        doc="Reads a semantic version, of which a `v`, zeros in front and missing numbers are forgiven if asked for.",
        examples=(("semver('1.2.3').major()", "1"), ("semver('v01.1', true).minor()", "1")),
    ),
    function(
        "isSemver",
        Overload("is_semver_string", (STRING,), BOOL, is_semver, fails=False, cost=PARSE),
        Overload("is_semver_string_bool", (STRING, BOOL), BOOL, is_semver, fails=False, cost=PARSE),
        doc="Whether a string is a semantic version.",
        examples=(("isSemver('v1.0')", "false"), ("isSemver('v1.0', true)", "true")),
    ),
    function(
        "isGreaterThan",
        Overload("semver_is_greater_than", _BOTH, BOOL, _is_greater, member=True, fails=False, budgeted=True),
        doc="Whether a version comes after another.",
        examples=(("semver('1.2.3').isGreaterThan(semver('1.2.3-rc.1'))", "true"),),
    ),
    function(
        "isLessThan",
        Overload("semver_is_less_than", _BOTH, BOOL, _is_less, member=True, fails=False, budgeted=True),
        doc="Whether a version comes before another.",
        examples=(("semver('1.2.3').isLessThan(semver('1.10.0'))", "true"),),
    ),
    function(
        "compareTo",
        Overload("semver_compare_to", _BOTH, INT, compare, member=True, fails=False, budgeted=True),
        doc="-1, 0 or 1, as a version comes before, with or after another.",
        examples=(("semver('1.2.3').compareTo(semver('2.0.0'))", "-1"),),
    ),
    function(
        "major",
        Overload("semver_major", (SEMVER_TYPE,), INT, _major, member=True, fails=False),
        doc="The first number of a version.",
        examples=(("semver('1.2.3').major()", "1"),),
    ),
    function(
        "minor",
        Overload("semver_minor", (SEMVER_TYPE,), INT, _minor, member=True, fails=False),
        doc="The second number of a version.",
        examples=(("semver('1.2.3').minor()", "2"),),
    ),
    function(
        "patch",
        Overload("semver_patch", (SEMVER_TYPE,), INT, _patch, member=True, fails=False),
        doc="The third number of a version.",
        examples=(("semver('1.2.3').patch()", "3"),),
    ),
    since=(1, 33),
)
