import gc

import pytest

from kapivara.codec import Decoded, DecodeError, decode_yaml
from kapivara.codec.decoded import MAX_DEPTH
from kapivara.codec.errors import CannotError
from kapivara.codec.yaml import reader as yaml_reader
from kapivara.codec.yaml.exact.nodes import Node
from kapivara.codec.yaml.reader import read_plain_json, read_yaml
from kapivara.values import deep_equal

SCALARS = {
    "yes": ("yes", True),
    "y": ("y", True),
    "On": ("On", True),
    "TRUE": ("TRUE", True),
    "no": ("no", False),
    "N": ("N", False),
    "off": ("off", False),
    "mixed-case-is-text": ("yEs", "yEs"),
    "quoted-yes": ('"yes"', "yes"),
    "tilde": ("~", None),
    "Null": ("Null", None),
    "nothing": ("", None),
    "empty-quotes": ("''", ""),
    "integer": ("12", 12),
    "plus": ("+12", 12),
    "underscores": ("1_000", 1000),
    "octal": ("010", 8),
    "octal-1.2": ("0o17", 15),
    "not-octal": ("08", 8),
    "hexadecimal": ("-0x1F", -31),
    "hexadecimal twice": ("0x0x1F", "0x0x1F"),
    "octal behind a zero": ("00o7", "00o7"),
    "digits of another script": ("1\u0663", "1\u0663"),
    "binary": ("0b101", 5),
    "eighteen-digits": ("999999999999999999", 999999999999999999),
    "other-digits-are-text": ("1٣", "1٣"),
    "int64-max": ("9223372036854775807", 9223372036854775807),
    "over-int64": ("9223372036854775808", 9223372036854775808.0),
    "over-uint64": ("18446744073709551616", 18446744073709551616.0),
    "float": ("1.5", 1.5),
    "whole-float-becomes-integer": ("1.0", 1),
    "exponent-becomes-integer": ("1e3", 1000),
    "point-first": (".5", 0.5),
    "point-last": ("1.", 1),
    "point-first-underscore": (".5_0", 0.5),
    "shortest-digits": ("1234567890123456768.0", 1234567890123456800),
    "from-1e21-a-float": ("1e21", 1e21),
    "minus-zero": ("-0.0", 0),
    "overflow-is-text": ("1e400", "1e400"),
    "base-60-is-text": ("1:30", "1:30"),
    "equals-sign": ("=", "="),
    "merge-sign": ("<<", "<<"),
    "date": ("2024-01-02", "2024-01-02"),
    "time": ("2001-12-14t21:59:43.10-05:00", "2001-12-14t21:59:43.10-05:00"),
    "version": ("1.2.3", "1.2.3"),
    "signs-only": ("-+", "-+"),
    "str-tag": ("!!str 5", "5"),
    "own-tag": ("!custom 5", "5"),
    "no-tag": ("! 5", "5"),
    "int-tag-on-quotes": ('!!int "5"', 5),
    "float-tag": ("!!float 3", 3),
    "null-tag": ("!!null ~", None),
    "binary-tag": ("!!binary aGVsbG8=", "hello"),
    "binary-tag-not-utf8": ("!!binary /wA=", "\ufffd\x00"),
    "timestamp-tag": ("!!timestamp 2001-01-01", "2001-01-01"),
    "folded": (">-\n    three\n    four", "three four"),
    "literal": ("|\n    one\n    two\n", "one\ntwo\n"),
}


@pytest.mark.parametrize(("text", "value"), SCALARS.values(), ids=SCALARS)
def test_scalars(text: str, value: object) -> None:
    decoded = decode_yaml(f"v: {text}".encode())
    assert deep_equal(decoded.value, {"v": value})


