"""Builds the syntax tree from phrases: ids in the reference implementation's order, checked names, balanced chains.

Phrases that error recovery left incomplete are built too, since their parts may have errors of their own.
Upstream: cel-go parser/parser.go Visit…, parser/helper.go logicManager.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.cel.parsing.lexer import Token
from kapivara.cel.parsing.literals import LiteralError, literal_value
from kapivara.cel.parsing.nodes import NOWHERE, Nodes
from kapivara.cel.parsing.phrases import Phrase
from kapivara.cel.tree.ast import Call, Const, Entry, Expr, Ident, ListExpr, MapExpr, Select, StructExpr

_MAX_DEPTH = 250
_RESERVED = frozenset(
    {
        *("as", "break", "const", "continue", "else", "false", "for", "function", "if", "import", "in", "let"),
        *("loop", "package", "namespace", "null", "return", "true", "var", "void", "while"),
    }
)
_WRAPPERS = {
    "start": "e",
    "Nested": "e",
    "MemberExpr": "member",
    "PrimaryExpr": "primary",
    "ConstantLiteral": "literal",
}
"""Phrases that consist of a single part, by kind."""

_OPERATIONS = {
    "expr": ("op", "e"),
    "conditionalOr": ("ops", "e"),
    "conditionalAnd": ("ops", "e"),
    "relation": ("op", "calc"),
    "calc": ("op", "unary"),
}
"""Phrases that consist of a single part if they have no operator, by kind."""

_COUNTED = frozenset({"expr", "relation", "calc", "Select", "MemberCall", "Index"})


class DepthError(Exception):
    """The tree exceeds the maximum depth."""


class Builder:
    """Builds the tree of one text."""

    def __init__(self, nodes: Nodes, optional_syntax: bool):
        self._nodes = nodes
        self._optional_syntax = optional_syntax
        self._depth = 0

    def build(self, phrase: Phrase | None) -> Expr:
        """Returns the tree of a phrase."""
        phrase = _unwrap(phrase)
        build = None if phrase is None else _BUILDERS.get(phrase.kind)
        if phrase is None or build is None:
            return self._nodes.blank(NOWHERE)
        if phrase.kind not in _COUNTED:
            return build(self, phrase)
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise DepthError
        built = build(self, phrase)
        self._depth -= 1
        return built

    def _conditional(self, phrase: Phrase) -> Expr:
        parts = phrase.parts
        condition = self.build(parts.get("e"))
        made = self._nodes.id_at(parts["op"])
        chosen = self.build(parts.get("e1"))
        return self._nodes.call(made, "_?_:_", None, (condition, chosen, self.build(parts.get("e2"))))

    def _chain(self, phrase: Phrase) -> Expr:
        function = "_||_" if phrase.kind == "conditionalOr" else "_&&_"
        terms = [self.build(phrase.parts.get("e"))]
        ops: list[int] = []
        for op, term in zip(phrase.parts["ops"], phrase.parts["e1"], strict=True):
            terms.append(self.build(term))
            ops.append(self._nodes.id_at(op))
        return _balanced(function, terms, ops, low=0, high=len(ops) - 1)

    def _binary(self, phrase: Phrase) -> Expr:
        parts = phrase.parts
        left = self.build(parts.get("left"))
        op: Token = parts["op"]
        made = self._nodes.id_at(op)
        function = "@in" if op.text == "in" else f"_{op.text}_"
        return self._nodes.call(made, function, None, (left, self.build(parts.get("right"))))

    def _unary(self, phrase: Phrase) -> Expr:
        ops: list[Token] = phrase.parts.get("ops", [])
        member = phrase.parts.get("member")
        if len(ops) % 2 == 0:
            return self.build(member)
        made = self._nodes.id_at(ops[0])
        function = "!_" if phrase.kind == "LogicalNot" else "-_"
        return self._nodes.call(made, function, None, (self.build(member),))

    def _broken_unary(self, phrase: Phrase) -> Expr:
        return Const(self._nodes.id_at(phrase), "<<error>>")

    def _select(self, phrase: Phrase) -> Expr:
        parts = phrase.parts
        operand = self.build(parts.get("member"))
        op, ident = parts.get("op"), parts.get("id")
        if op is None or ident is None:
            return self._nodes.blank(phrase.offset)
        name = self._identifier(ident, ident)
        if parts.get("opt") is None:
            return Select(self._nodes.id_at(op), operand, name)
        if not self._optional_syntax:
            return self._nodes.report("unsupported syntax '.?'", op.offset)
        field = Const(self._nodes.id_at(ident), name)
        return Call(self._nodes.id_at(op), "_?._", None, (operand, field))

    def _identifier(self, ident: Phrase | None, complain_at: Phrase) -> str:
        if ident is not None and ident.kind == "SimpleIdentifier":
            return str(ident.parts["id"].text)
        if ident is not None and ident.kind == "EscapedIdentifier":
            return str(ident.parts["id"].text[1:-1])
        self._nodes.report("unsupported ident kind", complain_at.offset)
        return ""

    def _member_call(self, phrase: Phrase) -> Expr:
        parts = phrase.parts
        target = self.build(parts.get("member"))
        name = parts.get("id")
        if name is None:
            return self._nodes.blank(phrase.offset)
        made = self._nodes.id_at(parts.get("open"))
        return self._nodes.call(made, name.text, target, self._arguments(parts.get("args")))

    def _arguments(self, phrase: Phrase | None) -> tuple[Expr, ...]:
        return () if phrase is None else tuple([self.build(arg) for arg in phrase.parts.get("e", ())])

    def _index(self, phrase: Phrase) -> Expr:
        parts = phrase.parts
        target = self.build(parts.get("member"))
        op = parts.get("op")
        if op is None:
            return self._nodes.blank(phrase.offset)
        made = self._nodes.id_at(op)
        index = self.build(parts.get("index"))
        optional = parts.get("opt") is not None
        if optional and not self._optional_syntax:
            return self._nodes.report("unsupported syntax '[?'", op.offset)
        return self._nodes.call(made, "_[?_]" if optional else "_[_]", None, (target, index))

    def _name(self, phrase: Phrase) -> Expr | str:
        """Returns the name of an identifier or a call, with its leading dot, or a placeholder for an invalid one."""
        name = phrase.parts.get("id")
        if name is None:
            return self._nodes.blank(phrase.offset)
        if name.text in _RESERVED:
            return self._nodes.report(f"reserved identifier: {name.text}", phrase.offset)
        return str(name.text) if phrase.parts.get("leadingDot") is None else f".{name.text}"

    def _ident(self, phrase: Phrase) -> Expr:
        name = self._name(phrase)
        return Ident(self._nodes.id_at(phrase.parts["id"]), name) if isinstance(name, str) else name

    def _global_call(self, phrase: Phrase) -> Expr:
        name = self._name(phrase)
        if not isinstance(name, str):
            return name
        made = self._nodes.id_at(phrase.parts.get("op"))
        return self._nodes.call(made, name, None, self._arguments(phrase.parts.get("args")))

    def _list(self, phrase: Phrase) -> Expr:
        made = self._nodes.id_at(phrase.parts.get("op"))
        elements: list[Expr] = []
        optional: list[int] = []
        init = phrase.parts.get("elems")
        for place, element in enumerate(init.parts.get("elems", ()) if init is not None else ()):
            elements.append(self.build(element.parts.get("e")))
            if self._is_optional(element, element.parts.get("opt")):
                optional.append(place)
        return ListExpr(made, tuple(elements), frozenset(optional))

    def _is_optional(self, phrase: Phrase, complain_at: Token | Phrase | None) -> bool:
        """Returns whether an element, key or field is written with `?`; reports an error where that is not enabled."""
        if phrase.parts.get("opt") is None or complain_at is None:
            return False
        if not self._optional_syntax:
            self._nodes.report("unsupported syntax '?'", complain_at.offset)
        return self._optional_syntax

    def _map(self, phrase: Phrase) -> Expr:
        made = self._nodes.id_at(phrase.parts.get("op"))
        entries = phrase.parts.get("entries")
        return MapExpr(made, () if entries is None else self._map_entries(entries.parts))

    def _map_entries(self, parts: dict[str, Any]) -> tuple[Entry, ...]:
        keys, values = parts.get("keys", ()), parts.get("values", ())
        entries: list[Entry] = []
        for place, col in enumerate(parts.get("cols", ())):
            made = self._nodes.id_at(col)
            if place >= len(values):
                return ()
            written = keys[place].parts.get("opt") is not None
            optional = self._is_optional(keys[place], keys[place])
            if written is optional:
                key = self.build(keys[place].parts.get("e"))
                entries.append(Entry(made, key, self.build(values[place]), optional))
        return tuple(entries)

    def _message(self, phrase: Phrase) -> Expr:
        name = ".".join([part.text for part in phrase.parts.get("ids", ())])
        if phrase.parts.get("leadingDot") is not None:
            name = f".{name}"
        made = self._nodes.id_at(phrase.parts.get("op"))
        entries = phrase.parts.get("entries")
        return StructExpr(made, name, () if entries is None else self._fields(entries))

    def _fields(self, phrase: Phrase) -> tuple[Entry, ...]:
        cols, values = phrase.parts.get("cols", ()), phrase.parts.get("values", ())
        entries: list[Entry] = []
        for place, field in enumerate(phrase.parts.get("fields", ())):
            if place >= len(cols) or place >= len(values):
                return ()
            made = self._nodes.id_at(cols[place])
            written = field.parts.get("opt") is not None
            optional = self._is_optional(field, field)
            name = self._identifier(field.parts.get("escapeIdent"), phrase) if written is optional else ""
            if name:
                entries.append(Entry(made, name, self.build(values[place]), optional))
        return tuple(entries)

    def _literal(self, phrase: Phrase) -> Expr:
        negative = phrase.parts.get("sign") is not None
        try:
            value = literal_value(phrase.kind, phrase.parts["tok"].text, negative=negative)
        except LiteralError as error:
            broken = self._nodes.report(str(error), phrase.offset)
            if error.value is None:
                return broken
            value = error.value
        return Const(self._nodes.id_at(phrase), value)


def _unwrap(phrase: Phrase | None) -> Phrase | None:
    """Returns the first nested phrase with content besides another phrase."""
    while phrase is not None:
        part = _WRAPPERS.get(phrase.kind)
        if part is None:
            operator, first = _OPERATIONS.get(phrase.kind, ("", ""))
            if not operator or phrase.parts.get(operator):
                return phrase
            part = first
        phrase = phrase.parts.get(part)
    return None


def _balanced(function: str, terms: list[Expr], ops: list[int], *, low: int, high: int) -> Expr:
    """Returns a balanced tree of the operators from `low` to `high` of a chain, with their terms."""
    middle = (low + high + 1) // 2
    left = terms[middle] if middle == low else _balanced(function, terms, ops, low=low, high=middle - 1)
    right = terms[middle + 1] if middle == high else _balanced(function, terms, ops, low=middle + 1, high=high)
    return Call(ops[middle], function, None, (left, right))


_BUILDERS: dict[str, Callable[[Builder, Phrase], Expr]] = {
    "expr": Builder._conditional,
    "conditionalOr": Builder._chain,
    "conditionalAnd": Builder._chain,
    "relation": Builder._binary,
    "calc": Builder._binary,
    "unary": Builder._broken_unary,
    "LogicalNot": Builder._unary,
    "Negate": Builder._unary,
    "Select": Builder._select,
    "MemberCall": Builder._member_call,
    "Index": Builder._index,
    "Ident": Builder._ident,
    "GlobalCall": Builder._global_call,
    "CreateList": Builder._list,
    "CreateStruct": Builder._map,
    "CreateMessage": Builder._message,
    **dict.fromkeys(("Int", "Uint", "Double", "String", "Bytes", "BoolTrue", "BoolFalse", "Null"), Builder._literal),
}
