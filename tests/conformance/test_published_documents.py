"""Validates objects that the real server stored by the published documents, which must accept all of them.

The published documents equal those of the real server (`test_openapi_reference.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema
import pytest
from tests.conformance.conftest import recording

from conformance.recordings import read_text
from kapivara.apis.machinery.server.feature_gates import FeatureGates
from kapivara.openapi import Document, Validator
from kapivara.registry.registry import Registry
from kapivara.storage.memory import MemoryStorage

RECORDINGS = (
    "native_core",
    "native_apps",
    "native_cluster",
    "native_fuzz",
    "native_realworld",
    "protobuf",
    "machinery",
)
WITH_RULES = {"DeclarativeValidationExtensionsInOpenAPI": True}
TIME = '"2030-01-02T03:04:05Z"'


@cache
def documents(*, with_rules: bool = False) -> dict[str, Any]:
    """The OpenAPI v3 documents by their paths, and the v2 document as `v2`."""
    gates = FeatureGates(WITH_RULES if with_rules else {})
    published = Registry(MemoryStorage(), feature_gates=gates).openapi()
    found = {path: json.loads(each.text) for path in published.index()["paths"] if (each := published.document(path))}
    return {**found, "v2": json.loads(published.about_all().text)}


@cache
def validators(version: str) -> dict[tuple[str, str], Validator]:
    """The validators of all kinds, by the documents of v2 or v3."""
    found: dict[tuple[str, str], Validator] = {}
    for path, raw in documents().items():
        if (path == "v2") == (version == "v2") and ("definitions" in raw or "schemas" in raw.get("components", {})):
            document = Document(raw, path)
            validator = Validator(document)
            found |= {kind: validator for kind in document.kinds if kind not in found}
    return found


def stored(name: str) -> Iterator[tuple[str, Any]]:
    """Returns the objects that a recording shows as stored, each once; values that were replaced by a placeholder
    become a time again.
    """
    text = read_text(name) or ""
    seen = set()
    for line in text.replace('"<time>"', TIME).rstrip("\n").split("\n"):
        told = json.loads(line)
        answers = [step.get("expect") or {} for step in told.get("steps", ())]
        bodies = [each.get("body") for each in answers if each.get("code") in (200, 201)] + [told.get("json")]
        for body in bodies:
            if isinstance(body, dict) and (key := json.dumps(body, sort_keys=True)) not in seen:
                seen.add(key)
                yield told.get("id") or told.get("path"), body


@pytest.mark.slow
@pytest.mark.parametrize("version", ["v3", "v2"])
@pytest.mark.parametrize("name", [recording(name) for name in RECORDINGS])
def test_nothing_that_is_stored_is_refused(name: str, version: str) -> None:
    known, judged, refused = validators(version), 0, []
    for scenario, body in stored(name):
        validator = known.get((body.get("apiVersion", ""), body.get("kind", "")))
        if validator is None:
            continue
        judgement = validator.judge(body)
        judged += 1
        if not judgement.ok:
            refused.append((scenario, [str(each) for each in judgement.errors], judgement.unknown))
    assert refused == []
    assert judged > 50


DEPLOYMENT: dict[str, Any] = {
    "apiVersion": "apps/v1",
    "kind": "Deployment",
    "metadata": {"name": "shop", "labels": {"app": "shop"}},
    "spec": {
        "replicas": 2,
        "selector": {"matchLabels": {"app": "shop"}},
        "template": {
            "metadata": {"labels": {"app": "shop"}},
            "spec": {
                "containers": [
                    {
                        "name": "web",
                        "image": "registry.example/shop:1",
                        "ports": [{"containerPort": 8080}],
                        "resources": {"limits": {"cpu": 1, "memory": "1Gi"}},
                        "readinessProbe": {"httpGet": {"path": "/", "port": "web"}},
                    }
                ]
            },
        },
    },
}
DAEMON_SET: dict[str, Any] = {
    **DEPLOYMENT,
    "kind": "DaemonSet",
    "spec": {"selector": DEPLOYMENT["spec"]["selector"], "template": {"spec": {"containers": []}}},
}


@pytest.mark.parametrize("path", ["apis/apps/v1", "v2"])
@pytest.mark.parametrize("with_rules", [False, True], ids=["plain", "with rules"])
def test_an_off_the_shelf_checker_reads_the_documents(path: str, with_rules: bool) -> None:
    """Validates by JSON schema of draft 4, the base of OpenAPI v2 and v3.0; it uses the keywords of rules, too."""
    raw = documents(with_rules=with_rules)[path]
    for schema in Document(raw).definitions.values():
        jsonschema.Draft4Validator.check_schema(schema)
    names = Document(raw).kinds
    below = "definitions" if path == "v2" else "components/schemas"

    def is_valid(value: dict[str, Any]) -> bool:
        schema = {**raw, "$ref": f"#/{below}/{names['apps/v1', value['kind']]}"}
        return bool(jsonschema.Draft4Validator(schema).is_valid(value))

    assert is_valid(DEPLOYMENT) or path == "v2"  # there a quantity is a string and may not be a number
    assert not is_valid({**DEPLOYMENT, "spec": {**DEPLOYMENT["spec"], "replicas": "two"}})
    good, bad = ({**DAEMON_SET, "spec": {**DAEMON_SET["spec"], "revisionHistoryLimit": each}} for each in (1, -1))
    assert is_valid(good)
    assert is_valid(bad) is not with_rules
    validator = Validator(raw)
    assert validator.judge(good).ok
    assert validator.judge(bad).ok is not with_rules
