"""Resolves annotations to types of the model: `dict[str, Part | None]` is a map to pointers.

Only the syntax of an annotation is read. `T | None` is a pointer, unless values of T can be nil already (lists, maps,
bytes). A string is an annotation that is parsed later, as in Python.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from difflib import get_close_matches

from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.natives import is_nilable
from kapivara.generator.model.types import Position, Type, list_of, map_of, pointer_to
from kapivara.generator.python.shared_types import NAMES_MODULE, SHARED_TYPES, SharedType
from kapivara.generator.python.words import INSTEAD, KNOWN, LISTS, MAPS, SCALARS, WRAPPERS
from kapivara.generator.sources.python.module import Module
from kapivara.generator.sources.python.project import Declared, Project, Word
from kapivara.generator.sources.python_source import parse_expression, source_of
from kapivara.values.record import record, replace

MAX_DEPTH = 40
"""The deepest nesting of annotations, including aliases."""
_ASK_FOR_IMPORT = "declare it in the file, or import it from a file of the project"


@record(eq=False)
class AnnotationContext:
    """The context of an annotation: its file, the string that contains it, and the current depth."""

    module: Module
    text: ast.expr | None = None
    depth: int = 0

    def place(self, node: ast.expr) -> Position:
        """Returns the place of a node, or of the string that contains it."""
        return self.module.file.place(self.text or node)


class AnnotationReader:
    """Resolves annotations.

    `named` returns the type of a name that the project declares, `shared` that of a common Kubernetes type; `complete`
    resolves a type completely.
    """

    def __init__(
        self,
        project: Project,
        named: Callable[[Declared, AnnotationContext, ast.expr], Type],
        complete: Callable[[Type], None],
        shared: SharedType,
    ):
        self._project = project
        self._named = named
        self.complete = complete
        self._shared = shared

    def read(self, node: ast.expr, scope: AnnotationContext) -> Type:
        """Returns the type of an annotation; raises AuthorError."""
        if scope.depth > MAX_DEPTH:
            raise AuthorError("annotation is nested too deeply", scope.place(node), hint="give the inner type a name")
        inner = replace(scope, depth=scope.depth + 1)
        match node:
            case ast.Constant(value=str() as text):
                return self._read_text(node, text, inner)
            case ast.Name() | ast.Attribute():
                return self._read_name(node, inner)
            case ast.Subscript(value=holder, slice=arguments):
                return self._read_generic(node, holder, arguments, inner)
            case ast.BinOp(op=ast.BitOr()):
                return self._read_union(node, _alternatives(node), inner)
            case ast.Constant(value=None):
                raise self._unsupported(node, "None", scope)
        raise self._unsupported(node, _shown(node), scope)

    def word(self, node: ast.expr, module: Module) -> str:
        """Returns the name that an expression refers to, such as `ClassVar`; empty for names of the project."""
        parts = dotted(node)
        found = self._project.find(module, parts) if parts else None
        return found.name if isinstance(found, Word) else ""

    def find_class(self, node: ast.expr, module: Module) -> ast.ClassDef | None:
        """Returns the class of the project to which a name refers; None for other names."""
        parts = dotted(node)
        declaration = self._project.declared_class(self._project.find(module, parts)) if parts else None
        return None if declaration is None else declaration.node

    def _read_text(self, node: ast.expr, text: str, scope: AnnotationContext) -> Type:
        try:
            parsed = parse_expression(text.strip())
        except SyntaxError:
            raise self._unsupported(node, repr(text[:40]), scope) from None
        return self.read(parsed, replace(scope, text=scope.text or node))

    def _read_name(self, node: ast.expr, scope: AnnotationContext) -> Type:
        parts = dotted(node)
        found = self._project.find(scope.module, parts) if parts else None
        if isinstance(found, Declared):
            return self._named(found, scope, node)
        if isinstance(found, Word):
            if (scalar := SCALARS.get(found.name)) is not None:
                return scalar
            if found.origin == NAMES_MODULE and found.name in SHARED_TYPES:
                return self._shared(SHARED_TYPES[found.name])
            if found.name in LISTS | MAPS:
                example = "list[str]" if found.name in LISTS else "dict[str, str]"
                raise AuthorError(
                    f"{found.name} does not declare the type of its items",
                    scope.place(node),
                    hint=f"write {example}, say",
                )
            if found.name in INSTEAD or found.name in KNOWN:
                raise self._unsupported(node, found.name, scope)
        raise self._unknown(node, found, scope)

    def _read_generic(self, node: ast.expr, holder: ast.expr, arguments: ast.expr, scope: AnnotationContext) -> Type:
        word = self.word(holder, scope.module)
        given = arguments.elts if isinstance(arguments, ast.Tuple) else [arguments]
        if word in LISTS and len(given) == 1:
            return list_of(self.read(given[0], scope))
        if word in MAPS and len(given) == 2:
            return map_of(self.read(given[0], scope), self.read(given[1], scope))
        if word == "Optional" and len(given) == 1:
            return self._read_union(node, [given[0], None], scope)
        if word == "Union":
            return self._read_union(node, [None if _is_none(each) else each for each in given], scope)
        if word in WRAPPERS and given:
            return self.read(given[0], scope)
        raise self._unsupported(node, word or _shown(node), scope)

    def _read_union(self, node: ast.expr, alternatives: list[ast.expr | None], scope: AnnotationContext) -> Type:
        """Resolves `T | None`; other unions are not supported."""
        types = [each for each in alternatives if each is not None]
        if len(types) != 1:
            hint = "a field has one type, or T | None; for one of several, give a dataclass one +k8s:unionMember each"
            raise AuthorError(f"unsupported annotation {_shown(node)}", scope.place(node), hint=hint)
        made = self.read(types[0], scope)
        self.complete(made)
        return made if is_nilable(made) else pointer_to(made)

    def _unknown(self, node: ast.expr, found: Word | None, scope: AnnotationContext) -> AuthorError:
        name = ".".join(dotted(node)) or _shown(node)
        if name in SHARED_TYPES:
            return AuthorError(f"unknown type {name}", scope.place(node), hint=f"import it from {NAMES_MODULE}")
        if isinstance(found, Word) and found.origin:
            message = f"unknown type {name}: the project has no module {found.origin}"
            return AuthorError(message, scope.place(node), hint="import it from a file of the project")
        if found is None:
            message = f"unknown type {name}: the file that it is imported from does not have it"
            return AuthorError(message, scope.place(node), hint="import it from where it is declared")
        near = get_close_matches(name, [*scope.module.declared, *scope.module.imports, *SCALARS], 1)
        hint = f"did you mean {near[0]}? If not, {_ASK_FOR_IMPORT}" if near else _ASK_FOR_IMPORT
        return AuthorError(f"unknown type {name}", scope.place(node), hint=hint)

    def _unsupported(self, node: ast.expr, name: str, scope: AnnotationContext) -> AuthorError:
        hint = INSTEAD.get(name, "fields are str, int32, int64, float, bool, bytes, list, dict, dataclasses and enums")
        return AuthorError(f"unsupported annotation {_shown(node)}", scope.place(node), hint=hint)


def dotted(node: ast.expr) -> tuple[str, ...]:
    """Returns the parts of a dotted name; empty for other expressions."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return (*reversed([*parts, node.id]),) if isinstance(node, ast.Name) else ()


def _alternatives(node: ast.expr) -> list[ast.expr | None]:
    """Returns the operands of `A | B | None`, with None for None."""
    sides: list[ast.expr | None] = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        sides.append(None if _is_none(node.right) else node.right)
        node = node.left
    return [None if _is_none(node) else node, *reversed(sides)]


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _shown(node: ast.expr) -> str:
    text = source_of(node)
    return text if len(text) <= 60 else f"{text[:60]}…"
