import pytest

from kapivara.codec import DecodeError, read_documents

TEXTS = {
    "yaml-several": (
        b"a: 1\n---\n# nothing\n---\n\nb: 2\n...\n---\nc: 3\n",
        [(1, {"a": 1}), (6, {"b": 2}), (9, {"c": 3})],
    ),
    "yaml-empty": (b"", []),
    "yaml-comment": (b"# nothing\n---\n", []),
    "yaml-scalar": (b"words\n", [(1, "words")]),
    "yaml-flow": (b"{a: 1}\n", [(1, {"a": 1})]),
    "json": (b'\n {"a": 1.0}\n', [(2, {"a": 1.0})]),
    "json-list": (b'[{"a": 1}]', [(1, [{"a": 1}])]),
    "json-list-object": (b'{"kind": "List", "items": [{"a": 1}]}', [(1, {"kind": "List", "items": [{"a": 1}]})]),
    "json-several": (b'{"a": 1}\n{"b": 2}{"c": 3}\n', [(1, {"a": 1}), (2, {"b": 2}), (2, {"c": 3})]),
    "json-between-separators": (b'{"a": 1}\n---\n{"b": 2}\n', [(1, {"a": 1}), (3, {"b": 2})]),
    "json-with-byte-order-mark": (b'\xef\xbb\xbf{"a": 1}', [(1, {"a": 1})]),
}


@pytest.mark.parametrize(("data", "expected"), TEXTS.values(), ids=TEXTS)
def test_documents(data: bytes, expected: list[tuple[int, object]]) -> None:
    documents = list(read_documents(data, "-"))
    assert [(document.line, document.value) for document in documents] == expected
    assert all(document.source == "-" for document in documents)


def test_duplicates() -> None:
    assert next(read_documents(b"a: {b: 1, b: 2}", "x.yaml")).duplicates == ("a.b",)
    assert next(read_documents(b'{"a": {"b": 1, "b": 2}}', "x.json")).duplicates == ("a.b",)


def test_each_document_has_positions_of_its_own() -> None:
    one, other = read_documents(b"a: 1\n---\n---\nb:\n  a: 2\n", "x.yaml")
    assert one.positions.find("a") == (1, 1)
    assert other.positions.find("b.a") == (5, 3)
    one, other = read_documents(b'{"a": 1}\n{"b": {"a": 2}}', "x.json")
    assert one.positions.find("a") == (1, 2)
    assert other.positions.find("b.a") == (2, 8)


FAULTS = {
    "yaml": (b"a: 1\n---\nb: [\n", "x.yaml", "yaml: did not find expected node content", 4, 1),
    "template-in-yaml": (
        b"{{ if }}",
        "x.yaml",
        'yaml: invalid map key: map[interface {}]interface {}{"if":interface {}(nil)}',
        1,
        2,
    ),
    "template-in-json": (
        b"{{ if }}",
        "x.json",
        "invalid character '{' looking for beginning of object key string",
        1,
        2,
    ),
    "neither": (b'{"a": [}', "-", "invalid character '}' looking for beginning of value", 1, 8),
    "json-then-junk": (b'{"a": 1}\njunk', "x.json", "invalid character 'j' looking for beginning of value", 2, 1),
    "json-not-utf8": (b'{"a":\n "\xff"}', "x.json", "byte 0xff is not valid UTF-8", 2, 3),
    "yaml-not-utf8": (b"a:\n \xff", "x.yaml", "yaml: invalid leading UTF-8 octet", 2, 2),
    "number": (
        b'{"a": 1e999}',
        "x.yaml",
        "json: cannot unmarshal number 1e999 into Go value of type float64",
        1,
        7,
    ),
    "deep": (b"[" * 100_000, "x.json", "invalid character '[' exceeded max depth", 1, 10_001),
}


@pytest.mark.parametrize(("data", "source", "message", "line", "column"), FAULTS.values(), ids=FAULTS)
def test_faults(data: bytes, source: str, message: str, line: int, column: int) -> None:
    with pytest.raises(DecodeError) as caught:
        list(read_documents(data, source))
    error = caught.value
    assert (error.message, error.line, error.column) == (message, line, column)
