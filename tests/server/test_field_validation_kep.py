"""Tests of KEP-2885 over HTTP: the cross product of its test plan, and the stage before it.

Bodies have an unknown field in metadata, one in the spec and one below it, and duplicate fields.
"""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from tests.server.in_process import client_of

from kapivara.apis.machinery.server.feature_gates import FieldValidationStage
from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.storage.memory import MemoryStorage

DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
GROUP = "kep.example.com"
PORTS = {
    "type": "array",
    "items": {"type": "object", "properties": {"name": {"type": "string"}, "port": {"type": "integer"}}},
}
SPEC = {"type": "object", "properties": {"size": {"type": "integer"}, "ports": PORTS}}
EMBEDDED = {"type": "object", "x-kubernetes-embedded-resource": True, "properties": {"data": SPEC}}
SCHEMAS = {
    "known": {"type": "object", "properties": {"spec": SPEC}},
    "loose": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
    "nest": {"type": "object", "properties": {"spec": {"type": "object", "properties": {"template": EMBEDDED}}}},
}
BODIES = {
    "deployment": """{"apiVersion": "apps/v1", "kind": "Deployment",
  "metadata": {"name": "NAME", "odd": "x"},
  "spec": {
    "odd": 1,
    "replicas": 1,
    "replicas": 2,
    "selector": {"matchLabels": {"a": "b"}},
    "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{
      "name": "c",
      "image": "i",
      "image": "j",
      "odd": 1}]}}}}""",
    "known": """{"apiVersion": "kep.example.com/v1", "kind": "Known",
  "metadata": {"name": "NAME", "odd": "x"},
  "spec": {
    "odd": 1,
    "size": 1,
    "size": 2,
    "ports": [{
      "name": "c",
      "name": "d",
      "odd": 1}]}}""",
    "nest": """{"apiVersion": "kep.example.com/v1", "kind": "Nest",
  "metadata": {"name": "NAME", "odd": "x"},
  "spec": {
    "odd": 1,
    "template": {
      "apiVersion": "v1",
      "kind": "Part",
      "metadata": {"name": "a", "odd": 1},
      "odd": 1,
      "data": {
        "size": 1,
        "size": 2}}}}""",
}
BODIES["loose"] = BODIES["known"].replace("Known", "Loose")
CLEAN = {
    "deployment": {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "spec": {
            "selector": {"matchLabels": {"a": "b"}},
            "template": {
                "metadata": {"labels": {"a": "b"}},
                "spec": {"containers": [{"name": "c", "image": "i"}]},
            },
        },
    },
    "known": {"apiVersion": f"{GROUP}/v1", "kind": "Known", "spec": {"ports": [{"name": "c"}]}},
    "loose": {"apiVersion": f"{GROUP}/v1", "kind": "Loose", "spec": {"ports": [{"name": "c"}]}},
    "nest": {
        "apiVersion": f"{GROUP}/v1",
        "kind": "Nest",
        "spec": {"template": {"apiVersion": "v1", "kind": "Part", "metadata": {"name": "a"}}},
    },
}
OPERATIONS = {
    "deployment": ["/spec/odd", "/spec/template/spec/containers/0/odd"],
    "known": ["/spec/odd", "/spec/ports/0/odd"],
    "loose": ["/spec/odd", "/spec/ports/0/odd"],
    "nest": ["/spec/odd", "/spec/template/odd", "/spec/template/metadata/odd"],
}
WAYS = {
    "post-json": ("POST", "application/json"),
    "post-yaml": ("POST", "application/yaml"),
    "put-json": ("PUT", "application/json"),
    "put-yaml": ("PUT", "application/yaml"),
    "merge": ("PATCH", "application/merge-patch+json"),
    "json-patch": ("PATCH", "application/json-patch+json"),
    "strategic": ("PATCH", "application/strategic-merge-patch+json"),
    "apply-json": ("PATCH", "application/apply-patch+yaml"),
    "apply-yaml": ("PATCH", "application/apply-patch+yaml"),
    "apply-update-json": ("PATCH", "application/apply-patch+yaml"),
    "apply-update-yaml": ("PATCH", "application/apply-patch+yaml"),
}


class Pairs(list[Any]):
    """An object that may have duplicate fields."""


