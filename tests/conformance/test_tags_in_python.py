"""Tests of the tag corpus in Python: its types, converted to types.py, give the same validators as their Go sources."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from pathlib import Path

from kapivara.generator.model.types import BYTE, Comments, Member, Package, Type, TypeKind
from kapivara.generator.pipeline import generate
from kapivara.generator.sources.loading import read_sources

HEADER = """
from __future__ import annotations
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NewType
from kapivara.generator.python.names import *
"""
WORDS = {"string": "str", "byte": "uint8", "int": "int64"}
PLAIN_INT = re.compile(r"(?<![A-Z0-9])INT\b")
HAS_FOREIGN_TYPES = {"crosspkg"}
HAND_WRITTEN = "def {}(op, path, new, old):\n    return []\n"


def test_validators_are_the_same(tag_corpus: Path, tmp_path: Path) -> None:
    compared = 0
    for topic in sorted(file.parent for file in tag_corpus.glob("*/cases.jsonl")):
        if topic.name in HAS_FOREIGN_TYPES:
            continue
        (go,) = generate(read_sources([topic]))
        folder = tmp_path / topic.name
        folder.mkdir()
        (folder / "types.py").write_text("\n".join(python_source(go.package)))
        functions = [name.replace("ValidateCustom", "validate_custom") for name in go.package.functions]
        (folder / "validations.py").write_text("".join(map(HAND_WRITTEN.format, functions)))
        (python,) = generate(read_sources([folder]))
        # Python has one plain integer type: the two of Go are equal here.
        assert python.source == PLAIN_INT.sub("INT64", go.source), topic.name
        compared += 1
    assert compared >= 20


def python_source(package: Package) -> Iterator[str]:
    """Converts the types of a package to Python."""
    yield from comment(package.markers)
    yield HEADER
    for kind in package.types.values():
        yield ""
        if kind.detached:
            yield from (*comment(kind.detached), "")
        yield from comment(kind.comments)
        constants = [each for each in package.constants if each.type is kind and isinstance(each.value, str)]
        copied = kind.written is not None and kind.written.name.package
        if kind.kind is TypeKind.STRUCT and not copied:
            yield from dataclass_source(kind)
        elif constants:
            yield f"class {kind.name.name}(StrEnum):"
            for each in constants:
                yield from (*comment(each.comments, "    "), f"    {each.name.name} = {each.value!r}")
        else:
            yield f"{kind.name.name} = NewType({kind.name.name!r}, {annotation(kind.written or kind.underlying)!r})"


def dataclass_source(kind: Type) -> Iterator[str]:
    bases = [each for each in kind.members if is_base(each)]
    yield "@dataclass"
    yield f"class {kind.name.name}({', '.join(each.type.name.name for each in bases)}):"
    yield "    pass"
    for member in kind.members:
        if is_base(member):
            continue
        yield from comment(member.comments, "    ")
        name = member.name[:1].lower() + member.name[1:]
        name = f"{name}_" if keyword.iskeyword(name) else name
        tag = f"{member.json.name or member.name}{',omitempty' * member.json.omit_empty}"
        if member.json.ignored:
            tag = "-"
        elif member.embedded and not member.json.name:
            tag = ",inline"
        if member.exported:
            yield f"    {name}: {annotation(member.type)} = field(metadata={{'json': {tag!r}}})"
        else:
            yield f"    _{name}: {annotation(member.type)}"


def is_base(member: Member) -> bool:
    return member.embedded and member.type.kind is TypeKind.STRUCT and not member.json.name


def annotation(kind: Type | None) -> str:
    assert kind is not None
    if kind.kind is TypeKind.BUILTIN:
        return WORDS.get(kind.name.name, kind.name.name)
    if kind.name.package:
        return kind.name.name
    if kind.kind is TypeKind.POINTER:
        return f"{annotation(kind.elem)} | None"
    if kind.kind is TypeKind.SLICE:
        return "bytes" if kind.elem is BYTE else f"list[{annotation(kind.elem)}]"
    if kind.kind is TypeKind.MAP:
        return f"dict[{annotation(kind.key)}, {annotation(kind.elem)}]"
    assert kind.kind is TypeKind.INTERFACE
    return "Any"


def comment(lines: Comments, indent: str = "") -> list[str]:
    return [f"{indent}#{each.text}" for each in lines]
