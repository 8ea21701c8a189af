"""Quantities such as `500m`, `1.5Gi` and `2e3`: numbers with a suffix, exact to the nano, with a canonical text.

A quantity keeps the family of its suffix and, where the server keeps it, its original text.
Upstream: apimachinery/pkg/api/resource/quantity.go, amount.go, suffix.go (1.37).
"""

from __future__ import annotations

import re
from enum import StrEnum

from kapivara.values.json_value import INT64_MAX, INT64_MIN
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record, replace

_PARTS = lazy_pattern(r"([+-]?)0*+([0-9]*+)(?:\.([0-9]*+))?([eEinumkKMGTP]*+[-+]?[0-9]*+)")
_WRONG_FORMAT = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
_WRONG_NUMBER = "unable to parse numeric part of quantity"
_WRONG_SUFFIX = "unable to parse quantity's suffix"

_DECIMAL = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_BINARY = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}
_DECIMAL_SUFFIX = {exponent: suffix for suffix, exponent in _DECIMAL.items()}
_BINARY_SUFFIX = {exponent: suffix for suffix, exponent in _BINARY.items()}

_NANO = -9
_MAX_FAST_DIGITS = 18
_MAX_DIGITS = 1000
_MAX_BITS = 12_000
"""The maximum length of numbers, whose cost is quadratic; the server has no limit."""


class QuantityError(ValueError):
    """Raised for a text that is not a quantity, and for arithmetic out of bounds; the text is the server's."""


class Format(StrEnum):
    """The family of suffixes in which a quantity was written."""

    DECIMAL_EXPONENT = "DecimalExponent"
    BINARY_SI = "BinarySI"
    DECIMAL_SI = "DecimalSI"


