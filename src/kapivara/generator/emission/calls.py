"""Prints the calls that tags require, as Python expressions that return an ErrorList.

An expression uses `op` and three names that the caller chooses: the path, the new and the old value. Further arguments
are printed inline, or as constants or functions of the module.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Sequence
from typing import Protocol
from unicodedata import normalize

from kapivara.emit.source import SourceWriter
from kapivara.generator.emission.access import is_set_below, read_member, read_path, zero_literal
from kapivara.generator.emission.free_names import FreeNames
from kapivara.generator.emission.printing import printed, printed_json, tuple_of
from kapivara.generator.model.natives import native_type, value_type
from kapivara.generator.model.types import Member, Package, Type, TypeKind
from kapivara.generator.plan.rule_calls import (
    Argument,
    CallsInOrder,
    CelRules,
    EachKey,
    EachValue,
    FunctionCall,
    Gated,
    Getter,
    HandWritten,
    HasItem,
    IsSet,
    Item,
    PartOf,
    RuleCall,
    SelectedItem,
    ShapeOf,
    Subfield,
    TypeCall,
)


class ShapeSource(Protocol):
    """Provides the shapes that a generated module uses."""

    def expression(self, kind: Type) -> str:
        """Returns the name of the constant of a type's shape."""

    def declarations(self) -> list[str]:
        """Returns the lines that define the constants of all requested types."""

    def imports(self) -> str:
        """Returns the import statement that the requested shapes need."""

    def table(self, kinds: Iterable[Type]) -> list[str]:
        """Returns the lines of the table of shapes by type name; none where another module has it."""


class Names(FreeNames):
    """Allocates unique names; those for types of other packages begin with the package's name."""

    def __init__(self, package: Package, packages: dict[str, Package]):
        super().__init__()
        self.home = package.path
        """The import path of the package whose types have their own names without a prefix."""
        self._packages = packages
        self._types: dict[int, str] = {}

    def of_type(self, kind: Type) -> str:
        """Returns the name of a type: its own, with its package's name in front for types of other packages."""
        known = self._types.get(id(kind))
        if known is None:
            known = self._types[id(kind)] = self.free(self._wanted(kind))
        return known

    def _wanted(self, kind: Type) -> str:
        home, name = kind.name.package, kind.name.name
        if not home:
            return "Unnamed"  # a struct type of a field; the text of an unnamed type is untrusted
        return identifier(name if home == self.home else f"{_package_name(home, self._packages)}_{name}")


def described(kind: Type) -> str:
    """Returns the description of a type in comments."""
    return f"type {identifier(kind.name.name)}" if kind.name.package else "an unnamed struct"


def identifier(text: str) -> str:
    """Returns a Python identifier for a name of another language."""
    if text.isascii() and text.isidentifier() and not keyword.iskeyword(text):
        return text
    # Python treats names with equal NFKC forms as equal, so they are compared in this form.
    made = "".join(c if c.isalnum() or c == "_" else "_" for c in normalize("NFKC", text))
    if not made.isidentifier() or keyword.iskeyword(made):
        made = f"_{made}"
    return made if made.isidentifier() else "_unnamed"


def _package_name(path: str, packages: dict[str, Package]) -> str:
    package = packages.get(path)
    return package.name if package is not None else path.rpartition("/")[2]


GIVEN = "op, path, new, old"
"""The arguments of every rule, inside of a function with the parameters of `HEAD`."""
HEAD = "op: Operation, path: FieldPath | None, new: Any, old: Any"
"""The parameters of a function that calls rules."""


