"""Tests of CEL values and libraries with random input: strings round-trip, comparisons agree, only `CelError` is
raised.
"""

import ipaddress
import math
from contextlib import suppress
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError
from kapivara.cel.library.extensions import lists, regex, strings
from kapivara.cel.library.extensions.formatting_localized import format_text as format_localized
from kapivara.cel.library.extensions.formatting_plain import format_text as format_plain
from kapivara.cel.library.kubernetes import ip, semver, urls
from kapivara.cel.library.kubernetes.net_addresses import IpAddress
from kapivara.cel.library.standard import arithmetic
from kapivara.cel.values import CelMap, Duration, Timestamp, UInt, compare, equal, make_map, type_of_value
from kapivara.cel.values.display import display
from kapivara.languages.go.base64 import Base64Error, decode_base64

URL_PARTS = [
    "http:", "//", "a", "b", "%", "%41", "%25", "%zz", "[", "]", "@", "?", "#", ":", "::1", "80", ".", "*", "\u00e9",
]  # fmt: skip
INTS = st.integers(-(2**63), 2**63 - 1)
UINTS = st.integers(0, 2**64 - 1).map(UInt)
DURATIONS = INTS.map(Duration)
TIMESTAMPS = st.builds(
    Timestamp,
    st.integers(-62_135_500_000 * 10**9, 253_402_200_000 * 10**9),  # a day from the ends: offsets lead beyond
    st.integers(-1_439, 1_439).map(lambda minutes: minutes * 60),
)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    INTS,
    UINTS,
    st.floats(),
    st.text(max_size=8),
    st.binary(max_size=8),
    DURATIONS,
    TIMESTAMPS,
)
KEYS = st.one_of(st.booleans(), INTS, UINTS, st.text(max_size=4))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.lists(st.tuples(KEYS, inner), max_size=4).map(make_map)),
    max_leaves=12,
)


@given(DURATIONS)
def test_durations_come_back(span):
    assert Duration.parse(span.go_text()) == span


@given(TIMESTAMPS)
def test_timestamps_come_back(moment):
    parsed = Timestamp.parse(str(moment))
    assert parsed == moment
    assert parsed is not None
    assert parsed.offset == moment.offset


@given(INTS, INTS)
def test_division_is_cut_towards_zero(one, other):
    try:
        quotient, remainder = arithmetic.divide_int(one, other), arithmetic.modulo_int(one, other)
    except CelError:
        assert other == 0 or (one == -(2**63) and other == -1)
        return
    assert quotient == math.trunc(Fraction(one, other))
    assert quotient * other + remainder == one


@given(VALUES, VALUES)
def test_equality_is_symmetric(one, other):
    assert equal(Budget(), one, other) is equal(Budget(), other, one)
    display(one)
    type_of_value(one)


@given(st.one_of(INTS, UINTS, st.floats(allow_nan=False)), st.one_of(INTS, UINTS, st.floats(allow_nan=False)))
def test_order_and_equality_of_numbers_agree(one, other):
    assert (compare(one, other) == 0) is equal(Budget(), one, other)
    assert compare(one, other) == -compare(other, one)


@given(st.lists(st.tuples(KEYS, INTS), max_size=6))
def test_maps_find_what_they_hold(pairs):
    entries = CelMap(pairs)
    last = {(type(key), key): value for key, value in pairs}
    assert len(entries) == len(last)
    for (_, key), value in last.items():
        assert entries[key] == value


@given(st.text(alphabet="%sdfexXbo.0123456789a ", max_size=20), st.lists(VALUES, max_size=4))
def test_formatting_fails_in_its_own_words(text, values):
    for dialect in (format_localized, format_plain):
        try:
            assert isinstance(dialect(Budget(), text, values), str)
        except CelError:
            continue


@given(st.lists(st.sampled_from(URL_PARTS), max_size=9))
def test_urls_come_back(parts):
    with suppress(CelError):
        url = urls.to_url(Budget(), "".join(parts))
        assert str(urls.to_url(Budget(), str(url))) == str(url)


@given(st.integers(0, 2**128 - 1))
def test_addresses_come_back(number):
    address = IpAddress(6, number)
    if not address.is_mapped:
        assert str(address) == ipaddress.IPv6Address(number).compressed
        assert ip.to_ip(ipaddress.IPv6Address(number).exploded) == address


@given(st.text(alphabet="0123456789abcdef:.%/", max_size=24))
def test_any_text_is_an_address_or_not(text):
    try:
        expected = ipaddress.ip_address(text)
    except ValueError:
        expected = None
    if ip.is_ip(text):
        assert expected is not None
        assert str(ip.to_ip(text)) == expected.compressed


@given(st.text(alphabet="01.-+v_a", max_size=14), st.booleans())
def test_versions_come_back(text, normalize):
    if semver.is_semver(text, normalize):
        version = semver.to_semver(text, normalize)
        assert str(semver.to_semver(str(version))) == str(version)


@given(st.text(alphabet="ab\u00e9", max_size=12))
def test_matches_tile_the_text(text):
    assert "".join(regex.find_all(Budget(), text, "a+|b|\u00e9")) == text
    assert regex.find_all(Budget(), text, "a*b?") == regex.find_all(Budget(), text, "(?:a*b?)")


@given(st.text(max_size=12), st.text(max_size=3), st.integers(-2, 6))
def test_parts_join_to_the_whole(text, separator, limit):
    parts = strings.split(text, separator, limit)
    assert strings.join(Budget(), parts, separator) == (text if limit else "")


@given(st.lists(INTS, max_size=20))
def test_sorted_and_distinct(items):
    assert lists.sort(items) == sorted(items)
    assert lists.distinct(Budget(), items) == list(dict.fromkeys(items))


@given(st.binary(max_size=30), st.text(alphabet="AZaz09+/=-_\n", max_size=12))
def test_base64_comes_back(data, text):
    import base64

    assert decode_base64(base64.b64encode(data).decode()) == data
    assert decode_base64(base64.urlsafe_b64encode(data).decode(), url_safe=True) == data
    with suppress(Base64Error):
        decode_base64(text)
