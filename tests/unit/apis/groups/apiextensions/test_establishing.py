"""Tests of accepted CRDs: names, conditions and deletion."""

import pytest

from kapivara.values import copy_json


def conditions(crd):
    return {each["type"]: (each["status"], each["reason"], each["message"]) for each in crd["status"]["conditions"]}


@pytest.mark.parametrize(
    ("names", "condition", "accepted"),
    [
        (
            {"plural": "gadgets", "kind": "Widget", "singular": "gadget", "listKind": "GadgetList"},
            ("False", "KindConflict", '"Widget" is already in use'),
            {"plural": "gadgets", "kind": "", "singular": "gadget", "listKind": "GadgetList"},
        ),
        (
            {"plural": "gadgets", "kind": "Gadget", "shortNames": ["g", "widget", "widgets"]},
            ("False", "ShortNamesConflict", '["widget" is already in use, "widgets" is already in use]'),
            {"plural": "gadgets", "kind": "Gadget", "singular": "gadget", "listKind": "GadgetList"},
        ),
        (
            {"plural": "gadgets", "kind": "Gadget", "singular": "widget", "categories": ["all"]},
            ("False", "SingularConflict", '"widget" is already in use'),
            {"plural": "gadgets", "kind": "Gadget", "listKind": "GadgetList", "categories": ["all"]},
        ),
    ],
)
def test_names_of_another_definition_are_not_accepted(crds, names, condition, accepted):
    crd = crds.stored(crds.widget(names=names), [crds.stored(crds.widget())])
    assert conditions(crd)["NamesAccepted"] == condition
    assert conditions(crd)["Established"] == ("False", "NotAccepted", "not all names are accepted")
    assert crd["status"]["acceptedNames"] == accepted


def test_settling_twice_changes_nothing(crds):
    crd = crds.stored(crds.widget())
    before = copy_json(crd)
    crds.establish(crd, [], "2031-01-01T00:00:00Z")
    assert crd == before


def test_unsound_certificates_stand_in_the_way(crds):
    webhook = {"clientConfig": {"url": "https://x.org", "caBundle": "eA=="}, "conversionReviewVersions": ["v1"]}
    crd = crds.stored(crds.widget(conversion={"strategy": "Webhook", "webhook": webhook}))
    assert conditions(crd)["Established"] == ("False", "InvalidCABundle", "The conversion webhook CABundle is invalid")


def test_approval_of_protected_groups_is_a_condition(crds):
    crd = crds.widget(group="x.k8s.io")
    crd["metadata"]["annotations"] = {"api-approved.kubernetes.io": "unapproved"}
    assert conditions(crds.stored(crd))["KubernetesAPIApprovalPolicyConformant"] == (
        "False",
        "UnapprovedAnnotation",
        'not approved: "unapproved"',
    )


def test_a_deleted_definition_waits_for_its_objects(crds):
    crd = crds.stored(crds.widget())
    crds.surroundings.time = crds.now
    crds.kind.mark_for_deletion(crd, [])
    assert crd["metadata"]["deletionTimestamp"] == crds.now
    assert crd["metadata"]["finalizers"] == ["customresourcecleanup.apiextensions.k8s.io"]
    assert conditions(crd)["Terminating"][:2] == ("True", "InstanceDeletionPending")
    assert not crds.kind.is_released(crd)
    crd["metadata"]["finalizers"] = []
    assert crds.kind.is_released(crd)