def yaml_of(value: Any, indent: str = "") -> str:
    """Writes JSON data in block style, a line for each field."""
    if isinstance(value, Pairs):
        return "".join(f"\n{indent}{key}:{yaml_of(each, indent + '  ')}" for key, each in value)
    if isinstance(value, list):
        items = (yaml_of(each, indent + "  ").lstrip("\n ") for each in value)
        return "".join(f"\n{indent}- {each}" for each in items)
    return f" {json.dumps(value)}"


def body_of(schema: str, way: str, name: str) -> str:
    if way == "json-patch":
        operations = [{"op": "add", "path": path, "value": 1} for path in ("/metadata/odd", *OPERATIONS[schema])]
        return json.dumps(operations).replace('"value": 1}', '"value": 0, "value": 1}', 1)
    text = BODIES[schema].replace("NAME", name)
    if way.startswith("apply"):  # unknown fields are reported in any order: one is left
        text = text.replace(', "odd": "x"', "").replace('  "odd": 1,\n', "")
    return yaml_of(json.loads(text, object_pairs_hook=Pairs)).lstrip() if way.endswith("-yaml") else text


def path_of(schema: str) -> str:
    return f"/apis/{'apps' if schema == 'deployment' else GROUP}/v1/namespaces/default/{schema}s"


class Cluster:
    """An API server with a CRD of each sort."""

    def openapi(self, path: str) -> str:
        return self._client.get(f"/openapi/{path}").text

    def __init__(self, client: httpx.Client):
        self._client = client
        for singular, schema in SCHEMAS.items():
            version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
            names = {"plural": f"{singular}s", "kind": singular.capitalize()}
            spec = {"group": GROUP, "names": names, "scope": "Namespaced", "versions": [version]}
            definition = {
                "apiVersion": "apiextensions.k8s.io/v1",
                "kind": "CustomResourceDefinition",
                "metadata": {"name": f"{singular}s.{GROUP}"},
                "spec": spec,
            }
            answer = self._send("POST", DEFINITIONS, json.dumps(definition), "application/json")
            assert answer.status_code == 201, answer.text

    def _send(self, method: str, path: str, body: str, media_type: str) -> httpx.Response:
        return self._client.request(method, path, content=body.encode(), headers={"content-type": media_type})

    def generation(self, schema: str, name: str) -> int:
        """Returns how often the spec of an object was written; 0 without the object."""
        answer = self._client.get(f"{path_of(schema)}/{name}")
        return 0 if answer.status_code == 404 else answer.json()["metadata"]["generation"]

    def write(self, schema: str, way: str, mode: str, name: str) -> httpx.Response:
        """Sends the body of a schema with a verb; creates the object first if the verb needs one."""
        path = path_of(schema)
        method, media_type = WAYS[way]
        if method != "POST":
            clean = json.dumps({**CLEAN[schema], "metadata": {"name": name}})
            if way.startswith("apply-update"):
                made = self._send(method, f"{path}/{name}?fieldManager=me", clean, media_type)
                assert made.status_code == 201, made.text
            elif not creates(way):
                assert self._send("POST", path, clean, "application/json").status_code == 201
            path = f"{path}/{name}"
        body = body_of(schema, way, name)
        if method == "PUT":
            version = self._client.get(path).json()["metadata"]["resourceVersion"]
            comma, colon = ("\n  ", ": ") if way == "put-yaml" else (", ", '": ')
            quote = "" if way == "put-yaml" else '"'
            body = body.replace(f'"{name}"', f'"{name}"{comma}{quote}resourceVersion{colon}"{version}"', 1)
        query = [f"fieldValidation={mode}"] if mode else []
        query += ["fieldManager=me"] if way.startswith("apply") else []
        return self._send(method, f"{path}?{'&'.join(query)}" if query else path, body, media_type)


def creates(way: str) -> bool:
    return way in ("post-json", "post-yaml", "apply-json", "apply-yaml")


def unknown(*paths: str) -> list[str]:
    return [f'unknown field "{path}"' for path in paths]


def twice(*paths: str) -> list[str]:
    return [f'duplicate field "{path}"' for path in paths]


def lines(**keys: int) -> list[str]:
    return [f'line {line}: key "{key}" already set in map' for key, line in keys.items()]


