"""Tests of every second kubectl, from the newest on, with Deployments, Services, ConfigMaps and custom resources."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.kubectl import Kubectl, Manifest, find_programs, require_kubectl

pytestmark = pytest.mark.slow

LABELS = {"app": "web"}
METADATA = {"name": "web", "labels": LABELS}
DEFINITION: Manifest = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "widgets.example.com"},
    "spec": {
        "group": "example.com",
        "names": {"plural": "widgets", "kind": "Widget"},
        "scope": "Namespaced",
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "subresources": {"scale": {"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.size"}},
                "schema": {
                    "openAPIV3Schema": {
                        "type": "object",
                        "properties": {
                            each: {"type": "object", "properties": {"size": {"type": "integer"}}}
                            for each in ("spec", "status")
                        },
                    }
                },
            }
        ],
    },
}
ALL = ("deployment/web", "service/web", "configmap/web", "widget/web")


def widget(size: int) -> Manifest:
    return {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": METADATA, "spec": {"size": size}}


def shop(image: str, number: int) -> Manifest:
    """A Deployment, a Service, a ConfigMap and a Widget."""
    containers = [{"name": "web", "image": image, "ports": [{"containerPort": 80}]}, {"name": "log", "image": "log:1"}]
    template = {"metadata": {"labels": LABELS}, "spec": {"containers": containers}}
    spec = {"selector": {"matchLabels": LABELS}, "template": template}
    ports = [{"name": "http", "port": 80 + number}]
    items = [
        {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": METADATA, "spec": spec},
        {"apiVersion": "v1", "kind": "Service", "metadata": METADATA, "spec": {"selector": LABELS, "ports": ports}},
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": METADATA, "data": {"a": str(number)}},
        widget(number),
    ]
    return {"apiVersion": "v1", "kind": "List", "items": items}


@pytest.fixture(scope="module")
def config(start_server: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The kubeconfig of a server for all of them, so that it builds its OpenAPI documents once."""
    folder = tmp_path_factory.mktemp("kubectl")
    definition = folder / "definition.json"
    definition.write_text(json.dumps(DEFINITION))
    options = ("--memory", "--anonymous", "--controller-delay", "0", "--crds", str(definition))
    server = start_server(*options, "--kubeconfig", str(folder / "config"))
    yield folder / "config"
    server.stop()


@pytest.fixture(
    scope="module",
    params=find_programs()[::-2] or [None],
    ids=lambda program: Path(program).name if program else "none",
)
def kubectl(request: pytest.FixtureRequest, config: Path) -> Kubectl:
    """A kubectl of one version, with a namespace of its own."""
    require_kubectl(request.param)
    namespace = Path(request.param).name.replace(".", "-")
    kubectl = Kubectl(request.param, config, namespace)
    kubectl("create", "namespace", namespace)
    return kubectl


def test_applying(kubectl: Kubectl) -> None:
    before, after = shop("web:1", 1), shop("web:2", 2)
    assert kubectl("apply", "-f", "-", manifest=before).count(" created\n") == 4
    assert kubectl("apply", "-f", "-", manifest=before).count(" unchanged\n") == 4
    compared = kubectl.run("diff", "-f", "-", manifest=after)
    assert compared.returncode == 1
    changes = ("      - image: web:1", "    port: 81", '  a: "1"', "  size: 1")
    news = ("      - image: web:2", "    port: 82", '  a: "2"', "  size: 2")
    assert {*(f"-{each}" for each in changes), *(f"+{each}" for each in news)} <= {*compared.stdout.split("\n")}
    for how in ("server", "client"):
        assert kubectl("apply", f"--dry-run={how}", "-f", "-", manifest=after).count("dry run") == 4
    assert kubectl("apply", "-f", "-", manifest=after).count(" configured\n") == 4
    assert kubectl("apply", "--server-side", "-f", "-", manifest=after).count("serverside-applied") == 4
    assert kubectl.run("diff", "--server-side", "-f", "-", manifest=after).returncode == 0
    kubectl("label", *ALL, "app=shop", "--overwrite")
    refused = kubectl.refused("apply", "--server-side", "-f", "-", manifest=after)
    assert refused.count('conflict with "kubectl-label"') == 4
    kubectl("apply", "--server-side", "--force-conflicts", "-f", "-", manifest=after)
    labelled = kubectl("get", "deployment,service,configmap,widget", "-l", "app=web", "-o", "name").split()
    assert [each.replace(".apps", "").replace(".example.com", "") for each in labelled] == [*ALL]


