"""Every kubectl that is found, on what people do with Deployments, Services, ConfigMaps and custom resources."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.kubectl import Kubectl, Manifest, find_programs

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
                "schema": {
                    "openAPIV3Schema": {
                        "type": "object",
                        "properties": {"spec": {"type": "object", "properties": {"size": {"type": "integer"}}}},
                    }
                },
            }
        ],
    },
}


def widget(size: int) -> Manifest:
    return {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": METADATA, "spec": {"size": size}}


def shop(image: str, data: str) -> Manifest:
    """A Deployment, a Service and a ConfigMap."""
    containers = [{"name": "web", "image": image, "ports": [{"containerPort": 80}]}, {"name": "log", "image": "log:1"}]
    template = {"metadata": {"labels": LABELS}, "spec": {"containers": containers}}
    spec = {"selector": {"matchLabels": LABELS}, "template": template}
    ports = [{"name": "http", "port": 80}]
    items = [
        {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": METADATA, "spec": spec},
        {"apiVersion": "v1", "kind": "Service", "metadata": METADATA, "spec": {"selector": LABELS, "ports": ports}},
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": METADATA, "data": {"a": data}},
    ]
    return {"apiVersion": "v1", "kind": "List", "items": items}


@pytest.fixture(scope="module")
def config(start_server: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The kubeconfig of a server for all of them, which makes its OpenAPI documents once."""
    folder = tmp_path_factory.mktemp("kubectl")
    definition = folder / "definition.json"
    definition.write_text(json.dumps(DEFINITION))
    options = ("--memory", "--anonymous", "--controller-delay", "0", "--crds", str(definition))
    server = start_server(*options, "--kubeconfig", str(folder / "config"))
    yield folder / "config"
    server.stop()


@pytest.fixture(
    scope="module", params=find_programs() or [None], ids=lambda program: Path(program).name if program else "none"
)
def kubectl(request: pytest.FixtureRequest, config: Path) -> Kubectl:
    """A kubectl of one version, with a namespace of its own."""
    if request.param is None:
        pytest.skip("kubectl is not installed")
    namespace = Path(request.param).name.replace(".", "-")
    kubectl = Kubectl(request.param, config, namespace)
    kubectl("create", "namespace", namespace)
    return kubectl


def test_applying(kubectl: Kubectl) -> None:
    before, after = shop("web:1", "1"), shop("web:2", "2")
    assert kubectl("apply", "-f", "-", manifest=before).count(" created\n") == 3
    compared = kubectl.run("diff", "-f", "-", manifest=after)
    assert compared.returncode == 1
    assert {"-      - image: web:1", "+      - image: web:2", '-  a: "1"', '+  a: "2"'} <= {
        *compared.stdout.split("\n")
    }
    for how in ("server", "client"):
        assert kubectl("apply", f"--dry-run={how}", "-f", "-", manifest=after).count("dry run") == 3
    assert kubectl("apply", "-f", "-", manifest=after).split("\n")[0::2] == [
        "deployment.apps/web configured",
        "configmap/web configured",
    ]
    assert kubectl("apply", "--server-side", "-f", "-", manifest=after).count("serverside-applied") == 3
    for size, done in ((1, "created"), (1, "unchanged"), (2, "configured")):
        assert kubectl("apply", "-f", "-", manifest=widget(size)) == f"widget.example.com/web {done}\n"
    kubectl("create", "configmap", "other", "--from-literal=a=b")
    kubectl("label", "configmap", "web", "app=shop", "--overwrite")
    refused = kubectl.refused("apply", "--server-side", "-f", "-", manifest=after)
    assert 'conflict with "kubectl-label"' in refused
    kubectl("apply", "--server-side", "--force-conflicts", "-f", "-", manifest=after)
    assert kubectl("get", "configmap", "-l", "app=web", "-o", "name") == "configmap/web\n"


def test_pruning(kubectl: Kubectl) -> None:
    data = shop("", "1")["items"][2]
    items = [{**data, "metadata": {"name": name, "labels": {"set": "p"}}} for name in ("p0", "p1")]
    two = {"apiVersion": "v1", "kind": "List", "items": items}
    kubectl("apply", "-f", "-", manifest=two)
    only = ("--prune", "-l", "set=p", "--prune-allowlist=core/v1/ConfigMap")
    assert "configmap/p1 pruned\n" in kubectl("apply", *only, "-f", "-", manifest=items[0])
    assert kubectl("get", "configmap", "-l", "set=p", "-o", "name") == "configmap/p0\n"


def test_changing(kubectl: Kubectl, monkeypatch: pytest.MonkeyPatch) -> None:
    containers = [{"name": "log", "image": "log:2"}]
    strategic = {"spec": {"template": {"spec": {"containers": containers}}}}
    kubectl("patch", "deployment", "web", "-p", json.dumps(strategic))
    kubectl("patch", "deployment", "web", "--type=merge", "-p", '{"spec":{"replicas":3}}')
    kubectl("patch", "deployment", "web", "--type=json", "-p", '[{"op":"test","path":"/spec/replicas","value":3}]')
    kubectl("set", "image", "deployment/web", "web=web:3")
    kubectl("scale", "deployment/web", "--replicas=4")
    kubectl("label", "service", "web", "seen=yes")
    kubectl("annotate", "configmap", "web", "seen=yes")
    monkeypatch.setenv("KUBE_EDITOR", "sed -i s/web:3/web:4/")
    assert kubectl("edit", "deployment", "web") == "deployment.apps/web edited\n"
    shown = json.loads(kubectl("get", "deployment", "web", "-o", "json"))["spec"]
    assert shown["replicas"] == 4
    assert [each["image"] for each in shown["template"]["spec"]["containers"]] == ["web:4", "log:2"]
    assert kubectl("get", "service", "-l", "seen=yes", "-o", "name") == "service/web\n"
    assert kubectl("replace", "-f", "-", manifest=shop("web:5", "5")).count(" replaced\n") == 3


def test_validating(kubectl: Kubectl) -> None:
    for mode in ("strict", "true"):
        refused = kubectl.refused("create", f"--validate={mode}", "-f", "-", manifest=misspelt(mode))
        assert 'strict decoding error: unknown field "dta"' in refused
    warned = kubectl.run("create", "--validate=warn", "-f", "-", manifest=misspelt("warn"))
    assert (warned.stdout, warned.stderr) == ("configmap/warn created\n", 'Warning: unknown field "dta"\n')
    for mode in ("ignore", "false"):
        kubectl("create", f"--validate={mode}", "-f", "-", manifest=misspelt(mode))


def misspelt(name: str) -> Manifest:
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "dta": {"a": "b"}}


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