@record(eq=False)
class Quantity:
    """The number `unscaled` times ten to the power of `scale`.

    `small` is True if the server keeps the number in 64 bits, which decides whether it counts as an integer.
    """

    unscaled: int
    scale: int = 0
    format: Format = Format.DECIMAL_SI
    small: bool = True
    text: str = ""

    @property
    def sign(self) -> int:
        """1, 0 or -1."""
        return (self.unscaled > 0) - (self.unscaled < 0)

    def compare(self, other: Quantity) -> int:
        """Returns 1, 0 or -1 if this quantity is greater than, equal to or less than another."""
        if self.sign != other.sign or not self.sign:
            return (self.sign > other.sign) - (self.sign < other.sign)
        magnitude, other_magnitude = _magnitude(self), _magnitude(other)
        if magnitude != other_magnitude:  # avoids computing with the difference of the exponents
            return self.sign if magnitude > other_magnitude else -self.sign
        scale = min(self.scale, other.scale)
        one = self.unscaled * _ten(self.scale - scale)
        two = other.unscaled * _ten(other.scale - scale)
        return (one > two) - (one < two)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Quantity) and self.compare(other) == 0

    def __hash__(self) -> int:
        digits, zeros = _without_factor(self.unscaled, 10)
        return hash((digits, self.scale + zeros if digits else 0))

    def add(self, other: Quantity) -> Quantity:
        """Returns the sum, in this quantity's format unless it is zero."""
        format_ = self.format if self.unscaled else other.format
        if self.small and other.small and not (self.unscaled and other.unscaled):
            return replace(self if self.unscaled else other, format=format_, text="")
        scale = min(self.scale, other.scale)
        if max(self.scale, other.scale) - scale > _MAX_DIGITS:
            raise QuantityError(_WRONG_NUMBER)
        one = self.unscaled * _ten(self.scale - scale)
        two = other.unscaled * _ten(other.scale - scale)
        if (one + two).bit_length() > _MAX_BITS:
            raise QuantityError(_WRONG_NUMBER)
        small = self.small and other.small and all(INT64_MIN <= each <= INT64_MAX for each in (one, two, one + two))
        return Quantity(one + two, scale, format_, small)

    def subtract(self, other: Quantity) -> Quantity:
        """Returns the difference, in this quantity's format unless it is zero.

        Kept: the smallest integer is its own negative, as long as all numbers fit 64 bits.
        """
        if other.small and other.unscaled == INT64_MIN:
            wrapped = self.add(replace(other, text=""))
            if wrapped.small:
                return wrapped
        return self.add(replace(other, unscaled=-other.unscaled, text=""))

    def round_up(self, scale: int) -> Quantity:
        """Returns the number rounded away from zero to a power of ten."""
        if self.scale >= scale:
            return self
        unit = _ten(scale - self.scale)
        whole = -(-abs(self.unscaled) // unit)
        return replace(self, unscaled=whole * self.sign, scale=scale, text="")

    @property
    def is_whole(self) -> bool:
        """True if the number has no fraction."""
        return self.scale >= 0 or self.unscaled % _ten(-self.scale) == 0

    def as_integer(self) -> int | None:
        """Returns the number if it is whole, fits 64 bits and was small from the start; None otherwise."""
        if not self.small or self.scale < 0 or (self.unscaled and self.scale > 19):
            return None
        value = self.unscaled * _ten(self.scale) if self.unscaled else 0
        return value if INT64_MIN <= value <= INT64_MAX else None

    def scaled_value(self, scale: int) -> int:
        """Returns the number in units of a power of ten, rounded up, in 64-bit arithmetic like the server's.

        Kept: an overflow becomes 0 if the number itself fits 64 bits, else it loses its high bits.
        """
        if not self.small:
            return _wrapped(_scaled_down(self, scale) if self.scale < scale else _scaled_up(self, scale))
        if self.scale < scale:
            return self.round_up(scale).unscaled
        value = self.unscaled * _ten(self.scale - scale) if self.scale - scale <= _MAX_FAST_DIGITS + 1 else 0
        return value if INT64_MIN <= value <= INT64_MAX else 0

    def as_approximate_float(self) -> float:
        """Returns a float near the number, with the server's own error."""
        try:
            base = float(self.unscaled)
        except OverflowError:
            base = float("inf") * self.sign
        return base * _power_of_ten(self.scale) if self.scale else base

    def __str__(self) -> str:
        return self.text or _canonical(self)


def parse_quantity(text: str) -> Quantity:
    """Parses a quantity; raises QuantityError with the server's text if it is malformed.

    Fractions below a nano are rounded away from zero; binary quantities end at the largest 64-bit integer.
    """
    if text == "0":
        return Quantity(0, text="0")
    match = _PARTS.fullmatch(text) if text else None
    if not match:
        raise QuantityError(_WRONG_FORMAT)
    sign, digits, fraction, suffix = match[1], match[2] or "0", match[3] or "", match[4]
    format_, exponent = _interpret(suffix)
    if len(digits) + len(fraction) > _MAX_DIGITS:
        raise QuantityError(_WRONG_NUMBER)
    magnitude = _read_small(digits, fraction, format_, exponent)
    if magnitude is None:
        if not re.search("[0-9]", text[: match.start(4)]):
            raise QuantityError(_WRONG_NUMBER)
        magnitude = _read_large(digits, fraction, format_, exponent)
    elif _is_canonical(digits + fraction, magnitude.scale, format_):
        magnitude = replace(magnitude, text=text)
    return replace(magnitude, unscaled=-magnitude.unscaled) if sign == "-" else magnitude


def _interpret(suffix: str) -> tuple[Format, int]:
    if suffix in _DECIMAL:
        return Format.DECIMAL_SI, _DECIMAL[suffix]
    if suffix in _BINARY:
        return Format.BINARY_SI, _BINARY[suffix]
    match = re.fullmatch("[eE]([-+]?)0*([0-9]+)", suffix)
    if not match or len(match[2]) > 19:
        raise QuantityError(_WRONG_SUFFIX)
    exponent = int(match[1] + match[2])
    if not INT64_MIN <= exponent <= INT64_MAX:
        raise QuantityError(_WRONG_SUFFIX)
    return Format.DECIMAL_EXPONENT, (exponent + 2**31) % 2**32 - 2**31  # kept: the exponent is cut to 32 bits


def _read_small(digits: str, fraction: str, format_: Format, exponent: int) -> Quantity | None:
    """Parses a number that the server keeps in 64 bits; returns None for others."""
    if format_ is Format.BINARY_SI:
        if fraction or 15 - len(digits) - exponent * 3 // 10 - 1 < 0:
            return None
        return Quantity(int(digits) << exponent, 0, format_)
    scale = exponent - len(fraction)
    if len(digits) + len(fraction) > _MAX_FAST_DIGITS or scale < _NANO:
        return None
    return Quantity(int(digits + fraction), scale, format_)


def _read_large(digits: str, fraction: str, format_: Format, exponent: int) -> Quantity:
    unscaled, scale = int(digits + fraction), -len(fraction)
    if format_ is Format.BINARY_SI:
        unscaled <<= exponent
    else:
        scale += exponent
    unscaled, scale = _round_up_to_nano(unscaled, scale)
    number = Quantity(unscaled, scale, format_, small=False)
    if format_ is Format.BINARY_SI:
        if number.compare(Quantity(INT64_MAX)) > 0:
            return Quantity(INT64_MAX, 0, format_, small=False)
        if unscaled and number.compare(Quantity(1)) < 0:
            return replace(number, format=Format.DECIMAL_SI)
    return number


def _round_up_to_nano(unscaled: int, scale: int) -> tuple[int, int]:
    excess = _NANO - scale
    if not unscaled:
        return 0, 0
    if excess > 0:
        # A number far below a nano is rounded to one without a divisor of that many digits.
        return (-(-unscaled // _ten(excess)) if excess <= 2 * _MAX_DIGITS else 1), _NANO
    if -excess <= _MAX_DIGITS:
        return unscaled * _ten(-excess), _NANO
    return unscaled, scale


def _is_canonical(digits: str, scale: int, format_: Format) -> bool:
    """Returns True if the server keeps the original text.

    Kept: upstream's test accepts some texts that are not canonical, such as `1.500`.
    """
    if format_ is Format.BINARY_SI:
        return int(digits) & 7 != 0
    return scale % 3 == 0 and not digits.endswith("000") and not digits.startswith("0")


def _canonical(quantity: Quantity) -> str:
    if not quantity.unscaled:
        return "0"
    if quantity.format is Format.BINARY_SI:
        whole = _whole(quantity)
        if whole is not None and abs(whole) >= 1024:
            number, times = _without_factor(whole, 1024)
            return f"{number}{_BINARY_SUFFIX.get(times * 10, '')}"
    number, zeros = _without_factor(quantity.unscaled, 10)
    exponent = quantity.scale + zeros
    number *= _ten(exponent % 3)
    exponent -= exponent % 3
    if quantity.format is Format.DECIMAL_EXPONENT:
        return f"{number}e{exponent}" if exponent else str(number)
    return f"{number}{_DECIMAL_SUFFIX.get(exponent, '')}"  # kept: upstream prints no suffix beyond its table


def _wrapped(number: int) -> int:
    """Returns the lowest 64 bits of a number."""
    return (number - INT64_MIN) % 2**64 + INT64_MIN


def _scaled_up(quantity: Quantity, scale: int) -> int:
    exponent = quantity.scale - scale
    return _wrapped(quantity.unscaled) * (_ten(exponent) if exponent <= _MAX_FAST_DIGITS else INT64_MIN)


def _scaled_down(quantity: Quantity, scale: int) -> int:
    exponent, unscaled = scale - quantity.scale, quantity.unscaled
    if exponent > 2 * _MAX_DIGITS:
        return 1 if unscaled > 0 else 0
    if unscaled >= INT64_MAX or exponent > _MAX_FAST_DIGITS:
        return -(-unscaled // _ten(exponent))
    unscaled = _wrapped(unscaled)  # kept: a negative number is rounded towards zero, and then up by one
    whole, rest = divmod(abs(unscaled), _ten(exponent))
    return (whole if unscaled >= 0 else -whole) + (1 if rest else 0)


def _whole(quantity: Quantity) -> int | None:
    if quantity.scale >= 0:
        return quantity.unscaled * _ten(quantity.scale)
    whole, rest = divmod(quantity.unscaled, _ten(-quantity.scale))
    return None if rest else whole


def _without_factor(number: int, factor: int) -> tuple[int, int]:
    times = 0
    while number and number % factor == 0:
        number //= factor
        times += 1
    return number, times


def _magnitude(quantity: Quantity) -> int:
    return len(str(abs(quantity.unscaled))) + quantity.scale


def _ten(exponent: int) -> int:
    return int(10**exponent)


def _power_of_ten(exponent: int) -> float:
    """Computes a power as Go's math.Pow10 does, from two tables, so that the last bit agrees."""
    if exponent > 308:
        return float("inf")
    if exponent < -323:
        return 0.0
    high, low = divmod(abs(exponent), 32)
    if exponent >= 0:
        return float(f"1e{high * 32}") * float(f"1e{low}")
    return float(f"1e-{high * 32}") / float(f"1e{low}")
