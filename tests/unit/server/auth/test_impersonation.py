"""Tests of impersonation by headers, and of the right to it."""

from __future__ import annotations

import pytest
from tests.unit.apis.role_policy import Policy, rule

from kapivara.authorization.access import Access, Decision
from kapivara.authorization.user_info import ADMIN, UserInfo
from kapivara.meta import Status
from kapivara.server.auth.impersonation import Impersonation
from kapivara.server.http1.head import Head
from kapivara.server.routing.impersonation_headers import Acting, wanted_user

ACCOUNT = "system:serviceaccount:ns:robot"
ON_NODE = UserInfo(ACCOUNT, "", (), (("authentication.kubernetes.io/node-name", ("n1",)),))
AUTH = "authentication.k8s.io"


def head(*lines: str) -> Head:
    """Returns the head of a request with more headers."""
    headers = "".join(f"\r\n{line}" for line in ("Host: x", *lines))
    return Head(b"GET", b"/api/v1/pods", headers.encode(), is_1_0=False)


@pytest.mark.parametrize(
    ("lines", "user"),
    [
        pytest.param([], None, id="nobody"),
        pytest.param(["Impersonate-User: alice"], UserInfo("alice", "", ("system:authenticated",)), id="somebody"),
        pytest.param(
            ["Impersonate-User: alice", "Impersonate-Group: a", "Impersonate-Group: b", "Impersonate-Uid: 7"],
            UserInfo("alice", "7", ("a", "b", "system:authenticated")),
            id="with groups",
        ),
        pytest.param(
            [
                "Impersonate-User: a",
                "Impersonate-Extra-Scopes: y",
                "impersonate-extra-acme%2Fx: 1",
                "X-y: z",
                "Impersonate-Extra-scopes: z",
            ],
            UserInfo("a", "", ("system:authenticated",), (("acme/x", ("1",)), ("scopes", ("y", "z")))),
            id="with more",
        ),
        pytest.param(
            [f"Impersonate-User: {ACCOUNT}"],
            UserInfo(
                ACCOUNT,
                "",
                ("system:serviceaccounts", "system:serviceaccounts:ns", "system:authenticated"),
            ),
            id="account",
        ),
        pytest.param(
            ["Impersonate-User: system:node:n1"],
            UserInfo("system:node:n1", "", ("system:nodes", "system:authenticated")),
            id="node",
        ),
        pytest.param(
            ["Impersonate-User: system:anonymous"],
            UserInfo("system:anonymous", "", ("system:unauthenticated",)),
            id="anonymous",
        ),
        pytest.param(
            ["Impersonate-User: x", "Impersonate-Group: system:unauthenticated"],
            UserInfo("x", "", ("system:unauthenticated",)),
            id="not authenticated",
        ),
    ],
)
def test_users(lines: list[str], user: UserInfo | None) -> None:
    wanted = wanted_user(head(*lines))
    if isinstance(wanted, UserInfo):
        acting = Impersonation().act(wanted, Access(ADMIN, "list", "", "pods"), lambda _: Decision(True))
        assert isinstance(acting, Acting)
        wanted = acting.user
    assert wanted == user


POLICY = Policy(
    {
        "legacy": [rule("impersonate", "", "users,groups,serviceaccounts"), rule("impersonate", AUTH, "uids")],
        "extra": [rule("impersonate", AUTH, "userextras/scopes", names="view")],
        "info": [
            rule("impersonate:user-info", AUTH, "users,groups"),
            rule("impersonate-on:user-info:list", "", "pods"),
        ],
        "node": [
            rule("impersonate:associated-node", AUTH, "nodes"),
            rule("impersonate-on:associated-node:list", "", "pods"),
        ],
    },
    {
        "legacy": ("ClusterRole legacy", "User:old"),
        "extra": ("ClusterRole extra", "User:old"),
        "info": ("ClusterRole info", "User:new"),
        "node": ("ClusterRole node", "ServiceAccount:ns:robot"),
    },
)