DOCUMENTS = {
    "empty": (b"", None),
    "comment-only": (b"# nothing here\n", None),
    "separator-first": (b"---\na: 1\n", {"a": 1}),
    "only-the-first-document": (b"a: 1\n---\nb: [\n", {"a": 1}),
    "json": (b'{"a":{"b":[1,"x"]}}', {"a": {"b": [1, "x"]}}),
    "list": (b"- a\n- b\n", ["a", "b"]),
    "text": (b"just text\n", "just text"),
    "byte-order-mark": (b"\xef\xbb\xbfa: 1", {"a": 1}),
    "utf-16": ("a: é".encode("utf-16"), {"a": "é"}),
    "keys-become-texts": (
        b"1: a\nno: b\n1.5: c\n010: d\nyes: e\n1000000.5: f\n1e300: g\n",
        {"1": "a", "false": "b", "true": "e", "1.5": "c", "8": "d", "1.0000005e+06": "f", ".inf": "g"},
    ),
    "anchor": (b"a: &x {k: 1}\nb: *x\n", {"a": {"k": 1}, "b": {"k": 1}}),
    "anchor-set-again": (b"a: &x 1\nb: *x\nc: &x 2\nd: *x\n", {"a": 1, "b": 1, "c": 2, "d": 2}),
    "alias-as-key": (b"a: &x k\n*x : 1\n", {"a": "k", "k": 1}),
    "quoted-merge-sign": (b'"<<": 1\n', {"<<": 1}),
}


@pytest.mark.parametrize(("data", "value"), DOCUMENTS.values(), ids=DOCUMENTS)
def test_documents(data: bytes, value: object) -> None:
    decoded = decode_yaml(data)
    assert deep_equal(decoded.value, value)
    assert decoded.yaml_errors == ()


def test_keys_come_sorted() -> None:
    assert list(decode_yaml(b"b: 1\na: 2\nC: 3\n").value) == ["C", "a", "b"]


def test_aliases_are_copies() -> None:
    value = decode_yaml(b"a: &x {k: 1}\nb: *x\n").value
    value["a"]["k"] = 2
    assert value["b"] == {"k": 1}


MERGES = {
    "plain": (b"l: &l {a: 1}\nm:\n  <<: *l\n  c: 2\n", {"a": 1, "c": 2}, ()),
    "inline": (b"m:\n  <<: {a: 1}\n", {"a": 1}, ()),
    "own-key-later": (
        b"l: &l {a: 1}\nm:\n  <<: *l\n  a: 2\n",
        {"a": 2},
        ('line 4: key "a" already set in map',),
    ),
    "own-key-before-is-overridden": (
        b"l: &l {a: 1}\nm:\n  a: 2\n  <<: *l\n",
        {"a": 1},
        ('line 1: key "a" already set in map',),
    ),
    "first-of-several-wins": (
        b"l: &l {a: 1}\nm:\n  <<: [*l, {a: 9, b: 2}]\n",
        {"a": 1, "b": 2},
        ('line 1: key "a" already set in map',),
    ),
    "merge-of-a-merge": (b"l: &l {a: 1}\nk: &k {<<: *l, b: 2}\nm: {<<: *k}\n", {"a": 1, "b": 2}, ()),
}


@pytest.mark.parametrize(("data", "value", "errors"), MERGES.values(), ids=MERGES)
def test_merge_keys(data: bytes, value: object, errors: tuple[str, ...]) -> None:
    decoded = decode_yaml(data)
    assert decoded.value["m"] == value
    assert decoded.yaml_errors == errors


@pytest.mark.parametrize(
    ("data", "duplicates", "overridden"),
    [
        pytest.param(b"m: {<<: {a: 1}, a: 2}", ("m.a",), ("m.a",), id="own key later"),
        pytest.param(b"m: {a: 2, <<: {a: 1}}", ("m.a",), ("m.a",), id="own key before"),
        pytest.param(b"m: {<<: [{a: 1}, {a: 2}]}", ("m.a",), ("m.a",), id="two that are merged"),
        pytest.param(b"m: {<<: {a: 1}, a: 2, a: 3}", ("m.a",), (), id="own key twice behind it"),
        pytest.param(b"m: {a: 2, a: 3, <<: {a: 1}}", ("m.a",), (), id="own key twice before it"),
        pytest.param(b"m: {b: 1, <<: {a: 1}, b: 2, a: 3}", ("m.b", "m.a"), ("m.a",), id="another key twice"),
        pytest.param(b"m: {<<: {a: 1, a: 2}}", ("m.a",), (), id="twice in what is merged"),
        pytest.param(b"m: {a: 1, a: 2}", ("m.a",), (), id="nothing merged"),
    ],
)
def test_what_overrides_a_merge_is_told_apart(
    data: bytes, duplicates: tuple[str, ...], overridden: tuple[str, ...]
) -> None:
    decoded = decode_yaml(data)
    assert (decoded.duplicates, decoded.overridden) == (duplicates, overridden)


