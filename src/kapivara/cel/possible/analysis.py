"""Computes the possible outcomes of a checked expression from the declarations of its data.

`&&` and `||` absorb errors here as at run time, so that a guard may be on either side.
"""

from __future__ import annotations

from collections.abc import Mapping

from kapivara.cel.cost.calls import ITEMS, KEYS, VALUES
from kapivara.cel.errors import CelError
from kapivara.cel.possible import operators
from kapivara.cel.possible.outcome import (
    ANY_TRUTH,
    ANYTHING,
    DataFacts,
    DataPath,
    Facts,
    PossibleOutcome,
    either,
    failure,
    truth,
)
from kapivara.cel.tree.ast import Call, Comprehension, Const, Expr, Ident, ListExpr, MapExpr, Select, StructExpr
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.tree.strictness import operands_of
from kapivara.cel.types import CelKind, Type
from kapivara.values import ABSENT
from kapivara.values.record import replace

_COMPARED = {"_<_": "<", "_<=_": "<=", "_>_": ">", "_>=_": ">="}
_OPTIONAL = "optional_type"
_NUMBERS = frozenset((CelKind.INT, CelKind.UINT, CelKind.DOUBLE))


class Analysis:
    """One walk through an expression; `missing` is the path of data that counts as missing.

    `reads` are the nodes that read data which may be missing, by path.
    """

    def __init__(self, checked: CheckedAst, data: DataFacts, missing: DataPath = ()):
        self._checked = checked
        self._data = data
        self._missing = missing
        self._locals: Mapping[str, PossibleOutcome] = {}
        self.reads: dict[DataPath, Expr] = {}

    def visit(self, node: Expr) -> PossibleOutcome:
        """Returns the possible outcome of a node."""
        match node:
            case Const(value=value):
                return _constant(value)
            case Ident():
                return self._variable(node)
            case Select():
                return self._select(node)
            case Call():
                return self._call(node)
            case ListExpr(elements=elements):
                found = [self.visit(each) for each in elements]
                return self._made(found, least=len(found) if not node.optional else 0, most=len(found))
            case MapExpr(entries=entries):
                keys = [self.visit(entry.key) for entry in entries]
                return self._made([self.visit(entry.value) for entry in entries]).failing_with(*keys)
            case StructExpr(entries=entries):
                return ANYTHING.failing_with(*(self.visit(entry.value) for entry in entries))
            case Comprehension():
                return self._comprehension(node)

    def _made(self, elements: list[PossibleOutcome], least: int = 0, most: int | None = None) -> PossibleOutcome:
        """Returns the outcome of a list or map with the given elements."""
        element = None
        for each in elements:
            element = each if element is None else either(element, each)
        return PossibleOutcome(least=least, most=most, element=element).failing_with(*elements)

    def _variable(self, node: Ident) -> PossibleOutcome:
        reference = self._checked.references.get(node.id)
        name = reference.name if reference is not None and reference.name else node.name
        if not name.startswith(".") and name in self._locals:
            return self._locals[name]
        if reference is not None and reference.value is not ABSENT:
            return ANYTHING
        name = name.removeprefix(".")
        facts = self._data.facts_at((name,))
        kind = self._checked.type_of(node)
        if facts is None:
            return _anything_of(kind)
        if kind.name == _OPTIONAL:
            present = frozenset((False,)) if self._missing == (name,) else ANYTHING.present
            return PossibleOutcome(path=(name,), present=present)
        return self._of_data((name,), facts, kind)

    def _of_data(self, path: DataPath, facts: Facts, kind: Type) -> PossibleOutcome:
        most = facts.most
        if self._missing[:-1] == path and self._missing[-1].startswith("[") and self._missing[-1][1:-1].isdecimal():
            index = int(self._missing[-1][1:-1])  # without that item, there are no later ones
            most = index if most is None else min(most, index)
        values = facts.values
        if values is None and kind.kind is CelKind.BOOL:
            values = ANY_TRUTH.values
        return PossibleOutcome(values, path=path, low=facts.low, high=facts.high, least=facts.least, most=most)

    def _select(self, node: Select) -> PossibleOutcome:
        owner = self.visit(node.operand)
        step = self._field_step(node.operand, node.field)
        if node.test_only:
            return self._presence(owner, step)
        if self._checked.type_of(node.operand).name == _OPTIONAL:
            return self._optional(owner, step)
        return self._read(node, owner, step)

    def _field_step(self, owner: Expr, name: str) -> str:
        """Returns the path step of a selection; for maps, that of a constant index."""
        holder = self._checked.type_of(owner)
        holder = holder.params[0] if holder.name == _OPTIONAL and holder.params else holder
        return f"[{name!r}]" if holder.kind is CelKind.MAP else name

    def _read(self, node: Expr, owner: PossibleOutcome, step: str) -> PossibleOutcome:
        """Returns the outcome of reading data below an owner."""
        kind = self._checked.type_of(node)
        if not owner.path:
            found = owner.element if step.startswith(("[", "@")) and owner.element is not None else _anything_of(kind)
            return found.failing_with(owner)
        path = (*owner.path, step)
        facts = self._data.facts_at(path)
        if facts is None:
            return _anything_of(kind).failing_with(owner)
        if facts.optional and owner.least <= _index_of(step):
            self.reads.setdefault(path, node)
            if path == self._missing:
                return failure(path).failing_with(owner)
        return self._of_data(path, facts, kind).failing_with(owner)

    def _presence(self, owner: PossibleOutcome, step: str) -> PossibleOutcome:
        path = (*owner.path, step)
        facts = self._data.facts_at(path) if owner.path else None
        if facts is None:
            return ANY_TRUTH.failing_with(owner)
        if path == self._missing:
            return truth((False,)).failing_with(owner)
        return (truth((True,)) if not facts.optional else ANY_TRUTH).failing_with(owner)

    def _optional(self, owner: PossibleOutcome, step: str) -> PossibleOutcome:
        """Returns the outcome of an optional selection or index, which does not fail for missing data."""
        path = (*owner.path, step) if owner.path else ()
        present = owner.present if owner.present == {False} else ANYTHING.present
        if path and path == self._missing:
            present = frozenset((False,))
        return PossibleOutcome(path=path, present=present).failing_with(owner)

    def _call(self, node: Call) -> PossibleOutcome:
        match node.function, operands_of(node):
            case "_&&_", (left, right):
                return operators.conjunction(self.visit(left), self.visit(right))
            case "_||_", (left, right):
                return operators.disjunction(self.visit(left), self.visit(right))
            case "_?_:_", (condition, yes, no):
                return self._choice(self.visit(condition), yes, no)
            case "_[_]", (owner, key):
                return self._index(node, owner, key)
            case "_?._", (owner, Const(value=name)):
                return self._optional(self.visit(owner), self._field_step(owner, str(name)))
            case "_[?_]", (owner, key):
                of_key = self.visit(key)
                return self._optional(self.visit(owner), _step_of(key) or VALUES).failing_with(of_key)
            case "@in", (item, container):
                return self._membership(item, container)
        return self._operation(node, [self.visit(each) for each in operands_of(node)])

    def _operation(self, node: Call, operands: list[PossibleOutcome]) -> PossibleOutcome:
        """Returns the outcome of a call that fails if an operand fails."""
        match node.function, operands:
            case "!_", (operand,):
                return operators.negation(operand)
            case "_==_" | "_!=_", (left, right):
                found = operators.equality(left, right, same=_is_same(*operands_of(node)))
                return found if node.function == "_==_" else operators.negation(found)
            case "_<_" | "_<=_" | "_>_" | "_>=_", (left, right) if self._are_numbers(node):
                return operators.comparison(_COMPARED[node.function], left, right)
            case "size", (operand,):
                return operators.size(operand)
            case "hasValue", (optional,):
                return truth(optional.present, optional.fails)
            case "value", (optional,) if optional.path:
                self.reads.setdefault(optional.path, node)
                return self._value_of(node, optional)
            case "orValue", (optional, fallback) if optional.path:
                return self._value_of(node, optional, fallback)
        return self._computed(node, operands) or _anything_of(self._checked.type_of(node)).failing_with(*operands)

    def _value_of(
        self, node: Call, optional: PossibleOutcome, fallback: PossibleOutcome | None = None
    ) -> PossibleOutcome:
        """Returns the outcome of an optional's value, or of the fallback where the optional is empty."""
        if optional.present == {False}:
            return failure(optional.path) if fallback is None else fallback.failing_with(optional)
        kind = self._checked.type_of(node)
        if fallback is None:
            return self._of_data(optional.path, self._data.facts_at(optional.path) or Facts(), kind)
        return self._of_data(optional.path, Facts(), kind).failing_with(optional, fallback)

    def _computed(self, node: Call, operands: list[PossibleOutcome]) -> PossibleOutcome | None:
        """Returns the value of a function of constants; None unless all operands are constants."""
        overloads = self._checked.overloads_of(node)
        if len(overloads) != 1 or overloads[0].budgeted or overloads[0].grows:
            return None
        try:
            constants = [each.constant for each in operands]
        except ValueError:
            return None
        if not all(map(operators.is_small, constants)):
            return None
        try:
            return _constant(overloads[0].implementation(*constants)).failing_with(*operands)
        except (CelError, TypeError, ValueError, ArithmeticError):
            return None

    def _are_numbers(self, node: Call) -> bool:
        return all(self._checked.type_of(each).kind in _NUMBERS for each in node.args)

    def _choice(self, condition: PossibleOutcome, yes: Expr, no: Expr) -> PossibleOutcome:
        if condition.can_only_be(True):
            return self.visit(yes).failing_with(condition)
        if condition.can_only_be(False):
            return self.visit(no).failing_with(condition)
        return either(self.visit(yes), self.visit(no)).failing_with(condition)

    def _index(self, node: Call, owner: Expr, key: Expr) -> PossibleOutcome:
        holder, of_key = self.visit(owner), self.visit(key)
        step = _step_of(key)
        if not step:
            step = ITEMS if self._checked.type_of(owner).kind is CelKind.LIST else VALUES
        return self._read(node, holder, step).failing_with(of_key)

    def _membership(self, item: Expr, container: Expr) -> PossibleOutcome:
        of_item = self.visit(item)
        if isinstance(container, ListExpr) and not container.optional:
            return operators.membership(of_item, [self.visit(each) for each in container.elements])
        holder = self.visit(container)
        step = _step_of(item)
        if step and self._checked.type_of(container).kind is CelKind.MAP and holder.path:
            return self._presence(holder, step).failing_with(of_item)
        return ANY_TRUTH.failing_with(of_item, holder)

    def _comprehension(self, node: Comprehension) -> PossibleOutcome:
        source = self.visit(node.iter_range)
        before = self._locals
        if isinstance(node.iter_range, ListExpr) and not node.iter_range.elements and node.iter_var == "#unused":
            self._locals = {**before, node.accu_var: self.visit(node.accu_init)}
            found = self.visit(node.result)
        else:
            self._locals = {**before, **self._loop_variables(node, source), node.accu_var: ANYTHING}
            found = self._loop(node, source)
        self._locals = before
        return found

    def _loop_variables(self, node: Comprehension, source: PossibleOutcome) -> dict[str, PossibleOutcome]:
        is_list = self._checked.type_of(node.iter_range).kind is CelKind.LIST
        element = source.element or ANYTHING
        if source.path:
            path = (*source.path, ITEMS if is_list else VALUES)
            facts = self._data.facts_at(path)
            element = (
                PossibleOutcome(path=path) if facts is None else self._of_data(path, facts, Type(CelKind.DYN, "dyn"))
            )
        if node.iter_var2:
            return {node.iter_var: ANYTHING, node.iter_var2: element}
        return {
            node.iter_var: element if is_list else PossibleOutcome(path=(*source.path, KEYS) if source.path else ())
        }

    def _loop(self, node: Comprehension, source: PossibleOutcome) -> PossibleOutcome:
        """Returns the outcome of a macro over a list or map; one of its elements lacks the missing data."""
        lacks = bool(self._missing and source.path) and self._missing[: len(source.path)] == source.path
        lacks = lacks and len(self._missing) > len(source.path) + 1
        match node.macro, node.macro_args:
            case "all" | "exists", (*_, predicate):
                return self._quantified(node.macro == "all", self.visit(predicate), source, lacks=lacks)
            case "exists_one" | "existsOne", (*_, predicate):
                return ANY_TRUTH.failing_with(source, self._tried(predicate))
            case "filter", (_, predicate):
                kept = self.visit(predicate)
                passes = not (lacks and kept.can_only_be(False) and not kept.fails)
                made = source if passes else replace(source, path=())
                return replace(made, least=0).failing_with(self._tried(predicate))
            case "map", (_, predicate, value):
                kept = self.visit(predicate)
                skipped = lacks and kept.can_only_be(False) and not kept.fails
                made = ANYTHING if skipped else self.visit(value)
                return PossibleOutcome(most=source.most, element=made).failing_with(
                    source, self._tried(predicate), made
                )
            case "map", (_, value):
                made = self.visit(value)
                return PossibleOutcome(least=source.least, most=source.most, element=made).failing_with(source, made)
        step = self.visit(node.loop_step)
        return _anything_of(self._checked.type_of(node)).failing_with(source, replace(step, values=None))

    def _tried(self, predicate: Expr) -> PossibleOutcome:
        """Returns the errors of a predicate on any element."""
        return replace(self.visit(predicate), values=None)

    def _quantified(
        self, is_all: bool, predicate: PossibleOutcome, source: PossibleOutcome, *, lacks: bool
    ) -> PossibleOutcome:
        """Returns the outcome of `all` or `exists`; without elements, `all` is true and `exists` is false."""
        if source.most == 0 and not lacks:
            return truth((is_all,)).failing_with(source)
        join = operators.conjunction if is_all else operators.disjunction
        if lacks:
            return join(predicate, ANY_TRUTH).failing_with(source)
        found = replace(predicate, values=ANY_TRUTH.values if predicate.values is None else predicate.values)
        if not source.least:
            found = either(found, truth((is_all,)))
        return truth(found.values or (), found.fails).failing_with(source)


def _constant(value: object) -> PossibleOutcome:
    if isinstance(value, (bool, int, float, str)):
        size = len(value) if isinstance(value, str) else 0
        return PossibleOutcome(frozenset((value,)), least=size, most=size)
    return ANYTHING


def _anything_of(kind: Type) -> PossibleOutcome:
    return ANY_TRUTH if kind.kind is CelKind.BOOL else ANYTHING


def _step_of(key: Expr) -> str:
    """Returns the path step of a constant index; empty for others."""
    return f"[{key.value!r}]" if isinstance(key, Const) and isinstance(key.value, (int, str)) else ""


def _index_of(step: str) -> int:
    """Returns the index in a step; for other steps, a number above any index."""
    inner = step[1:-1]
    return int(inner) if step.startswith("[") and inner.isdecimal() else 1 << 63


def _is_same(left: Expr, right: Expr) -> bool:
    """Returns whether two nodes are the same selection from a variable."""
    match left, right:
        case Ident(name=one), Ident(name=other):
            return one == other
        case Select(operand=one, field=name, test_only=False), Select(operand=other, field=same, test_only=False):
            return name == same and _is_same(one, other)
    return False
