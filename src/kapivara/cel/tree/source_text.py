"""Renders a part of an expression as an author would write it: macro calls unexpanded, few parentheses."""

from __future__ import annotations

from typing import Final

from kapivara.cel.tree.ast import Ast, Call, Comprehension, Const, Expr, Ident, ListExpr, MapExpr, Select, StructExpr
from kapivara.cel.values.literal import to_literal
from kapivara.values.stack import deep_stack

_CHOICE, _OR, _AND, _RELATION, _SUM, _PRODUCT, _UNARY, _PRIMARY = range(8)
_BINARY: Final = {
    "_||_": ("||", _OR),
    "_&&_": ("&&", _AND),
    **{f"_{sign}_": (sign, _RELATION) for sign in ("<", "<=", ">", ">=", "==", "!=")},
    "@in": ("in", _RELATION),
    "_+_": ("+", _SUM),
    "_-_": ("-", _SUM),
    "_*_": ("*", _PRODUCT),
    "_/_": ("/", _PRODUCT),
    "_%_": ("%", _PRODUCT),
}


@deep_stack()
def source_text(ast: Ast, node: Expr) -> str:
    """Renders a node of a tree."""
    return _Printer(ast).text(node, _CHOICE)


class _Printer:
    """Renders nodes of one tree; adds parentheses where an operator binds less tightly than the one around it."""

    def __init__(self, ast: Ast):
        self._ast = ast

    def text(self, node: Expr, around: int) -> str:
        """Renders a node inside an operator of precedence `around`."""
        text, own = self._rendered(node)
        return f"({text})" if own < around else text

    def _rendered(self, node: Expr) -> tuple[str, int]:
        macro = self._ast.macro_calls.get(node.id)
        if macro is not None and not isinstance(node, Select):
            return self._member(macro), _PRIMARY
        match node:
            case Const(value=value):
                negative = isinstance(value, (int, float)) and not isinstance(value, bool) and value < 0
                return to_literal(value), _UNARY if negative else _PRIMARY
            case Ident(name=name):
                return name, _PRIMARY
            case Select(operand=operand, field=field, test_only=test_only):
                selected = f"{self.text(operand, _PRIMARY)}.{field}"
                return f"has({selected})" if test_only else selected, _PRIMARY
            case Call():
                return self._call(node)
            case ListExpr(elements=elements, optional=optional):
                parts = [f"{'?' * (place in optional)}{self._argument(each)}" for place, each in enumerate(elements)]
                return f"[{', '.join(parts)}]", _PRIMARY
            case MapExpr(entries=entries):
                pairs = [(entry.optional, self._argument(entry.key), self._argument(entry.value)) for entry in entries]
                return "{" + ", ".join(
                    f"{'?' * optional}{key}: {value}" for optional, key, value in pairs
                ) + "}", _PRIMARY
            case StructExpr(type_name=name, entries=entries):
                fields = [f"{'?' * entry.optional}{entry.key}: {self._argument(entry.value)}" for entry in entries]
                return f"{name}{{{', '.join(fields)}}}", _PRIMARY
            case Comprehension():  # the inner loop of a macro's expansion
                return self._rendered(node.result)

    def _argument(self, node: Expr) -> str:
        return self.text(node, _CHOICE)

    def _call(self, node: Call) -> tuple[str, int]:
        match node.function, node.args:
            case "_?_:_", (condition, yes, no):
                return f"{self.text(condition, _OR)} ? {self.text(yes, _OR)} : {self.text(no, _CHOICE)}", _CHOICE
            case "-_", (Const(value=value),):  # a number with a sign in the text is another node
                return f"-({to_literal(value)})", _UNARY
            case "!_" | "-_", (operand,):
                return f"{node.function[0]}{self.text(operand, _UNARY)}", _UNARY
            case "_[_]", (owner, index):
                return f"{self.text(owner, _PRIMARY)}[{self._argument(index)}]", _PRIMARY
            case "_[?_]", (owner, index):
                return f"{self.text(owner, _PRIMARY)}[?{self._argument(index)}]", _PRIMARY
            case "_?._", (owner, Const(value=field)):
                return f"{self.text(owner, _PRIMARY)}.?{field}", _PRIMARY
            case function, (left, right) if function in _BINARY:
                sign, own = _BINARY[function]
                return f"{self.text(left, own)} {sign} {self.text(right, own + 1)}", own
        return self._member(node), _PRIMARY

    def _member(self, node: Call) -> str:
        args = ", ".join(map(self._argument, node.args))
        owner = "" if node.target is None else f"{self.text(node.target, _PRIMARY)}."
        return f"{owner}{node.function}({args})"
