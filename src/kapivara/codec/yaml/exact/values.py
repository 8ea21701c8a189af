"""Converts nodes to values like the server: aliases, merge keys, duplicate keys, and the limit of aliasing.

`yaml_nodes` comes before. Keys are sorted, because the server continues with sorted JSON. Upstream: go.yaml.in/yaml/v2
decode.go decoder (1.37), strict and lenient in one pass.
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.codec.decoded import MAX_DEPTH, Decoded
from kapivara.codec.errors import TOO_DEEP, DecodeError
from kapivara.codec.yaml.exact.duplicates import MAX_TEXT, DuplicateKeys, Told
from kapivara.codec.yaml.exact.keys import Key, go_syntax, key_text, to_key, unsupported_key
from kapivara.codec.yaml.exact.nodes import Kind, Node
from kapivara.codec.yaml.exact.scalars import HINTS, ScalarError, as_json, read_scalar
from kapivara.values.json_value import JsonObject, JsonValue
from kapivara.values.rendering import format_float
from kapivara.values.stack import deep_stack

_MERGE_TAG = "tag:yaml.org,2002:merge"
_EXCESSIVE = "document contains excessive aliasing"
_SURE_DIGITS = 19  # fewer digits than these fit int64
_FEW_DECODES, _MANY_DECODES = 400_000, 4_000_000


def decode_node(root: Node, lines_before: int = 0) -> Decoded:
    """Decodes the nodes of one document with `lines_before` lines of the text before it.

    Raises DecodeError with lines of the whole text.
    """
    builder = ValueBuilder(lines_before)
    with deep_stack():
        value = builder.build(root)
    return builder.noted.decoded(value)


class ValueBuilder:
    """Builds the value of one document; `noted` collects its duplicate keys."""

    def __init__(self, lines_before: int) -> None:
        self.noted = DuplicateKeys(lines_before)
        self._path: list[str] = []
        self._decoded = 0
        self._aliased = 0
        self._open_aliases: set[int] = set()
        self._odd: Node | None = None  # the first key or number without a JSON form
        self._builders: dict[Kind, Callable[[Node], JsonValue]] = {
            "scalar": self._scalar,
            "mapping": self._mapping,
            "sequence": self._sequence,
            "alias": self._alias,
        }

    def build(self, root: Node) -> JsonValue:
        """Returns the value of a document; raises DecodeError with the server's text."""
        self._decoded += 1  # the document counts as a node
        value = self._value(root)
        self._check_aliases(root)
        if self._odd is not None:
            _check_json(value, self._odd)
        return value

    def _value(self, node: Node) -> JsonValue:
        if self._open_aliases:
            self._count(node)
            return self._builders[node.kind](node)
        self._decoded += 1
        if node.kind == "scalar" and node.tag is None:  # nearly all nodes are strings, nulls, or small numbers
            text = node.value
            if not node.plain or (text and text[0] not in HINTS):
                return text
            if not text:
                return None
            if "1" <= text[0] <= "9" and len(text) < _SURE_DIGITS and text.isascii() and text.isdigit():
                return int(text)
        return self._builders[node.kind](node)

    def _count(self, node: Node) -> None:
        self._decoded += 1
        if self._open_aliases:
            self._aliased += 1
            self._check_aliases(node)

    def _check_aliases(self, node: Node) -> None:
        """Rejects documents that are mostly repetition, such as a billion laughs."""
        if self._aliased > 100 and self._decoded > 1000:
            progress = (self._decoded - _FEW_DECODES) / (_MANY_DECODES - _FEW_DECODES)
            allowed = 0.99 - 0.89 * min(max(progress, 0.0), 1.0)
            if self._aliased / self._decoded > allowed:
                raise _error(node, _EXCESSIVE)

    def _scalar(self, node: Node) -> JsonValue:
        if self._open_aliases:
            self.noted.text += len(node.value)
            if self.noted.text > MAX_TEXT:  # goyaml counts only nodes, but long texts multiply as well
                raise _error(node, _EXCESSIVE)
        value = as_json(_read(node))
        if type(value) is float and value - value != 0:  # infinite or NaN
            self._odd = self._odd or node
        return value

    def _sequence(self, node: Node) -> JsonValue:
        path = self._enter(node)
        items = []
        for index, child in enumerate(node.children):
            path[-1] = f"[{index}]"
            items.append(self._value(child))
        path.pop()
        return items

    def _mapping(self, node: Node, fields: dict[Key, JsonValue] | None = None) -> JsonValue:
        """Decodes a mapping, or merges it into the `fields` of another; kept: a merge overrides earlier keys."""
        merging = fields is not None
        fields = {} if fields is None else fields
        path = self._path if merging else self._enter(node)
        told: Told = {}
        written: set[Key] | None = set() if merging else None  # None means all, until a merge
        children = iter(node.children)
        for key_node, value_node in zip(children, children, strict=True):
            if key_node.value == "<<" and _is_merge(key_node):
                written = set(fields) if written is None else written
                for mapping in _merged(value_node):
                    self._merge(mapping, fields)
                continue
            key = self._value(key_node)
            if type(key) is not str:
                key = self._odd_key(key_node, key)
            path[-1] = f".{key}" if type(key) is str else f".{key_text(key)}"
            value = self._value(value_node)
            if key in fields:
                merged = written is not None and key not in written
                self.noted.note(key, value_node.line, path, told, merged=merged)
            fields[key] = value
            if written is not None:
                written.add(key)
        if merging:
            return None
        path.pop()
        return self._finish(fields)

    def _merge(self, node: Node, fields: dict[Key, JsonValue]) -> None:
        """Does for a merged mapping what `_value` and `_alias` do for others."""
        self._count(node)
        if node.kind == "alias":
            self._open_alias(node)
            self._count(node.target)
        self._mapping(node.target, fields)
        self._open_aliases.discard(id(node))

    def _alias(self, node: Node) -> JsonValue:
        self._open_alias(node)
        value = self._value(node.target)
        self._open_aliases.remove(id(node))
        return value

    def _open_alias(self, node: Node) -> None:
        if id(node) in self._open_aliases:
            raise _error(node, f"anchor '{node.value}' value contains itself")
        self._check_aliases(node)
        self._check_depth(node)
        self._open_aliases.add(id(node))

    def _enter(self, node: Node) -> list[str]:
        self._check_depth(node)
        self._path.append("")
        return self._path

    def _check_depth(self, node: Node) -> None:
        if len(self._path) + len(self._open_aliases) >= MAX_DEPTH:
            sign = "[" if node.kind == "sequence" else "{"
            raise _error(node, f"invalid character '{sign}' {TOO_DEEP}", prefix="")

    def _odd_key(self, node: Node, value: JsonValue) -> Key:
        """Returns a key that is no string; reads its scalar again, because its value is JSON already."""
        if isinstance(value, (dict, list)):
            raise _error(node, f"invalid map key: {go_syntax(value)}")
        key = to_key(_read(node.target))
        if key_text(key) is None:
            self._odd = self._odd or node
        return key

    def _finish(self, fields: dict[Key, JsonValue]) -> JsonObject:
        """Converts the keys to JSON keys and sorts them."""
        if tuple not in map(type, fields):
            return {key: fields[key] for key in sorted(fields)}  # type: ignore[misc]  # all texts
        texts: JsonObject = {}
        for key, value in fields.items():
            text = key_text(key)
            if text is None:
                text = _Unsupported(unsupported_key(key, value))
            texts[text] = value
        return {key: texts[key] for key in sorted(texts)}


