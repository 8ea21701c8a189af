"""Tests of a real kubectl against a real server with CRDs, custom resources and namespaces."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.kubectl import Kubectl, Manifest, require_kubectl

from kapivara.apis.catalog.rows import CATALOG

pytestmark = pytest.mark.slow

SPEC = {
    "type": "object",
    "description": "What is wanted.",
    "required": ["color"],
    "properties": {
        "color": {"type": "string", "description": "Its paint.", "enum": ["red", "blue"]},
        "replicas": {"type": "integer", "minimum": 0, "maximum": 9, "default": 1},
        "tags": {"type": "array", "items": {"type": "string"}},
    },
}
STATUS = {"type": "object", "properties": {"replicas": {"type": "integer"}}}
STRATEGIC = "application/strategic-merge-patch+json is not supported"


def definition(plural: str = "widgets", kind: str = "Widget", description: str = "A widget.") -> Manifest:
    schema = {"type": "object", "description": description, "properties": {"spec": SPEC, "status": STATUS}}
    scale = {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}
    version = {
        "name": "v1",
        "served": True,
        "storage": True,
        "schema": {"openAPIV3Schema": schema},
        "subresources": {"status": {}, "scale": scale},
        "selectableFields": [{"jsonPath": ".spec.color"}],
    }
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"plural": plural, "singular": kind.lower(), "kind": kind, "shortNames": [plural[:2]]},
            "scope": "Namespaced",
            "versions": [version],
        },
    }


def widget(name: str, labels: dict[str, str] | None = None, **spec: Any) -> Manifest:
    metadata = {"name": name, **({"labels": labels} if labels else {})}
    return {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": metadata, "spec": {"color": "red", **spec}}


def namespace(name: str, **labels: str) -> Manifest:
    return {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": labels}}


@pytest.fixture(scope="module")
def kubectl(start_server: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kubectl]:
    """A kubectl whose server has the CRD of Widgets."""
    require_kubectl()
    config = tmp_path_factory.mktemp("kubectl") / "config"
    server = start_server("--memory", "--anonymous", "--kubeconfig", str(config))
    kubectl = Kubectl("kubectl", config)
    kubectl("create", "-f", "-", manifest=definition())
    yield kubectl
    server.stop()


def test_versions_and_resources(kubectl: Kubectl) -> None:
    assert json.loads(kubectl.run("version", "-o", "json").stdout)["serverVersion"]["minor"] == "37"
    built_in = {gvr.api_version for row in CATALOG for version in row.versions for gvr in [row.gvr(version)]}
    assert kubectl("api-versions").splitlines() == sorted({*built_in, "example.com/v1"})
    listed = kubectl("api-resources", "--no-headers", "-o", "name").splitlines()
    assert sorted(listed) == sorted([*(str(row.gvr().group_resource) for row in CATALOG), "widgets.example.com"])
    assert kubectl("api-resources", "--api-group=example.com", "-o", "name") == "widgets.example.com\n"


def test_getting(kubectl: Kubectl) -> None:
    kubectl("create", "-f", "-", manifest=namespace("elsewhere"))
    kubectl("create", "-f", "-", manifest=widget("got", {"app": "a"}, tags=["x"]))
    kubectl("create", "-n", "elsewhere", "-f", "-", manifest=widget("far", {"app": "a"}, color="blue"))
    assert kubectl("get", "wi", "got", "-o", "name") == "widget.example.com/got\n"
    assert json.loads(kubectl("get", "widget", "got", "-o", "json"))["spec"]["replicas"] == 1
    assert "kind: Widget\n" in kubectl("get", "widgets.example.com", "got", "-o", "yaml")
    everywhere = kubectl("get", "widgets", "-A", "-l", "app=a", "--no-headers")
    assert [line.split()[:2] for line in everywhere.splitlines()] == [["default", "got"], ["elsewhere", "far"]]
    blue = kubectl("get", "widgets", "-A", "--field-selector", "spec.color=blue", "-o", "name")
    assert blue == "widget.example.com/far\n"
    assert "namespace/elsewhere\n" in kubectl("get", "ns", "-o", "name")
    assert kubectl("get", "crd", "-o", "name").startswith("customresourcedefinition.apiextensions.k8s.io/")
    assert '"ghost" not found' in kubectl.refused("get", "widget", "ghost")


def test_columns(kubectl: Kubectl) -> None:
    crd = definition("chairs", "Chair")
    crd["spec"]["versions"][0]["additionalPrinterColumns"] = [
        {"name": "Color", "type": "string", "jsonPath": ".spec.color"},
        {"name": "Tag", "type": "string", "jsonPath": ".spec.tags[0]", "priority": 1},
        {"name": "Ready", "type": "integer", "jsonPath": ".status.replicas"},
        {"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp"},
    ]
    kubectl("create", "-f", "-", manifest=crd)
    kubectl("create", "-f", "-", manifest={**widget("low", tags=["old"]), "kind": "Chair"})
    kubectl("create", "-f", "-", manifest={**widget("tall", color="blue"), "kind": "Chair"})

    def rows(*arguments: str) -> list[list[str]]:
        return [line.split() for line in kubectl("get", *arguments).splitlines()]

    header, low, tall = rows("chairs")
    assert header == ["NAME", "COLOR", "READY", "AGE"]
    assert (low[:2], tall[:2]) == (["low", "red"], ["tall", "blue"])
    assert rows("chair", "low", "-o", "wide")[0] == ["NAME", "COLOR", "TAG", "READY", "AGE"]
    assert rows("chair", "low", "-o", "wide")[1][:3] == ["low", "red", "old"]
    assert rows("chairs", "--sort-by=.spec.color", "--no-headers")[0][0] == "tall"
    assert rows("ns", "default")[0] == ["NAME", "STATUS", "AGE"]
    assert rows("crd", "chairs.example.com")[0] == ["NAME", "SCOPE", "VERSIONS", "CREATED", "AT"]


def test_creating_is_strict(kubectl: Kubectl) -> None:
    refused = kubectl.refused("create", "-f", "-", manifest=widget("odd", colour="red"))
    assert 'strict decoding error: unknown field "spec.colour"' in refused
    assert "supported values" in kubectl.refused("create", "-f", "-", manifest=widget("odd", color="green"))
    warned = kubectl.run("create", "--validate=warn", "-f", "-", manifest=widget("odd", colour="red"))
    assert (warned.returncode, warned.stderr) == (0, 'Warning: unknown field "spec.colour"\n')
    crd = definition("gadgets", "Gadget")
    crd["spec"]["verions"] = []
    assert 'unknown field "spec.verions"' in kubectl.refused("create", "-f", "-", manifest=crd)
    space = {**namespace("odd"), "sepc": {}}
    assert 'unknown field "sepc"' in kubectl.refused("create", "-f", "-", manifest=space)
    assert "Invalid value" in kubectl.refused("create", "-f", "-", manifest=namespace("Not A Name"))


@pytest.mark.parametrize(
    ("first", "second", "path", "value"),
    [
        pytest.param(widget("applied"), widget("applied", color="blue"), "{.spec.color}", "blue", id="custom resource"),
        pytest.param(
            definition("gears", "Gear"),
            definition("gears", "Gear", "A better one."),
            "{.spec.versions[0].schema.openAPIV3Schema.description}",
            "A better one.",
            id="definition",
        ),
    ],
)
def test_applying(kubectl: Kubectl, first: Manifest, second: Manifest, path: str, value: str) -> None:
    for manifest, done in ((first, "created"), (first, "unchanged"), (second, "configured"), (second, "unchanged")):
        assert kubectl("apply", "-f", "-", manifest=manifest).split()[-1] == done
    assert kubectl("get", first["kind"], first["metadata"]["name"], "-o", f"jsonpath={path}") == value


def test_strategic_merge_patches(kubectl: Kubectl) -> None:
    for label, done in (("b", "created"), ("b", "unchanged"), ("c", "configured")):
        assert kubectl("apply", "-f", "-", manifest=namespace("patched", a=label)).endswith(f" {done}\n")
    kubectl("patch", "ns", "patched", "-p", '{"metadata":{"labels":{"d":"e"}}}')
    labels = json.loads(kubectl("get", "ns", "patched", "-o", "jsonpath={.metadata.labels}"))
    assert (labels["a"], labels["d"]) == ("c", "e")


def test_server_side_apply(kubectl: Kubectl) -> None:
    kubectl("apply", "-f", "-", manifest=namespace("applied", a="b"))
    applied = kubectl("apply", "--server-side", "-f", "-", manifest=namespace("applied", a="c"))
    assert applied.endswith(" serverside-applied\n")
    kubectl("label", "ns", "applied", "a=d", "--overwrite")
    refused = kubectl.refused("apply", "--server-side", "-f", "-", manifest=namespace("applied", a="c"))
    assert 'conflict with "kubectl-label" using v1: .metadata.labels.a' in refused
    kubectl("apply", "--server-side", "--force-conflicts", "-f", "-", manifest=namespace("applied", a="c"))
    kubectl("patch", "ns", "patched", "--type=merge", "-p", '{"metadata":{"labels":{"a":"c"}}}')
    kubectl("replace", "-f", "-", manifest=namespace("patched", a="d"))
    assert kubectl("get", "ns", "patched", "-o", "jsonpath={.metadata.labels.a}") == "d"


def test_changing(kubectl: Kubectl, monkeypatch: pytest.MonkeyPatch) -> None:
    kubectl("create", "-f", "-", manifest=widget("changed"))
    kubectl("replace", "-f", "-", manifest=widget("changed", replicas=2))
    kubectl("patch", "widget", "changed", "--type=merge", "-p", '{"spec":{"color":"blue"}}')
    kubectl("patch", "widget", "changed", "--type=json", "-p", '[{"op":"add","path":"/spec/tags","value":["old"]}]')
    kubectl("patch", "widget", "changed", "--subresource=status", "--type=merge", "-p", '{"status":{"replicas":2}}')
    kubectl("label", "widget", "changed", "a=b")
    kubectl("annotate", "widget", "changed", "c=d")
    monkeypatch.setenv("KUBE_EDITOR", "sed -i s/old/new/")
    assert kubectl("edit", "widget", "changed") == "widget.example.com/changed edited\n"
    shown = json.loads(kubectl("get", "widget", "changed", "-o", "json"))
    assert shown["spec"] == {"color": "blue", "replicas": 2, "tags": ["new"]}
    assert (shown["metadata"]["labels"], shown["metadata"]["annotations"]) == ({"a": "b"}, {"c": "d"})
    assert STRATEGIC in kubectl.refused("patch", "widget", "changed", "-p", "{}")
    for kind, name in (("ns", "default"), ("crd", "widgets.example.com")):
        kubectl("label", kind, name, "seen=yes")
        kubectl("annotate", kind, name, "seen=yes")
        assert kubectl("get", kind, "-l", "seen=yes", "--no-headers").split()[0] == name


def test_scaling(kubectl: Kubectl) -> None:
    kubectl("create", "-f", "-", manifest=widget("scaled"))
    assert kubectl("scale", "widget", "scaled", "--replicas=5") == "widget.example.com/scaled scaled\n"
    kubectl("scale", "widget", "scaled", "--current-replicas=5", "--replicas=6")
    assert kubectl("get", "widget", "scaled", "--subresource=scale", "-o", "jsonpath={.spec.replicas}") == "6"
    assert "less than or equal to 9" in kubectl.refused("scale", "widget", "scaled", "--replicas=10")


def test_explaining(kubectl: Kubectl) -> None:
    explained = kubectl("explain", "widget")
    assert "A widget." in explained
    assert "spec\t<Object>\n    What is wanted." in explained
    color = kubectl("explain", "widgets.spec.color")
    assert "FIELD: color <string>\nENUM:\n    red\n    blue" in color
    assert "Its paint." in color
    assert "managedFields\t<[]ManagedFieldsEntry>" in kubectl("explain", "widget.metadata")
    assert "finalizers\t<[]string>" in kubectl("explain", "ns.spec")
    assert "pattern\t<string>" in kubectl("explain", "crd.spec.versions.schema.openAPIV3Schema")


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        (("pods",), "terminationGracePeriodSeconds"),
        (("deployments",), "progressDeadlineSeconds"),
        (("hpa", "--api-version=autoscaling/v1"), "targetCPUUtilizationPercentage"),
        (("events", "--api-version=events.k8s.io/v1"), "reportingController"),
        (("networkpolicies",), "ipBlock"),
        (("resourceclaims",), "deviceClassName"),
        (("validatingadmissionpolicies",), "messageExpression"),
        (("apiservices",), "caBundle"),
        (("subjectaccessreviews",), "nonResourceAttributes"),
        (("componentstatuses",), "conditions"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else value,
)
def test_explaining_every_sort_of_kind(kubectl: Kubectl, kind: tuple[str, ...], field: str) -> None:
    assert f" {field}\t<" in kubectl("explain", *kind, "--recursive")


@pytest.mark.parametrize(("kind", "field"), [("pods", "terminationGracePeriodSeconds"), ("widgets", "color")])
def test_explaining_by_what_is_sent_in_protocol_buffers(kubectl: Kubectl, kind: str, field: str) -> None:
    assert f" {field}\t<" in kubectl("explain", kind, "--recursive", "--output=plaintext-openapiv2")


def test_explaining_a_definition_that_changed(kubectl: Kubectl) -> None:
    kubectl("apply", "-f", "-", manifest=definition("novels", "Novel", "A first draft."))
    assert "A first draft." in kubectl("explain", "novel")
    kubectl("apply", "-f", "-", manifest=definition("novels", "Novel", "The last draft."))
    assert "The last draft." in kubectl("explain", "novel")


def test_waiting_for_what_is_so_already(kubectl: Kubectl) -> None:
    kubectl("create", "-f", "-", manifest=widget("gone"))
    assert kubectl("delete", "widget", "gone") == 'widget.example.com "gone" deleted\n'
    kubectl("wait", "widget", "gone", "--for=delete", "--timeout=60s")
    waited = kubectl.run("wait", "crd/widgets.example.com", "--for=condition=Established", "--timeout=60s")
    assert (waited.returncode, waited.stdout.split()[-2:]) == (0, ["condition", "met"])


def test_watching(kubectl: Kubectl) -> None:
    kubectl("create", "-f", "-", manifest=widget("seen"))
    wanted = ("get", "widgets", "-w", "--output-watch-events", "--no-headers", "--field-selector=metadata.name=seen")
    with kubectl.start(*wanted) as watching:
        assert watching.stdout is not None
        assert watching.stdout.readline().split()[:2] == ["ADDED", "seen"]
        kubectl("create", "-f", "-", manifest=widget("unseen"))
        kubectl("label", "widget", "seen", "a=b")
        assert watching.stdout.readline().split()[:2] == ["MODIFIED", "seen"]
        kubectl("delete", "widget", "seen", "unseen")
        assert watching.stdout.readline().split()[:2] == ["DELETED", "seen"]


@pytest.mark.parametrize(
    ("wanted", "act"),
    [
        ("--for=jsonpath={.spec.replicas}=5", ("patch", "--type=merge", '-p={"spec":{"replicas":5}}')),
        ("--for=delete", ("delete",)),
    ],
    ids=["value", "deletion"],
)
def test_waiting_for_what_is_to_come(kubectl: Kubectl, wanted: str, act: tuple[str, ...]) -> None:
    kubectl("create", "-f", "-", manifest=widget("awaited"))
    with kubectl.start("wait", "widget/awaited", wanted, "--timeout=50s") as waiting:
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(1)
        kubectl(act[0], "widget", "awaited", *act[1:])
        assert waiting.wait(120) == 0
    kubectl("delete", "widget", "awaited", "--ignore-not-found")


def test_deleting(kubectl: Kubectl) -> None:
    kubectl("create", "-f", "-", manifest=definition("fleas", "Flea"))
    kubectl("create", "-f", "-", manifest={**widget("hop"), "kind": "Flea"})
    assert kubectl("delete", "flea", "--all") == 'flea.example.com "hop" deleted\n'
    kubectl("delete", "-f", "-", manifest=definition("fleas", "Flea"))
    assert "could not find the requested resource" in kubectl.refused("get", "fleas")
    kubectl("create", "-f", "-", manifest=namespace("leaving"))
    kubectl("delete", "ns", "leaving", "--wait=false")
    assert kubectl("get", "ns", "leaving", "-o", "jsonpath={.status.phase}") == "Terminating"


def test_tls_and_a_token(kubectl: Kubectl, start_server: Callable[..., Any], tmp_path: Path) -> None:
    config = tmp_path / "config"
    server = start_server("--memory", "--kubeconfig", str(config))
    secure = Kubectl("kubectl", config)
    secure("create", "-f", "-", manifest=definition())
    secure("apply", "-f", "-", manifest=widget("one"))
    assert 'unknown field "spec.x"' in secure.refused("create", "-f", "-", manifest=widget("two", x=1))
    assert "What is wanted." in secure("explain", "widget.spec")
    assert "Unauthorized" in secure.refused("get", "ns", "--token=wrong")
    server.stop()
