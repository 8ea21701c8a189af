"""Rounds of users with random roles: each request that their rules do not allow is rejected, and no user gains a right.

This module computes the rights of a user from the rules alone, as Kubernetes documents them, without the server's code.
No user has a right to escalate, to bind or to impersonate, so the rights of all stay as given.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from bench.hostile_doors import JSON, GuardedDoor
from bench.hostile_http import PROCESSOR_SECONDS
from bench.hostile_inputs import roles
from bench.hostile_inputs.roles import ADMIN, ADMISSION, RBAC, Access, Call, Rule
from bench.hostile_rounds import SERVERS_OWN_500, Round
from bench.hostile_wire import Reply, framed

CALLS = 150
CANARY = "the-canary-of-a-secret"
_SEEN = (CANARY.encode(), base64.b64encode(CANARY.encode()))
_ROLES = f"/apis/{RBAC}/v1"
_OWN = "?labelSelector=!kubernetes.io/bootstrapping"
_READING = ("get", "list", "watch", "update", "patch", "delete", "deletecollection")
"""Verbs whose answers may show the object."""
_LOOKING_AROUND: Rule = {
    "verbs": ["get"],
    "nonResourceURLs": [
        *("/api", "/api/*", "/apis", "/apis/*", "/healthz", "/livez", "/openapi", "/openapi/*"),
        *("/readyz", "/version", "/version/"),
    ],
}
"""The rights of every authenticated user."""
_ESCALATION: tuple[Rule, ...] = (
    {"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"]},
    {"verbs": ["*"], "nonResourceURLs": ["*"]},
)
_OWN_500 = (*SERVERS_OWN_500, "no unsafe deleter provided", "no preferred addresses found")
"""Failures that kube-apiserver returns, too."""


@dataclass(frozen=True, slots=True)
class Grant:
    """Rules that apply to a user in a namespace, or in all of them and to paths."""

    namespace: str
    rules: list[Rule]


def play_roles(round_: Round) -> None:
    """Users with random roles request random kinds, verbs and subresources; without the right, nothing happens."""
    door, random = round_.http.guarded, round_.random
    if not door.idle:
        _as_admin(door, [("GET", "/api/v1/namespaces", None)])
        door.idle = door.server.memory("VmRSS")
    held = _begin(door, random)
    calls: list[Call] = []
    while len(calls) < CALLS:
        user = random.choice(roles.USERS)
        call = roles.call(random, user, [rule for grant in held[user] for rule in grant.rules])
        if call.access.verb != "watch":  # which lasts
            calls.append(call)
    round_.inputs["roles"] += len(calls)
    begun = door.server.clock_seconds
    replies = door.wire.exchange([_request(each) for each in calls])
    _note_cost(round_, door, door.server.clock_seconds - begun)
    if len(replies) != len(calls):
        round_.find(f"roles: {len(replies)} answers to {len(calls)} requests", str(calls[len(replies) - 1]))
    for call, reply in zip(calls, replies, strict=False):
        round_.answers[reply.code] += 1
        for problem in _problems(call, reply, held[call.user]):
            round_.find(f"roles: {problem}: {reply.code} {reply.body[:300]!r}", _told(call, held[call.user]))
    _impersonate(round_, door, held)


def allows(held: Iterable[Grant], access: Access) -> bool:
    """Returns whether rules allow an access."""
    if access.path:
        found = [rule for grant in held if not grant.namespace for rule in grant.rules]
        return any(_allows_path(rule, access) for rule in (_LOOKING_AROUND, *found))
    return any(
        _covers(rule, access) and _names(rule, access.name)
        for grant in held
        if grant.namespace in ("", access.namespace)
        for rule in grant.rules
    )


def _covers(rule: Rule, access: Access) -> bool:
    _, slash, subresource = access.resource.partition("/")
    resources = rule.get("resources", [])
    return (
        _has(rule["verbs"], access.verb)
        and _has(rule.get("apiGroups", []), access.group)
        and (_has(resources, access.resource) or bool(slash and f"*/{subresource}" in resources))
    )


def _allows_path(rule: Rule, access: Access) -> bool:
    urls = rule.get("nonResourceURLs", [])
    ends = [each.rstrip("*") for each in urls if each.endswith("*")]
    return _has(rule["verbs"], access.verb) and (
        access.path in urls or any(access.path.startswith(each) for each in ends)
    )


def _has(values: list[str], wanted: str) -> bool:
    return "*" in values or wanted in values


def _names(rule: Rule, name: str) -> bool:
    return "resourceNames" not in rule or name in rule["resourceNames"]


def _begin(door: GuardedDoor, random: Random) -> dict[str, list[Grant]]:
    """Deletes the rights and objects of the last round's users, and gives each user of this one its roles."""
    policies = [f"{kind}admissionpolic{end}" for kind in ("validating", "mutating") for end in ("ybindings", "ies")]
    places = [_ROLES, *(f"{_ROLES}/namespaces/{each}" for each in roles.NAMESPACES)]
    calls: list[tuple[str, str, Any]] = [("DELETE", f"/apis/{ADMISSION}/v1/{each}", None) for each in policies]
    for place in places:
        own = ("clusterrolebindings", "clusterroles") if place == _ROLES else ("rolebindings", "roles")
        calls += [("DELETE", f"{place}/{each}{_OWN}", None) for each in own]
    for namespace in roles.NAMESPACES:
        secret = {"metadata": {"name": "canary"}, "stringData": {"pw": CANARY}}
        calls.append(("POST", f"/api/v1/namespaces/{namespace}/secrets", secret))
    held: dict[str, list[Grant]] = {user: [] for user in roles.USERS}
    for user, grants in held.items():
        for number in range(random.randrange(1, 4)):
            grant = Grant(random.choice(("", "", "default")), roles.rules(random))
            grants.append(grant)
            calls += _bind(f"{user}-{number}", user, grant)
    _as_admin(door, calls)
    return held