def test_pruning(kubectl: Kubectl) -> None:
    kinds = ("ConfigMap", "Service", "Widget")
    found = [each for each in shop("", 1)["items"] if each["kind"] in kinds]
    two = [[{**each, "metadata": {"name": name, "labels": {"set": "p"}}} for each in found] for name in ("p0", "p1")]
    kubectl("apply", "-f", "-", manifest={"apiVersion": "v1", "kind": "List", "items": two[0] + two[1]})
    kinds_to_prune = ("core/v1/ConfigMap", "core/v1/Service", "example.com/v1/Widget")
    allowed = [f"--prune-allowlist={each}" for each in kinds_to_prune]
    left = {"apiVersion": "v1", "kind": "List", "items": two[0]}
    pruned = kubectl("apply", "--prune", "-l", "set=p", *allowed, "-f", "-", manifest=left)
    assert {"configmap/p1 pruned", "service/p1 pruned", "widget.example.com/p1 pruned"} <= {*pruned.split("\n")}
    shown = kubectl("get", "configmap,service,widget", "-l", "set=p", "-o", "name").split()
    assert shown == ["configmap/p0", "service/p0", "widget.example.com/p0"]


def test_changing(kubectl: Kubectl, monkeypatch: pytest.MonkeyPatch) -> None:
    containers = [{"name": "log", "image": "log:2"}]
    strategic = {"spec": {"template": {"spec": {"containers": containers}}}}
    kubectl("patch", "deployment", "web", "-p", json.dumps(strategic))
    paths = ("/spec/replicas", "/spec/ports/0/port", "/data/a", "/spec/size")
    values = (3, 83, "3", 3)
    specs = ({"replicas": 3}, {"ports": [{"name": "http", "port": 83}]}, {}, {"size": 3})
    for each, path, value, spec in zip(ALL, paths, values, specs, strict=True):
        merge: Manifest = {"spec": spec} if spec else {"data": {"a": value}}
        assert kubectl("patch", each, "--type=merge", "-p", json.dumps(merge)).endswith(" patched\n")
        test = {"op": "test", "path": path, "value": value}
        assert kubectl("patch", each, "--type=json", "-p", json.dumps([test])).endswith(" patched (no change)\n")
    assert kubectl("patch", "service", "web", "-p", '{"metadata":{"labels":{"p":"q"}}}').endswith(" patched\n")
    assert kubectl("patch", "configmap", "web", "-p", '{"data":{"b":"1"}}').endswith(" patched\n")
    refused = kubectl.refused("patch", "widget", "web", "--type=strategic", "-p", '{"spec":{"size":4}}')
    assert "strategic-merge-patch+json is not supported" in refused
    kubectl("set", "image", "deployment/web", "web=web:3")
    for each in ("deployment/web", "widget/web"):
        assert kubectl("scale", each, "--replicas=4").endswith(" scaled\n")
    for verb in ("label", "annotate"):  # the past or the plain form, depending on the version
        assert kubectl(verb, *ALL, "seen=once").count(f"/web {verb}") == 4
    monkeypatch.setenv("KUBE_EDITOR", "sed -i -e s/web:3/web:4/ -e s/once/twice/")
    assert kubectl("edit", *ALL).count(" edited\n") == 4
    every = ("get", "deployment,service,configmap,widget", "-o", "name")
    assert kubectl(*every, "-l", "seen=twice").count("/web\n") == 4
    shown = json.loads(kubectl("get", "deployment", "web", "-o", "json"))["spec"]
    assert shown["replicas"] == 4
    assert [each["image"] for each in shown["template"]["spec"]["containers"]] == ["web:4", "log:2"]
    assert kubectl("replace", "-f", "-", manifest=shop("web:5", 5)).count(" replaced\n") == 4


