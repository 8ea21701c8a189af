"""Tests of quantities: parsing, equality, and the text that the server would store."""

import pytest

from kapivara.values.quantity import Format, Quantity, QuantityError, parse_quantity

CANONICAL = {
    "0": "0",
    "-0": "0",
    "00": "0",
    "0Ki": "0",
    "1": "1",
    "+5": "+5",  # kept: upstream treats it as canonical
    "1.500": "1.500",
    "100m": "100m",
    "0.1": "100m",
    "0.5": "500m",
    "-0.5": "-500m",
    ".001": "1m",
    "1.": "1.",
    "1.G": "1.G",
    "1000": "1k",
    "1500": "1500",
    "15000": "15k",
    "1000000": "1M",
    "100.035k": "100.035k",
    "8.1k": "8100",
    "1024": "1024",
    "1Ki": "1Ki",
    "1024Ki": "1Mi",
    "1536Mi": "1536Mi",
    "0.5Gi": "512Mi",
    "1.5Gi": "1536Mi",
    "0.5Ki": "512",
    "0.05Gi": "53687091200m",
    "1Ti": "1Ti",
    "3Ei": "3Ei",
    "9Ei": "9223372036854775807",
    "9223372036854775807Ki": "9223372036854775807",
    "-9Ei": "-9223372036854775807",
    "1e3": "1e3",
    "1E3": "1E3",
    "12e4": "120e3",
    "1e-3": "1e-3",
    "5e0": "5e0",
    "50e0": "50e0",
    "1E": "1E",
    "12E": "12E",
    "1000E": "1",  # kept: there is no suffix for 10^21
    "3.001n": "4n",
    "0.9n": "1n",
    "0.0000000001": "1n",
    "-0.0000000001": "-1n",
    "0.00000012345": "124n",
    "0.000000000001Ki": "2n",
    "1e-30": "1e-9",
    "1e1000000000": "10e999999999",
    "1e-1000000000": "1e-9",
    "12345678901234567890": "12345678901234567890",
    "+": "0",
    ".": "0",
    "k": "0",
}
WRONG_FORMAT = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
WRONG_NUMBER = "unable to parse numeric part of quantity"
WRONG_SUFFIX = "unable to parse quantity's suffix"
MALFORMED = {
    "": WRONG_FORMAT,
    " 1": WRONG_FORMAT,
    "1 ": WRONG_FORMAT,
    "1\n": WRONG_FORMAT,
    "1.1.1": WRONG_FORMAT,
    "--1": WRONG_SUFFIX,
    "aoeu": WRONG_FORMAT,
    "0x10": WRONG_FORMAT,
    "1Kb": WRONG_FORMAT,
    "１": WRONG_FORMAT,
    "1i": WRONG_SUFFIX,
    "0.1mi": WRONG_SUFFIX,
    "1KiB": WRONG_FORMAT,
    "1K": WRONG_SUFFIX,
    "1e": WRONG_SUFFIX,
    "1e-": WRONG_SUFFIX,
    "1Ki5": WRONG_SUFFIX,
    "1e99999999999999999999": WRONG_SUFFIX,
    "Ei": WRONG_NUMBER,
    "9" * 100_000: WRONG_NUMBER,
}


@pytest.mark.parametrize(("text", "expected"), CANONICAL.items(), ids=CANONICAL.keys())
def test_canonical_text(text, expected):
    assert str(parse_quantity(text)) == expected


@pytest.mark.parametrize(("text", "problem"), MALFORMED.items(), ids=[repr(text)[:24] for text in MALFORMED])
def test_malformed(text, problem):
    with pytest.raises(QuantityError) as caught:
        parse_quantity(text)
    assert str(caught.value) == problem


@pytest.mark.parametrize(
    ("text", "format_"),
    [("1", Format.DECIMAL_SI), ("1Ki", Format.BINARY_SI), ("1e3", Format.DECIMAL_EXPONENT), ("1E", Format.DECIMAL_SI)],
)
def test_format(text, format_):
    assert parse_quantity(text).format is format_


ORDER = ["-1e1000000000", "-1Ki", "-1k", "-1n", "0", "1n", "1m", "0.5", "1", "1k", "1Ki", "1E", "1e20", "1e1000000000"]


def test_compare_orders_all():
    quantities = [parse_quantity(text) for text in ORDER]
    for index, one in enumerate(quantities):
        for position, other in enumerate(quantities):
            assert one.compare(other) == (index > position) - (index < position)