UNKNOWN = {
    "deployment": unknown("metadata.odd", "spec.odd", "spec.template.spec.containers[0].odd"),
    "known": unknown("metadata.odd", "spec.odd", "spec.ports[0].odd"),
    "loose": unknown("metadata.odd"),
    "nest": unknown("metadata.odd", "spec.odd", "spec.template.odd", "spec.template.metadata.odd"),
}
TWICE = {
    "deployment": twice("spec.replicas", "spec.template.spec.containers[0].image"),
    "known": twice("spec.size", "spec.ports[0].name"),
    "loose": twice("spec.size", "spec.ports[0].name"),
    "nest": twice("spec.template.data.size"),
}
TWICE_IN_YAML = {
    "post-yaml": {
        "deployment": lines(replicas=9, image=21),
        "known": lines(size=9, name=12),
        "loose": lines(size=9, name=12),
        "nest": lines(size=17),
    },
    "put-yaml": {
        "deployment": lines(replicas=10, image=22),
        "known": lines(size=10, name=13),
        "loose": lines(size=10, name=13),
        "nest": lines(size=18),
    },
    "apply-json": {"loose": lines(size=5, name=8)},
    "apply-yaml": {"loose": lines(size=7, name=10)},
}
TYPED_IN_ORDER = [
    *unknown("metadata.odd", "spec.odd"),
    *TWICE["deployment"],
    *unknown("spec.template.spec.containers[0].odd"),
]
UNDECLARED = {
    "deployment": 'apps/v1, Kind=Deployment): .spec.template.spec.containers[name="c"].odd',
    "known": f"{GROUP}/v1, Kind=Known): .spec.ports[0].odd",
    "nest": f"{GROUP}/v1, Kind=Nest): .spec.template.metadata.odd",
}
NO_STRATEGIC = (
    "the body of the request was in an unknown format - accepted media types include: "
    "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml"
)


def told(schema: str, way: str) -> list[str]:
    """Returns the expected messages about a body, in the server's order."""
    if way.startswith("apply"):
        return TWICE_IN_YAML[way.replace("-update", "")][schema]
    if way in TWICE_IN_YAML:
        return [*TWICE_IN_YAML[way][schema], *UNKNOWN[schema]]
    if way == "json-patch":
        return ['json patch duplicate field "[0].value"', *UNKNOWN[schema]]
    if schema == "deployment" and way in ("post-json", "put-json"):
        return TYPED_IN_ORDER
    return [*TWICE[schema], *UNKNOWN[schema]]


def strict_text(schema: str, way: str) -> tuple[int, str, str]:
    """Returns how a strict server rejects a body: the code, and the start and end of its message."""
    errors = told(schema, way)
    in_yaml = [each for each in errors if each.startswith("line ")]
    parts = ["\n  ".join(["yaml: unmarshal errors:", *in_yaml])] if in_yaml else []
    problem = ", ".join([*parts, *errors[len(in_yaml) :]])
    if way.startswith("apply"):
        return 400, "error strict decoding patch: ", f"error converting YAML to JSON: {problem}"
    if WAYS[way][0] == "PATCH":
        return 422, ' "" is invalid: patch: Invalid value: "', f'": strict decoding error: {problem}'
    kind = schema.capitalize()
    return 400, f'{kind} in version "v1" cannot be handled as a {kind}: ', f"strict decoding error: {problem}"


def warnings(answer: httpx.Response) -> list[str]:
    return [json.loads(each.removeprefix("299 - ")) for each in answer.headers.get_list("warning")]


def is_written(answer: httpx.Response, way: str) -> bool:
    return answer.status_code == (201 if creates(way) else 200)


def make(stage: FieldValidationStage = FieldValidationStage.ON) -> Cluster:
    return Cluster(client_of(Application(Registry(MemoryStorage(), field_validation_stage=stage))))


@pytest.fixture(scope="module")
def cluster() -> Cluster:
    return make()


@pytest.fixture(scope="module")
def old_cluster() -> Cluster:
    return make(FieldValidationStage.OFF)


ALL = [(schema, way) for schema in BODIES for way in WAYS]
READ = [
    (schema, way)
    for schema, way in ALL
    if (schema == "deployment" or way != "strategic") and (schema == "loose" or not way.startswith("apply"))
]
MODES = ("Strict", "Warn", "Ignore", "")


