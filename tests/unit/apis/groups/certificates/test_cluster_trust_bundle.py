"""Tests of trust bundles: names that start with the signer's."""

from __future__ import annotations

import pytest
from tests.unit.apis.steps import cells, kind_named, sent

from kapivara.field import Operation, Verb
from kapivara.values import ABSENT

KIND = kind_named("ClusterTrustBundle")


@pytest.mark.parametrize(
    ("name", "signer", "error"),
    [
        ("one", "", ""),
        ("a:b", "", 'ClusterTrustBundle without signer name must not have ":" in its name'),
        ("example.com:s:one", "example.com/s", ""),
        (
            "one",
            "example.com/s",
            "ClusterTrustBundle for signerName example.com/s must be named with prefix example.com:s:",
        ),
        ("example.com:s:One", "example.com/s", "a lowercase RFC 1123 subdomain must"),
    ],
)
def test_names(name: str, signer: str, error: str) -> None:
    obj = sent(KIND, metadata={"name": name}, spec={"signerName": signer})
    told = [str(each) for each in KIND.validate(Operation(Verb.CREATE), obj, ABSENT)]
    errors = [each for each in told if each.startswith("metadata.name")]
    assert (error in errors[0]) if error else not errors


def test_rows_and_selection() -> None:
    obj = sent(KIND, spec={"signerName": "example.com/s"})
    assert cells(KIND, obj) == ["one", "example.com/s"]
    assert cells(KIND, sent(KIND)) == ["one", "<none>"]
    assert KIND.selectable_fields(obj) == {"metadata.name": "one", "spec.signerName": "example.com/s"}
