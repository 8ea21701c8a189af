"""Tests of the rules of access reviews."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.refusals import refused

RESOURCE = {"resourceAttributes": {"verb": "get", "resource": "pods"}}


@pytest.mark.parametrize(
    ("kind", "metadata", "spec", "errors"),
    [
        pytest.param("SubjectAccessReview", {}, {"user": "u", **RESOURCE}, [], id="good"),
        pytest.param("SelfSubjectAccessReview", {}, RESOURCE, [], id="oneself"),
        pytest.param(
            "SubjectAccessReview",
            {"labels": {"b": "c"}, "name": "n"},
            RESOURCE,
            [
                'spec.user: Invalid value: "": at least one of user or group must be specified',
                'metadata: Invalid value: {"name":"n","labels":{"b":"c"}}: must be empty',
            ],
            id="nobody",
        ),
        pytest.param(
            "LocalSubjectAccessReview",
            {"namespace": "a"},
            {"user": "u", **RESOURCE},
            ['spec.resourceAttributes.namespace: Invalid value: "": must match metadata.namespace'],
            id="namespace",
        ),
        pytest.param(
            "SelfSubjectAccessReview",
            {},
            {"resourceAttributes": {"fieldSelector": {"requirements": [{"key": "", "operator": "In"}]}}},
            [
                "spec.resourceAttributes.fieldSelector.requirements[0].key: Required value: must be specified",
                "spec.resourceAttributes.fieldSelector.requirements[0].values: Required value: must be specified when "
                "`operator` is 'In' or 'NotIn'",
            ],
            id="selector",
        ),
    ],
)
def test_reviews(kind: str, metadata: dict[str, str], spec: dict[str, Any], errors: list[str]) -> None:
    assert refused(kind, metadata=metadata, spec=spec) == errors
