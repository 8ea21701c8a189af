"""The statements of quick checks, as data, and their printer."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TypeAlias

from kapivara.emit.conditions import Condition, Notation, print_condition
from kapivara.emit.source import SourceWriter
from kapivara.generator.emission.access import read_member
from kapivara.generator.model.types import Member
from kapivara.values.record import record


class Parts(Enum):
    """The parts of a value that a loop visits."""

    ITEMS = "items"
    KEYS = "keys"
    VALUES = "values"
    BYTES = "bytes"

    def of(self, value: str) -> str:
        """Prints the iterable of these parts for the variable `value`, which may be nil."""
        match self:
            case Parts.ITEMS | Parts.KEYS:
                return f"{value} or ()"
            case Parts.VALUES:
                return f"({value} or {{}}).values()"
            case Parts.BYTES:
                return f"rules.octets({value}) or ()"


@record
class Refusal:
    """Returns False where a condition holds for the variable `value`."""

    condition: Condition
    value: str


@record
class Reading:
    """Assigns a member of the struct `holder` to a variable."""

    name: str
    member: Member
    holder: str


@record
class When:
    """Runs statements only where a condition holds for the variable `value`."""

    condition: Condition
    value: str
    body: tuple[Statement, ...]


@record
class Loop:
    """Runs statements for each part of the variable `value`."""

    item: str
    parts: Parts
    value: str
    body: tuple[Statement, ...]


Statement: TypeAlias = "Refusal | Reading | When | Loop"


def write_statements(writer: SourceWriter, statements: Iterable[Statement], notation: Notation) -> None:
    """Writes statements into a function that returns whether a value is valid."""
    for each in statements:
        match each:
            case Reading(name, member, holder):
                writer.line(f"{name} = {read_member(member, holder)}")
            case Refusal(condition, value):
                with writer.block(f"if {print_condition(condition, value, notation)}"):
                    writer.line("return False")
            case When(condition, value, body):
                with writer.block(f"if {print_condition(condition, value, notation)}"):
                    write_statements(writer, body, notation)
            case Loop(item, parts, value, body):
                with writer.block(f"for {item} in {parts.of(value)}"):
                    write_statements(writer, body, notation)
