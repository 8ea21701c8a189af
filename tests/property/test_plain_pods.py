"""Tests that pods that pass the quick look pass the rules, and that the strictest check finds all errors."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.test_built_in_kinds import STRAY, Maker

from kapivara.apis.machinery.objects.type_defaults import defaults_of
from kapivara.apis.shared.pods.rules import pod_spec
from kapivara.apis.shared.pods.rules.options import NEW_TEMPLATE, PodOptions
from kapivara.apis.shared.pods.rules.quick.containers import are_plain
from kapivara.apis.shared.pods.rules.quick.placement import is_plainly_placed
from kapivara.apis.shared.pods.rules.quick.volumes import plain_volumes
from kapivara.codec import DecodeError
from kapivara.codec.typed.decoding import decode_typed
from kapivara.codec.typed.described import described
from kapivara.field import FieldPath
from kapivara.field.path import NOWHERE
from kapivara.values import copy_json

SPEC = described("apis.groups.core.v1").struct("PodSpec")
PATH = FieldPath.of("spec")
FORGIVING = PodOptions(False, *(True,) * 14)
PLAIN = json.loads("""{
    "containers": [
        {"name": "web", "image": "shop", "command": ["a"], "ports": [{"name": "http", "containerPort": 80},
         {"containerPort": 81, "protocol": "UDP"}], "env": [{"name": "A", "value": "b"}, {"name": "B", "valueFrom":
         {"fieldRef": {"fieldPath": "metadata.name"}}}, {"name": "C", "valueFrom": {"secretKeyRef": {"name": "s",
         "key": "k"}}}], "resources": {"limits": {"cpu": "1", "memory": "1Gi"}, "requests": {"cpu": "500m"}},
         "livenessProbe": {"httpGet": {"port": "http"}}, "readinessProbe": {"httpGet": {"port": 80, "path": "/a"},
         "periodSeconds": 3}, "volumeMounts": [{"name": "v", "mountPath": "/v", "readOnly": true}],
         "securityContext": {"allowPrivilegeEscalation": false, "capabilities": {"drop": ["ALL"]}}},
        {"name": "other", "image": "b", "tty": true}
    ],
    "initContainers": [{"name": "first", "image": "c", "volumeMounts": [{"name": "w", "mountPath": "/w"}]}],
    "volumes": [{"name": "v", "emptyDir": {"sizeLimit": "1Gi"}}, {"name": "w", "configMap": {"name": "w", "items":
        [{"key": "a", "path": "b/c"}]}}, {"name": "s", "secret": {"secretName": "s", "defaultMode": 256}},
        {"name": "p", "persistentVolumeClaim": {"claimName": "p"}}],
    "serviceAccountName": "shop", "priorityClassName": "high",
    "affinity": {"podAntiAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 100,
        "podAffinityTerm": {"labelSelector": {"matchLabels": {"app": "shop"}}, "topologyKey": "example.com/a"}}]},
        "podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [{"topologyKey": "b"}]}},
    "tolerations": [{"key": "a", "operator": "Equal", "value": "b", "effect": "NoSchedule"}, {"key": "example.com/c",
        "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 3}],
    "topologySpreadConstraints": [{"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "ScheduleAnyway",
        "labelSelector": {"matchLabels": {"app": "shop"}}}]
}""")
ODD = (
    *STRAY,
    "web",
    "other",
    "HTTP",
    "80",
    80,
    65536,
    -5,
    "1Mi",
    "2",
    "-1",
    "Always",
    "TCP",
    "/v",
    "A",
    "v",
    "w",
    "a b",
    "zone",
    "Exists",
    "NoExecute",
    "../a",
    0,
)


def changed(value: Any, dice: random.Random, maker: Maker, shape: Any) -> Any:
    """Returns a value with one changed part: a field more, a field less, or an odd value."""
    if isinstance(value, dict) and value and dice.random() < 0.9:
        fields = shape.tables.by_name if hasattr(shape, "tables") else {}
        chance, name = dice.random(), dice.choice(list(value))
        if chance < 0.1:
            return {key: each for key, each in value.items() if key != name}
        if chance < 0.2 and fields:
            more = dice.choice(list(fields))
            return {**value, more: maker.value(fields[more].shape, 3)}
        held = fields[name].shape if name in fields else getattr(shape, "item", None)
        return {**value, name: changed(value[name], dice, maker, held)}
    if isinstance(value, list) and value and dice.random() < 0.9:
        place = dice.randrange(len(value))
        if dice.random() < 0.1:
            return [*value, value[place]]
        return [*value[:place], changed(value[place], dice, maker, getattr(shape, "item", None)), *value[place + 1 :]]
    return dice.choice(ODD)


def normal(value: Any) -> Any:
    """Decodes a spec and fills in its defaults; None if it cannot be decoded."""
    try:
        spec = decode_typed(copy_json(value), SPEC).value
    except DecodeError:
        return None
    defaults_of(SPEC).apply(spec)
    return spec


def test_what_is_plain() -> None:
    spec = normal(PLAIN)
    assert are_plain(spec, {"v", "w"})
    assert is_plainly_placed(spec)
    assert plain_volumes(spec["volumes"]) == {each["name"]: each for each in spec["volumes"]}
    assert pod_spec.validate_pod_spec(spec, PATH, NEW_TEMPLATE) == []


@given(seed=st.integers(0, 2**32))
@settings(max_examples=3000, deadline=None)
def test_plain_is_fine(seed: int) -> None:
    dice, maker, value = random.Random(seed), Maker(seed), PLAIN
    for _ in range(dice.randrange(1, 4)):
        value = changed(value, dice, maker, SPEC)
    spec = normal(value)
    if spec is None:
        return
    volumes, _ = pod_spec.validate_volumes(spec.get("volumes", ()), PATH, NEW_TEMPLATE)
    if are_plain(spec, volumes):
        found = pod_spec._validate_containers(spec, PATH, volumes, claims=(), options=NEW_TEMPLATE)
        assert found + pod_spec.validate_file_keys(spec, PATH) == []
        if is_plainly_placed(spec):
            found = pod_spec.validate_placement(spec, PATH, NEW_TEMPLATE)
            assert found + pod_spec.validate_pod_names(spec, PATH, NEW_TEMPLATE) == []
    plain = plain_volumes(spec.get("volumes", ()))
    assert plain is None or (plain, []) == pod_spec.validate_volumes(spec.get("volumes", ()), PATH, NEW_TEMPLATE)
    strict = pod_spec._validate(spec, PATH, NEW_TEMPLATE, None)
    assert bool(strict) == bool(pod_spec._validate(spec, NOWHERE, NEW_TEMPLATE, None))
    assert strict or not pod_spec._validate(spec, PATH, FORGIVING, None)
