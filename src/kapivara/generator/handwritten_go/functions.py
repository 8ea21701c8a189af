"""The hand-written functions of a Go package, as Python functions of (op, path, new, old).

A function with unsupported Go code raises an AuthorError with its place when it is called; the others stay usable. A
run that would panic in Go returns an internal error.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tree_sitter import Node

from kapivara.codec.shapes import Shape
from kapivara.emit.loader import load_module
from kapivara.field import ErrorList, FieldPath, Operation, internal_error
from kapivara.generator.emission.shape_printing import ShapeWriter
from kapivara.generator.grammar.go_literals import string_value
from kapivara.generator.handwritten_go.expressions import ExpressionReader
from kapivara.generator.handwritten_go.go_types import INT, FileNames, is_basic, resolve_type
from kapivara.generator.handwritten_go.machine import MOST_CALLS, Budget, Frame, GoMap, GoPanicError
from kapivara.generator.handwritten_go.scope import Code, FunctionCode, FunctionScope
from kapivara.generator.handwritten_go.statements import StatementReader
from kapivara.generator.handwritten_go.unsupported import UnsupportedGoError
from kapivara.generator.model.author_error import AuthorError, AuthorErrors
from kapivara.generator.model.types import BOOL, BUILTIN, STRING, Package, Type, Universe
from kapivara.generator.sources.go.go_file import GoFile, parse_go, read_bytes
from kapivara.generator.sources.handwritten import PREFIX
from kapivara.values.record import record
from kapivara.values.stack import deep_stack

MOST_LEVELS = 250
"""The deepest nesting of one function's syntax tree."""
_BASIC = {str: STRING, bool: BOOL, int: INT, float: BUILTIN["float64"]}


@record(eq=False)
class _Value:
    """A declared constant or variable of the package."""

    node: Node
    type: Node | None
    names: FileNames


class GoPackageCode:
    """The code of a package; raises AuthorError where one of its files cannot be read."""

    def __init__(self, package: Package, universe: Universe | None, others: dict[str, GoPackageCode] | None = None):
        self._package = package
        self._universe = universe
        self._others = {} if others is None else others
        """All packages whose functions are called, by import path."""
        self._others[package.path] = self
        self._declared: dict[str, tuple[Node, FileNames]] = {}
        self._functions: dict[str, FunctionCode] = {}
        self._declared_values: dict[str, _Value] = {}
        self._values: dict[str, Code | None] = {}
        self._shapes: dict[int, Shape] = {}
        self._being_read = 0
        for each in package.constants:
            self._values.setdefault(each.name.name, _fixed(each.type, each.value))
        for file in package.files:
            if file.endswith(".go"):
                self._add(parse_go(file, read_bytes(file)))

    @property
    def names(self) -> list[str]:
        """The names of all functions, in the order of the files."""
        return list(self._declared)

    def function(self, name: str) -> FunctionCode | None:
        """Returns a function, or None; raises UnsupportedGoError where it cannot be run."""
        if name not in self._functions and name in self._declared:
            node, names = self._declared[name]
            if node.start_byte in names.file.unparsed:
                raise UnsupportedGoError("a body that cannot be parsed", names.file.place(node))
            with self._reading(node, names):
                self._read_function(name, node, names)
        return self._functions.get(name)

    def _read_function(self, name: str, node: Node, names: FileNames) -> None:
        self._functions[name] = code = FunctionCode(name, *_signature(node, names))
        scope = FunctionScope(names, self)
        for text, kind in _parameters(node.child_by_field_name("parameters"), names):
            scope.declare(text, kind)
        body = scope.part(node, "body")
        try:
            code.body = StatementReader(scope, len(code.results)).read_block(body)
        except UnsupportedGoError:
            del self._functions[name]
            raise
        code.slots = scope.slots

    @contextmanager
    def _reading(self, node: Node, names: FileNames) -> Iterator[None]:
        """Guards the reading of a function or value against deep nesting; raises UnsupportedGoError."""
        if self._being_read >= MOST_CALLS or _nests_deeper(node, MOST_LEVELS):
            raise UnsupportedGoError("code that is nested too deeply", names.file.place(node))
        self._being_read += 1
        try:
            yield
        finally:
            self._being_read -= 1

    def other(self, path: str) -> GoPackageCode | None:
        """Returns another package, or None where it was not read; raises AuthorError for unreadable files."""
        package = None if self._universe is None else self._universe.packages.get(path)
        if path not in self._others and package is not None and package.files:
            GoPackageCode(package, self._universe, self._others)
        return self._others.get(path)

    def value(self, name: str) -> Code | None:
        """Returns the code of a constant or variable, or None."""
        if name not in self._values and name in self._declared_values:
            self._values[name] = None  # a value that depends on itself is missing
            self._values[name] = self._read_value(self._declared_values[name])
        return self._values.get(name)

    def shape(self, kind: Type) -> Shape:
        """Returns the shape of a type, for showing its values."""
        if id(kind) not in self._shapes:
            writer = ShapeWriter(self._package, self._universe)
            expression = writer.expression(kind)
            body = "\n".join([*writer.declarations(), f"shape_asked_for = {expression}", ""])
            source = f"{writer.imports()}\n{body}"
            self._shapes[id(kind)] = load_module(source, f"shape {kind}")["shape_asked_for"]
        return self._shapes[id(kind)]

    def _read_value(self, value: _Value) -> Code:
        scope = FunctionScope(value.names, self)
        with self._reading(value.node, value.names):
            code = ExpressionReader(scope).read(value.node)
        kind = code.type if value.type is None else resolve_type(value.type, value.names)
        frame: Frame = [Budget()]
        try:
            made = code.run(frame)
        except GoPanicError as panic:
            raise scope.unsupported(f"a value that cannot be made ({panic})", value.node) from None
        return _fixed(kind, dict(made) if isinstance(made, GoMap) else made, code.untyped and value.type is None)

    def _add(self, file: GoFile) -> None:
        names = FileNames(file, self._package, _imports(file), self._universe)
        for node in file.root.named_children:
            name = node.child_by_field_name("name")
            if node.type == "function_declaration" and name is not None and node.child_by_field_name("body"):
                self._declared[file.slice(name)] = node, names
            elif node.type in ("const_declaration", "var_declaration"):
                self._add_values(node, names)

    def _add_values(self, node: Node, names: FileNames) -> None:
        for spec in node.named_children:
            if spec.type.endswith("_list"):
                self._add_values(spec, names)
            elif (value := spec.child_by_field_name("value")) is not None:
                given = [each for each in spec.children_by_field_name("name") if each.type == "identifier"]
                for name, each in zip(given, value.named_children, strict=False):
                    made = _Value(each, spec.child_by_field_name("type"), names)
                    self._declared_values.setdefault(names.file.slice(name), made)


