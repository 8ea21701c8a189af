"""Transforms an expression for trusted data, which fits the schema, so that only necessary conversions remain.

Data passes unchanged through selections, indices and loops. Where it leaves them (an equality, a list literal, a
function) and its type requires more than plain JSON, a call of its reader is inserted. Selections of nullable or
escaped fields become calls. Expressions that depend on more than static types use `guarded_form`.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any, Final

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Overload
from kapivara.cel.library.standard.containers import index_list
from kapivara.cel.tree.ast import (
    Ast,
    Call,
    Comprehension,
    Const,
    Entry,
    Expr,
    Ident,
    ListExpr,
    MapExpr,
    Select,
    StructExpr,
)
from kapivara.cel.tree.checked import CheckedAst, Reference
from kapivara.cel.tree.strictness import INDEX
from kapivara.cel.tree.walk import children
from kapivara.cel.types import CelKind, Type
from kapivara.cel.values.extent import pay_to_read
from kapivara.schema.expressions.compiling.compilation import OLD_SELF, SELF
from kapivara.schema.expressions.data.data_conversion import has_plain_leaves, holds_null, is_plain, reader_of
from kapivara.schema.expressions.data.declared import DeclaredField, DeclaredType
from kapivara.schema.expressions.data.provider import DeclaredTypes
from kapivara.values.record import replace
from kapivara.values.rendering import format_value

_READ: Final = "@read"
_KEEPING: Final = frozenset(("optional.of", "@not_strictly_false"))
"""Functions that return their argument."""
_COMPOSITE: Final = frozenset((CelKind.LIST, CelKind.MAP, CelKind.OBJECT))
_FALLIBLE: Final = frozenset((CelKind.BYTES, CelKind.TIMESTAMP, CelKind.DYN, CelKind.INT, CelKind.STRING))
"""Scalar kinds whose data may pass the schema and still be invalid."""


def trusting_form(checked: CheckedAst, types: DeclaredTypes, *, optional_old: bool) -> CheckedAst | None:
    """Returns the expression for variables that hold plain data (or an optional value for the old one).

    Returns None if static types are insufficient: nulls in lists and maps, or lists and maps used as dynamic values.
    """
    if is_plain(types.root) and types.root.kind not in _COMPOSITE:
        return checked
    root = types.root if has_plain_leaves(types.root) else None
    if (root is None or optional_old) and holds_null(types.root):
        return None
    scope = {SELF: root, OLD_SELF: None if optional_old else root}
    try:
        return _Adapter(checked, types, scope).adapted()
    except _UntoldError:
        return None


class _UntoldError(Exception):
    """Raised if an expression depends on more than the static types of its data."""


class _Adapter:
    """One walk through an expression; `_scope` has the type of a variable's data (None: a value)."""

    def __init__(self, checked: CheckedAst, types: DeclaredTypes, scope: dict[str, DeclaredType | None]):
        self._checked = checked
        self._provider = types
        self._scope = scope
        self._types = dict(checked.types)
        self._references = dict(checked.references)
        self._next_id = max(checked.ast.offsets, default=0) + max(checked.types, default=0) + 1
        self._made: dict[int, Expr] = {}
        self._changed = False

    def adapted(self) -> CheckedAst:
        """Returns the whole expression; the same object if nothing changed."""
        expr, _ = self._visit(self._checked.ast.expr)
        if not self._changed:
            return self._checked
        ast = self._checked.ast
        return CheckedAst(Ast(expr, ast.text, ast.offsets, ast.macro_calls), self._types, self._references)

    def _visit(self, node: Expr) -> tuple[Expr, DeclaredType | None]:
        """Transforms a node; also returns the type of the data that it yields, None if it yields a value."""
        made, source = self._dispatch(node)
        if made is not node:
            self._made[node.id] = made
        if source is not None and source.element is not None and source.element.schema.nullable:
            raise _UntoldError
        return made, source

    def _value(self, node: Expr) -> Expr:
        """Transforms a node that must yield a value."""
        return self._read(node, *self._visit(node))

    def _read(self, node: Expr, made: Expr, source: DeclaredType | None) -> Expr:
        """Wraps a transformed node into its reader, if its data needs one."""
        if source is not None and not is_plain(source):
            if holds_null(source):
                raise _UntoldError
            reader, given = reader_of(source.schema, trusted=True), self._checked.types[node.id]
            if given.kind in _SCALARS:
                made = self._made[node.id] = self._call(made, reader, given)
            else:
                made = self._made[node.id] = self._call(made, _paid(reader), given, budgeted=True)
        return made

    def _values(self, nodes: tuple[Expr, ...]) -> tuple[Expr, ...]:
        return _kept(nodes, tuple(map(self._value, nodes)))

    def _dispatch(self, node: Expr) -> tuple[Expr, DeclaredType | None]:
        match node:
            case Const():
                return node, None
            case Ident():
                return node, self._variable(node)
            case Select():
                return self._select(node)
            case Call():
                return self._adapt_call(node)
            case ListExpr():
                return replace(node, elements=self._values(node.elements)), None
            case MapExpr():
                entries = tuple(self._entry(each) for each in node.entries)
                return replace(node, entries=entries), None
            case StructExpr():
                fields = tuple(replace(each, value=self._value(each.value)) for each in node.entries)
                return replace(node, entries=fields), None
            case Comprehension():
                return self._comprehension(node)

    def _entry(self, entry: Entry) -> Entry:
        return replace(entry, key=self._value(entry.key), value=self._value(entry.value))

    def _variable(self, node: Ident) -> DeclaredType | None:
        reference = self._checked.references.get(node.id)
        name = reference.name if reference is not None and reference.name else node.name
        return self._scope.get(name.removeprefix("."))

    def _select(self, node: Select) -> tuple[Expr, DeclaredType | None]:
        operand, source = self._visit(node.operand)
        if source is not None and source.kind is CelKind.MAP:
            return _selection(node, operand), None if node.test_only else source.element
        owner = self._provider.declared(self._checked.types[node.operand.id].name)
        declared = self._provider.find_field(self._checked.types[node.operand.id].name, node.field)
        if owner is None or declared is None:
            return _selection(node, self._read(node.operand, operand, source)), None
        field = owner.fields.get(node.field) or owner.fields[f"__{node.field}__"]
        if declared.convert is not None and holds_null(field.type):
            raise _UntoldError
        found = field.type if declared.convert is None and not node.test_only else None
        if node.test_only and declared.convert is not None and field.type.kind in _FALLIBLE:
            getter: Callable[[Any], Any] = _has(field.key, declared.convert, declared.exact)
        elif not (field.nullable or field.key != node.field or owner.schema.nullable):
            return _selection(node, operand), found
        else:
            getter = _has(field.key, None) if node.test_only else _get(field, node.field, declared.convert)
        return self._call(operand, getter, self._checked.types[node.id], node.id), found

    def _adapt_call(self, node: Call) -> tuple[Expr, DeclaredType | None]:
        match node.function, node.args:
            case ("_[_]", (container, index)):
                made, source = self._visit(container)
                place = self._value(index)
                if source is None:
                    return _function(node, None, (made, place)), None
                if source.kind is CelKind.LIST and self._checked.types[index.id].kind is not CelKind.INT:
                    return self._index(node, made, place), source.element
                return _function(node, None, (made, place)), source.element
            case ("_==_" | "_!=_", (left, right)):
                one, source = self._visit(left)
                other = self._handed(right) if source is None or is_plain(source) else self._value(right)
                return _function(node, None, (self._read(left, one, source), other)), None
            case ("_+_", (left, right)):
                one, source = self._visit(left)
                other = self._value(right) if source is None else self._handed(right)
                return _function(node, None, (self._read(left, one, source), other)), None
            case ("_?_:_", (condition, one, other)):
                return self._choice(node, condition, one, other)
            case ("size", args):  # counts elements without reading them
                counted = None if node.target is None else self._visit(node.target)[0]
                return _function(node, counted, tuple([self._visit(each)[0] for each in args])), None
            case ("dyn" | "optional.ofNonZeroValue", (opened,)):
                made, source = self._visit(opened)
                if source is not None and source.kind in _COMPOSITE:
                    raise _UntoldError  # it can be compared with values of other types
                return _function(node, None, (self._read(opened, made, source),)), None
        keeps = node.function in _KEEPING
        target = None if node.target is None else self._handed(node.target)
        args = self._values(node.args) if keeps else tuple(map(self._handed, node.args))
        return _function(node, target, args), None

    def _handed(self, node: Expr) -> Expr:
        """Transforms an argument of a function that reads items; lists of plain items need no reader."""
        made, source = self._visit(node)
        if source is None or is_plain(source):
            return made
        if source.kind is CelKind.LIST and source.element is not None and is_plain(source.element):
            return made
        return self._read(node, made, source)

    def _choice(self, node: Call, condition: Expr, one: Expr, other: Expr) -> tuple[Expr, DeclaredType | None]:
        test = self._value(condition)
        first, source = self._visit(one)
        second, another = self._visit(other)
        if source is another:
            return _function(node, None, (test, first, second)), source
        first, second = self._read(one, first, source), self._read(other, second, another)
        return _function(node, None, (test, first, second)), None

    def _comprehension(self, node: Comprehension) -> tuple[Expr, DeclaredType | None]:
        iter_range, source = self._visit(node.iter_range)
        hidden = dict(self._scope)
        element = source.element if source is not None else None
        is_list = source is not None and source.kind is CelKind.LIST
        if node.iter_var2:
            self._scope[node.iter_var], self._scope[node.iter_var2] = None, element
        else:
            self._scope[node.iter_var] = element if is_list else None
        self._scope[node.accu_var] = None
        steps = self._values((node.accu_init, node.loop_condition, node.loop_step))
        for name in (node.iter_var, node.iter_var2):
            self._scope.pop(name, None)
        made = self._loop(node, (iter_range, *steps, self._value(node.result)))
        self._scope = hidden
        # A filtered list holds its items unchanged.
        kept = _atomic(source) if node.macro == "filter" and is_list and source is not None else None
        return made, kept

    def _loop(self, node: Comprehension, parts: tuple[Expr, ...]) -> Comprehension:
        """Returns a loop of these parts; the same object if they are unchanged."""
        before = children(node)
        if _kept(before, parts) is before:
            return node
        iter_range, accu_init, loop_condition, loop_step, result = parts
        return replace(
            node,
            iter_range=iter_range,
            accu_init=accu_init,
            loop_condition=loop_condition,
            loop_step=loop_step,
            result=result,
            macro_args=tuple(self._made.get(each.id, each) for each in node.macro_args),
        )

    def _index(self, node: Call, container: Expr, place: Expr) -> Expr:
        """Replaces an index whose type is only known at run time by our own."""
        self._changed = True
        types = self._types[container.id], self._types[place.id]
        self._references[node.id] = Reference(overloads=(Overload(INDEX, types, self._types[node.id], _item),))
        return replace(node, function=INDEX, args=(container, place))

    def _call(
        self, operand: Expr, function: Callable[..., Any], given: Type, node_id: int = 0, *, budgeted: bool = False
    ) -> Expr:
        """Creates a call of our own, in place of a node or with a new id."""
        self._changed = True
        if not node_id:
            self._next_id += 1
            node_id = self._next_id
        overload = Overload(_READ, (self._types[operand.id],), given, function, budgeted=budgeted)
        self._types[node_id] = given
        self._references[node_id] = Reference(overloads=(overload,))
        return Call(node_id, _READ, None, (operand,))


