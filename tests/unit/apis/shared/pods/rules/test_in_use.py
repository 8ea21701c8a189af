"""Tests of values that stored pods may keep although newer rules reject them."""

import pytest
from tests.unit.apis.shared.pods.rules.judging import container, read_pod, volume

from kapivara.apis.shared.pods.rules.in_use import options_of_update
from kapivara.apis.shared.pods.rules.options import NEW_POD
from kapivara.values.record import field_names

REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
ODD = {"matchExpressions": [{"key": "a", "operator": "In", "values": ["?"]}]}
TOKEN = {"sources": [{"serviceAccountToken": {"path": "../t"}}]}
RESTARTED = [{"resourceName": "cpu", "restartPolicy": "RestartContainer"}]
SPREAD = {"maxSkew": 1, "topologyKey": "k", "whenUnsatisfiable": "DoNotSchedule"}
IN_USE = {
    "any_affinity_values": {"affinity": {"podAffinity": {REQUIRED: [{"topologyKey": "k", "labelSelector": ODD}]}}},
    "any_node_values": {"affinity": {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [ODD]}}}},
    "any_huge_pages": container(resources={"limits": {"hugepages-2Mi": "3Mi"}}),
    "any_spread_selectors": {"topologySpreadConstraints": [{**SPREAD, "labelSelector": ODD}]},
    "any_label_keys": {"topologySpreadConstraints": [{**SPREAD, "matchLabelKeys": ["a"]}]},
    "any_token_paths": volume(projected=TOKEN),
    "any_sysctls": {"hostNetwork": True, "securityContext": {"sysctls": [{"name": "net.x", "value": ""}]}},
    "empty_image_references": volume(image={}),
    "comparing_tolerations": {"tolerations": [{"key": "a", "operator": "Lt", "value": "1"}]},
    "user_namespaces_on_host_network": {"hostUsers": False, "hostNetwork": True},
    "user_namespaces_with_devices": {
        "hostUsers": False,
        **container(volumeDevices=[{"name": "v", "devicePath": "/d"}]),
    },
    "sys_admin_without_escalation": container(securityContext={"capabilities": {"add": ["CAP_SYS_ADMIN"]}}),
    "restarting_init_containers": {"initContainers": [{"name": "i", "image": "x", "resizePolicy": RESTARTED}]},
}


@pytest.mark.parametrize(("option", "spec"), IN_USE.items(), ids=IN_USE)
def test_what_is_there_may_stay(option, spec):
    pod = read_pod(spec)
    found = options_of_update(pod["spec"], pod["metadata"], is_pod=True)
    assert [name for name in field_names(type(found)) if getattr(found, name) and name != "is_pod"] == [option]


def test_a_cost_that_is_none_may_stay():
    pod = read_pod({}, annotations={"controller.kubernetes.io/pod-deletion-cost": "x"})
    assert options_of_update(pod["spec"], pod["metadata"], is_pod=True).any_deletion_cost


def test_a_plain_pod_is_judged_as_a_new_one():
    pod = read_pod({})
    assert options_of_update(pod["spec"], pod["metadata"], is_pod=True) == NEW_POD
