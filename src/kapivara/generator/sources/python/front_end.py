"""Reads a package of Python types: the entry point of this folder.

A package is a folder with a file of types, and the sibling modules that it imports. Modules of other folders of the
project that it imports are read into the universe too. Nothing is imported or run.
"""

from __future__ import annotations

from pathlib import Path

from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.json_fields import refuse_deep_embedding
from kapivara.generator.model.types import Package, Universe
from kapivara.generator.model.value_recursion import refuse_value_recursion
from kapivara.generator.python.shared_types import SharedType
from kapivara.generator.sources.handwritten import PYTHON_FILE, python_functions
from kapivara.generator.sources.python.classes import ClassKind
from kapivara.generator.sources.python.enums import read_constants
from kapivara.generator.sources.python.import_paths import TYPES_FILE
from kapivara.generator.sources.python.module import ClassDeclaration, Module
from kapivara.generator.sources.python.named_types import NamedTypes
from kapivara.generator.sources.python.plain_constants import read_plain_constants
from kapivara.generator.sources.python.project import Project
from kapivara.generator.sources.python.structs import StructReader

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
