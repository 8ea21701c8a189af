"""Which version of Kubernetes takes a definition, and what an older one says of it."""

from typing import Any

import pytest

from kapivara import Api
from kapivara.cli.commands.crd.check.command import oldest_version
from kapivara.cli.inputs.manifest_reader import read_manifests
from kapivara.cli.inputs.manifests import Manifest
from kapivara.values import JsonObject


def definition(field: JsonObject, **version: Any) -> JsonObject:
    schema = {"type": "object", "properties": {"spec": {"type": "object", "properties": {"a": field}}}}
    only = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}, **version}
    names = {"plural": "nets", "kind": "Net"}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "nets.example.com"},
        "spec": {"group": "example.com", "scope": "Namespaced", "names": names, "versions": [only]},
    }


def with_rule(rule: str) -> JsonObject:
    return {"type": "string", "maxLength": 40, "x-kubernetes-validations": [{"rule": rule}]}


def manifest_of(tmp_path: Any, crd: JsonObject) -> Manifest:
    from json import dumps

    file = tmp_path / "crd.json"
    file.write_text(dumps(crd))
    (found,) = read_manifests([str(file)], [])
    return found


@pytest.mark.parametrize(
    ("crd", "version", "older", "reason"),
    [
        pytest.param(definition(with_rule("self != ''")), "1.30", "", "", id="nothing new"),
        pytest.param(definition(with_rule("isIP(self)")), "1.31", "1.30", "undeclared reference to 'isIP'", id="ip"),
        pytest.param(definition(with_rule("isSemver(self)")), "1.34", "1.33", "'isSemver'", id="semver"),
        pytest.param(
            definition({"type": "string", "format": "k8s-short-name"}),
            "1.35",
            "1.34",
            'unrecognized format "k8s-short-name"',
            id="format",
        ),
        pytest.param(
            definition({"type": "string"}, selectableFields=[{"jsonPath": ".spec.a"}]),
            "1.31",
            "1.30",
            "spec.versions[0].selectableFields: dropped",
            id="selectable fields",
        ),
    ],
)
def test_the_oldest_version(tmp_path: Any, crd: JsonObject, version: str, older: str, reason: str) -> None:
    found = oldest_version(manifest_of(tmp_path, crd))
    assert found is not None
    assert (found.version, found.older) == (version, older)
    assert reason in "\n".join(found.reasons)


def test_what_the_newest_refuses_no_version_takes(tmp_path: Any) -> None:
    assert oldest_version(manifest_of(tmp_path, definition(with_rule("nonsense(self)")))) is None


def test_stored_rules_may_use_what_came_with_the_version() -> None:
    """New rules may use what the version before knows; those that are stored keep what their own version knows."""
    crd = definition(with_rule("isSemver(self)"))
    api = Api(kubernetes_version="1.33")
    assert not api.create(crd).ok
    assert Api(kubernetes_version="1.34").create(crd).ok


def test_formats_that_a_version_does_not_know_are_ignored_in_objects() -> None:
    crd = definition({"type": "string", "format": "k8s-short-name"})
    net = {"apiVersion": "example.com/v1", "kind": "Net", "metadata": {"name": "a"}, "spec": {"a": "Not Short"}}
    for version, code in (("1.34", 201), ("1.35", 422)):
        api = Api(kubernetes_version=version)
        assert api.create(crd).ok
        assert api.create(net).code == code


@pytest.mark.parametrize("given", ["1.29", "1.38", "2.1", "latest", ""])
def test_versions_that_are_not_known(given: str) -> None:
    with pytest.raises(ValueError, match=r"1\.30 to 1\.37"):
        Api(kubernetes_version=given)


def test_a_field_that_no_server_knows_is_dropped_by_all_of_them(tmp_path: Any) -> None:
    field = {"type": "object", "x-kubernetes-default": [{"field": "b", "rule": "1"}]}
    found = manifest_of(tmp_path, definition(field))
    assert oldest_version(found) is not None
    assert oldest_version(found, strict=True) is None