def test_overriding_does_not_hide_what_is_written_twice() -> None:
    merged = b"".join(b"k%d: 1, " % n for n in range(150))
    decoded = decode_yaml(b"m: {<<: {" + merged + b"}, " + merged + b"z: 1, z: 2}")
    assert "m.z" in decoded.duplicates
    assert len(decoded.overridden) == 100


def test_duplicates_are_told_by_the_line_of_their_value() -> None:
    decoded = decode_yaml(
        b"kind: A\nkind: B\n"
        b'metadata:\n  labels:\n    a: "1"\n  labels:\n    b: "2"\n    b: "3"\n'
        b"1: x\n1: y\nk: {c: 1, c: 2}\n"
    )
    assert decoded.value["metadata"] == {"labels": {"b": "3"}}
    assert decoded.duplicates == ("kind", "metadata.labels.b", "metadata.labels", "1", "k.c")
    assert decoded.warnings == [
        'line 2: key "kind" already set in map',
        'line 8: key "b" already set in map',
        'line 7: key "labels" already set in map',
        "line 10: key 1 already set in map",
        'line 11: key "c" already set in map',
    ]
    assert decoded.strict_errors == ["yaml: unmarshal errors:\n  " + "\n  ".join(decoded.warnings)]


def test_keys_of_different_types_are_no_duplicates_of_each_other() -> None:
    decoded = decode_yaml(b'1: a\n1.0: b\n"1": c\n')
    assert decoded.value == {"1": "c"}
    assert decoded.duplicates == ()


def test_an_alias_repeats_what_is_wrong_with_its_anchor() -> None:
    decoded = decode_yaml(b"a: &x {k: 1, k: 2}\nb: *x\n")
    assert decoded.yaml_errors == ('line 1: key "k" already set in map',) * 2
    assert decoded.warnings == ['line 1: key "k" already set in map']
    assert decoded.duplicates == ("a.k", "b.k")


FAULTS = {
    "tab": (b"a: b\nmetadata:\n\tname: x\n", "yaml: line 3: found character that cannot start any token", 3, 1),
    "tab-on-first-line": (b"\ta: 1", "yaml: found character that cannot start any token", 1, 1),
    "bad-indent": (b"a: b\nc:\n  d: x\n e: {}\n", "yaml: line 3: did not find expected key", 4, 2),
    "unclosed-flow": (b"a: b\nc: {d: x\n", "yaml: line 2: did not find expected ',' or '}'", 3, 1),
    "unclosed-list": (b"a: [", "yaml: line 1: did not find expected node content", 2, 1),
    "unclosed-quote": (b'a: b\nc: "d\n', "yaml: line 3: found unexpected end of stream", 3, 1),
    "two-colons": (b"a: b: c", "yaml: mapping values are not allowed in this context", 1, 5),
    "bad-escape": (b'a: "\\q"', "yaml: found unknown escape character", 1, 5),
    "unknown-anchor": (b"a: b\nc: *none\n", "yaml: unknown anchor 'none' referenced", 2, 4),
    "contains-itself": (b"a: &a [*a]", "yaml: anchor 'a' value contains itself", 1, 8),
    "merges-itself": (b"a: &a {<<: *a}", "yaml: anchor 'a' value contains itself", 1, 12),
    "merge-of-a-number": (b"<<: 3", "yaml: map merge requires map or sequence of maps as the value", 1, 5),
    "merge-of-a-list": (b"l: &l [1]\n<<: [*l]", "yaml: map merge requires map or sequence of maps as the value", 2, 6),
    "template": (
        b"a: {{ .Values.x }}",
        'yaml: invalid map key: map[interface {}]interface {}{".Values.x":interface {}(nil)}',
        1,
        5,
    ),
    "list-as-key": (b"? [a, 1, true]\n: b", 'yaml: invalid map key: []interface {}{"a", 1, true}', 1, 3),
    "null-key": (b"a: b\n~: x", 'unsupported map key of type: %!s(<nil>), key: <nil>, value: "x"', 2, 1),
    "uint64-key": (
        b"9223372036854775808: 1",
        "unsupported map key of type: uint64, key: 0x8000000000000000, value: 1",
        1,
        1,
    ),
    "not-a-number": (b"a: .nan", "json: unsupported value: NaN", 1, 4),
    "infinity": (b"a: [-.inf]", "json: unsupported value: -Inf", 1, 5),
    "int-tag": (b"a: !!int x", "yaml: cannot decode !!str `x` as a !!int", 1, 4),
    "bool-tag": (b"a: !!bool 3", "yaml: cannot decode !!int `3` as a !!bool", 1, 4),
    "timestamp-tag": (b"a: !!timestamp x", "yaml: cannot decode !!str `x` as a !!timestamp", 1, 4),
    "binary-tag": (b"a: !!binary x", "yaml: !!binary value contains invalid base64 data", 1, 4),
    "version": (b"%YAML 1.2\n---\na: 1", "yaml: found incompatible YAML document", 1, 1),
    "not-utf8": (b"a: b\nc: \xff", "yaml: invalid leading UTF-8 octet", 2, 4),
    "control-character": (b"a: \x01", "yaml: control characters are not allowed", 1, 4),
    "question-mark-in-flow": (b"a: b\nc: [d?e]", "yaml: line 1: did not find expected ',' or ']'", 2, 5),
    "syntax-before-meaning": (b"a: !!int x\nb: [", "yaml: line 2: did not find expected node content", 3, 1),
    "too-deep-flow": (b"[" * 20000, "yaml: exceeded max depth of 10000", 1, MAX_DEPTH + 1),
    "too-deep-block": (b"- " * 20000, "yaml: exceeded max depth of 10000", 1, 2 * MAX_DEPTH + 1),
}


