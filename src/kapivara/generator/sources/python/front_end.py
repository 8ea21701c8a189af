"""Reads a package of Python types: the entry point of this folder.

A package is a folder with a file of types, and the sibling modules that it imports. Modules of other folders of the
project that it imports are read into the universe too. Nothing is imported or run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.json_fields import refuse_deep_embedding
from kapivara.generator.model.natives import non_pointer
from kapivara.generator.model.types import (
    BUILTIN,
    Comments,
    Constant,
    JsonName,
    Member,
    Package,
    Type,
    TypeKind,
    TypeName,
    Universe,
)
from kapivara.generator.model.value_recursion import refuse_value_recursion
from kapivara.generator.python.shared_types import SharedType
from kapivara.generator.python.words import NO_FIELDS
from kapivara.generator.sources.handwritten import PYTHON_FILE, python_functions
from kapivara.generator.sources.python.annotations import AnnotationContext, AnnotationReader, dotted
from kapivara.generator.sources.python.json_names import JsonTagError, go_name, read_json_tag, tag_in_comment
from kapivara.generator.sources.python.module import ClassDeclaration, Module
from kapivara.generator.sources.python.named_types import ClassKind, NamedTypes
from kapivara.generator.sources.python.project import Project
from kapivara.generator.sources.python.type_files import TYPES_FILE
from kapivara.generator.sources.python_source import source_of

_PLAIN_BASES = frozenset(("object", "ABC"))
_TAG_FORM = 'write "name", "name,omitempty", ",inline" or "-"'
_INLINE = JsonName(given=True, inline=True)


class StructReader:
    """Fills in the members of dataclasses; an error in one field does not hide those in the next."""

    def __init__(self, module: Module, reader: AnnotationReader, errors: list[AuthorError]):
        self._module = module
        self._file = module.file
        self._reader = reader
        self._errors = errors

    def fill(self, node: ast.ClassDef, struct: Type) -> None:
        """Reads the bases and fields of a class."""
        for base in node.bases:
            with self._noting(struct):
                self._embed(base, struct)
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                with self._noting(struct, statement.target.id):
                    self._add_field(statement, statement.target.id, struct)

    @contextmanager
    def _noting(self, struct: Type, field: str = "") -> Iterator[None]:
        try:
            yield
        except AuthorError as error:
            error.type_name = error.type_name or str(struct)
            error.field = error.field or field
            self._errors.append(error)

    def _embed(self, base: ast.expr, struct: Type) -> None:
        place = self._file.place(base)
        if self._reader.word(base, self._module) in _PLAIN_BASES or self._is_mixin(base):
            return
        if not dotted(base):
            raise AuthorError(f"unsupported base {source_of(base)[:60]}", place, hint="derive from dataclasses only")
        kind = self._reader.read(base, AnnotationContext(self._module))
        self._reader.complete(kind)
        if kind.kind is not TypeKind.STRUCT:
            raise AuthorError(f"unsupported base {kind.name.name}", place, hint="derive from dataclasses only")
        if not any(each.embedded and each.type is kind for each in struct.members):
            struct.members.append(Member(kind.name.name, kind, _INLINE, place, embedded=True, comments=()))

    def _is_mixin(self, base: ast.expr) -> bool:
        """Returns whether a base is a class of the project that has only methods."""
        found = self._reader.find_class(base, self._module)
        return found is not None and not (
            found.bases or found.decorator_list or any(isinstance(each, ast.AnnAssign) for each in found.body)
        )

    def _add_field(self, node: ast.AnnAssign, name: str, struct: Type) -> None:
        head = node.annotation.value if isinstance(node.annotation, ast.Subscript) else node.annotation
        if self._reader.word(head, self._module) in NO_FIELDS:
            return
        place = self._file.place(node)
        comments = self._file.comments.above(node.lineno)
        self._refuse_tags_behind(node)
        json = self._json_name(node, name, comments)
        kind = self._reader.read(node.annotation, AnnotationContext(self._module))
        if json.inline:
            self._reader.complete(inner := non_pointer(kind))
            if inner.kind is not TypeKind.STRUCT:
                raise AuthorError("only a dataclass can stand in line", place, hint="give the field a JSON name")
            made = Member(inner.name.name, kind, json, place, embedded=True, comments=comments)
        else:
            made = Member(go_name(name), kind, json, place, embedded=False, comments=comments)
        self._refuse_duplicate(made, struct)
        struct.members.append(made)

    def _refuse_duplicate(self, made: Member, struct: Type) -> None:
        for each in struct.members:
            if made.json.name and each.json.name == made.json.name:
                message = f'duplicate JSON name "{made.json.name}": {each.place} has it already'
                raise AuthorError(message, made.place, hint="give one of the fields another name")
            if each.name == made.name and not (each.embedded or made.embedded):
                message = f"{each.place} has a field of nearly the same name"
                raise AuthorError(message, made.place, hint="choose names that differ in more than underscores")

    def _refuse_tags_behind(self, node: ast.AnnAssign) -> None:
        for line in {node.lineno, node.end_lineno or node.lineno}:
            behind = self._file.comments.behind(line)
            if behind is not None and behind.text.lstrip().startswith("+k8s:"):
                message = f"the tag behind the field is not read: {behind.text.strip()}"
                raise AuthorError(message, behind.place, hint="put it on a line of its own, above the field")

    def _json_name(self, node: ast.AnnAssign, name: str, comments: Comments) -> JsonName:
        """Returns the JSON name of a field: from its metadata, a comment, or its own name."""
        if name.startswith("_"):
            return JsonName()
        has_default, metadata = self._default(node.value)
        texts = [] if metadata is None else [metadata]
        behind = self._file.comments.behind(node.end_lineno or node.lineno)
        for comment in (*comments, *([behind] if behind else ())):
            if (text := tag_in_comment(comment.text)) is not None:
                texts.append(text)
        if len(texts) > 1:
            raise AuthorError("the field has two JSON tags", self._file.place(node), hint="leave one of them")
        try:
            return read_json_tag(texts[0] if texts else "", name, has_default=has_default)
        except JsonTagError as error:
            raise AuthorError(str(error), self._file.place(node), hint=_TAG_FORM) from None

    def _default(self, value: ast.expr | None) -> tuple[bool, str | None]:
        """Returns whether a field has a default, and the JSON tag in its metadata."""
        if not isinstance(value, ast.Call) or self._module.word(value.func) != "field":
            return value is not None, None
        given = {each.arg: each.value for each in value.keywords}
        has_default = "default" in given or "default_factory" in given
        metadata = given.get("metadata")
        if not isinstance(metadata, ast.Dict):
            return has_default, None
        for key, tag in zip(metadata.keys, metadata.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == "json":
                if isinstance(tag, ast.Constant) and isinstance(tag.value, str):
                    return has_default, tag.value
                raise AuthorError("the JSON tag is no plain text", self._file.place(tag), hint=_TAG_FORM)
        return has_default, None


_TYPES = {str: "string", bool: "bool", int: "int64", float: "float64"}


def read_plain_constants(module: Module) -> list[Constant]:
    """Returns the constants of a module that are strings, numbers or booleans; of equal names the last counts."""
    found: dict[str, Constant] = {}
    for statement, target, expression in _assignments(module.file.tree.body):
        try:
            value = ast.literal_eval(expression)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            continue  # a computed value, or a type
        if type(value) in _TYPES:
            name = TypeName(module.package.path, target)
            place, comments = module.file.place(statement), module.file.comments.above(statement.lineno)
            found[target] = Constant(name, BUILTIN[_TYPES[type(value)]], value, place, comments)
    return list(found.values())


def _assignments(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, str, ast.expr]]:
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield statement, name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield statement, name, value


def read_constants(module: Module, node: ast.ClassDef, enum: Type, errors: list[AuthorError]) -> list[Constant]:
    """Returns the constants of an enum; members without a plain string are errors, other names are ignored."""
    found: dict[str, Constant] = {}
    for statement in node.body:
        target, value = _assignment(statement)
        if not target or value is None or target.startswith("_"):
            continue
        place = module.file.place(statement)
        text = _text(module, node, target, value)
        if text is None:
            hint = f'write {target} = "{target.title().replace("_", "")}", say'
            message = f"{enum.name.name}.{target} is no string"
            errors.append(AuthorError(message, place, type_name=str(enum), hint=hint))
            continue
        name = TypeName(enum.name.package, f"{enum.name.name}.{target}")
        comments = module.file.comments.above(statement.lineno)
        found.setdefault(text, Constant(name, enum, text, place, comments))  # equal members are aliases, as in Python
    return list(found.values())


def _assignment(statement: ast.stmt) -> tuple[str, ast.expr | None]:
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target, value = statement.targets[0], statement.value
        return (target.id, value) if isinstance(target, ast.Name) else ("", None)
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return statement.target.id, statement.value
    return "", None


def _text(module: Module, node: ast.ClassDef, name: str, value: ast.expr) -> str | None:
    """Returns the value of a member; `auto()` is the lower-case name where the class derives from StrEnum."""
    if isinstance(value, ast.Constant):
        return value.value if isinstance(value.value, str) else None
    if isinstance(value, ast.Call) and module.word(value.func) == "auto":
        plain = {module.word(base) for base in node.bases} >= {"str", "Enum"}
        return None if plain else name.lower()
    return None


_LOOSEN = "write T | None, list[T] or dict[str, T]"


def try_package(path: Path, universe: Universe, shared: SharedType) -> tuple[Package | None, list[AuthorError]]:
    """Reads a package as far as possible; returns it with its errors."""
    file = path / TYPES_FILE if path.is_dir() else path
    project = Project(universe)
    names = NamedTypes(project, shared)
    module: Module | None = None
    try:
        module = project.module(file)
        _read_all(project, names)
        fresh = [each for module in project.fresh for each in module.package.types.values()]
        names.errors += [*refuse_value_recursion(fresh, _LOOSEN), *refuse_deep_embedding(fresh)]
        _read_functions(module.package, file.parent / PYTHON_FILE)
    except AuthorError as error:
        names.errors.append(error)
    return None if module is None else module.package, _in_order(names.errors)


def _read_all(project: Project, names: NamedTypes) -> None:
    """Reads the types of all files, also of those found on the way."""
    done = 0
    while done < len(project.fresh):
        names.complete_all()
        _read_classes(project.fresh[done], names)
        done += 1
    names.complete_all()


def _read_classes(module: Module, names: NamedTypes) -> None:
    module.package.constants += read_plain_constants(module)
    structs = StructReader(module, names.reader, names.errors)
    for name, declaration in module.declared.items():
        if not isinstance(declaration, ClassDeclaration):
            continue
        kind = names.kind_of(module, declaration)
        if kind is ClassKind.OTHER:
            names.errors += _lost_tags(module, declaration)
            continue
        made = module.package.types[name]
        if made.place is None or made.place.file != module.file.name:
            continue  # declared twice, which was reported
        if kind is ClassKind.DATACLASS:
            structs.fill(declaration.node, made)
        else:
            module.package.constants += read_constants(module, declaration.node, made, names.errors)


def _lost_tags(module: Module, declaration: ClassDeclaration) -> list[AuthorError]:
    """Returns an error where a class that is neither a dataclass nor an enum has tags."""
    node, comments = declaration.node, module.file.comments
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    for line in (first, *(each.lineno for each in node.body)):
        if any(each.text.lstrip().startswith("+k8s:") for each in comments.above(line)):
            message = f"class {node.name} has tags but is neither a dataclass nor a StrEnum"
            hint = "decorate it with @dataclass, or derive it from StrEnum"
            return [AuthorError(message, module.file.place(node), type_name=node.name, hint=hint)]
    return []


def _read_functions(package: Package, file: Path) -> None:
    """Adds the hand-written validation functions beside the types."""
    if file.is_file():
        package.functions |= python_functions(file)


def _in_order(errors: list[AuthorError]) -> list[AuthorError]:
    """Returns the errors by place, without duplicates."""
    unique = {str(each): each for each in errors}
    return sorted(unique.values(), key=lambda each: (each.place is not None, each.place or ()))
