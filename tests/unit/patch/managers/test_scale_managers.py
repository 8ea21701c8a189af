"""Tests of the managers of a Scale's replicas, and of their entries in the object behind it."""

from kapivara.patch.managers.managed_fields import Entry, read_managers
from kapivara.patch.managers.scale_managers import REPLICAS, scale_managers, to_parent_managers, track_replicas

V1, V2 = "example.com/v1", "example.com/v2"
PATHS = {V1: ["spec", "n"], V2: []}
OWNED = {"f:spec": {".": {}, "f:n": {}, "f:a": {}}}


def entry(manager="me", operation="Update", version=V1, fields=OWNED, subresource=""):
    shown = {"manager": manager, "operation": operation, "apiVersion": version, "fieldsType": "FieldsV1"}
    return (
        shown
        | {"fieldsV1": fields, "time": "2024-01-02T03:04:05Z"}
        | ({"subresource": subresource} if subresource else {})
    )


def without_time(shown):
    return {key: value for key, value in shown.items() if key != "time"}


def author():
    return Entry("you", "Update", "autoscaling/v1", "scale", {}, "2025-01-02T03:04:05Z")


def test_only_who_names_the_replicas_manages_them():
    managers = read_managers([entry(), entry("other", fields={"f:spec": {"f:a": {}}}), entry("third", version=V2)])
    scale = scale_managers(managers, PATHS)
    assert [(each.manager, each.api_version, each.fields) for each in scale.values()] == [
        ("me", "autoscaling/v1", REPLICAS)
    ]


def test_who_changes_them_gets_an_entry_without_a_time():
    managers = read_managers([entry()])
    scale = track_replicas(scale_managers(managers, PATHS), author(), changed=True, new=3)
    assert to_parent_managers(managers, scale, PATHS, V1) == [
        without_time(entry("you", fields={"f:spec": {"f:n": {}}}, subresource="scale")),
        entry(fields={"f:spec": {".": {}, "f:a": {}}}),
    ]


def test_nobody_manages_none():
    managers = read_managers([entry(fields={"f:spec": {"f:n": {}}})])
    assert track_replicas({}, author(), changed=True, new=3) == {}
    scale = track_replicas(scale_managers(managers, PATHS), author(), changed=True, new=0)
    assert to_parent_managers(managers, scale, PATHS, V1) == []


def test_an_applier_is_found_again_and_an_updater_is_not():
    managers = read_managers([entry(operation="Apply"), entry()])
    kept = track_replicas(scale_managers(managers, PATHS), author(), changed=False, new=1)
    assert to_parent_managers(managers, kept, PATHS, V1) == [
        entry(operation="Apply"),
        without_time(entry(fields={"f:spec": {"f:n": {}}})),
        entry(fields={"f:spec": {".": {}, "f:a": {}}}),
    ]


def test_managers_of_unknown_versions_go():
    managers = read_managers([entry(version="example.com/v9")])
    assert to_parent_managers(managers, {}, PATHS, V1) == []
