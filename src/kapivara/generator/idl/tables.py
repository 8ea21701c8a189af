"""Prints the table of a package: one text per type, which `codec.typed.described` parses when the type is first used.

The text of a struct has a line for each field: its protobuf number, its JSON name (`-`: its own fields belong to this
struct), its type and its properties. Types with their own JSON encoding have lines for their protobuf fields. Text
costs the least at start-up: one constant per type, and no calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kapivara.generator.emission.printing import printed, tuple_of
from kapivara.generator.idl.facts import FieldFacts, TypeFacts, number_of
from kapivara.generator.idl.references import References
from kapivara.generator.model.types import TypeKind


def describe_types(types: Iterable[TypeFacts], references: References) -> dict[str, str]:
    """Returns the texts of all types of a package by name."""
    return {each.type.name.name: _describe(each, references) for each in types}


def print_table(path: str, table: Mapping[str, str], validated: Iterable[str]) -> str:
    """Returns the source of a table, with the package's import path and the types whose tags have validators."""
    lines = [f"PACKAGE = {printed(path)}", f"VALIDATED = {tuple_of(map(printed, validated))}", "", "TYPES = {"]
    for name, text in table.items():
        if "\n" in text:
            escaped = text.replace("\\", "\\\\")
            lines.append(f'    {printed(name)}: """\\\n{escaped}\n""",')
        else:
            lines.append(f"    {printed(name)}: {printed(text)},")
    return "\n".join([*lines, "}"]) + "\n"


def _describe(facts: TypeFacts, references: References) -> str:
    if facts.own_json:
        return "\n".join((f"={facts.own_json}", *(_describe_field(each, references) for each in facts.fields)))
    if facts.type.kind is not TypeKind.STRUCT:
        return " ".join((references.underlying(facts.type), *facts.words))
    fields = [_describe_field(each, references) for each in facts.fields]
    return "\n".join((" ".join(("struct", *facts.words)), *fields))


def _describe_field(field: FieldFacts, references: References) -> str:
    kind = references.name(field.member.type)
    return " ".join((number_of(field.member), field.name or "-", kind, *field.words))
