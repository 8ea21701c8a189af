"""Calls in hand-written functions: of the package's own functions, of builtins, and of library functions.

The format is parsed when the function is read, which reports unknown verbs and arguments of wrong types.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tree_sitter import Node

from kapivara.content.messages import byte_length
from kapivara.field import FieldPath
from kapivara.generator.handwritten_go.go_types import (
    ERROR,
    GO_ERROR,
    INT,
    NIL,
    NOTHING,
    PATH,
    is_basic,
    is_number,
    is_type_name,
    resolve_type,
    same_type,
    wrapped,
)
from kapivara.generator.handwritten_go.library import FUNCTIONS, KNOWN_PACKAGES, METHODS, LibraryFunction
from kapivara.generator.handwritten_go.machine import Frame, GoMap, Run, size_of
from kapivara.generator.handwritten_go.scope import Code, FunctionScope, PackageCode
from kapivara.generator.model.natives import native_type
from kapivara.generator.model.own_json import zero_value
from kapivara.generator.model.types import BOOL, STRING, Type, TypeKind
from kapivara.validate.parts.values import shown
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import JsonFloat, NamedString, format_float, quote

_VERB = lazy_pattern(r"%([^a-zA-Z%]*)(.?)")
Show = Callable[[Any], str]


class FormatError(Exception):
    """An unsupported format, or arguments that do not fit it."""


def formatter(text: str, kinds: Sequence[Type]) -> Callable[[Sequence[Any]], str]:
    """Returns the function that formats arguments of these types; raises FormatError."""
    parts: list[str | Show] = []
    at = used = 0
    for found in _VERB.finditer(text):
        parts.append(text[at : found.start()])
        at = found.end()
        if found[2] == "%" and not found[1]:
            parts.append("%")
            continue
        if used == len(kinds):
            raise FormatError(f"the format {quote(text)} with {len(kinds)} arguments")
        parts.append(_show(found[0], kinds[used]))
        used += 1
    if used < len(kinds):
        raise FormatError(f"the format {quote(text)} with {len(kinds)} arguments")
    parts.append(text[at:])
    return lambda values: _filled(parts, values)


def _filled(parts: Sequence[str | Show], values: Sequence[Any]) -> str:
    given = iter(values)
    return "".join(part if isinstance(part, str) else part(next(given)) for part in parts)


def _show(verb: str, kind: Type) -> Show:
    """Returns the function with which a verb prints values of a type."""
    native = native_type(kind)
    if native.kind is TypeKind.SLICE and native.elem is not None and verb in ("%s", "%d", "%q", "%v"):
        item = _show(verb, native.elem)
        return lambda values: f"[{' '.join(map(item, values or ()))}]"
    if verb in ("%s", "%v") and (same_type(kind, PATH) or kind is GO_ERROR):
        return lambda value: "<nil>" if value is None else str(value)
    if is_basic(kind) and not same_type(kind, ERROR):
        if verb in ("%s", "%q") and native is STRING:
            return str if verb == "%s" else quote
        if verb == "%d" and is_number(kind) and not native.name.name.startswith("float"):
            return str
        if verb == "%t" and native is BOOL:
            return _plain
        if verb == "%v":
            return _plain
    raise FormatError(f"the verb {verb} for a {kind}")


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return format_float(value) if isinstance(value, float) else str(value)


def shower(kind: Type, program: PackageCode) -> Callable[[Any], Any] | None:
    """Returns a function that prepares values of a type for messages; None where they cannot be shown."""
    if kind is NIL:
        return lambda value: value
    if kind.kind is TypeKind.POINTER and kind.elem is not None:
        if same_type(kind, PATH):
            return None
        below = shower(kind.elem, program)
        return below and (lambda value: None if value is None else _as_json(below(value)))
    if is_basic(kind):
        return (lambda value: value) if not kind.name.package else _as_json
    if native_type(kind).kind in (TypeKind.STRUCT, TypeKind.SLICE, TypeKind.MAP):
        return lambda value: shown(program.shape(kind), value)
    return None


def _as_json(value: Any) -> Any:
    """Marks a value that Go does not print as a plain string or float."""
    if type(value) is str:
        return NamedString(value)
    return JsonFloat(value) if type(value) is float else value


def is_text(kind: Type) -> bool:
    """Returns whether values of a type are strings."""
    return native_type(kind) is STRING


_PRINTED_IN_A_STEP = 8


class CallReader:
    """Reads the calls of one function."""

    def __init__(self, scope: FunctionScope, read: Callable[[Node], Code]):
        self._scope = scope
        self._read = read

    def package(self, node: Node) -> str | None:
        """Returns the path of the package that an identifier names; None for anything else."""
        if node.type != "identifier" or self._scope.find(name := self._scope.text(node)) is not None:
            return None
        return self._scope.names.imports.get(name)

    def read_call(self, node: Node) -> Code:
        """Returns the code of a call or a conversion; raises UnsupportedGoError."""
        if node.type == "type_conversion_expression":
            return self._conversion(node, self._scope.part(node, "type"), self._scope.part(node, "operand"))
        function = self._scope.part(node, "function")
        given = [each for each in self._scope.part(node, "arguments").named_children if each.type != "comment"]
        if function.type == "selector_expression":
            return self._selected(node, function, given)
        name = self._scope.text(function)
        if function.type != "identifier" or self._scope.find(name) is not None:
            raise self._scope.unsupported(f"the call of {name}", node)
        code = self._scope.program.function(name)
        if code is not None:
            return self._own(node, code, given)
        if name in ("len", "append", "make"):
            return self._builtin(node, name, given)
        if is_type_name(function, self._scope.names) and len(given) == 1:
            return self._conversion(node, function, given[0])
        raise self._scope.unsupported(f"the call of {name}", node)

    def _own(self, node: Node, code: Any, given: list[Node]) -> Code:
        runs = [self._read(each).run for each in self._single(node, given, len(code.parameters))]
        return _call_code(code.results, lambda frame: code.call(frame[0], [run(frame) for run in runs]))

    def _single(self, node: Node, given: list[Node], count: int) -> list[Node]:
        """Returns the arguments of a function with `count` parameters; raises UnsupportedGoError for another number."""
        if len(given) != count or any(each.type == "variadic_argument" for each in given):
            raise self._scope.unsupported(f"the arguments of {self._scope.text(node)}", node)
        return given

    def _builtin(self, node: Node, name: str, given: list[Node]) -> Code:
        if name == "make":
            return self._make(given)
        operand = self._read(given[0])
        if name == "append":
            return self._append(operand, given[1:])
        self._single(node, given, 1)
        run = operand.run
        if is_text(operand.type):
            return Code(INT, lambda frame: _byte_length(frame, run(frame)))
        if native_type(operand.type).kind in (TypeKind.SLICE, TypeKind.MAP):
            return Code(INT, lambda frame: len(run(frame) or ()))
        raise self._scope.unsupported(f"the length of a {operand.type}", node)

    def _make(self, given: list[Node]) -> Code:
        kind = resolve_type(given[0], self._scope.names)
        native = native_type(kind)
        if native.kind is TypeKind.MAP:
            return Code(kind, lambda _frame: GoMap())
        if native.kind is not TypeKind.SLICE or native.elem is None or len(given) == 1:
            raise self._scope.unsupported(f"make of a {kind}", given[0])
        length, item = self._read(given[1]).run, zero_value(native.elem)
        return Code(kind, lambda frame: _repeated(frame, item, max(length(frame), 0)))

    def _append(self, operand: Code, given: list[Node]) -> Code:
        runs: list[tuple[bool, Run]] = []
        for each in given:
            spread = each.type == "variadic_argument"
            runs.append((spread, self._read(each.named_children[0] if spread else each).run))
        first = operand.run

        def run(frame: Frame) -> Any:
            before = first(frame)
            frame[0].build(len(before or ()))
            made = list(before or ())
            for spread, item in runs:
                more = (item(frame) or ()) if spread else (item(frame),)
                frame[0].build(len(more))
                made += more
            return made if made or before is not None else None

        return Code(operand.type, run)

    def _selected(self, node: Node, function: Node, given: list[Node]) -> Code:
        operand, name = self._scope.part(function, "operand"), self._scope.text(self._scope.part(function, "field"))
        package = self.package(operand)
        if package == "fmt" and name in ("Sprintf", "Errorf"):
            return self._formatted(node, name, given)
        if package is not None:
            found = FUNCTIONS.get((package, name))
            other = self._scope.program.other(package) if found is None else None
            if other is not None and (code := other.function(name)) is not None:
                return self._own(node, code, given)
            if found is None:
                hint = "" if package in KNOWN_PACKAGES else f" of package {package}"
                raise self._scope.unsupported(f"{self._scope.text(function)}{hint}", node)
            return self._library(node, found, None, given)
        receiver = self._read(operand)
        found = METHODS.get((str(receiver.type), name))
        if found is None:
            raise self._scope.unsupported(f"the method {name} of {receiver.type}", node)
        return self._library(node, found, receiver.run, given)

    def _library(self, node: Node, function: LibraryFunction, receiver: Run | None, given: list[Node]) -> Code:
        if not function.fewest <= len(given) <= function.most:
            self._single(node, given, function.fewest)
        runs = [] if receiver is None else [receiver]
        for place, each in enumerate(self._single(node, given, len(given))):
            code = self._read(each)
            runs.append(self._shown(each, code) if place == function.shown else code.run)
        apply, charge = function.run, function.charge

        def run(frame: Frame) -> Any:
            values = [run(frame) for run in runs]
            charge(frame[0], *values)
            return apply(*values)

        return _call_code(function.results, run)

    def _shown(self, node: Node, code: Code) -> Run:
        show = shower(code.type, self._scope.program)
        if show is None:
            raise self._scope.unsupported(f"a {code.type} as a bad value", node)
        run = code.run

        def shown(frame: Frame) -> Any:
            value = run(frame)
            frame[0].build(size_of(value))
            return show(value)

        return shown

    def _formatted(self, node: Node, name: str, given: list[Node]) -> Code:
        codes = [self._read(each) for each in self._single(node, given, len(given))]
        if not codes or not isinstance(codes[0].constant, str):
            raise self._scope.unsupported("a format that is no constant", node)
        text = codes[0].constant.replace("%w", "%v") if name == "Errorf" else codes[0].constant
        try:
            fill = formatter(text, [each.type for each in codes[1:]])
        except FormatError as error:
            raise self._scope.unsupported(str(error), node) from None
        runs = [each.run for each in codes[1:]]
        kind = STRING if name == "Sprintf" else GO_ERROR

        def run(frame: Frame) -> str:
            values = [run(frame) for run in runs]
            frame[0].step(sum(map(_printed_size, values)) // _PRINTED_IN_A_STEP)
            printed = fill(values)
            frame[0].build(len(printed))
            return printed

        return Code(kind, run)

    def _conversion(self, node: Node, target: Node, operand: Node) -> Code:
        kind, code = resolve_type(target, self._scope.names), self._read(operand)
        run = code.run
        if is_text(kind) and is_text(code.type):
            return Code(kind, run, constant=code.constant)
        if is_number(kind) and is_number(code.type):
            whole = not native_type(kind).name.name.startswith("float")
            return Code(kind, lambda frame: wrapped(kind, int(run(frame)) if whole else float(run(frame))))
        if native_type(kind) is native_type(code.type) and (is_basic(kind) or kind is code.type):
            return Code(kind, run)
        raise self._scope.unsupported(f"the conversion of a {code.type} to {kind}", node)


def _byte_length(frame: Frame, text: str) -> int:
    frame[0].work(len(text))
    return byte_length(text)


def _repeated(frame: Frame, item: Any, count: int) -> list[Any]:
    frame[0].build(count)
    return [item] * count


def _printed_size(value: Any) -> int:
    """Returns the approximate length of a printed value, without escapes."""
    return len(str(value)) if isinstance(value, FieldPath) else size_of(value)


def _call_code(kinds: tuple[Type, ...], run: Run) -> Code:
    """Returns the code of a call with no result, one result, or several results as a tuple."""
    if len(kinds) > 1:
        return Code(kinds[0], run, kinds=kinds, several=run)
    return Code(kinds[0] if kinds else NOTHING, run)
