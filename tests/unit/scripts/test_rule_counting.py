"""Tests of counting the hand-written rules of a kind."""

from __future__ import annotations

from scripts.rule_tracing.counting import count_rules
from tests.unit.apis.alone import Alone

from kapivara.apis.catalog.rows import CATALOG
from kapivara.apis.machinery.kinds import kind as kinds
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.field import ErrorList, FieldPath, Operation, invalid, required
from kapivara.values import Absent, JsonObject


def row_of(name: str) -> Kind:
    (row,) = (row for row in CATALOG if row.kind == name and row.group == "")
    return row.load().at(row.at(row.versions[0]), Alone())


def test_rules_are_found_where_functions_lead(monkeypatch: object) -> None:
    plain = row_of("Binding")

    class Ruled(type(plain)):  # type: ignore[misc]  # a class that the catalog names
        def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
            return [*super().validate(operation, new, old), required(FieldPath.of("a")), *self._more(new)]

        def _more(self, new: JsonObject) -> ErrorList:
            return [invalid(FieldPath.of(each), each, "") for each in new]

    for each in (Ruled.validate, Ruled._more):
        each.__module__ = kinds.__name__
    assert count_rules(Ruled) == count_rules(type(plain)) + 2