@pytest.mark.parametrize(
    ("client", "wanted", "refused"),
    [
        pytest.param("old", UserInfo("alice", "1", ("a",)), "", id="the old way"),
        pytest.param("old", UserInfo("x", "", ("system:masters",)), "", id="the old way even to masters"),
        pytest.param("old", UserInfo(ACCOUNT, ""), "", id="account"),
        pytest.param("old", UserInfo("x", "", (), (("scopes", ("view",)),)), "", id="extra"),
        pytest.param(
            "old",
            UserInfo("x", "", (), (("scopes", ("edit",)),)),
            'pods is forbidden: User "old" cannot impersonate-on:user-info:list resource "pods" in API group "" '
            'in the namespace "default"',
            id="other extra",
        ),
        pytest.param("new", UserInfo("alice", "", ("a",)), "", id="bound to what is asked"),
        pytest.param("new", UserInfo("alice", "", ("a", "b", "c", "d", "e")), "", id="many groups"),
        pytest.param(
            "new",
            UserInfo("alice", "1"),
            f'uids.{AUTH} "1" is forbidden: User "new" cannot impersonate:user-info resource "uids" in API group '
            f'"{AUTH}" at the cluster scope',
            id="uid",
        ),
        pytest.param(
            "new",
            UserInfo("x", "", ("system:masters",)),
            f'groups.{AUTH} "system:masters" is forbidden: User "new" cannot impersonate:user-info resource "groups" '
            f'in API group "{AUTH}" at the cluster scope: impersonating the system:masters group is not allowed',
            id="never masters",
        ),
        pytest.param(
            "new",
            UserInfo("x", "", ("",)),
            f'groups.{AUTH} is forbidden: User "new" cannot impersonate:user-info resource "groups" in API group '
            f'"{AUTH}" at the cluster scope: impersonating the empty string group is not allowed',
            id="no group",
        ),
        pytest.param(
            "new",
            UserInfo("x", "", (), (("", ("a",)),)),
            f'userextras.{AUTH} is forbidden: User "new" cannot impersonate:user-info resource "userextras" in API '
            f'group "{AUTH}" at the cluster scope: impersonating the empty string key in extra is not allowed',
            id="no key",
        ),
        pytest.param(
            "new",
            UserInfo("x", "", (), (("a.io/B", ("a",)),)),
            f'userextras.{AUTH} is forbidden: User "new" cannot impersonate:user-info resource "userextras" in API '
            f'group "{AUTH}" at the cluster scope: impersonating a non-lowercase key in extra is not allowed: "a.io/B"',
            id="key in upper case",
        ),
        pytest.param(ON_NODE, UserInfo("system:node:n1", ""), "", id="the node that it runs on"),
        pytest.param(
            ON_NODE,
            UserInfo("system:node:n2", ""),
            f'pods is forbidden: User "{ACCOUNT}" cannot impersonate-on:arbitrary-node:list resource "pods" in API '
            'group "" in the namespace "default"',
            id="another node",
        ),
    ],
)
def test_rights(client: str | UserInfo, wanted: UserInfo, refused: str) -> None:
    who = UserInfo(client, "") if isinstance(client, str) else client
    acting = Impersonation().act(wanted, Access(who, "list", "", "pods", namespace="default"), POLICY.authorizer.decide)
    if refused:
        assert isinstance(acting, Status)
        assert (acting.http_code, acting.message) == (403, refused)
    else:
        assert isinstance(acting, Acting)
        assert acting.user.name == wanted.name


def test_the_way_that_allowed_a_client_last_is_tried_first() -> None:
    impersonation = Impersonation()
    access = Access(UserInfo("old", ""), "list", "", "pods", namespace="default")

    def act(wanted: UserInfo) -> Acting | Status:
        return impersonation.act(wanted, access, POLICY.authorizer.decide)

    assert isinstance(act(UserInfo("alice", "")), Acting)
    refused = act(UserInfo("x", "", (), (("scopes", ("edit",)),)))
    assert isinstance(refused, Status)
    told = f'userextras.{AUTH} "edit" is forbidden: User "old" cannot impersonate resource "userextras/scopes"'
    assert refused.message.startswith(told)


def test_no_more_clients_are_remembered_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kapivara.server.auth.impersonation._MOST_CLIENTS", 2)
    impersonation = Impersonation()
    for number in range(5):
        access = Access(UserInfo(f"client-{number}", ""), "list", "", "pods")
        assert isinstance(impersonation.act(UserInfo("alice", ""), access, lambda _: Decision(True)), Acting)
        assert len(impersonation._last) <= 2
