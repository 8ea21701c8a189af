"""Reads tokens as phrases, for valid text: recursive descent with precedence climbing, in linear time.

It stops at the first unexpected token; `recovery` finds the messages. Nesting is limited as in the reference
implementation, by counting for each rule how often it is inside itself.
Upstream: cel-go parser/gen/CEL.g4, parser/parser.go recursionListener.
"""

from __future__ import annotations

from kapivara.cel.parsing.lexer import BYTES, ESC_IDENTIFIER, IDENTIFIER, NUM_FLOAT, NUM_INT, NUM_UINT, STRING, Token
from kapivara.cel.parsing.phrases import Phrase

MAX_DEPTH = 250

_RELATIONS = frozenset({"<", "<=", ">=", ">", "==", "!=", "in"})
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "%": 2}
_LITERALS = {
    NUM_INT: "Int",
    NUM_UINT: "Uint",
    NUM_FLOAT: "Double",
    STRING: "String",
    BYTES: "Bytes",
    "true": "BoolTrue",
    "false": "BoolFalse",
    "null": "Null",
}


class UnexpectedTokenError(Exception):
    """The text has a syntax error."""


class NestingError(Exception):
    """The text is nested too deeply."""


class Reader:
    """Reads one list of tokens."""

    def __init__(self, tokens: list[Token]):
        self._tokens = tokens
        self._at = 0
        self._exprs = self._relations = self._calcs = 0

    def read(self) -> Phrase:
        """Returns the phrase of the whole text, a match of `start`."""
        offset = self._tokens[0].offset
        expr = self._expr()
        if self._at != len(self._tokens) - 1:
            raise UnexpectedTokenError
        return Phrase("start", offset, {"e": expr})

    def _expr(self) -> Phrase:
        self._exprs += 1
        if self._exprs > MAX_DEPTH:
            raise NestingError
        offset = self._tokens[self._at].offset
        phrase = self._or()
        op = self._take("?")
        if op is not None:
            chosen = self._or()
            self._need(":")
            phrase = Phrase("expr", offset, {"e": phrase, "op": op, "e1": chosen, "e2": self._expr()})
        self._exprs -= 1
        return phrase

    def _or(self) -> Phrase:
        first = self._and()
        if self._tokens[self._at].kind != "||":
            return first
        ops: list[Token] = []
        rest: list[Phrase] = []
        while (op := self._take("||")) is not None:
            ops.append(op)
            rest.append(self._and())
        return Phrase("conditionalOr", first.offset, {"e": first, "ops": ops, "e1": rest})

    def _and(self) -> Phrase:
        first = self._relation()
        if self._tokens[self._at].kind != "&&":
            return first
        ops: list[Token] = []
        rest: list[Phrase] = []
        while (op := self._take("&&")) is not None:
            ops.append(op)
            rest.append(self._relation())
        return Phrase("conditionalAnd", first.offset, {"e": first, "ops": ops, "e1": rest})

    def _relation(self) -> Phrase:
        self._enter_relation()
        left = self._calc(0)
        while (op := self._tokens[self._at]).kind in _RELATIONS:
            self._at += 1
            self._enter_relation()
            left = Phrase("relation", left.offset, {"left": left, "op": op, "right": self._calc(0)})
            self._relations -= 1
        self._relations -= 1
        return left

    def _enter_relation(self) -> None:
        self._relations += 1
        if self._relations > MAX_DEPTH:
            raise NestingError

    def _calc(self, least: int) -> Phrase:
        self._calcs += 1
        if self._calcs > MAX_DEPTH:
            raise NestingError
        left = self._unary()
        while (precedence := _PRECEDENCE.get((op := self._tokens[self._at]).kind, -1)) >= least:
            self._at += 1
            left = Phrase("calc", left.offset, {"left": left, "op": op, "right": self._calc(precedence + 1)})
        self._calcs -= 1
        return left

    def _unary(self) -> Phrase:
        first = self._tokens[self._at]
        sign = first.kind
        if sign == "!" or (sign == "-" and self._tokens[self._at + 1].kind not in (NUM_INT, NUM_FLOAT)):
            ops: list[Token] = []
            while (op := self._take(sign)) is not None:
                ops.append(op)
            kind = "LogicalNot" if sign == "!" else "Negate"
            return Phrase(kind, first.offset, {"ops": ops, "member": self._member()})
        return self._member()

    def _member(self) -> Phrase:
        phrase = self._primary()
        while True:
            op = self._tokens[self._at]
            if op.kind == ".":
                self._at += 1
                phrase = self._dotted(phrase, op)
            elif op.kind == "[":
                self._at += 1
                parts = {"member": phrase, "op": op, "opt": self._take("?"), "index": self._expr()}
                self._need("]")
                phrase = Phrase("Index", phrase.offset, parts)
            else:
                return phrase

    def _dotted(self, member: Phrase, op: Token) -> Phrase:
        opt = self._take("?")
        name = self._tokens[self._at]
        self._at += 1
        if name.kind == IDENTIFIER and opt is None and (opening := self._take("(")) is not None:
            parts = {"member": member, "op": op, "id": name, "open": opening, "args": self._arguments()}
            return Phrase("MemberCall", member.offset, parts)
        ident = self._escape_ident(name)
        return Phrase("Select", member.offset, {"member": member, "op": op, "opt": opt, "id": ident})

    def _escape_ident(self, name: Token) -> Phrase:
        if name.kind == IDENTIFIER:
            return Phrase("SimpleIdentifier", name.offset, {"id": name})
        if name.kind == ESC_IDENTIFIER:
            return Phrase("EscapedIdentifier", name.offset, {"id": name})
        raise UnexpectedTokenError

    def _arguments(self) -> Phrase | None:
        if self._take(")") is not None:
            return None
        offset = self._tokens[self._at].offset
        args = [self._expr()]
        while self._take(",") is not None:
            args.append(self._expr())
        self._need(")")
        return Phrase("exprList", offset, {"e": args})

    def _primary(self) -> Phrase:
        first = self._tokens[self._at]
        self._at += 1
        kind = first.kind
        if kind == IDENTIFIER:
            return self._named(None, first)
        if kind in _LITERALS:
            return Phrase(_LITERALS[kind], first.offset, {"tok": first})
        if kind == "(":
            phrase = self._expr()
            self._need(")")
            return Phrase("Nested", first.offset, {"e": phrase})
        if kind == "[":
            return Phrase("CreateList", first.offset, {"op": first, "elems": self._elements()})
        if kind == "{":
            return Phrase("CreateStruct", first.offset, {"op": first, "entries": self._map_entries()})
        if kind == ".":
            return self._named(first, self._need(IDENTIFIER))
        if kind == "-" and (number := self._tokens[self._at]).kind in (NUM_INT, NUM_FLOAT):
            self._at += 1
            return Phrase(_LITERALS[number.kind], first.offset, {"sign": first, "tok": number})
        raise UnexpectedTokenError

    def _named(self, leading: Token | None, name: Token) -> Phrase:
        """Reads a name, a call, or a message literal, which only the brace after its dotted name identifies."""
        offset = (leading or name).offset
        opening = self._take("(")
        if opening is not None:
            parts = {"leadingDot": leading, "id": name, "op": opening, "args": self._arguments()}
            return Phrase("GlobalCall", offset, parts)
        ahead, tokens = self._at, self._tokens
        ids, ops = [name], []
        while tokens[ahead].kind == "." and tokens[ahead + 1].kind == IDENTIFIER:
            ops.append(tokens[ahead])
            ids.append(tokens[ahead + 1])
            ahead += 2
        if tokens[ahead].kind != "{":
            return Phrase("Ident", offset, {"leadingDot": leading, "id": name})
        self._at = ahead + 1
        message = {"leadingDot": leading, "ids": ids, "ops": ops, "op": tokens[ahead], "entries": self._fields()}
        return Phrase("CreateMessage", offset, message)

    def _elements(self) -> Phrase | None:
        offset = self._tokens[self._at].offset
        elements: list[Phrase] = []
        while not self._closed("]", bool(elements)):
            elements.append(self._opt_expr())
            if self._tokens[self._at].kind != "]":
                self._need(",")
        return Phrase("listInit", offset, {"elems": elements}) if elements else None

    def _closed(self, closing: str, started: bool) -> bool:
        """Reads the end of a literal, after a comma if the literal is empty."""
        if not started and self._tokens[self._at].kind == "," and self._tokens[self._at + 1].kind == closing:
            self._at += 1
        return self._take(closing) is not None

    def _opt_expr(self) -> Phrase:
        offset = self._tokens[self._at].offset
        return Phrase("optExpr", offset, {"opt": self._take("?"), "e": self._expr()})

    def _map_entries(self) -> Phrase | None:
        offset = self._tokens[self._at].offset
        keys: list[Phrase] = []
        cols: list[Token] = []
        values: list[Phrase] = []
        while not self._closed("}", bool(keys)):
            keys.append(self._opt_expr())
            cols.append(self._need(":"))
            values.append(self._expr())
            if self._tokens[self._at].kind != "}":
                self._need(",")
        return Phrase("mapInitializerList", offset, {"keys": keys, "cols": cols, "values": values}) if keys else None

    def _fields(self) -> Phrase | None:
        offset = self._tokens[self._at].offset
        fields: list[Phrase] = []
        cols: list[Token] = []
        values: list[Phrase] = []
        while not self._closed("}", bool(fields)):
            start, opt = self._tokens[self._at].offset, self._take("?")
            name = self._tokens[self._at]
            self._at += 1
            fields.append(Phrase("optField", start, {"opt": opt, "escapeIdent": self._escape_ident(name)}))
            cols.append(self._need(":"))
            values.append(self._expr())
            if self._tokens[self._at].kind != "}":
                self._need(",")
        parts = {"fields": fields, "cols": cols, "values": values}
        return Phrase("fieldInitializerList", offset, parts) if fields else None

    def _take(self, kind: str) -> Token | None:
        token = self._tokens[self._at]
        if token.kind != kind:
            return None
        self._at += 1
        return token

    def _need(self, kind: str) -> Token:
        token = self._take(kind)
        if token is None:
            raise UnexpectedTokenError
        return token