def _bind(name: str, user: str, grant: Grant) -> list[tuple[str, str, Any]]:
    role = {"apiGroup": RBAC, "kind": "ClusterRole", "name": name}
    subjects = [{"apiGroup": RBAC, "kind": "User", "name": user}]
    binding = {"metadata": {"name": name}, "roleRef": role, "subjects": subjects}
    place = (
        f"{_ROLES}/namespaces/{grant.namespace}/rolebindings" if grant.namespace else f"{_ROLES}/clusterrolebindings"
    )
    return [
        ("POST", f"{_ROLES}/clusterroles", {"metadata": {"name": name}, "rules": grant.rules}),
        ("POST", place, binding),
    ]


def _as_admin(door: GuardedDoor, calls: Iterable[tuple[str, str, Any]]) -> None:
    door.wire.exchange([_framed(method, path, body, JSON, ADMIN) for method, path, body in calls])


def _request(call: Call, *headers: str) -> bytes:
    return _framed(call.method, call.path, call.body, call.media_type, call.user, *headers)


def _framed(method: str, path: str, body: Any, media_type: str, token: str, *headers: str) -> bytes:
    data = None if body is None else roles.text(body)
    return framed(method, path, data, media_type, JSON, (f"Authorization: Bearer {token}", *headers))


def _note_cost(round_: Round, door: GuardedDoor, taken: float) -> None:
    round_.memory = max(round_.memory, float(door.server.memory("VmHWM") - door.idle))
    if taken > round_.slowest[0]:
        round_.slowest = taken, "roles"
    if taken > PROCESSOR_SECONDS:
        round_.find(f"roles: {CALLS} requests took {taken:.1f} s")


