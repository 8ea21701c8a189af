"""Tests of the sketches in KEP-2876, behind gates: defaults and conversions by expressions, which v1.37 lacks."""

from __future__ import annotations

import pytest

from kapivara import Api

_DEFAULTS, _CONVERSIONS = "CRDDefaultRules", "CRDConversionRules"
TEXT = {"type": "string", "maxLength": 50}


def definition(versions, conversion=None):
    made = [
        {
            "name": name,
            "served": True,
            "storage": number == 0,
            "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}},
        }
        for number, (name, spec) in enumerate(versions.items())
    ]
    spec = {"group": "zoo.example.com", "scope": "Namespaced", "versions": made}
    spec["names"] = {"plural": "services", "kind": "ZooService"}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "services.zoo.example.com"},
        "spec": {**spec, **({"conversion": conversion} if conversion else {})},
    }


def service(name, spec, version="v1"):
    return {
        "apiVersion": f"zoo.example.com/{version}",
        "kind": "ZooService",
        "metadata": {"name": name},
        "spec": spec,
    }


def api_with(*gates):
    return Api(feature_gates=dict.fromkeys(gates, True))


def balanced(*rules):
    policy = {**TEXT, "enum": ["Cluster", "Local"]}
    ports = {"type": "array", "maxItems": 5, "items": {"type": "object", "properties": {"name": TEXT, "port": {}}}}
    ports["items"]["properties"]["port"] = {"type": "integer"}
    ports["items"]["x-kubernetes-default"] = [{"field": "name", "rule": "'port-' + string(port)"}]
    return {
        "type": "object",
        "x-kubernetes-default": list(rules),
        "properties": {"type": {**TEXT, "default": "LoadBalancer"}, "policy": policy, "ports": ports},
    }


_POLICY = {"rule": "self.type == 'LoadBalancer' ? 'Cluster' : null", "field": "policy"}


class TestDefaults:
    def test_are_made_where_the_field_is_unset_and_the_rule_does_not_come_to_null(self):
        with api_with(_DEFAULTS) as api:
            assert api.create(definition({"v1": balanced(_POLICY)})).ok
            for number in range(7):
                made = api.create(service(f"a{number}", {"ports": [{"port": 80}, {"port": 81, "name": "x"}]}))
                assert made.object["spec"] == {
                    "type": "LoadBalancer",
                    "policy": "Cluster",
                    "ports": [{"port": 80, "name": "port-80"}, {"port": 81, "name": "x"}],
                }
            assert api.create(service("b", {"type": "Other"})).object["spec"] == {"type": "Other"}
            assert api.create(service("c", {"policy": "Local"})).object["spec"]["policy"] == "Local"

    def test_are_judged_as_if_they_had_been_sent(self):
        with api_with(_DEFAULTS) as api:
            rule = {"rule": "self.type + '!'", "field": "policy"}
            assert api.create(definition({"v1": balanced(rule)})).ok
            refused = api.create(service("a", {}))
            assert [each.field for each in refused.causes] == ["spec.policy"]
            assert 'Unsupported value: "LoadBalancer!"' in refused.causes[0].message

    def test_are_there_for_patches_and_for_what_was_stored_before(self):
        with api_with(_DEFAULTS) as api:
            assert api.create(definition({"v1": balanced()})).ok
            api.create(service("a", {}))
            new = definition({"v1": balanced(_POLICY)})
            kept = api.get("apiextensions.k8s.io/v1", "CustomResourceDefinition", "services.zoo.example.com").object
            assert api.update({**new, "metadata": kept["metadata"]}).ok
            assert api.get("zoo.example.com/v1", "ZooService", "a").object["spec"]["policy"] == "Cluster"
            patched = api.patch("zoo.example.com/v1", "ZooService", "a", {"spec": {"policy": None}})
            assert patched.object["spec"]["policy"] == "Cluster"

    def test_a_rule_that_fails_leaves_the_field_unset(self):
        with api_with(_DEFAULTS) as api:
            rule = {"rule": "self.ports[3].name", "field": "policy"}
            assert api.create(definition({"v1": balanced(rule)})).ok
            assert "policy" not in api.create(service("a", {})).object["spec"]

    @pytest.mark.parametrize(
        ("rule", "field", "told"),
        [
            ({"rule": "1 +", "field": "policy"}, "rule", "compilation failed: ERROR: <input>:1:4: Syntax error"),
            ({"rule": "self.nothing", "field": "policy"}, "rule", "undefined field 'nothing'"),
            ({"rule": "1", "field": "policy"}, "rule", "must evaluate to what policy is, string, or to null"),
            ({"rule": "oldSelf.type", "field": "policy"}, "rule", "oldSelf cannot be used here"),
            ({"rule": "'a'", "field": "nothing"}, "field", "must be the path of a field that the schema declares"),
            ({"rule": "'a'"}, "field", "Required value"),
        ],
    )
    def test_rules_that_cannot_be_are_refused(self, rule, field, told):
        with api_with(_DEFAULTS) as api:
            (cause,) = api.create(definition({"v1": balanced(rule)})).causes
            place = "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-default[0]"
            assert cause.field == f"{place}.{field}"
            assert told in cause.message

    def test_without_the_gate_the_keyword_is_unknown(self):
        with api_with(_CONVERSIONS) as api:
            schema = "spec.versions[0].schema.openAPIV3Schema.properties.spec"
            told = api.create(definition({"v1": balanced(_POLICY)})).warnings
            assert f'unknown field "{schema}.x-kubernetes-default"' in told
            assert api.create(service("a", {})).object["spec"] == {"type": "LoadBalancer"}


