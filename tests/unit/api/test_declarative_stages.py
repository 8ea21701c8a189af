"""Tests of the stages of KEP-5073 through the façade: where both sides agree, the stage makes no difference."""

from __future__ import annotations

import pytest

from kapivara import Api

CONTROLLER = {
    "apiVersion": "v1",
    "kind": "ReplicationController",
    "metadata": {"name": "one"},
    "spec": {
        "replicas": -1,
        "minReadySeconds": -2,
        "selector": {"app": "a"},
        "template": {"metadata": {"labels": {"app": "a"}}, "spec": {"containers": [{"name": "a", "image": "b"}]}},
    },
}


@pytest.mark.parametrize("stage", ["levels", "off", "compare", "takeover"])
def test_twins_are_told_once_at_every_stage(stage: str) -> None:
    outcome = Api(declarative_validation=stage, assume_namespaces=True).create(CONTROLLER)
    assert outcome.status is not None
    assert sorted((each.field, each.message) for each in outcome.status.causes) == [
        ("spec.minReadySeconds", "Invalid value: -2: must be greater than or equal to 0"),
        ("spec.replicas", "Invalid value: -1: must be greater than or equal to 0"),
    ]


def test_a_stage_that_there_is_none_of_is_refused() -> None:
    with pytest.raises(ValueError, match="on"):
        Api(declarative_validation="on")