@pytest.mark.parametrize(("data", "message", "line", "column"), FAULTS.values(), ids=FAULTS)
def test_faults(data: bytes, message: str, line: int, column: int) -> None:
    with pytest.raises(DecodeError) as caught:
        decode_yaml(data)
    error = caught.value
    assert (error.message, error.line, error.column, error.syntax) == (message, line, column, True)


def _laughs(levels: int) -> bytes:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, levels)]
    return "\n".join(lines).encode()


BOMBS = {
    "billion-laughs": (_laughs(9), "yaml: document contains excessive aliasing"),
    "merges": (
        b"a0: &a0 {x: 1}\n" + b"".join(b"a%d: &a%d {<<: [*a%d, *a%d]}\n" % (n, n, n - 1, n - 1) for n in range(1, 40)),
        "yaml: document contains excessive aliasing",
    ),
    "long-text": (
        b"- &a " + b"x" * 100_000 + b"\n" + b"- *a\n" * 1000,
        "yaml: document contains excessive aliasing",
    ),
    "deep-by-aliases": (
        b"a0: &a0 []\n" + b"".join(b"a%d: &a%d [*a%d]\n" % (n, n, n - 1) for n in range(1, 1500)),
        "yaml: document contains excessive aliasing",
    ),
    "deeper-by-aliases": (
        b"a: &a " + b"[" * 6000 + b"]" * 6000 + b"\nb: " + b"[" * 6000 + b"*a" + b"]" * 6000,
        "invalid character '[' exceeded max depth",
    ),
}


@pytest.mark.parametrize(("data", "message"), BOMBS.values(), ids=BOMBS)
def test_bombs(data: bytes, message: str) -> None:
    with pytest.raises(DecodeError) as caught:
        decode_yaml(data)
    assert caught.value.message == message


def test_some_aliasing_is_allowed() -> None:
    assert len(decode_yaml(_laughs(3)).value["a2"]) == 9


@pytest.mark.parametrize("opening", [b"{a: ", b"[", b"{<<: "], ids=["mapping", "list", "merge"])
def test_deep_documents_up_to_the_limit(opening: bytes) -> None:
    closing = b"]" if opening == b"[" else b"}"
    decode_yaml(opening * (MAX_DEPTH - 1) + b"{}" + closing * (MAX_DEPTH - 1))


def test_a_caller_deep_in_the_stack_reads_all_the_same() -> None:
    def descend(levels: int) -> Decoded:
        return descend(levels - 1) if levels else decode_yaml(b"[" * 300 + b"]" * 300)

    assert descend(600).value


