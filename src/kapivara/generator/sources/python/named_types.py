"""The types that Python files declare: created for a whole file before they are filled, so that they may be recursive.

A dataclass is a struct, an enum a string type, `NewType` a typedef; the written right-hand side is kept, as for Go.
`structs` and `enums` fill in members and constants.
"""

from __future__ import annotations

import ast
from enum import StrEnum

from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import STRING, Position, Type, TypeKind, TypeName
from kapivara.generator.python.shared_types import SharedType
from kapivara.generator.python.words import WIDTHS
from kapivara.generator.sources.python.annotations import AnnotationContext, AnnotationReader, dotted
from kapivara.generator.sources.python.module import AliasDeclaration, ClassDeclaration, Module, NewTypeDeclaration
from kapivara.generator.sources.python.project import Declared, Project
from kapivara.values.record import record, replace

_MOST_BASES = 30


class ClassKind(StrEnum):
    """The kinds of classes."""

    DATACLASS = "dataclass"
    ENUM = "enum"
    OTHER = "other"


def class_kind(project: Project, reader: AnnotationReader, module: Module, node: ast.ClassDef) -> ClassKind:
    """Returns the kind of a class, from its decorators or from the enum that it derives from."""
    if any(_is_dataclass(module, each) for each in node.decorator_list):
        return ClassKind.DATACLASS
    for _ in range(_MOST_BASES):
        words = {reader.word(base, module) for base in node.bases}
        if "StrEnum" in words or {"str", "Enum"} <= words:
            return ClassKind.ENUM
        below = [project.find(module, parts) for base in node.bases if (parts := dotted(base))]
        bases = [(each, project.declared_class(each)) for each in below]
        nearest = next(((found, it) for found, it in bases if it is not None), None)
        if nearest is None:
            break
        found, declaration = nearest
        if isinstance(found, Declared):
            module = found.module
        node = declaration.node
        if any(_is_dataclass(module, each) for each in node.decorator_list):
            break
    return ClassKind.OTHER


def _is_dataclass(module: Module, decorator: ast.expr) -> bool:
    return module.word(decorator.func if isinstance(decorator, ast.Call) else decorator) == "dataclass"


@record(eq=False)
class _Pending:
    """A NewType whose right-hand side is not resolved yet."""

    type: Type
    module: Module
    declaration: NewTypeDeclaration


