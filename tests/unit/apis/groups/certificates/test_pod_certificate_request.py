"""Tests of certificate requests for pods."""

from __future__ import annotations

import pytest
from tests.unit.apis.steps import Object, cells, created, kind_named, updated

KIND = kind_named("PodCertificateRequest")
META = {"name": "one", "namespace": "n"}
SPEC = {"signerName": "example.com/s", "podName": "p", "serviceAccountName": "sa", "nodeName": "node"}


def request(**parts: Object) -> Object:
    return created(KIND, metadata=META, spec=SPEC, **parts)


def test_a_new_one() -> None:
    obj = request(status={"certificateChain": "x"})
    assert obj["spec"]["maxExpirationSeconds"] == 86400
    assert obj["status"] == {}


def test_a_status_leaves_metadata_and_spec_alone() -> None:
    old = request()
    changed = {"metadata": {**META, "labels": {"a": "b"}}, "spec": {**SPEC, "podName": "q"}}
    new = updated(KIND, old, "status", **changed, status={"certificateChain": "x"})
    assert new == {**old, "status": {"certificateChain": "x"}}


@pytest.mark.parametrize(
    ("types", "state"),
    [([], "Pending"), (["Odd"], "Pending"), (["Issued"], "Issued"), (["Denied", "Failed"], "Failed")],
)
def test_rows(types: list[str], state: str) -> None:
    obj = request()
    obj["status"] = {"conditions": [{"type": each, "status": "True"} for each in types]}
    assert cells(KIND, obj) == ["one", "p", "sa", "node", "example.com/s", state, "<none>"]


def test_annotations_are_shown() -> None:
    obj = created(KIND, metadata=META, spec={**SPEC, "unverifiedUserAnnotations": {"b/c": "2", "a/b": "1"}})
    assert cells(KIND, obj)[-1] == "a/b=1,b/c=2"


def test_requests_are_selected_by_all_but_their_namespace() -> None:
    assert set(KIND.selectable_fields(request())) - set(KIND.field_labels or ()) == {"metadata.namespace"}
