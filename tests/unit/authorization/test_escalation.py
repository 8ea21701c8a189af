"""Tests of the rules of a role that its writer does not have."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.apis.role_policy import rule

from kapivara.authorization.escalation import FULL_AUTHORITY, TooManyPiecesError, escalation
from kapivara.authorization.user_info import UserInfo

JANE = UserInfo("jane", "", ("a", "b"))
HEAD = 'user "jane" (groups=["a" "b"]) is attempting to grant RBAC permissions not currently held:\n'


@pytest.mark.parametrize(
    ("held", "granted", "missing"),
    [
        ([], [], []),
        ([], [rule("get", "", "pods")], ['{APIGroups:[""], Resources:["pods"], Verbs:["get"]}']),
        ([rule("get", "", "pods")], [rule("get", "", "pods")], []),
        ([rule("get,list", "", "pods,nodes")], [rule("list", "", "pods")], []),
        ([rule("get", "", "pods"), rule("list", "", "pods")], [rule("list,get", "", "pods")], []),
        (FULL_AUTHORITY, [rule("get", "x", "y/z", names="n"), rule("post", urls="/a/*")], []),
        ([rule("get", "*", "*")], FULL_AUTHORITY, [
            '{APIGroups:["*"], Resources:["*"], Verbs:["*"]}',
            '{NonResourceURLs:["*"], Verbs:["*"]}',
        ]),
        ([rule("get", "", "*/log")], [rule("get", "", "pods/log")], []),
        ([rule("get", "", "pods")], [rule("get", "", "pods/log")], [
            '{APIGroups:[""], Resources:["pods/log"], Verbs:["get"]}',
        ]),
        ([rule("get", "", "pods", names="a,b")], [rule("get", "", "pods", names="a")], []),
        ([rule("get", "", "pods", names="a,b")], [rule("get,list", "", "pods", names="b,c")], [
            '{APIGroups:[""], Resources:["pods"], ResourceNames:["b"], Verbs:["list"]}',
            '{APIGroups:[""], Resources:["pods"], ResourceNames:["c"], Verbs:["get" "list"]}',
        ]),
        ([rule("get", "", "pods", names="a")], [rule("get", "", "pods")], [
            '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}',
        ]),
        ([rule("get", urls="/a/*")], [rule("get", urls="/a/b,/b")], ['{NonResourceURLs:["/b"], Verbs:["get"]}']),
        ([], [rule("get,list", "b,a", "x")], [
            '{APIGroups:["a"], Resources:["x"], Verbs:["get" "list"]}',
            '{APIGroups:["b"], Resources:["x"], Verbs:["get" "list"]}',
        ]),
    ],
)  # fmt: skip
def test_what_is_missing(held: list[Any], granted: list[Any], missing: list[str]) -> None:
    assert escalation(JANE, held, granted) == (HEAD + "\n".join(missing) if missing else "")


def test_roles_that_are_not_there_are_told() -> None:
    said = escalation(JANE, [], [rule("get", "", "pods")], ["x not found", "y not found"])
    assert said.endswith("; resolution errors: [[x not found, y not found]]")


def test_rules_of_millions_of_permissions_are_not_looked_at() -> None:
    names = ",".join(map(str, range(1000)))
    with pytest.raises(TooManyPiecesError, match="more than 200,000 permissions"):
        escalation(JANE, [rule("*", "*", "*", names="x")], [rule(names, names, names)])