class _Unsupported(str):
    """Represents a key without a JSON form; contains the error."""

    __slots__ = ()


def _is_merge(node: Node) -> bool:
    return node.kind == "scalar" and (node.plain or node.tag == _MERGE_TAG)


def _merged(node: Node) -> list[Node]:
    """Returns the mappings of a merge key, the strongest last."""
    nodes = node.children[::-1] if node.kind == "sequence" else [node]
    for each in nodes:
        if each.target.kind != "mapping":
            raise _error(each, "map merge requires map or sequence of maps as the value")
    return nodes


def _read(node: Node) -> JsonValue:
    try:
        return read_scalar(node.value, node.tag, node.plain)
    except ScalarError as error:
        raise _error(node, str(error)) from None


def _check_json(value: JsonValue, node: Node) -> None:
    """Raises the error for the first key, or else for the first number, that JSON cannot hold."""
    numbers: list[float] = []
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, dict):
            for key in item:
                if isinstance(key, _Unsupported):
                    raise _error(node, str(key), prefix="")
            pending.extend(reversed(item.values()))
        elif isinstance(item, list):
            pending.extend(reversed(item))
        elif isinstance(item, float) and item - item != 0:
            numbers.append(item)
    if numbers:
        raise _error(node, f"json: unsupported value: {format_float(numbers[0])}", prefix="")


def _error(node: Node, text: str, *, prefix: str = "yaml: ") -> DecodeError:
    return DecodeError(prefix + text, node.line + 1, node.column + 1, syntax=True)
