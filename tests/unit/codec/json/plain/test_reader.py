import gc
import math

import orjson
import pytest

from kapivara.codec import DecodeError, decode_json
from kapivara.codec.decoded import MAX_DEPTH, MAX_STRICT_ERRORS, Decoded
from kapivara.values import deep_equal

VALUES = {
    "null": (b"null", None),
    "space-around": (b'\n\t {"a": [true, false]} \r\n', {"a": [True, False]}),
    "integer": (b"9223372036854775807", 9223372036854775807),
    "int64-min": (b"-9223372036854775808", -9223372036854775808),
    "over-int64": (b"9223372036854775808", 9223372036854775808.0),
    "under-int64": (b"-9223372036854775809", -9223372036854775809.0),
    "uint64-max-inside": (b'{"a":[18446744073709551615]}', {"a": [18446744073709551615.0]}),
    "huge-integer": (b"123456789012345678901234567890", 1.2345678901234568e29),
    "minus-zero": (b"-0", 0),
    "minus-zero-float": (b"-0.0", -0.0),
    "whole-float-stays-float": (b"1.0", 1.0),
    "exponent-is-float": (b"1e2", 100.0),
    "underflow": (b"1e-400", 0.0),
    "long-fraction": (b"0.1000000000000000055511151231257827", 0.1),
    "past-53-bits": (b"9007199254740993", 9007199254740993),
    "escapes": (b'"\\u00e9\\n\\/\\"\\\\"', 'é\n/"\\'),
    "surrogate-pair": (b'"\\ud83d\\ude00"', "😀"),
    "lone-surrogate": (b'"\\ud800"', "\ufffd"),
    "surrogate-then-letter": (b'"\\ud800\\u0041"', "\ufffdA"),
    "low-surrogate-first": (b'"\\udc00x"', "\ufffdx"),
    "broken-utf8-byte-by-byte": (b'"\xe4\xb8a\xff"', "\ufffd\ufffda\ufffd"),
    "escaped-quotes": (b'{"\\u0022": "\\u0022\\"", "\\\\": 1}', {'"': '""', "\\": 1}),
    "delete-character": (b'"\x7f"', "\x7f"),
}


@pytest.mark.parametrize(("data", "value"), VALUES.values(), ids=VALUES)
def test_values(data: bytes, value: object) -> None:
    decoded = decode_json(data)
    assert deep_equal(decoded.value, value)
    assert str(decoded.value) == str(value)  # distinguishes -0.0 from 0.0
    assert decoded.duplicates == ()


