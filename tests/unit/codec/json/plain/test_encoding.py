import pytest

from kapivara.codec import encode_json

TEXTS = {
    "sorted-no-spaces": ({"b": [1, True, None], "a": {"d": 1, "c": 2}}, b'{"a":{"c":2,"d":1},"b":[1,true,null]}'),
    "whole-float": ({"a": 2.0}, b'{"a":2}'),
    "whole-float-in-list": ([2.0, 3.5, "4.0"], b'[2,3.5,"4.0"]'),
    "bare-float": (2.0, b"2"),
    "minus-zero": ([-0.0], b"[-0]"),
    "big-float": ([1e20, 1e21, 1e22], b"[100000000000000000000,1e+21,1e+22]"),
    "seventeen-digits": ([1e16], b"[10000000000000000]"),
    "small-float": ([1e-5, 1e-6, 1e-7, 1.5e-9], b"[0.00001,0.000001,1e-7,1.5e-9]"),
    "float-max": ([1.7976931348623157e308], b"[1.7976931348623157e+308]"),
    "over-int64": ([9.223372036854776e18], b"[9223372036854776000]"),
    "int64": ([9223372036854775807, -9223372036854775808], b"[9223372036854775807,-9223372036854775808]"),
    "looks-like-a-float-inside-a-string": (
        {"a": "x:1.0,y", "b": "e1,", "c": 0.5},
        b'{"a":"x:1.0,y","b":"e1,","c":0.5}',
    ),
    "other-scripts": ({"é": "中😀"}, '{"é":"中😀"}'.encode()),
    "order-of-code-points": (
        {"b": 1, "B": 2, "é": 3, "😀": 4, "\uffff": 5},
        '{"B":2,"b":1,"é":3,"\uffff":5,"😀":4}'.encode(),
    ),
    "escapes": (['"\\\n\t\x01'], b'["\\"\\\\\\n\\t\\u0001"]'),
    "empty": ({}, b"{}"),
    "null": (None, b"null"),
}


@pytest.mark.parametrize(("value", "text"), TEXTS.values(), ids=TEXTS)
def test_texts(value: object, text: bytes) -> None:
    assert encode_json(value) == text


def test_values_deeper_than_orjson_writes() -> None:
    value: object = 2.0
    for _ in range(300):
        value = [value]
    assert encode_json(value) == b"[" * 300 + b"2" + b"]" * 300


def test_the_value_is_left_alone() -> None:
    value = {"a": [2.0]}
    encode_json(value)
    assert value == {"a": [2.0]}
    assert type(value["a"][0]) is float