def test_validating(kubectl: Kubectl) -> None:
    for mode in ("strict", "true"):
        refused = kubectl.refused("create", f"--validate={mode}", "-f", "-", manifest=misspelt(mode))
        assert [f'strict decoding error: unknown field "{each}"' in refused for each in MISSPELT] == [True] * 4
    warned = kubectl.run("create", "--validate=warn", "-f", "-", manifest=misspelt("warn"))
    assert (warned.returncode, warned.stdout.count("/warn created\n")) == (0, 4)
    assert sorted(warned.stderr.splitlines()) == [f'Warning: unknown field "{each}"' for each in MISSPELT]
    for mode in ("ignore", "false"):
        made = kubectl("create", f"--validate={mode}", "-f", "-", manifest=misspelt(mode))
        assert made.count(f"/{mode} created\n") == 4


MISSPELT = ("dta0", "dta1", "dta2", "dta3")


def misspelt(name: str) -> list[Manifest]:
    """The objects of a shop under a name, each with an unknown field."""
    metadata = {"name": name, "labels": LABELS}
    items = zip(shop("web:1", 1)["items"], MISSPELT, strict=True)
    return [{**each, "metadata": metadata, field: {"a": "b"}} for each, field in items]


def test_a_definition_and_its_first_object_at_once(kubectl: Kubectl, tmp_path: Path) -> None:
    plural = f"{kubectl.name.replace('.', '')}s"
    kind = plural.capitalize()
    names = {"plural": plural, "kind": kind}
    definition = {**DEFINITION, "metadata": {"name": f"{plural}.example.com"}}
    definition["spec"] = {**DEFINITION["spec"], "names": names}
    for number, each in enumerate((definition, {**widget(1), "kind": kind})):
        (tmp_path / f"{number}.json").write_text(json.dumps(each))
    first = kubectl.run("apply", "-f", str(tmp_path))  # which lists all kinds before it creates any
    created = f"customresourcedefinition.apiextensions.k8s.io/{plural}.example.com"
    assert (first.returncode, first.stdout) == (1, f"{created} created\n")
    assert f'no matches for kind "{kind}" in version "example.com/v1"\nensure CRDs are installed' in first.stderr
    assert kubectl("apply", "-f", str(tmp_path)).split("\n")[1].endswith("/web created")
    assert kubectl.run("delete", created).returncode == 0  # with a warning: it is in no namespace
    assert kubectl("apply", "-f", str(tmp_path)).count(" created\n") == 2, "by a kubectl that has heard of the kind"


CREATED = (
    ("deployment", "made", "--image=web:1"),
    ("configmap", "made", "--from-literal=a=b"),
    ("secret", "generic", "made", "--from-literal=a=b"),
    ("service", "clusterip", "made", "--tcp=80:8080"),
    ("serviceaccount", "made"),
    ("ingress", "made", "--rule=example.com/=web:80"),
    ("job", "made", "--image=job:1"),
    ("cronjob", "made", "--image=job:1", "--schedule=* * * * *"),
    ("poddisruptionbudget", "made", "--selector=app=web", "--min-available=1"),
    ("role", "made", "--verb=get", "--resource=pods"),
    ("quota", "made", "--hard=pods=9"),
)


def test_creating_in_protocol_buffers(kubectl: Kubectl) -> None:
    kubectl("wait", "serviceaccount", "default", "--for=jsonpath={.metadata.name}=default", "--timeout=60s")
    for arguments in CREATED:
        assert kubectl("create", *arguments).endswith("/made created\n"), arguments
    assert kubectl("run", "made", "--image=web:1") == "pod/made created\n"
    assert kubectl("autoscale", "deployment", "web", "--max=5").endswith("/web autoscaled\n")
    assert kubectl("expose", "deployment", "made", "--port=80", "--name=exposed") == "service/exposed exposed\n"
    refused = kubectl.refused("create", "cronjob", "bad", "--image=x", "--schedule=61 * * * *")
    assert 'spec.schedule: Invalid value: "61 * * * *"' in refused


def test_explaining(kubectl: Kubectl) -> None:
    assert "replicas" in kubectl("explain", "deployment.spec")
    assert "size" in kubectl("explain", "widgets.spec")
