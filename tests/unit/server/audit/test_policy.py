"""Tests of which rule of an audit policy applies to a request."""

import pytest

from kapivara.authorization.access import Access
from kapivara.authorization.user_info import UserInfo
from kapivara.server.audit.policy import AuditPolicy, AuditRule, GroupResources, Level

JANE = UserInfo("jane", "1", ("devs", "system:authenticated"))
POD = Access(JANE, "get", "", "pods", "", "default", "web")
LOG = Access(JANE, "get", "", "pods", "log", "default", "web")
NODE = Access(JANE, "list", "", "nodes")
HEALTH = Access(JANE, "get", path="/livez/ping")


def of(group, *resources, names=()):
    return (GroupResources(group, resources, names),)


@pytest.mark.parametrize(
    ("rule", "fitting"),
    [
        ({}, {"pod", "log", "node", "health"}),
        ({"users": ("jane",)}, {"pod", "log", "node", "health"}),
        ({"users": ("bob",)}, set()),
        ({"groups": ("ops", "devs")}, {"pod", "log", "node", "health"}),
        ({"groups": ("ops",)}, set()),
        ({"verbs": ("get",)}, {"pod", "log", "health"}),
        ({"namespaces": ("default",)}, {"pod", "log"}),
        ({"namespaces": ("",)}, {"node"}),
        ({"resources": of("")}, {"pod", "log", "node"}),
        ({"resources": of("apps")}, set()),
        ({"resources": of("*")}, {"pod", "log", "node"}),
        ({"resources": of("", "pods")}, {"pod"}),
        ({"resources": of("", "pods/log")}, {"log"}),
        ({"resources": of("", "pods/*")}, {"pod", "log"}),
        ({"resources": of("", "*/log")}, {"log"}),
        ({"resources": of("", "*")}, {"pod", "log", "node"}),
        ({"resources": of("", "pods", names=("web",))}, {"pod"}),
        ({"resources": of("", "pods", names=("db",))}, set()),
        ({"urls": ("/livez*",)}, {"health"}),
        ({"urls": ("/livez",)}, set()),
        ({"urls": ("/livez/ping",)}, {"health"}),
        ({"urls": ("*",)}, {"health"}),
    ],
)
def test_what_a_rule_names_must_all_fit(rule, fitting):
    made = AuditRule(Level.METADATA, **rule)
    asked = {"pod": POD, "log": LOG, "node": NODE, "health": HEALTH}
    assert {name for name, access in asked.items() if made.fits(access, has_user=True)} == fitting


def test_nobody_fits_no_rule_about_users():
    for rule in (AuditRule(Level.REQUEST, users=("jane",)), AuditRule(Level.REQUEST, groups=("devs",))):
        assert not rule.fits(POD, has_user=False)
    assert AuditRule(Level.REQUEST).fits(POD, has_user=False)


def test_the_first_rule_that_fits_counts_and_without_one_nothing_is_told():
    policy = AuditPolicy((AuditRule(Level.NONE, verbs=("get",)), AuditRule(Level.REQUEST, namespaces=("default",))))
    assert policy.rule_for(POD).level is Level.NONE
    assert policy.rule_for(Access(JANE, "create", "", "pods", "", "default")).level is Level.REQUEST
    assert policy.rule_for(NODE).level is Level.NONE
