"""The statements of quick checks, as data, and how they are printed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from kapivara.generator.conditions import Condition
from kapivara.generator.emission.condition_text import print_condition
from kapivara.values.record import record


@record
class Refusal:
    """Says no where a condition holds of the value of a name."""

    condition: Condition
    value: str


@record
class Assignment:
    """Gives an expression a name."""

    name: str
    text: str


@record
class When:
    """Does something only where a condition holds of the value of a name."""

    condition: Condition
    value: str
    body: tuple[Statement, ...]


@record
class Loop:
    """Does something for each item of what an expression gives."""

    item: str
    source: str
    body: tuple[Statement, ...]


Statement: TypeAlias = "Refusal | Assignment | When | Loop"


def print_statements(statements: Iterable[Statement], indent: str = "    ") -> list[str]:
    """Prints statements as lines."""
    lines: list[str] = []
    for each in statements:
        match each:
            case Assignment():
                lines.append(f"{indent}{each.name} = {each.text}")
            case Refusal():
                lines += [f"{indent}if {print_condition(each.condition, each.value)}:", f"{indent}    return False"]
            case When():
                lines.append(f"{indent}if {print_condition(each.condition, each.value)}:")
                lines += print_statements(each.body, f"{indent}    ")
            case Loop():
                lines.append(f"{indent}for {each.item} in {each.source}:")
                lines += print_statements(each.body, f"{indent}    ")
    return lines