def test_nodes_do_not_outlive_their_reading():
    gc.collect()
    gc.disable()
    try:
        assert decode_yaml(b"a: &x [b, {c: d}]\ne: *x").value == {"a": ["b", {"c": "d"}], "e": ["b", {"c": "d"}]}
        assert not [each for each in gc.get_objects() if type(each) is Node]
    finally:
        gc.enable()


@pytest.mark.parametrize("line", [b"- x\n", b"a: x\n", b"- [x]\n"], ids=["items", "doubled-fields", "lists"])
def test_very_many_values_are_what_kapivara_cannot_read_in_a_body(line: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_reader, "_VALUES_OF_BODIES", 1_000)
    start = b"? unsure\n" if line.startswith(b"a") else b"- !unsure x\n"  # plain text needs a fraction of the time
    decode_yaml(start + line * 200)
    with pytest.raises(CannotError, match="kapivara cannot read so many values of YAML"):
        decode_yaml(start + line * 1_001)
    assert len(list(read_yaml(start + line * 1_001))) == 1  # files may contain more


def test_very_many_plain_values_are_read_in_a_body(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_reader, "_VALUES_OF_BODIES", 1_000)
    assert len(decode_yaml(b"- x\n" * 100_000).value) == 100_000


def test_lines_that_were_parsed_plainly_count_among_the_values_of_a_body(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_reader, "_VALUES_OF_BODIES", 1_000)
    different, alike = [b"".join(b"a%d: x\n" % (number % least) for number in range(300)) for least in (300, 3)]
    unsure = b"? unsure\n"
    decode_yaml(alike + unsure)
    with pytest.raises(CannotError, match="kapivara cannot read so many values of YAML"):
        decode_yaml(different + b"b: x\n" * 100 + unsure)


def test_much_inside_of_deep_flow_collections_is_what_kapivara_cannot_read() -> None:
    data = b"[" * 9000 + b"1," * 100_000 + b"1" + b"]" * 9000
    with pytest.raises(CannotError, match="kapivara cannot read so many values of YAML"):
        decode_yaml(data)
    in_lines = b"- " * 9000 + b"[" + b"1," * 100_000 + b"1]"
    assert decode_yaml(in_lines).value


def test_a_byte_order_mark_is_a_letter_but_at_the_start():
    assert decode_yaml("\ufeffa: 1\n\ufeffb: x\ufeff\n".encode()).value == {"a": 1, "\ufeffb": "x\ufeff"}
    assert decode_yaml("a: {b: c,\n\ufeffd: \ue000}\n".encode()).value == {"a": {"b": "c", "\ufeffd": "\ue000"}}
    assert decode_yaml("\n\ufeffa: 1\n".encode()).value == {"\ufeffa": 1}
    with pytest.raises(DecodeError, match=r"^yaml: line 3: could not find expected ':'$"):
        decode_yaml("a: 1\n\ufeff\n".encode())


MANY = 200_000
ESCAPED = rb"\""


@pytest.mark.parametrize(
    "data",
    [
        b'{"' + ESCAPED * MANY,
        b'{"a":"' + ESCAPED * MANY + b"\x00",
        b'{"a":"' + b'"\\' * MANY,
        b"{" + b'"a\x00' * MANY,
        b'{"' + ESCAPED * MANY + b'":1}',
    ],
    ids=["never closed", "no character", "closed at once", "one after another", "a long key"],
)
def test_hostile_texts_take_one_pass(data):
    """If every quote started a new scan, each would take hours."""
    assert read_plain_json(data) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (rb'{"a":"say \"so\"\n\t"}', 'say "so"\n\t'),
        (rb'{"a":"\u003cb\u003e \\u0041"}', "<b> \\u0041"),
        (rb'{"a":"back\\\\slash\\"}', "back\\\\slash\\"),
    ],
)
def test_escapes_are_read(text, value):
    decoded = read_plain_json(text)
    assert decoded is not None
    assert decoded.value == {"a": value}


@pytest.mark.parametrize("key", ["<<", "<\\u003c", "\\u003C\\u003c"])
def test_what_yaml_takes_for_a_merge_is_left_to_it(key):
    assert read_plain_json(f'{{"{key}":{{"a":1}}}}'.encode()) is None