@pytest.mark.parametrize(
    ("one", "other"),
    [("1000m", "1"), ("1k", "1e3"), ("1Ki", "1024"), ("0.5Gi", "512Mi"), ("0", "0Mi"), ("1e2", "100.0")],
)
def test_equal_quantities_have_one_hash(one, other):
    assert parse_quantity(one) == parse_quantity(other)
    assert hash(parse_quantity(one)) == hash(parse_quantity(other))


def test_a_quantity_equals_no_number():
    assert parse_quantity("1") != 1


@pytest.mark.parametrize(
    ("one", "other", "total", "difference"),
    [
        ("1", "2", "3", "-1"),
        ("1Ki", "1", "1025", "1023"),
        ("1Gi", "1Gi", "2Gi", "0"),
        ("0", "1Ki", "1Ki", "-1Ki"),
        ("1Ki", "0", "1Ki", "1Ki"),
        ("100m", "900m", "1", "-800m"),
        ("1e3", "1k", "2e3", "0"),
        ("9223372036854775807", "1", "9223372036854775808", "9223372036854775806"),
    ],
)
def test_sum_and_difference(one, other, total, difference):
    assert str(parse_quantity(one).add(parse_quantity(other))) == total
    assert str(parse_quantity(one).subtract(parse_quantity(other))) == difference


def test_sum_out_of_all_bounds():
    with pytest.raises(QuantityError):
        parse_quantity("1e1000000000").add(parse_quantity("1"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5", 5),
        ("-5k", -5000),
        ("1Ki", 1024),
        ("0", 0),
        ("1E", 10**18),
        ("10E", None),
        ("500m", None),
        ("1000m", None),
        ("0.5Gi", None),  # whole, but not kept in 64 bits
        ("1e1000000000", None),
    ],
)
def test_as_integer(text, expected):
    assert parse_quantity(text).as_integer() == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("0", 0.0), ("1", 1.0), ("500m", 0.5), ("-1.5k", -1500.0), ("1Gi", 1073741824.0), ("1e400", float("inf"))],
)
def test_as_approximate_float(text, expected):
    assert parse_quantity(text).as_approximate_float() == expected


@pytest.mark.parametrize(("text", "sign"), [("1m", 1), ("0Ki", 0), ("-3", -1)])
def test_sign(text, sign):
    assert parse_quantity(text).sign == sign


def test_a_quantity_of_plain_parts_prints_canonically():
    assert str(Quantity(1500, -3)) == "1500m"
    assert str(Quantity(2048, 0, Format.BINARY_SI)) == "2Ki"


def test_exponents_may_have_thousands_of_zeros():
    assert parse_quantity(f"1e{'0' * 5000}3").compare(parse_quantity("1k")) == 0


@pytest.mark.parametrize(
    ("text", "difference"),
    [
        ("0", "-9223372036854775808"),
        ("5", "-9223372036854775803"),
        ("1e3", "-9223372036854774808"),
        ("-5", "9223372036854775803"),
        ("1500m", "9223372036854775809500m"),
        ("9223372036854775807", "18446744073709551615"),
    ],
)
def test_the_smallest_integer_is_its_own_negative(text: str, difference: str) -> None:
    """If all numbers fit 64 bits."""
    assert str(parse_quantity(text).subtract(Quantity(-(2**63)))) == difference


@pytest.mark.parametrize(
    ("text", "rounded"),
    [("1", "1"), ("1.500", "1.500"), ("1u", "1m"), ("-1u", "-1m"), ("1000001u", "1001m"), ("1e-9", "1e-3"), ("0", "0")],
)
def test_rounding_goes_away_from_zero(text: str, rounded: str) -> None:
    assert str(parse_quantity(text).round_up(-3)) == rounded


@pytest.mark.parametrize(
    ("text", "value", "milli"),
    [
        ("1500m", 2, 1500),
        ("-1500m", -2, -1500),
        ("3", 3, 3000),
        ("1n", 1, 1),
        ("9e18", 9 * 10**18, 0),
        ("1e30", 0, 0),
        ("1234567890123456789012345", 1234567890123456789012345 % 2**64, None),
        ("10000000000000000000.5", 10**19 + 1 - 2**64, None),
    ],
)
def test_scaled_values(text, value, milli):
    quantity = parse_quantity(text)
    assert quantity.scaled_value(0) == value
    assert milli is None or quantity.scaled_value(-3) == milli
