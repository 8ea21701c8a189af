"""Tests of namespaces: label, phase and finalizers."""

import pytest
from tests.unit.apis.alone import kind_of, read

from kapivara.apis.catalog.rows import NAMESPACES
from kapivara.field import Operation, Verb
from kapivara.values import ABSENT, copy_json

KIND = kind_of(NAMESPACES)
CREATE, UPDATE = Operation(Verb.CREATE), Operation(Verb.UPDATE)


def created(**parts):
    obj = read(KIND, {"metadata": {"name": "one"}, **parts}).value
    KIND.apply_defaults(obj)
    KIND.prepare_for_create(obj)
    obj["metadata"]["resourceVersion"] = "1"
    return obj


def texts(errors):
    return [str(error) for error in errors]


def test_a_new_namespace():
    obj = created(status={"phase": "Odd"})
    assert KIND.validate(CREATE, obj, ABSENT) == []
    assert obj["metadata"]["labels"] == {"kubernetes.io/metadata.name": "one"}
    assert obj["spec"] == {"finalizers": ["kubernetes"]}
    assert obj["status"] == {"phase": "Active"}


def test_its_own_finalizers_are_kept():
    assert created(spec={"finalizers": ["example.com/f"]})["spec"]["finalizers"] == ["example.com/f", "kubernetes"]


def test_a_generated_name_is_labelled_late():
    obj = read(KIND, {"metadata": {"generateName": "x-"}}).value
    KIND.apply_defaults(obj)
    assert "labels" not in obj["metadata"]
    obj["metadata"]["name"] = "x-12345"
    KIND.canonicalize(obj)
    assert obj["metadata"]["labels"] == {"kubernetes.io/metadata.name": "x-12345"}


@pytest.mark.parametrize(
    ("parts", "error"),
    [
        ({"metadata": {}}, "metadata.name: Required value: name or generateName is required"),
        ({"metadata": {"name": "a.b"}}, 'metadata.name: Invalid value: "a.b": must not contain dots'),
        (
            {"spec": {"finalizers": ["plain"]}},
            'spec.finalizers: Invalid value: "plain": name is neither a standard finalizer name '
            "nor is it fully qualified",
        ),
        (
            {"metadata": {"name": "one", "finalizers": ["plain"]}},
            'metadata.finalizers[0]: Invalid value: "plain": name is neither a standard finalizer name '
            "nor is it fully qualified",
        ),
    ],
)
def test_bad(parts, error):
    assert texts(KIND.validate(CREATE, created(**parts), ABSENT)) == [error]


def test_an_update_changes_neither_finalizers_nor_status():
    old = created()
    new = copy_json(old) | {"spec": {}, "status": {"phase": "Terminating"}}
    KIND.prepare_for_update(new, old)
    assert (new["spec"], new["status"]) == (old["spec"], old["status"])
    assert KIND.validate(UPDATE, new, old) == []


@pytest.mark.parametrize(
    ("deleting", "phase", "errors"),
    [
        (False, "Active", []),
        (True, "Terminating", []),
        (False, "Odd", ["status.Phase: Invalid value: \"Odd\": may only be 'Active' if `deletionTimestamp` is empty"]),
        (
            True,
            "Active",
            ["status.Phase: Invalid value: \"Active\": may only be 'Terminating' if `deletionTimestamp` is not empty"],
        ),
    ],
)
def test_the_phase_follows_deletion(deleting, phase, errors):
    old = created()
    if deleting:
        KIND.mark_for_deletion(old, [])
    new = copy_json(old) | {"status": {"phase": phase}}
    KIND.subresources["status"].prepare(new, old)
    assert texts(KIND.validate(Operation(Verb.UPDATE, "status"), new, old)) == errors


def test_finalizers_go_through_their_subresource():
    old = created()
    KIND.mark_for_deletion(old, [])
    new = copy_json(old) | {"spec": {"finalizers": ["x"]}, "status": {}}
    KIND.subresources["finalize"].prepare(new, old)
    errors = texts(KIND.validate(Operation(Verb.UPDATE, "finalize"), new, old))
    assert errors[0].startswith('spec.finalizers[0]: Invalid value: "x": name is neither')
    assert new["status"] == {"phase": "Terminating"}
    assert not KIND.is_released(new)
    assert KIND.is_released({**new, "spec": {}})


def test_field_selectors():
    assert KIND.selectable_fields(created()) == {"metadata.name": "one", "status.phase": "Active"}


@pytest.mark.parametrize("subresource", ["status", "finalize"])
def test_finalizers_of_the_metadata_are_looked_at_by_every_update(subresource):
    old = created()
    new = copy_json(old)
    new["metadata"]["finalizers"] = ["odd"]
    assert texts(KIND.validate(Operation(Verb.UPDATE, subresource), new, old)) == [
        'metadata.finalizers[0]: Invalid value: "odd": name is neither a standard finalizer name '
        "nor is it fully qualified"
    ]
