"""Advice about new parts of a CRD: API conventions that the server does not enforce.

It consists of the findings of some lint rules, without those that the old CRD also has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.apis.groups.apiextensions.lint.booleans import BOOLEAN
from kapivara.apis.groups.apiextensions.lint.lists import LIST_TYPE, MAP
from kapivara.apis.groups.apiextensions.lint.numbers import FLOAT, UNSIGNED
from kapivara.apis.groups.apiextensions.lint.status import CONDITIONS, STATUS
from kapivara.apis.groups.apiextensions.lint.survey import Survey
from kapivara.field import FieldPath
from kapivara.values import JsonObject
from kapivara.values.record import record

_RULES: Final = (STATUS, BOOLEAN, FLOAT, UNSIGNED, MAP, LIST_TYPE, CONDITIONS)


@record
class Advice:
    """A piece of advice: its lint rule, the version and field, the path in the CRD, and the text."""

    topic: str
    version: str
    field: str
    path: FieldPath
    text: str


def advise(old: JsonObject | None, new: JsonObject) -> tuple[Advice, ...]:
    """Returns the advice about a decoded CRD that does not apply to the old one."""
    known = set() if old is None else {(each.topic, each.version, each.field) for each in _advice(old)}
    return tuple(each for each in _advice(new) if (each.topic, each.version, each.field) not in known)


def _advice(crd: JsonObject) -> Iterator[Advice]:
    survey = Survey(crd, in_every_version=True)
    for rule in _RULES:
        for found in rule.check(survey):
            yield Advice(rule.id, found.version, found.field, found.path, found.message)
