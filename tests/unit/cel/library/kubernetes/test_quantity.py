"""Quantities, versions, named formats, base64 and number functions."""

import math
from functools import partial

import pytest

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError
from kapivara.cel.library.extensions import encoders
from kapivara.cel.library.extensions.math import MATH
from kapivara.cel.library.kubernetes import quantity, semver
from kapivara.cel.library.kubernetes.format import NAMED_FORMATS
from kapivara.cel.values import CelMap, Duration, Timestamp, UInt, type_of_value


def _call(library, name, *values):
    overload = next(each for each in library[name].overloads if len(each.args) == len(values))
    return overload.call(Budget(), *values)


def test_quantities():
    one, half = quantity.to_quantity("1Gi"), quantity.to_quantity("512Mi")
    assert quantity.compare(one, half) == 1
    total = _call(quantity.QUANTITY, "add", half, half)
    assert total == one
    assert str(total) == "1Gi"
    assert str(_call(quantity.QUANTITY, "sub", one, 1)) == "1073741823"
    assert quantity.is_quantity("1.5Gi")
    assert not quantity.is_quantity("1 Gi")
    with pytest.raises(CelError, match="no such overload"):  # kept: a computed quantity cannot be on the right
        assert one == total
    with pytest.raises(CelError, match="cannot convert value to integer"):
        _call(quantity.QUANTITY, "asInteger", quantity.to_quantity("1.5"))
    with pytest.raises(CelError, match="quantities must match the regular expression"):
        quantity.to_quantity("x")


NO_VERSIONS = {
    "": "Version string empty",
    "1.2": "No Major.Minor.Patch elements found",
    "a.2.3": 'Invalid character(s) found in major number "a"',
    "1.b.3": 'Invalid character(s) found in minor number "b"',
    "1.2.x": 'Invalid character(s) found in patch number "x"',
    "01.2.3": 'Major number must not contain leading zeroes "01"',
    "1.02.3": 'Minor number must not contain leading zeroes "02"',
    "1.2.03": 'Patch number must not contain leading zeroes "03"',
    ".2.3": 'strconv.ParseUint: parsing "": invalid syntax',
    "99999999999999999999.2.3": 'strconv.ParseUint: parsing "99999999999999999999": value out of range',
    "1.2.3-": "Prerelease is empty",
    "1.2.3-01": 'Numeric PreRelease version must not contain leading zeroes "01"',
    "1.2.3-a_b": 'Invalid character(s) found in prerelease "a_b"',
    "1.2.3+": "Build meta data is empty",
    "1.2.3+a_b": 'Invalid character(s) found in build meta data "a_b"',
}


@pytest.mark.parametrize(("text", "message"), NO_VERSIONS.items())
def test_no_version(text, message):
    with pytest.raises(CelError) as caught:
        semver.to_semver(text)
    assert str(caught.value) == message


def test_short_versions_have_no_prerelease():
    with pytest.raises(CelError, match="short version cannot contain PreRelease/Build meta data"):
        semver.to_semver("1.2-a", True)


GOOD_AND_BAD = {
    "dns1123Label": ("my-name", "My"),
    "dns1123Subdomain": ("a.b", "a..b"),
    "dns1035Label": ("a1", "1a"),
    "qualifiedName": ("a.b/c", "a/b/c"),
    "dns1123LabelPrefix": ("a-", "-a"),
    "dns1123SubdomainPrefix": ("a.b-", ".a"),
    "dns1035LabelPrefix": ("a-", "1"),
    "labelValue": ("", "-"),
    "uri": ("/x", "x"),
    "uuid": ("123e4567-e89b-12d3-a456-426614174000", "x"),
    "byte": ("aGVsbG8=", "%"),
    "date": ("2021-01-01", "2021-02-30"),
    "datetime": ("2021-01-01T00:00:00Z", "2021-01-01"),
}


@pytest.mark.parametrize("name", NAMED_FORMATS)
def test_format(name):
    good, bad = GOOD_AND_BAD[name]
    assert NAMED_FORMATS[name].check(good) == []
    assert NAMED_FORMATS[name].check(bad) != []
    assert type_of_value(NAMED_FORMATS[name]).name == "kubernetes.NamedFormat"


def test_base64():
    assert encoders.decode(Budget(), "aGVsbG8=") == b"hello"
    assert encoders.decode(Budget(), "aGVsbG8") == b"hello"
    with pytest.raises(CelError, match="illegal base64 data at input byte 2"):
        encoders.decode(Budget(), "ab=")


def test_json():
    value = {"b": [1, 2.5, None, True], "a": CelMap([(1, 2**60), (True, b"hi")])}
    written = '{"a":{"1":"1152921504606846976","true":"aGk="},"b":[1,2.5,null,true]}'
    assert encoders.encode_json(Budget(), value) == written
    assert encoders.encode_json(Budget(), [Timestamp(0), Duration(10**9)]) == '["1970-01-01T00:00:00Z","1s"]'
    with pytest.raises(CelError):
        encoders.encode_json(Budget(), math.nan)


NUMBERS = [
    ("math.round", (-1.5,), -2.0),
    ("math.round", (0.49999999999999994,), 0.0),
    ("math.round", (4503599627370497.5,), 4503599627370498.0),
    ("math.ceil", (math.inf,), math.inf),
    ("math.floor", (-0.5,), -1.0),
    ("math.sign", (-2.5,), -1.0),
    ("math.sqrt", (-1.0,), math.nan),
]
BITS = [
    ("math.bitShiftLeft", -1, 63, -(2**63)),
    ("math.bitShiftLeft", 1, 64, 0),
    ("math.bitShiftRight", -1, 1, 2**63 - 1),
    ("math.bitShiftRight", -1, 200, 0),
    ("math.bitAnd", -1, 5, 5),
]


@pytest.mark.parametrize(("name", "values", "result"), NUMBERS)
def test_double_function(name, values, result):
    found = _call(MATH, name, *values)
    assert found == result or (math.isnan(found) and math.isnan(result))


@pytest.mark.parametrize(("name", "number", "other", "result"), BITS)
def test_bits(name, number, other, result):
    assert _call(MATH, name, number, other) == result


def test_extremes_of_numbers():
    least = {overload.id: partial(overload.call, Budget()) for overload in MATH["math.@min"].overloads}
    assert least["math_@min_int_double"](1, 1.0) == 1
    assert least["math_@min_uint_int"](UInt(3), -1) == -1
    assert least["math_@min_list_int"]([3, 1.5, 2]) == 1.5
    with pytest.raises(CelError, match=r"math.@min\(list\) argument must not be empty"):
        least["math_@min_list_int"]([])
    with pytest.raises(CelError, match=r"NaN values cannot be ordered: math.@min"):
        least["math_@min_double_double"](math.nan, 1.0)
    with pytest.raises(CelError, match=r"math.bitShiftLeft\(\) negative offset: -1"):
        _call(MATH, "math.bitShiftLeft", 1, -1)
    with pytest.raises(CelError, match="integer overflow"):
        {each.id: each for each in MATH["math.abs"].overloads}["math_abs_int"].implementation(-(2**63))
