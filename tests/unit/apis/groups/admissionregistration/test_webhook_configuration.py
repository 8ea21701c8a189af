"""Tests of webhook configurations: generations, warnings and rows."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.steps import cells, columns, created, kind_named, updated

from kapivara.field import Operation, Verb
from kapivara.values import ABSENT

KINDS = ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"]


@pytest.mark.parametrize("kind", KINDS)
def test_generations_count_changes_of_webhooks(kind: str) -> None:
    made = kind_named(kind)
    old = created(made, webhooks=[{"name": "a.b.c"}])
    assert old["metadata"]["generation"] == 1
    labelled = updated(made, old, metadata={**old["metadata"], "labels": {"a": "b"}})
    assert labelled["metadata"]["generation"] == 1
    assert updated(made, old, webhooks=[{"name": "a.b.d"}])["metadata"]["generation"] == 2


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("rule", "named"),
    [
        (
            {"apiGroups": ["authentication.k8s.io"], "resources": ["tokenreviews"]},
            ["tokenreviews.authentication.k8s.io"],
        ),
        (
            {"apiGroups": ["authorization.k8s.io", "authorization.k8s.io"], "resources": ["subjectaccessreviews", "x"]},
            ["subjectaccessreviews.authorization.k8s.io"],
        ),
        ({"apiGroups": ["*"], "resources": ["tokenreviews"]}, []),
        ({"apiGroups": ["authentication.k8s.io"], "resources": ["*"]}, []),
        ({"apiGroups": [""], "resources": ["pods"]}, []),
    ],
)
def test_rules_about_what_no_webhook_is_asked_about(kind: str, rule: dict[str, Any], named: list[str]) -> None:
    made = kind_named(kind)
    obj = created(made, webhooks=[{"name": "a.b.c"}, {"name": "a.b.d", "rules": [{}, rule]}])
    text = "is excluded from admission webhooks; this rule will have no effect"
    warned = [f"webhooks[1].rules[1]: {each} {text}" for each in named]
    assert made.warnings(Operation(Verb.CREATE), obj, ABSENT) == warned


@pytest.mark.parametrize("kind", KINDS)
def test_rows(kind: str) -> None:
    made = kind_named(kind)
    assert columns(made) == ["Name", "Webhooks", "Age"]
    assert cells(made, created(made, webhooks=[{"name": "a.b.c"}, {"name": "a.b.d"}]))[:2] == ["one", 2]
    assert cells(made, created(made))[:2] == ["one", 0]


@pytest.mark.parametrize("kind", [*KINDS, "ValidatingAdmissionPolicy", "MutatingAdmissionPolicyBinding"])
def test_names_of_static_manifests_are_reserved(kind: str) -> None:
    made = kind_named(kind)
    obj = created(made, metadata={"name": "a.static.k8s.io"}, spec={})
    errors = [str(each) for each in made.validate(Operation(Verb.CREATE), obj, ABSENT)]
    assert errors[-1] == (
        'metadata.name: Invalid value: "a.static.k8s.io": names ending with ".static.k8s.io" are reserved for static '
        "manifest-based configurations and cannot be managed via the API"
    )
    assert errors[:-1] == [str(each) for each in made.validate(Operation(Verb.UPDATE), obj, obj)]
