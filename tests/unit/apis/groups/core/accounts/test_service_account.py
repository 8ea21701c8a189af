"""Tests of service accounts: names of secrets, and a deprecated annotation."""

from __future__ import annotations

from tests.unit.registry.conftest import Talk

from kapivara.meta import GroupVersionResource

ACCOUNTS = GroupVersionResource("", "v1", "serviceaccounts")
ANNOTATION = "kubernetes.io/enforce-mountable-secrets"


def test_only_names_of_secrets_are_kept(talk: Talk) -> None:
    secrets = [{"name": "s", "namespace": "n", "kind": "Secret"}, {"kind": "x"}]
    body = {"metadata": {"name": "a"}, "secrets": secrets}
    assert talk("create", ACCOUNTS, body=body).object["secrets"] == [{"name": "s"}, {}]
    assert talk("update", ACCOUNTS, "a", body).object["secrets"] == [{"name": "s"}, {}]


def test_the_annotation_is_warned_of_once(talk: Talk) -> None:
    body = {"metadata": {"name": "b", "annotations": {ANNOTATION: "true"}}}
    assert talk("create", ACCOUNTS, body=body).warnings == (
        f"metadata.annotations[{ANNOTATION}]: deprecated in v1.32+; prefer separate namespaces to isolate access to "
        "mounted secrets",
    )
    assert talk("update", ACCOUNTS, "b", body).warnings == ()