class NamedTypes:
    """Creates and finds the named types of a project; `errors` collects errors."""

    def __init__(self, project: Project, shared: SharedType) -> None:
        self._project = project
        self._pending: dict[int, _Pending] = {}
        self._aliases: set[int] = set()  # the aliases being resolved
        self._completing = 0  # the depth of nested calls of _complete
        self.reader = AnnotationReader(project, self._of_name, self._complete, shared)
        self.errors: list[AuthorError] = []
        project.declare = self.declare

    def declare(self, module: Module) -> None:
        """Creates the types of a file, still empty, and adds them to its package."""
        for name, declaration in module.declared.items():
            if isinstance(declaration, NewTypeDeclaration) and name not in WIDTHS:
                made = self._make(module, name, declaration.node, TypeKind.ALIAS)
                self._pending[id(made)] = _Pending(made, module, declaration)
            elif isinstance(declaration, ClassDeclaration):
                kind = self.kind_of(module, declaration)
                if kind is ClassKind.DATACLASS:
                    self._make(module, name, declaration.node, TypeKind.STRUCT)
                elif kind is ClassKind.ENUM:
                    made = self._make(module, name, declaration.node, TypeKind.ALIAS)
                    made.underlying = made.written = STRING
        for name, node in module.repeated:
            if (last := module.package.types.get(name)) is not None and last.place is not None:
                self._refuse_second(str(last), last.place, module.file.place(node))

    def kind_of(self, module: Module, declaration: ClassDeclaration) -> ClassKind:
        """Returns the kind of a declared class."""
        try:
            return class_kind(self._project, self.reader, module, declaration.node)
        except AuthorError as error:
            self.errors.append(error)
            return ClassKind.OTHER

    def complete_all(self) -> None:
        """Resolves the right-hand sides of all pending typedefs."""
        while self._pending:
            pending = next(iter(self._pending.values()))
            self._complete(pending.type)

    def _make(self, module: Module, name: str, node: ast.stmt, kind: TypeKind) -> Type:
        file, package = module.file, module.package
        made = Type(TypeName(package.path, name), kind, file.place(node))
        decorators = [each.lineno for each in getattr(node, "decorator_list", ())]
        first = min([node.lineno, *decorators])
        made.comments = file.comments.above(first)
        if decorators:
            made.comments += file.comments.above(node.lineno)
        made.detached = file.comments.detached(first)
        other = package.types.setdefault(name, made)
        if other is not made:
            self._refuse_second(str(made), made.place, other.place)
        return other

    def _refuse_second(self, name: str, place: Position | None, first: Position | None) -> None:
        message = f"type {name.rpartition('.')[2]} is declared twice in the package: here and in {first}"
        self.errors.append(AuthorError(message, place, type_name=name, hint="rename one of them"))

    def _of_name(self, found: Declared, scope: AnnotationContext, node: ast.expr) -> Type:
        """Returns the type of a name that the project declares; raises AuthorError where it is not a type."""
        module, name = found.module, found.name
        declaration = module.declared[name]
        if isinstance(declaration, AliasDeclaration):
            return self._of_alias(module, declaration, scope)
        made = module.package.types.get(name)
        if made is None:
            hint = "decorate it with @dataclass, or derive it from StrEnum"
            raise AuthorError(f"class {name} is neither a dataclass nor a StrEnum", scope.place(node), hint=hint)
        return made

    def _of_alias(self, module: Module, declaration: AliasDeclaration, scope: AnnotationContext) -> Type:
        if id(declaration) in self._aliases:
            raise AuthorError("the alias stands for itself", module.file.place(declaration.node), hint=_NAME_IT)
        self._aliases.add(id(declaration))
        try:
            return self.reader.read(declaration.value, replace(scope, module=module, text=None))
        finally:
            self._aliases.discard(id(declaration))

    def _complete(self, made: Type) -> None:
        """Resolves a chain of typedefs; each one gets its right-hand side and its underlying type.

        Other types, and resolved ones, are unchanged. Raises AuthorError for chains that are nested too deeply.
        """
        self._completing += 1
        if self._completing > MOST_NESTED:
            self._completing -= 1
            raise AuthorError("the types are nested too deeply", made.place, type_name=str(made), hint=_BREAK_IT)
        self._follow(made)
        self._completing -= 1

    def _follow(self, made: Type) -> None:
        links: list[Type] = []
        kind = made
        while (pending := self._pending.pop(id(kind), None)) is not None:
            links.append(kind)
            try:
                kind.written = kind = self._right_side(pending)
            except AuthorError as error:
                self.errors.append(error)
                kind.written = kind = STRING
        if kind in links:
            message = f"type {kind} is defined from itself"
            self.errors.append(AuthorError(message, kind.place, type_name=str(kind), hint=_NAME_IT))
            kind = STRING
        for link in reversed(links):
            if kind.kind is TypeKind.STRUCT:
                link.kind, link.members = TypeKind.STRUCT, kind.members
            else:
                link.underlying = kind.underlying if kind.kind is TypeKind.ALIAS else kind
            kind = link

    def _right_side(self, pending: _Pending) -> Type:
        call, file = pending.declaration.call, pending.module.file
        name = _target(pending.declaration)
        if len(call.args) != 2 or call.keywords:
            raise AuthorError("NewType takes a name and a type", file.place(call), hint=f'NewType("{name}", str)')
        first = call.args[0]
        if not isinstance(first, ast.Constant) or first.value != name:
            raise AuthorError("NewType is given another name", file.place(first), hint=f'NewType("{name}", …)')
        return self.reader.read(call.args[1], AnnotationContext(pending.module))


MOST_NESTED = 100
"""The deepest nesting of typedefs that depend on each other."""
_BREAK_IT = "break the chain of types: let one of them hold a dataclass"
_NAME_IT = "a chain of types must end at one that is built in, a list, a dict, a dataclass or an enum"


def _target(declaration: NewTypeDeclaration) -> str:
    """Returns the name on the left-hand side."""
    node = declaration.node
    target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
    return target.id if isinstance(target, ast.Name) else ""
