"""From phrases to the syntax tree: ids in the reference implementation's order, macros expanded, names checked.

Phrases that error recovery left incomplete are built too, since what they hold may be worth a complaint of its own.
Upstream: cel-go parser/parser.go Visit…, parser/helper.go.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.cel.ast import Call, Const, Entry, Expr, Ident, ListExpr, MapExpr, Select, StructExpr
from kapivara.cel.display import NO_LOCATION
from kapivara.cel.errors import Issue
from kapivara.cel.lexer import Token
from kapivara.cel.macros import VARIADIC, Expansion, MacroError, Macros
from kapivara.cel.phrases import Phrase
from kapivara.cel.unescape import UnescapeError, unescape_bytes, unescape_string

NOWHERE = -2
"""The offset of nodes that stand for text which was never written."""

_MAX_DEPTH = 250
_MAX_INT, _MAX_UINT = 2**63 - 1, 2**64 - 1
_RESERVED = frozenset(
    [
        "as",
        "break",
        "const",
        "continue",
        "else",
        "false",
        "for",
        "function",
        "if",
        "import",
        "in",
        "let",
        "loop",
        "package",
        "namespace",
        "null",
        "return",
        "true",
        "var",
        "void",
        "while",
    ]
)
_OPERATORS = {"in": "@in"}
_WRAPPERS = {
    "start": "e",
    "Nested": "e",
    "MemberExpr": "member",
    "PrimaryExpr": "primary",
    "ConstantLiteral": "literal",
}
_BRANCHES = {"expr": "op", "conditionalOr": "ops", "conditionalAnd": "ops", "relation": "op", "calc": "op"}
_FIRST = {"expr": "e", "conditionalOr": "e", "conditionalAnd": "e", "relation": "calc", "calc": "unary"}
_COUNTED = frozenset({"expr", "relation", "calc", "Select", "MemberCall", "Index"})


class DepthError(Exception):
    """The tree is too deep."""


class Builder:
    """Builds the tree of one text; `issues` are added to."""

    def __init__(self, macros: Macros, optional_syntax: bool, issues: list[Issue]):
        self.offsets: dict[int, int] = {}
        self.macro_calls: dict[int, Call] = {}
        self._macros = macros
        self._optional_syntax = optional_syntax
        self._issues = issues
        self._next_id = 1
        self._depth = 0

    # ids

    def new_id(self, offset: int) -> int:
        """Takes the next id, for a node at an offset."""
        taken = self._next_id
        self._next_id += 1
        self.offsets[taken] = offset
        return taken

    def _forget_id(self, taken: int) -> None:
        self.offsets.pop(taken, None)
        if taken == self._next_id - 1:
            self._next_id = taken

    def _blank(self, offset: int) -> Expr:
        """A node for what could not be read; none of these is left in a tree without issues."""
        return Blank(self.new_id(offset), None)

    def _report(self, where: Token | Phrase | int, message: str) -> Expr:
        offset = where if isinstance(where, int) else where.offset
        self._issues.append(Issue(message, offset))
        return self._blank(NOWHERE if offset == NO_LOCATION else offset)

    # phrases

    def build(self, phrase: Phrase | None) -> Expr:
        """Returns the tree of a phrase."""
        phrase = _unwrap(phrase)
        build = _BUILDERS.get(phrase.kind) if phrase is not None else None
        if phrase is None or build is None:
            return self._unknown(phrase)
        if phrase.kind not in _COUNTED:
            return build(self, phrase)
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise DepthError
        built = build(self, phrase)
        self._depth -= 1
        return built

    def _unknown(self, phrase: Phrase | None) -> Expr:
        if self._issues:
            return self._blank(NOWHERE)
        return self._report(NO_LOCATION, "unknown parse element encountered: <<nil>>")

    def _expr(self, phrase: Phrase) -> Expr:
        parts = phrase.parts
        condition = self.build(parts.get("e"))
        call = self.new_id(parts["op"].offset)
        chosen = self.build(parts.get("e1"))
        return self._call(call, "_?_:_", None, (condition, chosen, self.build(parts.get("e2"))))

    def _logic(self, phrase: Phrase) -> Expr:
        sign = "||" if phrase.kind == "conditionalOr" else "&&"
        terms = [self.build(phrase.parts.get("e"))]
        rest = phrase.parts.get("e1", ())
        ops: list[int] = []
        for place, op in enumerate(phrase.parts["ops"]):
            if place >= len(rest):
                return self._report(phrase, f"unexpected character, wanted '{sign}'")
            terms.append(self.build(rest[place]))
            ops.append(self.new_id(op.offset))
        return _balanced(f"_{sign}_", terms, ops, (0, len(ops) - 1))

    def _binary(self, phrase: Phrase) -> Expr:
        parts = phrase.parts
        left = self.build(parts.get("left"))
        op = parts["op"]
        call = self.new_id(op.offset)
        function = "@in" if op.text == "in" else f"_{op.text}_"
        return self._call(call, function, None, (left, self.build(parts.get("right"))))

    def _unary(self, phrase: Phrase) -> Expr:
        ops: list[Token] = phrase.parts.get("ops", [])
        member = phrase.parts.get("member")
        if len(ops) % 2 == 0:
            return self.build(member)
        call = self.new_id(ops[0].offset)
        function = "!_" if phrase.kind == "LogicalNot" else "-_"
        return self._call(call, function, None, (self.build(member),))

    def _broken_unary(self, phrase: Phrase) -> Expr:
        return Const(self.new_id(phrase.offset), "<<error>>")

    def _select(self, phrase: Phrase) -> Expr:
        parts = phrase.parts
        operand = self.build(parts.get("member"))
        op, ident = parts.get("op"), parts.get("id")
        if op is None or ident is None:
            return self._blank(phrase.offset)
        name = self._identifier(ident, ident)
        if parts.get("opt") is None:
            return Select(self.new_id(op.offset), operand, name)
        if not self._optional_syntax:
            return self._report(op, "unsupported syntax '.?'")
        field = Const(self.new_id(ident.offset), name)
        return Call(self.new_id(op.offset), "_?._", None, (operand, field))

    def _identifier(self, phrase: Phrase | None, where: Phrase) -> str:
        if phrase is not None and phrase.kind == "SimpleIdentifier":
            return str(phrase.parts["id"].text)
        if phrase is not None and phrase.kind == "EscapedIdentifier":
            return str(phrase.parts["id"].text[1:-1])
        self._report(where, "unsupported ident kind")
        return ""

    def _member_call(self, phrase: Phrase) -> Expr:
        parts = phrase.parts
        target = self.build(parts.get("member"))
        name = parts.get("id")
        if name is None:
            return self._blank(phrase.offset)
        call = self._token_id(parts.get("open"))
        return self._call(call, name.text, target, self._arguments(parts.get("args")))

    def _token_id(self, token: Token | None) -> int:
        return -1 if token is None else self.new_id(token.offset)

    def _arguments(self, phrase: Phrase | None) -> tuple[Expr, ...]:
        return () if phrase is None else tuple([self.build(arg) for arg in phrase.parts.get("e", ())])

    def _index(self, phrase: Phrase) -> Expr:
        parts = phrase.parts
        target = self.build(parts.get("member"))
        op = parts.get("op")
        if op is None:
            return self._blank(phrase.offset)
        call = self.new_id(op.offset)
        index = self.build(parts.get("index"))
        function = "_[_]"
        if parts.get("opt") is not None:
            if not self._optional_syntax:
                return self._report(op, "unsupported syntax '[?'")
            function = "_[?_]"
        return self._call(call, function, None, (target, index))

    def _name(self, phrase: Phrase) -> Expr | str:
        """The name of an identifier or a call, with its leading dot, or what stands for one that cannot be."""
        name = phrase.parts.get("id")
        if name is None:
            return self._blank(phrase.offset)
        if name.text in _RESERVED:
            return self._report(phrase, f"reserved identifier: {name.text}")
        return str(name.text) if phrase.parts.get("leadingDot") is None else f".{name.text}"

    def _ident(self, phrase: Phrase) -> Expr:
        name = self._name(phrase)
        return Ident(self.new_id(phrase.parts["id"].offset), name) if isinstance(name, str) else name

    def _global_call(self, phrase: Phrase) -> Expr:
        name = self._name(phrase)
        if not isinstance(name, str):
            return name
        call = self._token_id(phrase.parts.get("op"))
        return self._call(call, name, None, self._arguments(phrase.parts.get("args")))

    def _list(self, phrase: Phrase) -> Expr:
        made = self._token_id(phrase.parts.get("op"))
        elements: list[Expr] = []
        optional: list[int] = []
        init = phrase.parts.get("elems")
        for place, element in enumerate(init.parts.get("elems", ()) if init is not None else ()):
            elements.append(self.build(element.parts.get("e")))
            opt = element.parts.get("opt")
            if opt is None:
                continue
            if self._optional_syntax:
                optional.append(place)
            else:
                self._report(opt, "unsupported syntax '?'")
        return ListExpr(made, tuple(elements), frozenset(optional))

    def _map(self, phrase: Phrase) -> Expr:
        made = self._token_id(phrase.parts.get("op"))
        entries = phrase.parts.get("entries")
        return MapExpr(made, () if entries is None else self._map_entries(entries.parts))

    def _map_entries(self, parts: dict[str, Any]) -> tuple[Entry, ...]:
        keys, values = parts.get("keys", ()), parts.get("values", ())
        entries: list[Entry] = []
        for place, col in enumerate(parts.get("cols", ()) if keys else ()):
            made = self.new_id(col.offset)
            if place >= len(keys) or place >= len(values):
                return ()
            optional = keys[place].parts.get("opt") is not None
            if optional and not self._optional_syntax:
                self._report(keys[place], "unsupported syntax '?'")
                continue
            key = self.build(keys[place].parts.get("e"))
            entries.append(Entry(made, key, self.build(values[place]), optional))
        return tuple(entries)

    def _message(self, phrase: Phrase) -> Expr:
        name = ".".join(part.text for part in phrase.parts.get("ids", ()))
        if phrase.parts.get("leadingDot") is not None:
            name = f".{name}"
        made = self._token_id(phrase.parts.get("op"))
        entries = phrase.parts.get("entries")
        return StructExpr(made, name, () if entries is None else self._message_entries(entries))

    def _message_entries(self, phrase: Phrase) -> tuple[Entry, ...]:
        cols, values = phrase.parts.get("cols", ()), phrase.parts.get("values", ())
        entries: list[Entry] = []
        for place, field in enumerate(phrase.parts.get("fields", ())):
            if place >= len(cols) or place >= len(values):
                return ()
            made = self.new_id(cols[place].offset)
            optional = field.parts.get("opt") is not None
            if optional and not self._optional_syntax:
                self._report(field, "unsupported syntax '?'")
                continue
            name = self._identifier(field.parts.get("escapeIdent"), phrase)
            if name:
                entries.append(Entry(made, name, self.build(values[place]), optional))
        return tuple(entries)

    # literals

    def _int(self, phrase: Phrase) -> Expr:
        value = _integer(phrase.parts["tok"].text)
        if phrase.parts.get("sign") is not None:
            value = -value
        if not -_MAX_INT - 1 <= value <= _MAX_INT:
            return self._report(phrase, "invalid int literal")
        return Const(self.new_id(phrase.offset), value)

    def _uint(self, phrase: Phrase) -> Expr:
        from kapivara.cel.values import UInt

        value = _integer(phrase.parts["tok"].text[:-1])
        if value > _MAX_UINT:
            return self._report(phrase, "invalid uint literal")
        return Const(self.new_id(phrase.offset), UInt(value))

    def _double(self, phrase: Phrase) -> Expr:
        value = float(phrase.parts["tok"].text)
        if value == float("inf"):
            return self._report(phrase, "invalid double literal")
        return Const(self.new_id(phrase.offset), value if phrase.parts.get("sign") is None else -value)

    def _quoted(self, phrase: Phrase) -> Expr:
        text = phrase.parts["tok"].text
        value: str | bytes = text
        try:
            value = unescape_string(text) if phrase.kind == "String" else unescape_bytes(text[1:])
        except UnescapeError as error:
            self._report(phrase, str(error))
        return Const(self.new_id(phrase.offset), value)

    def _keyword(self, phrase: Phrase) -> Expr:
        return Const(self.new_id(phrase.offset), _KEYWORDS[phrase.kind])

    # macros

    def _call(self, call: int, function: str, target: Expr | None, args: tuple[Expr, ...]) -> Expr:
        member = target is not None
        macro = self._macros.get((function, len(args), member)) or self._macros.get((function, VARIADIC, member))
        if macro is None:
            return Call(call, function, target, args)
        offset = self.offsets.get(call, NO_LOCATION)
        try:
            made = macro.expand(Expansion(self, offset), target, args)
        except MacroError as error:
            self._forget_id(call)
            return self._report(error.offset, error.message)
        if made is None:
            return Call(call, function, target, args)
        self.macro_calls[made.id] = Call(0, function, target, args)
        self._forget_id(call)
        return made


class Blank:
    """What stands for text that could not be read."""

    __slots__ = ("id",)

    def __init__(self, id: int, _value: None = None):
        self.id = id


def _unwrap(phrase: Phrase | None) -> Phrase | None:
    """Goes down to the first phrase that is more than another one."""
    while phrase is not None:
        kind = phrase.kind
        if kind in _WRAPPERS:
            phrase = phrase.parts.get(_WRAPPERS[kind])
        elif kind in _BRANCHES and not phrase.parts.get(_BRANCHES[kind]):
            phrase = phrase.parts.get(_FIRST[kind])
        else:
            return phrase
    return None


def _balanced(function: str, terms: list[Expr], ops: list[int], span: tuple[int, int]) -> Expr:
    """Makes a chain of one operator a tree of little depth."""
    low, high = span
    middle = (low + high + 1) // 2
    left = terms[middle] if middle == low else _balanced(function, terms, ops, (low, middle - 1))
    right = terms[middle + 1] if middle == high else _balanced(function, terms, ops, (middle + 1, high))
    return Call(ops[middle], function, None, (left, right))


def _integer(text: str) -> int:
    if text.startswith("0x"):
        return int(text[2:], 16)
    return int(text) if len(text) <= 40 else int(text.lstrip("0")[:40] or "0")


_KEYWORDS = {"BoolTrue": True, "BoolFalse": False, "Null": None}
_BUILDERS: dict[str, Callable[[Builder, Phrase], Expr]] = {
    "expr": Builder._expr,
    "conditionalOr": Builder._logic,
    "conditionalAnd": Builder._logic,
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
    "Int": Builder._int,
    "Uint": Builder._uint,
    "Double": Builder._double,
    "String": Builder._quoted,
    "Bytes": Builder._quoted,
    "BoolTrue": Builder._keyword,
    "BoolFalse": Builder._keyword,
    "Null": Builder._keyword,
}
