"""The hand-written rules about a field of a built-in kind: the functions that validate it.

`scripts/regen` finds them in the source of the rules and writes the table `zz_generated_rules.txt`.
"""

from __future__ import annotations

import re
import sys
from functools import reduce
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from kapivara.cli.fields.tree import FieldRule
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.meta import GroupVersionKind

Place = tuple[str, ...]
"""The names of fields that lead to a field, through lists and maps."""

TABLE: Final = "zz_generated_rules.txt"
_FOLDERS: Final = re.compile(r"kapivara\.(apis\.((groups|shared)\.)?)?")
"""The folders that `explain` leaves out of the names of functions."""


@record
class _Rules:
    """The functions about a field: those that report its errors, and those that only read its value."""

    reporting: tuple[str, ...] = ()
    reading: tuple[str, ...] = ()


class HandWrittenRules:
    """The rules of a kind by their fields."""

    def __init__(self, kind: GroupVersionKind):
        self._kind = kind
        self._rules: dict[Place, _Rules] | None = None

    def about(self, place: Place, *, has_fields: bool = False) -> list[FieldRule]:
        """Returns the rules about a field: first functions that report its errors, then functions that read its value.

        Both are in the order of their source. For a field with fields of its own, functions that only read it mostly
        validate its fields; they are returned only if no function reports errors for it.
        """
        if self._rules is None:
            self._rules = _read_rules(self._kind)
        found = self._rules.get(place, _Rules())
        functions = found.reporting if found.reporting and has_fields else (*found.reporting, *found.reading)
        return [_field_rule(each) for each in functions]


def count_rules(kind: GroupVersionKind) -> int:
    """Returns the number of places in the code that construct an error of a kind; 0 for an unknown kind."""
    head = _section(_table(), kind).partition("\n")[0]
    return int(head) if head else 0


def _table() -> str:
    return files(__package__).joinpath(TABLE).read_text(encoding="utf-8")


def _section(table: str, kind: GroupVersionKind) -> str:
    """Returns the part of the table about a kind, which begins with the number of its rules; "" for unknown kinds."""
    return table.partition(f"\nkind {kind.api_version} {kind.kind} ")[2].partition("\nkind ")[0]


def _read_rules(kind: GroupVersionKind) -> dict[Place, _Rules]:
    """Reads the rules of a kind: each line is indented by its depth, and names a field and the functions about it."""
    table = _table()
    names = table.partition("\nkind ")[0].split("\n")
    rules, place = dict[Place, _Rules](), list[str]()
    for line in _section(table, kind).split("\n")[1:]:
        name, _, functions = line.lstrip(" ").partition(" ")
        place[len(line) - len(line.lstrip(" ")) :] = [name]
        reporting, _, reading = functions.partition("|")
        if functions:
            rules[tuple(place)] = _Rules(_named(reporting, names), _named(reading, names))
    return rules


def _named(numbers: str, names: list[str]) -> tuple[str, ...]:
    return tuple(names[int(each)] for each in numbers.split(",")) if numbers else ()


def _field_rule(name: str) -> FieldRule:
    """Returns a function as a rule; its meaning is the first line of its docstring, or of its module's."""
    module, _, qualified = name.partition(":")
    function = reduce(getattr, qualified.split("."), import_module(module))
    purpose = function.__doc__ or sys.modules[module].__doc__ or ""
    return FieldRule(f"{_FOLDERS.sub('', module)}.{qualified}", purpose.partition("\n")[0])
