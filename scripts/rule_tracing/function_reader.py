"""Interprets one function of a kind's rules, statement by statement, without running it.

Variables stand for sets of possible meanings (`values.py`). All branches are taken; after them, a variable has the
meanings from all branches. Loops over constants are interpreted item by item, loops over field values once.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable
from importlib import import_module
from itertools import product
from types import FunctionType
from typing import TYPE_CHECKING, Any

from scripts.rule_tracing.calls import InnerFunction, attribute, read_call
from scripts.rule_tracing.values import (
    NOTHING,
    FieldValue,
    Known,
    Meaning,
    Row,
    Variables,
    either,
    items,
    items_in,
    meaning_of,
    one_by_one,
    part_of,
    selected,
    texts_in,
)

if TYPE_CHECKING:
    from scripts.rule_tracing.tracer import RuleTracer


class FunctionReader:
    """Interprets one function for the arguments of one call."""

    def __init__(self, tracer: RuleTracer, function: FunctionType):
        self.tracer = tracer
        self.function = function
        self.words_errors = False
        self.attributes: Variables = {}
        """The meanings assigned by `self.x = …`."""
        self._looked_at: set[Any] = set()
        self._returned: set[Any] = set()
        self._variables: Variables = {}

    def read(self, source: ast.FunctionDef, parameters: Variables) -> Meaning:
        """Returns the meanings that the function may return or yield."""
        returned = self.read_inner(source.body, parameters)
        if self.words_errors:
            self.tracer.note_look(self.function, frozenset(self._looked_at))
        return returned

    def read_attributes(self, source: ast.FunctionDef, parameters: Variables) -> Variables:
        """Returns the meanings of the attributes that the function sets."""
        self.read(source, parameters)
        return self.attributes

    def read_inner(self, body: Iterable[ast.stmt] | ast.expr, parameters: Variables) -> Meaning:
        """Returns the meanings that a nested function may return; it can access the variables of this function."""
        variables, returned = self._variables, self._returned
        self._variables, self._returned = {**variables, **parameters}, set()
        if isinstance(body, ast.expr):
            self._returned |= self.meaning(body)
        else:
            self._read_all(body)
        found = frozenset(self._returned)
        self._variables, self._returned = variables, returned
        return found

    def look_at(self, meaning: Meaning) -> None:
        """Records that the function reads values."""
        self._looked_at |= meaning

    # Statements

    def _read_all(self, statements: Iterable[ast.stmt]) -> None:
        for each in statements:
            self._read(each)

    def _read(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._bind(target, self.meaning(value))
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._bind(target, self.meaning(value))
            case ast.AugAssign(target=ast.Name(id=name), value=value):
                self._variables[name] = self._variables.get(name, NOTHING) | self.meaning(value)
            case ast.Return(value=ast.expr() as value):
                self._returned |= self.meaning(value)
            case ast.AugAssign(value=value) | ast.Expr(value=value) | ast.Raise(exc=ast.expr() as value):
                self.meaning(value)
            case ast.ImportFrom(module=str(module), names=names):
                for each in names:
                    self._variables[each.asname or each.name] = meaning_of(_imported(module, each.name))
            case ast.FunctionDef(name=name, args=arguments, body=body):
                self._variables[name] = frozenset((Known(InnerFunction(self, arguments, body)),))
            case _:
                self._read_branches(node)

    def _read_branches(self, node: ast.stmt) -> None:
        match node:
            case ast.If(test=test, body=body, orelse=other):
                self.meaning(test)
                self._branch(body, other)
            case ast.For(target=target, iter=value, body=body):
                for item in one_by_one(self._looked_through(value)):
                    self._bind(target, item)
                    self._branch(body, ())
            case ast.While(test=test, body=body):
                self.meaning(test)
                self._branch(body, ())
            case ast.With(items=items, body=body):
                for each in items:
                    self.meaning(each.context_expr)
                self._read_all(body)
            case ast.Try(body=body, handlers=handlers, orelse=other, finalbody=final):
                self._branch((*body, *other), *(each.body for each in handlers))
                self._read_all(final)
            case ast.Match(subject=subject, cases=cases):
                self._read_cases(self.meaning(subject), cases)

    def _read_cases(self, subject: Meaning, cases: list[ast.match_case]) -> None:
        """Interprets the cases that may match a subject; for a known text only the matching case."""
        known = texts_in(subject) if all(isinstance(each, str) for each in subject) else []
        taken: list[list[ast.stmt]] = []
        for case in cases:
            values = _literals(case.pattern)
            if known and values and not values & set(known):
                continue
            for part in ast.walk(case.pattern):
                if isinstance(part, ast.MatchAs | ast.MatchStar) and part.name:
                    self._variables[part.name] = subject
            if case.guard is not None:
                self.meaning(case.guard)
            taken.append(case.body)
            if len(known) == 1 and values and case.guard is None:
                break
        self._branch(*taken, ())

    def _branch(self, *ways: Iterable[ast.stmt]) -> None:
        """Interprets statements of which one alternative is taken."""
        before: Variables = self._variables
        after: Variables = {}
        for way in ways:
            self._variables = dict(before)
            self._read_all(way)
            for name, meaning in self._variables.items():
                after[name] = after.get(name, NOTHING) | meaning
        self._variables = after

    def _bind(self, target: ast.expr, meaning: Meaning) -> None:
        match target:
            case ast.Name(id=name):
                self._variables[name] = meaning
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                self.attributes[name] = self.attributes.get(name, NOTHING) | meaning
            case ast.Subscript(value=ast.Name(id=name), slice=key):
                row = Row((self.meaning(key), meaning))
                self._variables[name] = self._variables.get(name, NOTHING) | meaning | {row}
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for place, each in enumerate(parts):
                    self._bind(each, part_of(meaning, place, len(parts)))
            case ast.Starred(value=inner):
                self._bind(inner, meaning)

    def add_item(self, name: str, item: Meaning) -> None:
        """Makes a variable stand for a collection that may hold another item."""
        if name in self._variables:
            self._variables[name] |= items(item)

    # Expressions

    def meaning(self, node: ast.expr) -> Meaning:
        """Returns the meanings that an expression may have."""
        match node:
            case ast.Constant(value=str(text)):
                return meaning_of(text)
            case ast.Name(id=name):
                return self._named(name)
            case ast.Call():
                return read_call(self, node)
            case ast.Attribute(value=owner, attr=name):
                return attribute(self, self.meaning(owner), name)
            case ast.Subscript(value=owner, slice=key):
                return self.select(self.meaning(owner), self.meaning(key))
            case ast.Compare(left=ast.Constant(), ops=[ast.In() | ast.NotIn()], comparators=[owner]):
                self.meaning(owner)  # a test for a key does not read the value of the collection
                return NOTHING
            case ast.Compare(left=left, comparators=others):
                for each in (left, *others):
                    self.look_at(self.meaning(each))
                return NOTHING
            case ast.ListComp(elt=part) | ast.SetComp(elt=part) | ast.GeneratorExp(elt=part):
                return items(self._each(node.generators, part))
            case ast.DictComp(key=key, value=value):
                return self._each(node.generators, ast.Tuple([key, value]))
            case ast.Lambda(args=arguments, body=body):
                return frozenset((Known(InnerFunction(self, arguments, body)),))
            case _:
                return self._meaning_of_parts(node)

    def _meaning_of_parts(self, node: ast.expr) -> Meaning:
        match node:
            case ast.NamedExpr(target=target, value=value):
                meaning = self.meaning(value)
                self._bind(target, meaning)
                return meaning
            case ast.IfExp(test=test, body=body, orelse=other):
                self.meaning(test)
                return self.meaning(body) | self.meaning(other)
            case ast.Yield(value=ast.expr() as value):
                self._returned |= items(self.meaning(value))
                return NOTHING
            case ast.YieldFrom(value=value):
                self._returned |= self.meaning(value)
                return NOTHING
            case ast.List(elts=elements) | ast.Set(elts=elements):
                return items(either(map(self.meaning, elements)))
            case ast.Starred(value=value):
                return items_in(self.meaning(value))
            case ast.Tuple(elts=elements) if not any(isinstance(each, ast.Starred) for each in elements):
                return frozenset((Row(tuple(map(self.meaning, elements))),))
            case ast.Dict(keys=keys, values=values):
                return either(self._entry(key, value) for key, value in zip(keys, values, strict=True))
            case ast.JoinedStr(values=parts):
                texts = [[str(each.value)] if isinstance(each, ast.Constant) else self._texts(each) for each in parts]
                return either(meaning_of("".join(each)) for each in product(*texts))
        return either(self.meaning(each) for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr))

    def _texts(self, node: ast.expr) -> list[str]:
        meaning = self.meaning(node)
        self.look_at(meaning)
        return texts_in(meaning)

    def _entry(self, key: ast.expr | None, value: ast.expr) -> Meaning:
        meaning = self.meaning(value)
        return meaning if key is None else frozenset((Row((self.meaning(key), meaning)),))

    def _each(self, generators: list[ast.comprehension], part: ast.expr) -> Meaning:
        """Returns the meanings of the items of a comprehension."""
        if not generators:
            return self.meaning(part)
        first, *others = generators
        found: set[Any] = set()
        for item in one_by_one(self._looked_through(first.iter)):
            self._bind(first.target, item)
            for test in first.ifs:
                self.meaning(test)
            found |= self._each(others, part)
        return frozenset(found)

    def _looked_through(self, node: ast.expr) -> Meaning:
        meaning = self.meaning(node)
        self.look_at(meaning)
        return items_in(meaning)

    def _named(self, name: str) -> Meaning:
        if name in self._variables:
            return self._variables[name]
        if name in self.function.__globals__:
            return meaning_of(self.function.__globals__[name])
        return meaning_of(getattr(builtins, name, None))

    def select(self, owner: Meaning, key: Meaning) -> Meaning:
        """Returns the meanings under a key: the field of an object, any item of a list or map."""
        found: set[Any] = set()
        for each in owner:
            match each:
                case FieldValue(place=place):
                    places = [(*place, name) for name in texts_in(key)]
                    found |= {FieldValue(inner) for inner in places if self.tracer.has_field(inner)}
                    found |= set() if places else {each}
                case Known(it=dict() as mapping):
                    found |= selected(mapping, key)
                case Row(parts=(names, meaning)) if texts_in(names):
                    found |= meaning if not texts_in(key) or set(texts_in(names)) & set(texts_in(key)) else NOTHING
                case _:
                    found |= items_in(frozenset((each,)))
        return frozenset(found)


def _literals(pattern: ast.pattern) -> set[str]:
    """Returns the texts that a pattern matches; an empty set if it matches anything else."""
    match pattern:
        case ast.MatchValue(value=ast.Constant(value=str(text))):
            return {text}
        case ast.MatchOr(patterns=patterns):
            each = [_literals(inner) for inner in patterns]
            return set().union(*each) if all(each) else set()
    return set()


def _imported(module: str, name: str) -> Any:
    """Returns the object that `from module import name` imports."""
    found = getattr(import_module(module), name, None)
    return import_module(f"{module}.{name}") if found is None else found
