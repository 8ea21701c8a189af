"""Parses YAML text to a tree of nodes with their lines, without interpreting scalars.

libyaml splits the text, and its errors are the server's (goyaml is a port of libyaml). `yaml_values` comes next.
Upstream: go.yaml.in/yaml/v2 decode.go parser (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from kapivara.codec.decoded import MAX_DEPTH
from kapivara.codec.errors import CannotError, DecodeError
from kapivara.codec.text_place import line_and_column

if TYPE_CHECKING:
    from yaml.error import MarkedYAMLError

Kind: TypeAlias = Literal["scalar", "mapping", "sequence", "alias"]


_MOST_LOOKS = 200_000_000  # about a second

_FLOW_ENDS = {"mapping": "}", "sequence": "]"}
_MARK = b"\xef\xbb\xbf"
"""The byte order mark, in UTF-8."""
_PRIVATE_LETTERS = range(0xE000, 0xE100)


class Node:
    """One node; lines and columns count from 0, as in libyaml.

    `value` is a scalar's text or an alias's name; `plain` is True for an unquoted scalar; `children` are items, or
    alternating keys and values (collections only); `aliased` is the target of an alias. No node refers to itself, so
    that large documents are freed at once.
    """

    __slots__ = ("aliased", "children", "column", "kind", "line", "plain", "tag", "value")
    children: list[Node]

    def __init__(
        self, kind: Kind, line: int, column: int, value: str = "", plain: bool = False, tag: str | None = None
    ):
        self.kind: Kind = kind
        self.line = line
        self.column = column
        self.value = value
        self.tag = tag
        self.plain = plain
        self.aliased: Node | None = None

    @property
    def target(self) -> Node:
        """The target of an alias; the node itself otherwise."""
        return self.aliased or self


def read_nodes(data: bytes, most_values: int | None = None) -> Iterator[Node]:
    """Yields the root of each non-empty document; raises DecodeError with the server's text, and CannotError.

    `most_values` limits the values of a document; deeply nested flow collections reach the limit earlier.
    """
    from yaml._yaml import CParser  # here, not above: JSON-only runs start faster without it
    from yaml.error import MarkedYAMLError
    from yaml.reader import ReaderError

    text, stand_in = _without_marks(data)
    parser = CParser(text)
    looks = 0 if most_values is None else _MOST_LOOKS // most_values
    try:
        while True:
            event = type(current := parser.get_event()).__name__
            if event == "StreamEndEvent":
                return
            if event == "DocumentStartEvent":
                _check_version(current)
                yield _Document(parser, looks, stand_in).read()
    except ReaderError as error:
        line, column = line_and_column(data, error.position)
        raise DecodeError(f"yaml: {error.reason}", line, column, syntax=True) from None
    except MarkedYAMLError as error:
        raise _with_begin(_marked_error(error), error) from None


def _without_marks(data: bytes) -> tuple[bytes, str]:
    """Returns a text with a stand-in for each byte order mark except the first, and the stand-in, if any.

    goyaml treats these marks as letters, libyaml does not. Upstream: yamlprivateh.go is_bom, which looks at the start
    of the text wherever it is asked.
    """
    start = len(_MARK) if data.startswith(_MARK) else 0
    if data.find(_MARK, start) < 0:
        return data, ""
    unused = (letter for letter in map(chr, _PRIVATE_LETTERS) if letter.encode() not in data)
    stand_in = next(unused, "")
    if not stand_in:
        return data, ""
    return data[:start] + data[start:].replace(_MARK, stand_in.encode()), stand_in


def _check_version(event: Any) -> None:
    if event.version not in (None, (1, 1)):  # libyaml itself accepts 1.2 as well
        raise problem("found incompatible YAML document", event.start_mark.line, event.start_mark.column)


class _Document:
    """Reads the events of one document; keeps the nesting in a list, so that no depth exhausts Python's stack."""

    def __init__(self, parser: Any, looks: int, stand_in: str):
        self._parser = parser
        self._stand_in = stand_in
        self._looks = looks  # the cost of each event
        self._anchors: dict[str, Node] = {}

    def read(self) -> Node:
        """Returns the root after reading all events. Hot: a body may have a million events."""
        from yaml import events

        scalar, next_event = events.ScalarEvent, self._parser.get_event
        roots: list[Node] = []
        siblings: list[list[Node]] = [roots]
        flow_ends = [""]  # the closing bracket of each open collection; empty for block style
        open_flows, looks = self._looks, 0  # libyaml checks every open flow collection for each event
        while True:
            event = next_event()
            kind = type(event)
            looks += open_flows
            if kind is scalar:
                node = self._scalar(event, flow_ends[-1])
            elif kind is events.AliasEvent:
                node = self._alias(event)
            elif kind is events.MappingEndEvent or kind is events.SequenceEndEvent:
                siblings.pop()
                open_flows -= bool(flow_ends.pop())
                continue
            elif kind is events.DocumentEndEvent:
                return roots[0]
            else:
                node = self._collection(event, "mapping" if kind is events.MappingStartEvent else "sequence")
                if len(siblings) > MAX_DEPTH:
                    raise problem("exceeded max depth of 10000", node.line, node.column, scanner=True)
                siblings[-1].append(node)
                siblings.append(node.children)
                flow_ends.append(_FLOW_ENDS[node.kind] if event.flow_style else "")
                open_flows += event.flow_style
                if looks > _MOST_LOOKS:
                    raise _too_much(node)
                continue
            siblings[-1].append(node)
            if looks > _MOST_LOOKS:
                raise _too_much(node)

    def _scalar(self, event: Any, flow_end: str) -> Node:
        mark = event.start_mark
        value = event.value.replace(self._stand_in, _MARK.decode()) if self._stand_in else event.value
        node = Node("scalar", mark.line, mark.column, value, event.implicit[0], event.tag)
        if event.anchor is not None:
            self._anchors[event.anchor] = node
        if flow_end and node.plain and "?" in node.value:  # libyaml accepts it, goyaml takes it for a key indicator
            raise problem(f"did not find expected ',' or '{flow_end}'", mark.line, mark.column)
        return node

    def _collection(self, event: Any, kind: Kind) -> Node:
        mark = event.start_mark
        node = Node(kind, mark.line, mark.column)
        node.children = []
        if event.anchor is not None:
            self._anchors[event.anchor] = node
        return node

    def _alias(self, event: Any) -> Node:
        mark = event.start_mark
        node = Node("alias", mark.line, mark.column, event.anchor)
        target = self._anchors.get(event.anchor)
        if target is None:
            message = f"yaml: unknown anchor '{event.anchor}' referenced"
            raise DecodeError(message, mark.line + 1, mark.column + 1, syntax=True)
        node.aliased = target
        return node