def _problems(call: Call, reply: Reply, held: list[Grant]) -> Iterable[str]:
    """Yields responses that a request must not get, by the rules of its user."""
    access = call.access
    is_done = reply.code in (200, 201)
    if not allows(held, access):
        if reply.code != 403:
            yield "not refused"
        return
    if reply.code == 500 and not any(each.encode() in reply.body for each in _OWN_500):
        yield "a failure"
    if reply.code == 201 and call.method in ("PUT", "PATCH") and not allows(held, replace(access, verb="create")):
        yield "created without the right to create"
    if any(each in reply.body for each in _SEEN) and not _may_see_secrets(held):
        yield "a secret was shown"
    if (
        is_done
        and call.method in ("POST", "PUT", "PATCH")
        and isinstance(call.body, dict)
        and "/" not in access.resource
    ):
        yield from _gains(call, reply, held)


def _gains(call: Call, reply: Reply, held: list[Grant]) -> Iterable[str]:
    """Yields the rights that a user gains by an object that it has written."""
    body, access = call.body, call.access
    if access.group == RBAC:
        granted = body.get("rules", [])
        if body.get("roleRef", {}).get("name") == "cluster-admin":
            granted = _ESCALATION
        if not all(_holds(held, access.namespace, rule) for rule in granted):
            yield "granted what the user does not hold"
    wanted = body.get("spec", {}).get("paramKind") if access.group == ADMISSION and reply.code == 201 else None
    if wanted is not None:
        resource = {"Secret": "secrets", "ConfigMap": "configmaps"}.get(wanted["kind"], "*")
        if not allows(held, Access("get", "", resource, "*", "*")):
            yield "a policy has parameters that its author may not read"


def _holds(held: list[Grant], namespace: str, rule: Rule) -> bool:
    """Returns whether a user has each permission of a rule."""
    own = [each for grant in held if grant.namespace in ("", namespace) for each in grant.rules]
    if "nonResourceURLs" in rule:
        paths = [_LOOKING_AROUND, *(each for grant in held if not grant.namespace for each in grant.rules)]
        return all(
            any(_covers_path(each, verb, url) for each in paths)
            for verb in rule["verbs"]
            for url in rule["nonResourceURLs"]
        )
    return all(
        any(_covers(each, Access(verb, group, resource)) and _covers_names(each, rule) for each in own)
        for verb in rule["verbs"]
        for group in rule["apiGroups"]
        for resource in rule["resources"]
    )


def _covers_path(rule: Rule, verb: str, url: str) -> bool:
    urls = rule.get("nonResourceURLs", [])
    ends = [each.rstrip("*") for each in urls if each.endswith("*")]
    return _has(rule["verbs"], verb) and (url in urls or any(url.startswith(each) for each in ends))


def _covers_names(rule: Rule, wanted: Rule) -> bool:
    if "resourceNames" not in rule:
        return True
    return "resourceNames" in wanted and set(wanted["resourceNames"]) <= set(rule["resourceNames"])


def _may_see_secrets(held: list[Grant]) -> bool:
    accesses = [Access(verb, "", "secrets") for verb in _READING]
    return any(_covers(rule, each) for grant in held for rule in grant.rules for each in accesses)


def _impersonate(round_: Round, door: GuardedDoor, held: dict[str, list[Grant]]) -> None:
    """Lets users impersonate an administrator, which none of them may."""
    for user, grants in held.items():
        if any("*" in rule["verbs"] for grant in grants for rule in grant.rules):
            continue
        call = Call(user, "GET", "/api/v1/namespaces/default/secrets/canary", Access("get"))
        headers = ("Impersonate-User: administrator", "Impersonate-Group: system:masters")
        for count in (1, 2):
            for reply in door.wire.exchange([_request(call, *headers[:count])]):
                if reply.code != 403:
                    round_.find(f"roles: acted for another: {reply.code}", _told(call, grants))


def _told(call: Call, held: list[Grant]) -> str:
    grants = [{"namespace": each.namespace, "rules": each.rules} for each in held]
    return f"{call.user} {call.method} {call.path} {roles.text(call.body).decode()}\n    {json.dumps(grants)}"