def ips(**properties):
    return {"type": "object", "properties": {"xyz": {"type": "object", "properties": properties}, "other": TEXT}}


_OLD = ips(podIP=TEXT)
_NEW = ips(podIPs={"type": "array", "maxItems": 10, "items": TEXT})
_TO_NEW = {"field": "spec.xyz.podIPs", "rule": "has(spec.xyz.podIP) ? [spec.xyz.podIP] : []"}
_TO_OLD = {"field": "xyz.podIP", "scope": "spec", "rule": "size(xyz.podIPs) > 0 ? xyz.podIPs[0] : null"}


def converters(*pairs):
    made = [{"fromVersion": old, "toVersion": new, "rules": list(rules)} for old, new, *rules in pairs]
    return {"strategy": "ConversionRules", "converters": made}


_EXAMPLE = converters(("v1beta1", "v1", _TO_NEW), ("v1", "v1beta1", _TO_OLD))


class TestConversions:
    def test_the_example_of_the_proposal(self):
        with api_with(_CONVERSIONS) as api:
            assert api.create(definition({"v1": _NEW, "v1beta1": _OLD}, _EXAMPLE)).ok
            spec = {"xyz": {"podIP": "1.2.3.4"}, "other": "x"}
            assert api.create(service("a", spec, "v1beta1")).object["spec"] == spec
            assert api.get("zoo.example.com/v1", "ZooService", "a").object["spec"] == {
                "xyz": {"podIPs": ["1.2.3.4"]},
                "other": "x",
            }
            api.create(service("b", {"xyz": {"podIPs": []}}))
            listed = api.list("zoo.example.com/v1beta1", "ZooService").object["items"]
            assert [each["spec"] for each in listed] == [spec, {"xyz": {}}]

    def test_a_scope_may_stand_for_many_places_and_objects_set_their_fields_alone(self):
        item = {"type": "object", "properties": {"name": TEXT, "port": {"type": "integer"}, "text": TEXT}}
        spec = {"type": "object", "properties": {"ports": {"type": "array", "maxItems": 5, "items": item}}}
        rules = (
            {"scope": "spec.ports[*]", "rule": "{'text': self.name + ':' + string(self.port)}"},
            {"scope": "spec.ports[*]", "field": "name", "rule": "null"},
        )
        with api_with(_CONVERSIONS) as api:
            conversion = converters(("v1", "v2", *rules))
            assert api.create(definition({"v1": spec, "v2": spec}, conversion)).ok
            api.create(service("a", {"ports": [{"name": "x", "port": 1}, {"name": "y", "port": 2}]}))
            read = api.get("zoo.example.com/v2", "ZooService", "a").object["spec"]
            assert read == {"ports": [{"port": 1, "text": "x:1"}, {"port": 2, "text": "y:2"}]}

    def test_a_rule_that_fails_refuses_the_conversion(self):
        with api_with(_CONVERSIONS) as api:
            broken = {"field": "spec.other", "rule": "spec.xyz.podIPs[5]"}
            assert api.create(definition({"v1": _NEW, "v1beta1": _OLD}, converters(("v1", "v1beta1", broken)))).ok
            api.create(service("a", {"xyz": {"podIPs": []}}))
            refused = api.get("zoo.example.com/v1beta1", "ZooService", "a")
            assert refused.code == 500
            assert "conversion rules from v1 to v1beta1 failed: index out of bounds: 5" in refused.status.message
            assert api.list("zoo.example.com/v1beta1", "ZooService").status.reason == "StorageReadError"

    @pytest.mark.parametrize(
        ("conversion", "field", "told"),
        [
            (converters(("v1", "v3")), "[0].toVersion", "must be the name of a version"),
            (converters(("v1", "v1")), "[0].toVersion", "must be another version, and each pair stands once"),
            (converters(("v1", "v1beta1"), ("v1", "v1beta1")), "[1].toVersion", "each pair stands once"),
            (
                converters(("v1", "v1beta1", {"field": "spec.a", "rule": "1"})),
                "[0].rules[0].field",
                "must lead to something",
            ),
            (
                converters(("v1", "v1beta1", {"field": "spec.other", "rule": "spec.nothing"})),
                "[0].rules[0].rule",
                "undefined field 'nothing'",
            ),
            (converters(("v1", "v1beta1", {"field": "spec.other"})), "[0].rules[0].rule", "Required value"),
        ],
    )
    def test_converters_that_cannot_be_are_refused(self, conversion, field, told):
        with api_with(_CONVERSIONS) as api:
            (cause,) = api.create(definition({"v1": _NEW, "v1beta1": _OLD}, conversion)).causes
            assert cause.field == f"spec.conversion.converters{field}"
            assert told in cause.message

    def test_converters_go_with_their_strategy(self):
        with api_with(_CONVERSIONS) as api:
            refused = api.create(definition({"v1": _NEW, "v1beta1": _OLD}, {**_EXAMPLE, "strategy": "None"}))
            assert refused.causes[0].field == "spec.conversion.converters"

    def test_without_the_gate_the_strategy_is_unknown_in_the_servers_words(self):
        with api_with(_DEFAULTS) as api:
            refused = api.create(definition({"v1": _NEW, "v1beta1": _OLD}, _EXAMPLE))
            assert refused.causes[0].message == (
                'Unsupported value: "ConversionRules": supported values: "None", "Webhook"'
            )
