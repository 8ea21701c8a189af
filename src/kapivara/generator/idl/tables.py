"""Prints the table of a package: for each type one text, which `codec.described` reads when the type is first used.

A struct's text has a line for each field: its number in protocol buffers, its name in JSON (`-`: its own fields stand
here), its type, and what else is said of it. Types that read their JSON themselves have lines for what they are in
protocol buffers. Text is what costs a start least: one constant a type, and no calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kapivara.generator.idl.facts import FieldFacts, TypeFacts, number_of
from kapivara.generator.idl.references import References
from kapivara.generator.model import TypeKind
from kapivara.generator.printing import printed, tuple_of


def describe_types(types: Iterable[TypeFacts], references: References) -> dict[str, str]:
    """Returns the texts of all types of a package by their names."""
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
