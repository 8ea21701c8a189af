"""Classifies classes: dataclass, enum of strings, or other."""

from __future__ import annotations

import ast
from enum import StrEnum

from kapivara.generator.sources.python.annotations import AnnotationReader, dotted
from kapivara.generator.sources.python.module import Module
from kapivara.generator.sources.python.project import Declared, Project

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
