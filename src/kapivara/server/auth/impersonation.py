"""Decides whether a client may act as the user in its headers, as with `kubectl --as`.

There are several modes, tried from the narrowest on: the client's own node, any node, a service account, other users,
each bound to the requested action (`impersonate-on:MODE:VERB`), and anyone for any action (`impersonate`). The mode
that allowed a client last is tried first. If no mode allows it, the first rejection is returned. Upstream:
apiserver/pkg/endpoints/filters/impersonation/{constrained_impersonation,mode,cache}.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from kapivara.authorization.access import Access, Decision, refusal
from kapivara.authorization.user_info import (
    ACCOUNT_PREFIX,
    ANONYMOUS,
    MASTERS,
    UNAUTHENTICATED,
    UserInfo,
    account_groups,
    with_authenticated,
)
from kapivara.content.names import is_dns1123_label, is_dns1123_subdomain
from kapivara.field import FieldPath
from kapivara.meta import Status
from kapivara.meta.status import aggregate_text
from kapivara.server.routing.impersonation_headers import Acting
from kapivara.values.record import record, replace
from kapivara.values.rendering import quote

Decide: TypeAlias = Callable[[Access], Decision]
_Applies: TypeAlias = Callable[[UserInfo, UserInfo], bool]

_NODE: Final = "system:node:"
_NODES: Final = "system:nodes"
_AUTHENTICATION: Final = "authentication.k8s.io"
_NODE_NAME: Final = "authentication.kubernetes.io/node-name"
_ON_OWN_NODE: Final = "impersonate:associated-node"
_MOST_CLIENTS: Final = 10_000
_MANY: Final = 4
"""From this number of groups on, the right to all groups is checked first."""


class Impersonation:
    """Decides on impersonation, and caches the last mode of each client. Thread-safe."""

    def __init__(self) -> None:
        self._last: dict[str, _Mode] = {}

    def act(self, wanted: UserInfo, asked: Access, decide: Decide) -> Acting | Status:
        """Returns the impersonated user, or the rejection. `asked` is the access as the client itself."""
        refused: list[Status] = []
        last = self._last.get(asked.user.name)
        for mode in _MODES if last is None else (last, *(each for each in _MODES if each is not last)):
            if mode.applies(wanted, asked.user):
                attempt = _act_by(mode, wanted, asked, decide)
                if isinstance(attempt, UserInfo):
                    self._remember(asked.user.name, mode)
                    return Acting(attempt, mode.verb if mode.name else "")
                refused.append(attempt)
        return refused[0]

    def _remember(self, client: str, mode: _Mode) -> None:
        if client not in self._last and len(self._last) >= _MOST_CLIENTS:
            self._last.clear()
        self._last[client] = mode


@record
class _Mode:
    """A mode of impersonation: its name, empty for the unconstrained legacy mode."""

    name: str
    applies: _Applies

    @property
    def verb(self) -> str:
        return f"impersonate:{self.name}" if self.name else "impersonate"


def _act_by(mode: _Mode, wanted: UserInfo, asked: Access, decide: Decide) -> UserInfo | Status:
    for access, problem in _needed(mode, wanted, asked, decide):
        if access.verb == _ON_OWN_NODE:
            access = replace(access, name="*")  # kept: the own node, by any name
        decision = Decision(False, problem) if problem else decide(access)
        if not decision.allowed:
            return refusal(access, decision.reason)
    groups = wanted.groups or _own_groups(mode, wanted.name)
    if wanted.name == ANONYMOUS.name:
        groups = groups if UNAUTHENTICATED in groups else (*groups, UNAUTHENTICATED)
    else:
        groups = with_authenticated(groups)
    return replace(wanted, groups=groups)


def _needed(mode: _Mode, wanted: UserInfo, asked: Access, decide: Decide) -> Iterator[tuple[Access, str]]:
    """Yields the accesses that a client needs, in order; a text is the reason for a certain denial."""
    if mode.name:
        yield replace(asked, verb=f"impersonate-on:{mode.name}:{asked.verb}"), ""
    act = Access(asked.user, mode.verb, _AUTHENTICATION if mode.name else "")
    yield _as_user(act, wanted.name, names_nodes=bool(mode.name)), ""
    if wanted.uid:
        yield replace(act, group=_AUTHENTICATION, resource="uids", name=wanted.uid), ""
    yield from _as_groups(replace(act, resource="groups"), wanted.groups, decide, is_bound=bool(mode.name))
    extra = replace(act, group=_AUTHENTICATION, resource="userextras")
    yield from _as_extra(extra, wanted, decide, is_bound=bool(mode.name))


def _as_user(act: Access, name: str, *, names_nodes: bool) -> Access:
    if (account := _account(name)) is not None:
        return replace(act, resource="serviceaccounts", namespace=account[0], name=account[1])
    if names_nodes and _is_node(name):
        return replace(act, resource="nodes", name=name.removeprefix(_NODE))
    return replace(act, resource="users", name=name)


def _as_groups(act: Access, groups: tuple[str, ...], decide: Decide, *, is_bound: bool) -> Iterator[tuple[Access, str]]:
    if is_bound:
        if "" in groups:
            yield act, "impersonating the empty string group is not allowed"
        if MASTERS in groups:
            yield replace(act, name=MASTERS), f"impersonating the {MASTERS} group is not allowed"
        if len(groups) >= _MANY and decide(replace(act, name="*")).allowed:
            return
    for each in groups:
        yield replace(act, name=each), ""


def _as_extra(act: Access, wanted: UserInfo, decide: Decide, *, is_bound: bool) -> Iterator[tuple[Access, str]]:
    if is_bound:
        for key, values in wanted.extra:
            if problem := _extra_problem(key, values):
                yield act, problem
        is_large = len(wanted.extra) >= _MANY or sum(len(values) for _, values in wanted.extra) >= _MANY
        if is_large and decide(replace(act, subresource="*", name="*")).allowed:
            return
    for key, values in wanted.extra:
        for value in values:
            yield replace(act, subresource=key, name=value), ""


def _extra_problem(key: str, values: tuple[str, ...]) -> str:
    if not key:
        return "impersonating the empty string key in extra is not allowed"
    if problem := _path_problem(key):
        return f"impersonating an invalid key in extra is not allowed: {problem}"
    if key != key.lower():
        return f"impersonating a non-lowercase key in extra is not allowed: {quote(key)}"
    return "impersonating the empty string value in extra is not allowed" if "" in values else ""


def _path_problem(key: str) -> str:
    from kapivara.apis.shared.rules.domain_paths import (
        validate_domain_prefixed_path,  # headers with extra attributes are rare
    )

    errors = validate_domain_prefixed_path(key, FieldPath.of("extra", "key"))
    return aggregate_text(map(str, errors)) if errors else ""


def _own_groups(mode: _Mode, name: str) -> tuple[str, ...]:
    """Returns the fixed groups of a user if no groups are given."""
    if (account := _account(name)) is not None:
        return account_groups(account[0])
    return (_NODES,) if mode.name and _is_node(name) else ()


def _account(name: str) -> tuple[str, str] | None:
    """Returns the namespace and name of a service account user; None for other users."""
    if not name.startswith(ACCOUNT_PREFIX) or name.count(":") != 3:
        return None
    _, _, namespace, account = name.split(":")
    return None if is_dns1123_label(namespace) or is_dns1123_subdomain(account) else (namespace, account)


def _is_node(name: str) -> bool:
    return name.startswith(_NODE) and not is_dns1123_subdomain(name.removeprefix(_NODE))


def _is_bare(user: UserInfo) -> bool:
    return not (user.uid or user.groups or user.extra)


def _runs_on(wanted: UserInfo, client: UserInfo) -> bool:
    """Returns True if a client is a service account in a pod on the node it impersonates."""
    known = dict(client.extra).get(_NODE_NAME, ())
    is_node = _is_bare(wanted) and _is_node(wanted.name)
    return is_node and _account(client.name) is not None and known == (wanted.name.removeprefix(_NODE),)


_MODES: Final = (
    _Mode("associated-node", _runs_on),
    _Mode("arbitrary-node", lambda wanted, _: _is_bare(wanted) and _is_node(wanted.name)),
    _Mode("serviceaccount", lambda wanted, _: _is_bare(wanted) and _account(wanted.name) is not None),
    _Mode("user-info", lambda wanted, _: not _is_node(wanted.name) and _account(wanted.name) is None),
    _Mode("", lambda _wanted, _client: True),
)