def _selection(node: Select, operand: Expr) -> Expr:
    """Returns a selection of an operand; the same object if that is unchanged."""
    return node if operand is node.operand else replace(node, operand=operand)


def _function(node: Call, target: Expr | None, args: tuple[Expr, ...]) -> Expr:
    """Returns a call with these operands; the same object if they are unchanged."""
    args = _kept(node.args, args)
    return node if target is node.target and args is node.args else replace(node, target=target, args=args)


def _kept(before: tuple[Expr, ...], after: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """Returns the nodes; the same tuple as before if they are unchanged."""
    return before if all(map(is_, before, after)) else after


_SCALARS: Final = frozenset((CelKind.DURATION, CelKind.TIMESTAMP, CelKind.BYTES))
"""Kinds that are parsed from a text, without cost beyond the library's."""


def _paid(read: Callable[[Any], Any]) -> Callable[[Budget, Any], Any]:
    def paid(budget: Budget, data: Any) -> Any:
        pay_to_read(budget, data)
        return read(data)

    return paid


def _item(items: Any, index: Any) -> Any:
    """Returns the item of a list of data, which only accepts integer indices."""
    found = index_list(items, index)
    if type(index) is not int:
        raise CelError(f"unsupported index: {format_value(index)}")
    return found


def _atomic(declared: DeclaredType) -> DeclaredType:
    """Returns the type of a list with the same items, as an ordinary list."""
    if declared.schema.list_type not in ("set", "map"):
        return declared
    raw = {key: value for key, value in declared.schema.raw.items() if key != "x-kubernetes-list-type"}
    schema = declared.schema.like(raw)
    schema.items = declared.schema.items
    return DeclaredType(schema, CelKind.LIST)


def _get(field: DeclaredField, spelled: str, convert: Callable[[Any], Any] | None) -> Callable[[Any], Any]:
    key = field.key

    def get(owner: Any) -> Any:
        data = owner.get(key) if owner is not None else None
        if data is None:
            raise CelError(f"no such key: {spelled}")
        return data if convert is None else convert(data)

    return get


def _has(key: str, convert: Callable[[Any], Any] | None, exact: type | None = None) -> Callable[[Any], bool]:
    def has(owner: Any) -> bool:
        data = owner.get(key) if owner is not None else None
        if data is None:
            return False
        if convert is not None and type(data) is not exact:
            convert(data)  # an unreadable value fails even here
        return True

    return has
