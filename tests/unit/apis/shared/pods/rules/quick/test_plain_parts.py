"""Tests of the fast checks of volumes and placement."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.apis.shared.pods.rules.quick.placement import is_plainly_placed
from kapivara.apis.shared.pods.rules.quick.volumes import plain_volumes

PLAIN_VOLUMES: list[Any] = [
    {"name": "a", "emptyDir": {"sizeLimit": "1Gi"}},
    {"name": "a", "configMap": {"name": "b", "defaultMode": 420, "items": [{"key": "c", "path": "d/e"}]}},
    {"name": "a", "secret": {"secretName": "b", "defaultMode": 420}},
    {"name": "a", "persistentVolumeClaim": {"claimName": "b"}},
]
ODD_VOLUMES: list[Any] = [
    {"name": "", "emptyDir": {}},
    {"name": "A", "emptyDir": {}},
    {"name": "a"},
    {"name": "a", "emptyDir": {}, "hostPath": {"path": "/"}},
    {"name": "a", "hostPath": {"path": "/"}},
    {"name": "a", "emptyDir": {"sizeLimit": "-1Gi"}},
    {"name": "a", "emptyDir": {"mode": 1}},
    {"name": "a", "configMap": {"defaultMode": 420}},
    {"name": "a", "configMap": {"name": "b", "defaultMode": 512}},
    {"name": "a", "configMap": {"name": "b", "defaultMode": -1}},
    {"name": "a", "configMap": {"name": "b", "items": [{"key": "c", "path": "../d"}]}},
    {"name": "a", "configMap": {"name": "b", "items": [{"key": "", "path": "d"}]}},
    {"name": "a", "configMap": {"name": "b", "items": [{"key": "c", "path": ""}]}},
    {"name": "a", "configMap": {"name": "b", "items": [{"key": "c", "path": "d", "mode": 1}]}},
    {"name": "a", "secret": {"defaultMode": 420}},
    {"name": "a", "persistentVolumeClaim": {"claimName": ""}},
]
_TERM = {"topologyKey": "zone", "labelSelector": {"matchLabels": {"app": "a"}}}
_CONSTRAINT = {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"}
_REQUIRED, _PREFERRED = (f"{each}DuringSchedulingIgnoredDuringExecution" for each in ("required", "preferred"))
PLAIN_PLACES: list[Any] = [
    {},
    {"serviceAccountName": "a", "priorityClassName": "b", "preemptionPolicy": "Never"},
    {"affinity": {"podAffinity": {_REQUIRED: [_TERM]}}},
    {"affinity": {"podAntiAffinity": {_PREFERRED: [{"weight": 100, "podAffinityTerm": _TERM}]}}},
    {"topologySpreadConstraints": [_CONSTRAINT, {**_CONSTRAINT, "topologyKey": "host"}]},
    {"tolerations": [{"key": "a", "value": "b"}, {"key": "a", "operator": "Exists", "effect": "NoSchedule"}]},
    {"tolerations": [{"key": "a", "effect": "NoExecute", "tolerationSeconds": 3}]},
]
ODD_PLACES: list[Any] = [
    {"dnsPolicy": "None"},
    {"hostUsers": False},
    {"securityContext": {"windowsOptions": {}}},
    {"preemptionPolicy": "Sometimes"},
    {"serviceAccountName": "A"},
    {"nodeName": "a b"},
    {"affinity": {"nodeAffinity": {}}},
    {"affinity": {"podAffinity": {_REQUIRED: [{**_TERM, "topologyKey": ""}]}}},
    {"affinity": {"podAffinity": {_REQUIRED: [{**_TERM, "topologyKey": "a b"}]}}},
    {"affinity": {"podAffinity": {_REQUIRED: [{**_TERM, "namespaces": ["a"]}]}}},
    {"affinity": {"podAffinity": {_REQUIRED: [{**_TERM, "labelSelector": {"matchLabels": {"a b": "c"}}}]}}},
    {"affinity": {"podAffinity": {_REQUIRED: [{**_TERM, "labelSelector": {"matchExpressions": []}}]}}},
    {"affinity": {"podAntiAffinity": {_PREFERRED: [{"weight": 101, "podAffinityTerm": _TERM}]}}},
    {"affinity": {"podAntiAffinity": {_PREFERRED: [{"weight": 0, "podAffinityTerm": _TERM}]}}},
    {"topologySpreadConstraints": [_CONSTRAINT, _CONSTRAINT]},
    {"topologySpreadConstraints": [{**_CONSTRAINT, "maxSkew": 0}]},
    {"topologySpreadConstraints": [{**_CONSTRAINT, "topologyKey": ""}]},
    {"topologySpreadConstraints": [{**_CONSTRAINT, "whenUnsatisfiable": "Never"}]},
    {"topologySpreadConstraints": [{**_CONSTRAINT, "minDomains": 1}]},
    {"tolerations": [{"operator": "Exists"}]},
    {"tolerations": [{"key": "a b"}]},
    {"tolerations": [{"key": "a", "value": "b c"}]},
    {"tolerations": [{"key": "a", "operator": "Exists", "value": "b"}]},
    {"tolerations": [{"key": "a", "operator": "Lt", "value": "1"}]},
    {"tolerations": [{"key": "a", "effect": "Sometimes"}]},
    {"tolerations": [{"key": "a", "effect": "NoSchedule", "tolerationSeconds": 3}]},
]


@pytest.mark.parametrize("volume", PLAIN_VOLUMES, ids=str)
def test_plain_volumes(volume: Any) -> None:
    assert plain_volumes([volume]) == {"a": volume}
    assert plain_volumes([volume, volume]) is None


@pytest.mark.parametrize("volume", ODD_VOLUMES, ids=str)
def test_volumes_that_are_left_to_the_rules(volume: Any) -> None:
    assert plain_volumes([volume]) is None


@pytest.mark.parametrize("spec", PLAIN_PLACES, ids=str)
def test_plain_places(spec: Any) -> None:
    assert is_plainly_placed(spec)


@pytest.mark.parametrize("spec", ODD_PLACES, ids=str)
def test_places_that_are_left_to_the_rules(spec: Any) -> None:
    assert not is_plainly_placed(spec)