@pytest.mark.parametrize(("schema", "way"), READ)
def test_strict(cluster: Cluster, schema: str, way: str) -> None:
    answer = cluster.write(schema, way, "Strict", f"{way}-strict")
    code, begin, end = strict_text(schema, way)
    message = answer.json()["message"]
    assert answer.status_code == code, message
    assert message.startswith(begin)
    assert message.endswith(end)
    if code == 400:
        assert message == begin + end
    elif way != "strategic":  # which quotes the patch as Go prints it
        quoted = json.loads(json.JSONDecoder().raw_decode(message, len(begin) - 1)[0])
        assert (quoted["metadata"]["name"], "odd" in quoted["spec"]) == (f"{way}-strict", True)
    assert warnings(answer) == []
    assert cluster.generation(schema, f"{way}-strict") == (0 if creates(way) else 1)


@pytest.mark.parametrize("mode", ["Warn", ""], ids=["warn", "unset"])
@pytest.mark.parametrize(("schema", "way"), READ)
def test_warn(cluster: Cluster, schema: str, way: str, mode: str) -> None:
    answer = cluster.write(schema, way, mode, f"{way}-{mode.lower() or 'unset'}")
    assert is_written(answer, way), answer.text
    assert warnings(answer) == told(schema, way)


@pytest.mark.parametrize(("schema", "way"), READ)
def test_ignore(cluster: Cluster, schema: str, way: str) -> None:
    answer = cluster.write(schema, way, "Ignore", f"{way}-ignore")
    assert is_written(answer, way), answer.text
    assert warnings(answer) == []
    assert ("odd" in answer.json()["spec"]) is (schema == "loose" and not way.startswith("apply"))
    assert "odd" not in answer.json()["metadata"]


@pytest.mark.parametrize("mode", MODES, ids=[mode or "unset" for mode in MODES])
@pytest.mark.parametrize("way", [way for way in WAYS if way.startswith("apply")])
@pytest.mark.parametrize("schema", UNDECLARED)
def test_apply_is_always_strict_about_unknown_fields(cluster: Cluster, schema: str, way: str, mode: str) -> None:
    name = f"{way}-{mode.lower() or 'unset'}"
    answer = cluster.write(schema, way, mode, name)
    problem = f"failed to create typed patch object (/{name}; {UNDECLARED[schema]}: field not declared in schema"
    assert (answer.status_code, answer.json()["message"], warnings(answer)) == (500, problem, [])


@pytest.mark.parametrize("mode", MODES, ids=[mode or "unset" for mode in MODES])
@pytest.mark.parametrize("schema", SCHEMAS)
def test_custom_resources_take_no_strategic_patches(cluster: Cluster, schema: str, mode: str) -> None:
    answer = cluster.write(schema, "strategic", mode, f"strategic-{mode.lower() or 'unset'}")
    assert (answer.status_code, answer.json()["message"]) == (415, NO_STRATEGIC)


@pytest.mark.parametrize("way", [way for way in WAYS if not way.startswith("apply")])
def test_other_values_are_refused(cluster: Cluster, way: str) -> None:
    answer = cluster.write("deployment", way, "strict", f"{way}-other")
    kind = {"POST": "Create", "PUT": "Update", "PATCH": "Patch"}[WAYS[way][0]]
    assert answer.status_code == 422
    assert answer.json()["message"] == (
        f'{kind}Options.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "strict": '
        'supported values: "", "Ignore", "Strict", "Warn"'
    )


@pytest.mark.parametrize("mode", [*MODES, "strict"], ids=[*(mode or "unset" for mode in MODES), "other"])
@pytest.mark.parametrize(("schema", "way"), READ)
def test_before_the_kep(old_cluster: Cluster, schema: str, way: str, mode: str) -> None:
    name = f"{way}-{'other' if mode == 'strict' else mode.lower() or 'unset'}"
    answer = old_cluster.write(schema, way, mode, name)
    assert is_written(answer, way), answer.text
    assert warnings(answer) == []


@pytest.mark.parametrize("path", ["v2", "v3/apis/apps/v1", f"v3/apis/{GROUP}/v1"])
def test_openapi_tells_kubectl_whether_the_server_validates(cluster: Cluster, old_cluster: Cluster, path: str) -> None:
    assert '"name":"fieldValidation"' in cluster.openapi(path).replace(" ", "")
    assert '"name":"fieldValidation"' not in old_cluster.openapi(path).replace(" ", "")
    assert '"name":"fieldManager"' in old_cluster.openapi(path).replace(" ", "")
