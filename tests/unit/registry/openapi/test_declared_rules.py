"""Tests of declared rules in published documents: present with the gate, absent without it."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft4Validator

from kapivara.apis.machinery.server.feature_gates import DECLARATIVE_VALIDATION_IN_OPENAPI, FeatureGates
from kapivara.registry.registry import Registry
from kapivara.storage.memory import MemoryStorage

RULES, ERRORS, STRIP = "x-kubernetes-validations", "x-kubernetes-validation-errors", "x-kubernetes-strip-zero"
KEYWORDS = (RULES, ERRORS, STRIP)


@pytest.fixture(scope="module")
def documents():
    def read(on):
        gates = FeatureGates({DECLARATIVE_VALIDATION_IN_OPENAPI: on})
        openapi = Registry(MemoryStorage(), feature_gates=gates).openapi()
        paths = ("api/v1", "apis/apps/v1", "apis/storage.k8s.io/v1")
        v3 = {path: json.loads(openapi.document(path).text) for path in paths}
        return {"v2": json.loads(openapi.about_all().text), **v3}

    return {on: read(on) for on in (True, False)}


def schema(document, name):
    return (document.get("definitions") or document["components"]["schemas"])[name]


def keywords_in(value):
    """Returns the extensions of schemas at any place; a field of a kind may have such a name, too."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "properties":
                for each in inner.values():
                    yield from keywords_in(each)
            else:
                yield from (key,) if key in KEYWORDS else ()
                yield from keywords_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keywords_in(inner)


@pytest.mark.parametrize("path", ["v2", "api/v1", "apis/apps/v1"])
def test_the_gate_decides(documents, path):
    assert set(keywords_in(documents[True][path])) == set(KEYWORDS)
    assert not list(keywords_in(documents[False][path]))


@pytest.mark.parametrize("path", ["v2", "api/v1"])
def test_fields_have_keywords_with_the_words_of_validation(documents, path):
    priority = schema(documents[True][path], "io.k8s.api.core.v1.EvictionResponder")["properties"]["priority"]
    assert (priority["minimum"], priority["maximum"]) == (0, 100000)
    assert priority[ERRORS]["maximum"] == {
        "message": "must be less than or equal to 100000",
        "reason": "FieldValueInvalid",
    }


def test_structs_have_rules(documents):
    rules = schema(documents[True]["apis/storage.k8s.io/v1"], "io.k8s.api.storage.v1.VolumeAttachment")[RULES]
    assert [(each["rule"], each["message"], each["fieldPath"]) for each in rules] == [
        (
            "has(self.spec) ? has(oldSelf.spec) && self.spec == oldSelf.spec : !has(oldSelf.spec)",
            "field is immutable",
            ".spec",
        )
    ]


def test_what_is_left_out_where_it_is_zero_says_so(documents):
    fields = schema(documents[True]["apis/apps/v1"], "io.k8s.api.apps.v1.DeploymentSpec")["properties"]
    assert fields["paused"] == {
        **schema(documents[False]["apis/apps/v1"], "io.k8s.api.apps.v1.DeploymentSpec")["properties"]["paused"],
        STRIP: True,
    }
    assert STRIP not in fields["replicas"]  # a pointer distinguishes 0 from nil
    assert STRIP not in fields["template"]  # and a struct is always present


def test_a_field_that_must_be_there_has_no_zero_for_a_default(documents):
    name = "io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference"
    fields = schema(documents[True]["api/v1"], name)["properties"]
    assert schema(documents[False]["api/v1"], name)["properties"]["name"]["default"] == ""
    assert "default" not in fields["name"]
    assert fields["name"]["minLength"] == 1


def test_beside_a_reference_nothing_stands_in_documents_of_v3(documents):
    def check(value):
        if isinstance(value, dict):
            assert not isinstance(value.get("$ref"), str) or len(value) == 1
            for inner in value.values():
                check(inner)
        elif isinstance(value, list):
            for inner in value:
                check(inner)

    check(documents[True]["api/v1"]["components"])


def test_documents_with_rules_have_another_hash(documents):
    def urls(on):
        gates = FeatureGates({DECLARATIVE_VALIDATION_IN_OPENAPI: on})
        index = Registry(MemoryStorage(), feature_gates=gates).openapi().index()
        return {each["serverRelativeURL"] for each in index["paths"].values()}

    assert not urls(True) & urls(False)


AUTOSCALER = {
    "apiVersion": "autoscaling/v2",
    "kind": "HorizontalPodAutoscaler",
    "metadata": {"name": "a"},
    "spec": {"scaleTargetRef": {"kind": "Deployment", "name": "web"}, "minReplicas": 1, "maxReplicas": 3},
}


@pytest.mark.parametrize(
    ("spec", "field"),
    [
        ({}, ""),
        ({"maxReplicas": 0}, "maxReplicas"),
        ({"minReplicas": -1}, "minReplicas"),
        ({"scaleTargetRef": {"kind": "", "name": "web"}}, "kind"),
    ],
)
def test_checkers_that_know_nothing_of_kubernetes_read_them(spec, field):
    gates = FeatureGates({DECLARATIVE_VALIDATION_IN_OPENAPI: True})
    document = json.loads(Registry(MemoryStorage(), feature_gates=gates).openapi().document("apis/autoscaling/v2").text)
    name = "io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler"
    schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    Draft4Validator.check_schema(document["components"]["schemas"][name])
    errors = list(Draft4Validator(schema).iter_errors({**AUTOSCALER, "spec": {**AUTOSCALER["spec"], **spec}}))
    assert [each.path[-1] for each in errors] == ([field] if field else [])


def test_where_rules_do_not_hold_a_field_refers_to_the_type_without_them(documents):
    schemas = documents[True]["apis/apps/v1"]["components"]["schemas"]
    template = schemas["io.k8s.api.core.v1.PodTemplateSpec"]["properties"]["metadata"]["allOf"][0]["$ref"]
    assert template.endswith("ObjectMetaWithoutRules")
    assert RULES in schemas["io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"]
    bare = schemas[template.rpartition("/")[2]]
    assert RULES not in bare
    assert bare["properties"]["ownerReferences"]["items"]["$ref"].endswith("OwnerReferenceWithoutRules")
    assert not [name for name in documents[False]["apis/apps/v1"]["components"]["schemas"] if "WithoutRules" in name]
