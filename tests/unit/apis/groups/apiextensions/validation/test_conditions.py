"""Tests of `apis/groups/apiextensions/validation/conditions.py`."""

from kapivara.apis.groups.apiextensions.validation.conditions import (
    Condition,
    has_condition,
    is_established,
    set_condition,
)


def test_an_accepted_definition_is_established_at_once(crds):
    crd = crds.stored(crds.widget())
    assert is_established(crd)
    assert crd["status"]["acceptedNames"] == crd["spec"]["names"]
    assert crd["status"]["conditions"] == [
        {
            "type": "NamesAccepted",
            "status": "True",
            "lastTransitionTime": crds.now,
            "reason": "NoConflicts",
            "message": "no conflicts found",
        },
        {
            "type": "Established",
            "status": "True",
            "lastTransitionTime": crds.now,
            "reason": "InitialNamesAccepted",
            "message": "the initial names have been accepted",
        },
    ]


def test_names_of_another_group_are_free(crds):
    assert is_established(crds.stored(crds.widget(), [crds.stored(crds.widget(group="other.org"))]))


def test_names_are_claimed_once_they_are_free(crds):
    names = {"plural": "gadgets", "kind": "Widget"}
    crd = crds.stored(crds.widget(names=names), [crds.stored(crds.widget())])
    crds.establish(crd, [], "2030-02-02T00:00:00Z")
    assert is_established(crd)
    assert crd["status"]["acceptedNames"]["kind"] == "Widget"


def test_changed_names_of_an_established_definition(crds):
    other = crds.stored(crds.widget(names={"plural": "gadgets", "kind": "Gadget"}))
    crd = crds.stored(crds.widget())
    new, _ = crds.update(crd, lambda crd: crd["spec"]["names"].update(singular="gadget"))
    crds.establish(new, [other], crds.now)
    assert is_established(new)
    assert not has_condition(new, "NamesAccepted")
    assert new["status"]["acceptedNames"]["singular"] == "widget"


def test_times_change_with_the_status_only():
    crd = {"status": {"conditions": None}}
    set_condition(crd, Condition("T", "True", "A", "a"), "first")
    set_condition(crd, Condition("T", "True", "B", "b"), "second")
    assert crd["status"]["conditions"][0]["lastTransitionTime"] == "first"
    assert crd["status"]["conditions"][0]["reason"] == "B"
    set_condition(crd, Condition("T", "False", "C", "c"), "third")
    assert crd["status"]["conditions"][0]["lastTransitionTime"] == "third"
