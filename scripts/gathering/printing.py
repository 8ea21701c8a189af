"""Prints declarations as gofmt would: columns are aligned over lines that follow each other without a comment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from scripts.gathering.reading import GoConstant, GoField, GoType

Said = TypeVar("Said", GoField, GoConstant)
_QUALIFIER = re.compile(r"\b(\w+)\.[A-Z]")


def print_file(path: str, head: Sequence[str], imports: Mapping[str, str], declared: Iterable[str]) -> str:
    """Returns the text of a file: its header, its package with the import path, imports, declarations."""
    name = path.rpartition("/")[2]
    parts = ["".join(f"{_comment(line)}\n" for line in head) + f'package {name} // import "{path}"']
    if imports:
        parts.append("\n".join(["import (", *_import_lines(imports), ")"]))
    return "\n\n".join([*parts, *declared]) + "\n"


def qualifiers(types: Iterable[GoType]) -> set[str]:
    """Returns the names of packages to which types refer."""
    texts = [text for each in types for text in (each.made_of, *(field.type for field in each.fields))]
    return {name for text in texts for name in _QUALIFIER.findall(text)}


def print_type(declared: GoType, constants: Sequence[GoConstant]) -> str:
    """Returns the declaration of a type and of its constants."""
    lines = [_comment(line) for line in declared.said]
    if declared.made_of != "struct":
        lines.append(f"type {declared.name} {declared.made_of}")
    elif not declared.fields:
        lines.append(f"type {declared.name} struct{{}}")
    else:
        lines += [f"type {declared.name} struct {{", *_field_lines(declared.fields), "}"]
    text = "\n".join(lines)
    return f"{text}\n\n{print_constants(constants)}" if constants else text


def print_constants(constants: Sequence[GoConstant]) -> str:
    """Returns the declaration of constants."""
    lines = ["const ("]
    for run in _runs(constants):
        lines += [f"\t{_comment(line)}" for line in run[0].said]
        names = max(len(each.name) for each in run)
        lines += [f"\t{each.name:{names}} {f'{each.type} ' if each.type else ''}= {each.value}" for each in run]
    return "\n".join([*lines, ")"])


def _import_lines(imports: Mapping[str, str]) -> list[str]:
    by_path = sorted((path, name) for name, path in imports.items())
    return [f'\t"{path}"' if path.rpartition("/")[2] == name else f'\t{name} "{path}"' for path, name in by_path]


def _field_lines(fields: Sequence[GoField]) -> list[str]:
    lines: list[str] = []
    for run in _runs(fields):
        lines += [f"\t{_comment(line)}" for line in run[0].said]
        names = max(len(each.name or each.type) for each in run)
        types = max((len(each.type) for each in run if each.name), default=0)
        for each in run:
            words = f"{each.name:{names}} {each.type:{types}}" if each.name else f"{each.type:{names}}"
            lines.append(f"\t{words} `{each.tag}`" if each.tag else f"\t{words}".rstrip())
    return lines


def _runs(declared: Sequence[Said]) -> list[list[Said]]:
    """Splits declarations at the comments between them."""
    runs: list[list[Said]] = []
    for each in declared:
        if each.said or not runs:
            runs.append([])
        runs[-1].append(each)
    return runs


def _comment(line: str) -> str:
    return f"// {line}".rstrip()