class CallPrinter:
    """Prints the calls of one module; collects the constants and functions that they need."""

    def __init__(self, names: Names, shapes: ShapeSource):
        self._names = names
        self._shapes = shapes
        self._constants: dict[str, str] = {}
        self.functions: list[str] = []
        self.hand_written = False
        self.evaluates = False
        """Whether the calls include CEL rules."""

    @property
    def constants(self) -> list[str]:
        """The definitions of the constants that the calls use, as lines."""
        return [f"{name} = {text}" for text, name in self._constants.items()]

    def print_call(self, call: RuleCall, given: str = GIVEN) -> str:
        """Prints a call with its level and native marks, without the short-circuit mark.

        `given` are the arguments: the operation, the path, and the new and the old value.
        """
        text = self._print_check(call, given)
        if call.level:
            text = f"rules.{call.level}({text})"
        return f"rules.native({text})" if call.native else text

    def type_function(self, kind: Type) -> str:
        """Returns the name of the function that returns the errors of a type."""
        return f"explain_{self._names.of_type(kind)}"

    def shape(self, kind: Type) -> str:
        """Returns the shape of a type, as an expression."""
        return self._shapes.expression(kind)

    def _print_check(self, call: RuleCall, given: str) -> str:
        check = call.check
        if isinstance(check, FunctionCall):
            args = "".join([f", {self._argument(each)}" for each in check.args])
            return f"rules.{check.function}({given}{args})"
        if isinstance(check, TypeCall):
            return f"{self.type_function(check.type)}({given})"
        if isinstance(check, HandWritten):
            self.hand_written = True
            # Functions for types of other packages have a qualified name, because names may be equal.
            name = check.name if check.types == self._names.home else f"{check.package}.{check.name}"
            return f"rules.hand_written(HAND_WRITTEN, {printed(name)})({given})"
        if isinstance(check, Gated):
            return f"rules.if_{check.kind}({given}, {printed(check.name)}, {check.wanted}, {self._inner(check.inner)})"
        if isinstance(check, EachKey):
            return f"rules.each_key({given}, {self._inner(check.inner)})"
        return self._print_part(check, given)

    def _print_part(self, check: EachValue | Subfield | Item, given: str) -> str:
        inner = self._inner(check.inner)
        if isinstance(check, Subfield):
            return f"rules.subfield({given}, {self._part(check.member, check.name)}, {inner})"
        if isinstance(check, Item):
            return f"rules.item_with({given}, {self._selected(check.item)}, {inner})"
        native = native_type(check.type)
        elem = native.elem or check.type
        if native.kind is TypeKind.MAP:
            return f"rules.each_entry({given}, {self.shape(elem)}, {inner})"
        return f"rules.each_item({given}, {self._items(check, elem)}, {inner})"

    def _part(self, member: Member, name: str) -> str:
        get = f"lambda o: {read_member(member, 'o')}"
        return self._constant(f"rules.Part({printed(name)}, {get}, {self.shape(member.type)})", f"PART_{name}")

    def _items(self, check: EachValue, elem: Type) -> str:
        found = check.correlation
        more = (
            f", keys={_keys(found.keys)}" if found.kind == "map" else ", by_value=True" if found.kind == "set" else ""
        )
        more += ", pointers=True" if elem.kind is TypeKind.POINTER else ""
        return self._constant(f"rules.Items({self.shape(elem)}{more})", f"ITEMS_{value_type(elem).name.name}")

    def _selected(self, item: SelectedItem) -> str:
        """Prints the arguments that select an item: a description of the items, and the values of the keys."""
        more = ", pointers=True" if item.pointers else ""
        keys = _keys(tuple(member for member, _ in item.terms))
        text = f"rules.Items({self.shape(item.element)}, keys={keys}{more})"
        items = self._constant(text, f"ITEMS_{value_type(item.element).name.name}")
        return f"{items}, {tuple_of(printed(value) for _, value in item.terms)}"

    def _inner(self, call: RuleCall) -> str:
        """Prints a function (op, path, new, old) that makes a call."""
        if isinstance(call.check, TypeCall) and not call.level:
            return self.type_function(call.check.type)
        return f"lambda {GIVEN}: {self.print_call(call)}"

    def _argument(self, argument: Argument) -> str:
        if argument is None or isinstance(argument, (str, int)):
            return printed(argument)
        if isinstance(argument, ShapeOf):
            return self.shape(argument.type)
        if isinstance(argument, Getter):
            return f"lambda o: {read_path(argument.path, '(o or {})')}"
        if isinstance(argument, PartOf):
            return self._part(argument.member, argument.name)
        if isinstance(argument, IsSet):
            return f"lambda o: {is_set_below(argument.way, argument.member, '(o or {})')}"
        if isinstance(argument, SelectedItem):
            return self._selected(argument)
        if isinstance(argument, HasItem):
            values = read_path(argument.way, "(o or {})") if argument.way else "o"
            return f"lambda o: rules.has_item({self._selected(argument.item)}, {values})"
        if isinstance(argument, CallsInOrder):
            return self._in_order(argument.calls)
        if isinstance(argument, CelRules):
            return self._cel_rules(argument)
        return tuple_of(map(self._argument, argument))

    def _in_order(self, calls: tuple[RuleCall, ...]) -> str:
        """Writes a function that makes calls in order; errors of short-circuiting calls are not marked."""
        name = self._names.free("_in_order")
        writer = SourceWriter()
        with writer.block(f"def {name}({HEAD}) -> ErrorList"):
            writer.line("errors: ErrorList = []")
            write_calls(writer, [(call, self.print_call(call)) for call in calls], mark=False)
            writer.line("return errors")
        self.functions.append(writer.text())
        return name

    def _cel_rules(self, rules: CelRules) -> str:
        self.evaluates = True
        more = ", omits_zero=True" if rules.omits_zero else ""
        text = f"ValueRules({self.shape(rules.type)}, {printed_json(rules.schema)}{more})"
        return self._constant(text, f"RULES_OF_{value_type(rules.type).name.name}")

    def _constant(self, text: str, wanted: str) -> str:
        """Returns the name of a module constant for an expression; equal expressions share a constant."""
        if text not in self._constants:
            self._constants[text] = self._names.free("_" + identifier(wanted).upper().lstrip("_"))
        return self._constants[text]


def write_calls(writer: SourceWriter, calls: Sequence[tuple[RuleCall, str]], *, mark: bool) -> None:
    """Writes calls with their texts, in order, into a function that collects `errors`.

    After the last short-circuiting call, the function returns if one of them failed. With `mark`, their errors are
    marked.
    """
    last = max((place for place, (call, _) in enumerate(calls) if call.short_circuit), default=-1)
    if last >= 0:
        writer.line("stop = False")
    for place, (call, text) in enumerate(calls):
        if call.short_circuit:
            _write_stopping_call(writer, call, text, mark=mark)
        else:
            writer.line(text if call.non_error else f"errors += {text}")
        if place == last:
            with writer.block("if stop"):
                writer.line("return errors")


def _write_stopping_call(writer: SourceWriter, call: RuleCall, text: str, *, mark: bool) -> None:
    with writer.block(f"if {text}" if call.non_error else f"if found := {text}"):
        if not call.non_error:
            writer.line(f"errors += {'rules.short(found)' if mark else 'found'}")
        writer.line("stop = True")


def _keys(members: tuple[Member, ...]) -> str:
    """Prints the keys of a list's items."""
    return tuple_of(f"({printed(each.json.name or each.name)}, {zero_literal(each.type)})" for each in members)