FAULTS = {
    "empty": (b"", "unexpected end of JSON input", 1, 1),
    "blank": (b" \n ", "unexpected end of JSON input", 2, 2),
    "cut-short": (b'{"kind": ', "unexpected end of JSON input", 1, 10),
    "cut-in-object": (b'{"a":1', "unexpected end of JSON input", 1, 7),
    "cut-in-string": (b'{"a": "abc}', "unexpected end of JSON input", 1, 12),
    "words": (b"hello there", "invalid character 'h' looking for beginning of value", 1, 1),
    "html": (b"<html></html>", "invalid character '<' looking for beginning of value", 1, 1),
    "byte-order-mark": (b"\xef\xbb\xbf{}", "invalid character 'ï' looking for beginning of value", 1, 1),
    "trailing-comma": (
        b'{"a":1,\n }',
        "invalid character '}' looking for beginning of object key string",
        2,
        2,
    ),
    "trailing-comma-in-list": (b"[1,]", "invalid character ']' looking for beginning of value", 1, 4),
    "single-quotes": (b"{'a':1}", r"invalid character '\'' looking for beginning of object key string", 1, 2),
    "comment": (b'{"a": 1 /* c */}', "invalid character '/' after object key:value pair", 1, 9),
    "no-colon": (b'{"a" 1}', "invalid character '1' after object key", 1, 6),
    "no-comma-in-list": (b'["a" "b"]', "invalid character '\"' after array element", 1, 6),
    "trailing-data": (b"{} extra", "invalid character 'e' after top-level value", 1, 4),
    "second-value": (b"{}{}", "invalid character '{' after top-level value", 1, 3),
    "number-goes-on": (b"00", "invalid character '0' after top-level value", 1, 2),
    "nan": (b'{"a": NaN}', "invalid character 'N' looking for beginning of value", 1, 7),
    "true-upper": (b"[True]", "invalid character 'T' looking for beginning of value", 1, 2),
    "nonsense": (b"nonsense", "invalid character 'o' in literal null (expecting 'u')", 1, 2),
    "false-cut": (b"[fals]", "invalid character ']' in literal false (expecting 'e')", 1, 6),
    "word-at-end": (b"tru", "invalid character ' ' in literal true (expecting 'e')", 1, 4),
    "minus-only": (b'{"a": -}', "invalid character '}' in numeric literal", 1, 8),
    "minus-at-end": (b"-", "invalid character ' ' in numeric literal", 1, 2),
    "plus": (b"+1", "invalid character '+' looking for beginning of value", 1, 1),
    "leading-zero": (b'{"a": 01}', "invalid character '1' after object key:value pair", 1, 8),
    "hexadecimal": (b"[0x10]", "invalid character 'x' after array element", 1, 3),
    "no-fraction": (b"[1.]", "invalid character ']' after decimal point in numeric literal", 1, 4),
    "two-points": (b"[1.5.2]", "invalid character '.' after array element", 1, 5),
    "no-exponent": (b"[1e+]", "invalid character ']' in exponent of numeric literal", 1, 5),
    "underscore": (b"1_000", "invalid character '_' after top-level value", 1, 2),
    "bad-escape": (b'"\\q"', "invalid character 'q' in string escape code", 1, 3),
    "escape-at-end": (b'"\\', "invalid character ' ' in string escape code", 1, 3),
    "bad-hex": (b'"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape", 1, 6),
    "control-character": (b'{"a": "x\x01y"}', r"invalid character '\x01' in string literal", 1, 9),
    "tab-in-key": (b'{"a\t": 1}', r"invalid character '\t' in string literal", 1, 4),
    "column-counts-characters": ('{"é": ?}'.encode(), "invalid character '?' looking for beginning of value", 1, 7),
    "too-deep-lists": (
        b"[" * 20000,
        "invalid character '[' exceeded max depth",
        1,
        MAX_DEPTH + 1,
    ),
    "too-deep-objects": (
        b'{"a":' * 10001 + b"1" + b"}" * 10001,
        "invalid character '{' exceeded max depth",
        1,
        5 * MAX_DEPTH + 1,
    ),
}


@pytest.mark.parametrize(("data", "message", "line", "column"), FAULTS.values(), ids=FAULTS)
def test_faults(data: bytes, message: str, line: int, column: int) -> None:
    with pytest.raises(DecodeError) as caught:
        decode_json(data)
    error = caught.value
    assert (error.message, error.line, error.column, error.syntax) == (message, line, column, True)


def test_a_number_beyond_every_float_is_told_with_the_rest_of_the_value() -> None:
    with pytest.raises(DecodeError) as caught:
        decode_json(b'{"a": 1,\n "b": 1e400, "c": -1e999, "a": 2}')
    error = caught.value
    assert error.message == "json: cannot unmarshal number 1e400 into Go value of type float64"
    assert (error.line, error.column, error.syntax) == (2, 7, False)
    assert error.decoded == Decoded({"a": 2, "b": math.inf, "c": -math.inf}, ("a",))


def test_a_number_of_five_thousand_digits_is_refused() -> None:
    with pytest.raises(DecodeError, match="cannot unmarshal number 9999"):
        decode_json(b"9" * 5000)


@pytest.mark.parametrize("depth", [100, 254, 255, MAX_DEPTH])
def test_deep_values_up_to_the_limit(depth: int) -> None:
    value = decode_json(b"[" * depth + b"]" * depth).value
    for _ in range(depth - 1):
        (value,) = value
    assert value == []


DUPLICATES = {
    "root": (b'{"a":1,"a":2}', {"a": 2}, ("a",)),
    "nested": (b'{"spec":{"a":1,"a":2}}', {"spec": {"a": 2}}, ("spec.a",)),
    "in-list": (b'{"l":[{"x":1},{"x":1,"x":2}]}', {"l": [{"x": 1}, {"x": 2}]}, ("l[1].x",)),
    "in-list-of-lists": (b'[[{"x":1,"x":2}]]', [[{"x": 2}]], ("[0][0].x",)),
    "once-each": (b'{"a":1,"a":2,"a":3}', {"a": 3}, ("a",)),
    "inside-a-duplicate": (b'{"c":{"d":1,"d":2},"c":{"e":1,"e":2}}', {"c": {"e": 2}}, ("c.d", "c", "c.e")),
    "order-of-the-text": (b'{"z":1,"b":[{"y":1,"y":2}],"z":2}', {"z": 2, "b": [{"y": 2}]}, ("b[0].y", "z")),
    "escaped-alike": (b'{"a":1,"\\u0061":2}', {"a": 2}, ("a",)),
    "dotted-key": (b'{"m":{"a.b/c":1,"a.b/c":2}}', {"m": {"a.b/c": 2}}, ("m.a.b/c",)),
    "case-matters": (b'{"a":1,"A":2}', {"a": 1, "A": 2}, ()),
    "with-escaped-quotes": (b'{"a":"\\u0022","a":"\\""}', {"a": '"'}, ("a",)),
    "empty-key": (b'{"":1,"":2}', {"": 2}, ("",)),
}


@pytest.mark.parametrize(("data", "value", "duplicates"), DUPLICATES.values(), ids=DUPLICATES)
def test_duplicates(data: bytes, value: object, duplicates: tuple[str, ...]) -> None:
    assert decode_json(data) == Decoded(value, duplicates)


def test_the_scanner_tells_duplicates_too() -> None:
    decoded = decode_json(b'{"l":[0,{"x":1,"x":"\\ud800","y":18446744073709551615}],"l":{"q":1,"q":2}}')
    assert decoded.value == {"l": {"q": 2}}
    assert decoded.duplicates == ("l[1].x", "l", "l.q")


def test_objects_that_a_duplicate_replaces_are_told_apart() -> None:
    text = b'{"a":{"a":{"a":1,"a":1},"a":{"a":{"b":1,"a":1,"a":1}}},"odd":"\\ud800"}'
    assert decode_json(text).duplicates == ("a.a.a", "a.a", "a.a.a.a")


@pytest.mark.parametrize("odd", [b"", b'"\\ud800"'], ids=["fast", "scanned"])
def test_no_more_than_a_hundred_duplicates_are_told(odd: bytes) -> None:
    fields = b",".join(b'"k%d":1,"k%d":2' % (number, number) for number in range(150))
    decoded = decode_json(b'{"odd":%s,%s}' % (odd or b"1", fields))
    assert len(decoded.duplicates) == MAX_STRICT_ERRORS == 100
    assert decoded.duplicates[-1] == "k99"


def test_texts_of_duplicates() -> None:
    decoded = decode_json(b'{"a":{"b\\"":1,"b\\"":2}}')
    assert decoded.strict_errors == decoded.warnings == [r'duplicate field "a.b\""']


def test_the_common_case_needs_no_scanner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kapivara.codec.json.plain.scanner.scan_json", lambda data: pytest.fail("scanned"))
    value = {"a": [1, 2.5, 'x\\"y', None, True, {"maximum": 9223372036854775807}], "é": "<&>\u2028"}
    assert decode_json(orjson.dumps(value)) == Decoded(value)
    assert decode_json(orjson.dumps(value, option=orjson.OPT_INDENT_2)) == Decoded(value)


def test_a_long_text_is_read_up_to_its_fault_without_the_scanner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kapivara.codec.json.plain.scanner.scan_json", lambda data, max_depth: pytest.fail("scanned"))
    data = b"[\n" + b",".join([b'{"a":[]}'] * 200_000)
    assert decode_json(data + b"]").value == [{"a": []}] * 200_000
    with pytest.raises(DecodeError) as caught:
        decode_json(data + b"\n,\n }]")
    error = caught.value
    assert error.message == "invalid character '}' looking for beginning of value"
    assert (error.line, error.column, error.syntax) == (4, 2, True)


@pytest.mark.parametrize("odd", [b"1", b'"\\ud800"'], ids=["fast", "scanned"])
def test_long_paths_are_joined_for_duplicates_only(odd: bytes) -> None:
    data = b'{"odd":%s,"%s":{%s"y":1,"y":2}}' % (odd, b"x" * 500_000, b'"a":{},' * 20_000)
    assert decode_json(data).duplicates == ("x" * 500_000 + ".a", "x" * 500_000 + ".y")


def test_each_repeated_key_has_its_path_joined_once() -> None:
    levels = 2000
    data = b'{"aa":' * levels + b"{" + b",".join([b'"x":1'] * 50_000) + b"}" + b"}" * levels
    assert decode_json(data).duplicates == ("aa." * levels + "x",)


@pytest.fixture(params=[True, False], ids=["collecting", "not-collecting"])
def collects(request):
    was_on = gc.isenabled()
    (gc.enable if request.param else gc.disable)()
    yield request.param
    (gc.enable if was_on else gc.disable)()


def test_large_texts_are_read_with_the_collector_off(collects, monkeypatch):
    seen = []

    def loads(data, read=orjson.loads):
        seen.append(gc.isenabled())
        return read(data)

    monkeypatch.setattr(orjson, "loads", loads)
    assert len(decode_json(b"[" + b",".join([b"[]"] * 200_000) + b"]").value) == 200_000
    decode_json(b"[]")
    assert seen == [*[False] * (len(seen) - 1), collects]
    assert len(seen) > 2  # it is read in pieces
    assert gc.isenabled() is collects


def test_large_texts_that_are_broken_leave_the_collector_as_it_was(collects):
    with pytest.raises(DecodeError):
        decode_json(b"[" + b"[]," * 200_000)
    assert gc.isenabled() is collects