def problem(text: str, line: int, column: int, *, scanner: bool = False) -> DecodeError:
    """Returns an error about the text; line and column count from 0.

    Kept: goyaml names a line only past the first, and only the scanner counts from 1.
    """
    shown = line + 1 if scanner else line
    where = f"line {shown}: " if line else ""
    return DecodeError(f"yaml: {where}{text}", line + 1, column + 1, syntax=True)


def _too_much(node: Node) -> CannotError:
    problem = "read so many values of YAML, or so many in flow collections ({, [) that nest so deep: send JSON"
    return CannotError(problem, node.line + 1, node.column + 1)


def _marked_error(error: MarkedYAMLError) -> DecodeError:
    at, around = error.problem_mark, error.context_mark
    text = error.problem or "unknown problem parsing YAML content"
    if at is None:
        return DecodeError(f"yaml: {text}", syntax=True)
    if at.line == 0 and around is not None and around.line != 0:
        return DecodeError(f"yaml: line {around.line}: {text}", at.line + 1, at.column + 1, syntax=True)
    return problem(text, at.line, at.column, scanner=type(error).__name__ == "ScannerError")


def _with_begin(problem: DecodeError, error: MarkedYAMLError) -> DecodeError:
    """Adds the start of the unfinished construct; not for a block, which no character closes."""
    around = error.context_mark
    if around is not None and "block" not in (error.context or ""):
        problem.begin_line, problem.begin_column = around.line + 1, around.column + 1
    return problem