def _nests_deeper(node: Node, most: int) -> bool:
    """Returns whether a syntax tree has more levels than `most`; iterates, so that deep trees are safe."""
    cursor, depth = node.walk(), 0
    while True:
        if cursor.goto_first_child():
            depth += 1
            if depth > most:
                return True
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return False
            depth -= 1


def _fixed(kind: Type, value: Any, untyped: bool = False) -> Code:
    constant = value if isinstance(value, str | int | float) else None
    if constant is not None and not is_basic(kind):  # an untyped constant
        kind, untyped = _BASIC[type(value)], True
    return Code(kind, lambda _frame: value, untyped, constant)


def _imports(file: GoFile) -> dict[str, str]:
    """Returns the imports of a file, by the names that it uses for packages."""
    found: dict[str, str] = {}
    waiting = [node for node in file.root.named_children if node.type == "import_declaration"]
    while waiting:
        node = waiting.pop()
        if node.type != "import_spec":
            waiting += node.named_children
        elif (written := node.child_by_field_name("path")) is not None:
            path, name = string_value(file.slice(written)), node.child_by_field_name("name")
            found[path.rpartition("/")[2] if name is None else file.slice(name)] = path
    return found


def _signature(node: Node, names: FileNames) -> tuple[tuple[Type, ...], tuple[Type, ...]]:
    parameters = tuple(kind for _, kind in _parameters(node.child_by_field_name("parameters"), names))
    result = node.child_by_field_name("result")
    if result is None:
        return parameters, ()
    if result.type == "parameter_list":
        return parameters, tuple(kind for _, kind in _parameters(result, names))
    return parameters, (resolve_type(result, names),)


def _parameters(node: Node | None, names: FileNames) -> list[tuple[str, Type]]:
    """Returns names and types of parameters, in order."""
    found: list[tuple[str, Type]] = []
    for each in () if node is None else node.named_children:
        if each.type == "comment":
            continue
        kind = each.child_by_field_name("type")
        if each.type != "parameter_declaration" or kind is None:
            raise UnsupportedGoError("a parameter that takes any number of values", names.file.place(each))
        given = [names.file.slice(name) for name in each.children_by_field_name("name") if name.type == "identifier"]
        resolved = resolve_type(kind, names)
        found += [(name, resolved) for name in given or ["_"]]
    return found


HandWritten = Callable[[Operation, FieldPath | None, Any, Any], ErrorList]
_PARAMETERS = 5


def handwritten_functions(
    package: Package, universe: Universe | None = None, *, instead: Collection[str] = ()
) -> Mapping[str, HandWritten]:
    """Reads the functions `ValidateCustom_…` of a package; raises AuthorErrors where its files cannot be read.

    The functions named in `instead` are replaced by others, so they are not read.
    """
    try:
        program = GoPackageCode(package, universe)
    except AuthorError as error:
        raise AuthorErrors([error]) from None
    found: dict[str, HandWritten] = {}
    for name in program.names:
        if not name.startswith(PREFIX) or name in instead:
            continue
        try:
            with deep_stack():
                code = program.function(name)
            if code is not None and len(code.parameters) == _PARAMETERS:
                found[name] = _callable(code)
        except UnsupportedGoError as error:
            found[name] = _refusal(error.told(name))
        except AuthorError as error:  # in a file of another package
            found[name] = _refusal(error)
    return found


def _refusal(error: AuthorError) -> HandWritten:
    """Returns a replacement for a function that cannot be run; it raises the error when it is called."""

    def refuse(_op: Operation, _path: FieldPath | None, _new: Any, _old: Any) -> ErrorList:
        raise error

    return refuse


def _callable(code: FunctionCode) -> HandWritten:
    def call(op: Operation, path: FieldPath | None, new: Any, old: Any) -> ErrorList:
        try:
            with deep_stack():  # the number of nested calls is limited, and so is the nesting of code in each
                return [box.error for box in code.call(Budget(), [None, op, path, new, old]) or ()]
        except GoPanicError as panic:
            return [internal_error(path, f"{code.name}: {panic}")]
        except (TypeError, AttributeError, ValueError, ArithmeticError, LookupError) as error:
            # Go's compiler would reject it: types are read here, not checked.
            return [internal_error(path, f"{code.name}: the function is not valid Go ({error})")]

    return call
