"""Tests of runtime classes: warnings and rows."""

from __future__ import annotations

from tests.unit.apis.steps import cells, kind_named, sent

from kapivara.field import Operation, Verb
from kapivara.values import ABSENT

CLASS = kind_named("RuntimeClass")


def test_deprecated_labels() -> None:
    selector = {"beta.kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64"}
    obj = sent(CLASS, handler="runc", scheduling={"nodeSelector": selector})
    assert CLASS.warnings(Operation(Verb.CREATE), obj, ABSENT) == [
        'scheduling.nodeSelector: deprecated since v1.14; use "kubernetes.io/os" instead'
    ]
    assert CLASS.warnings(Operation(Verb.CREATE), sent(CLASS, handler="runc"), ABSENT) == []


def test_rows() -> None:
    assert cells(CLASS, sent(CLASS, handler="runc"))[:2] == ["one", "runc"]


def test_puts() -> None:
    assert CLASS.create_on_update
    assert not CLASS.unconditional_update


def test_amounts_stay_as_they_were_sent() -> None:
    amounts = {"cpu": "100n", "memory": "1"}
    assert sent(CLASS, handler="h", overhead={"podFixed": amounts})["overhead"] == {"podFixed": amounts}
