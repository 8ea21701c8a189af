"""Integers in tags: only the shortest decimal notation, and only numbers in range."""

from __future__ import annotations

import pytest

from kapivara.generator.grammar.tag_numbers import NumberError, parse_fitting, parse_int
from kapivara.generator.model.types import BUILTIN


@pytest.mark.parametrize("text", ["0", "-1", "9223372036854775807", "-9223372036854775808"])
def test_plain_integers_are_read(text: str) -> None:
    assert parse_int(text) == int(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("010", '"010" is not a valid int value', id="zero-in-front"),
        pytest.param("+3", '"+3" is not a valid int value', id="plus"),
        pytest.param("-0", '"-0" is not a valid int value', id="minus-zero"),
        pytest.param("0x10", 'parsing "0x10" as int: strconv.Atoi: parsing "0x10": invalid syntax', id="hex"),
        pytest.param("", 'parsing "" as int: strconv.Atoi: parsing "": invalid syntax', id="empty"),
        pytest.param("٣", 'parsing "٣" as int: strconv.Atoi: parsing "٣": invalid syntax', id="other-digits"),
        pytest.param(
            "9223372036854775808",
            'parsing "9223372036854775808" as int: strconv.Atoi: parsing "9223372036854775808": value out of range',
            id="too-large",
        ),
    ],
)
def test_other_spellings_are_refused(text: str, message: str) -> None:
    with pytest.raises(NumberError) as caught:
        parse_int(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("kind", "lowest", "highest"),
    [
        ("int", -(2**63), 2**63 - 1),
        ("int16", -(2**15), 2**15 - 1),
        ("int32", -(2**31), 2**31 - 1),
        ("int64", -(2**63), 2**63 - 1),
        ("byte", 0, 255),
        ("uint16", 0, 2**16 - 1),
        ("uint32", 0, 2**32 - 1),
        ("uint64", 0, 2**64 - 1),
    ],
)
def test_the_ends_of_each_type_fit_and_no_more(kind: str, lowest: int, highest: int) -> None:
    assert [parse_fitting(str(each), BUILTIN[kind]) for each in (lowest, highest)] == [lowest, highest]
    for outside in (lowest - 1, highest + 1):
        with pytest.raises(NumberError):
            parse_fitting(str(outside), BUILTIN[kind])


def test_a_number_that_does_not_fit_is_told_with_the_range() -> None:
    with pytest.raises(NumberError) as caught:
        parse_fitting("256", BUILTIN["uint8"])
    assert str(caught.value) == "value 256 does not fit in uint8 (range [0, 255])"
