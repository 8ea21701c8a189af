"""The server's interface for kinds: other stored objects, features, the time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, cast

from kapivara.apis.machinery.server.feature_gates import FeatureGates, RolloutStage
from kapivara.apis.machinery.server.surroundings import AllObjects, Index
from kapivara.authorization.user_info import ADMIN, Authenticate, UserInfo
from kapivara.codec import Decoded
from kapivara.meta import ApiError, GroupResource, GroupVersionResource, not_found_status
from kapivara.registry.following.followers import Followers
from kapivara.registry.following.stored_table import ObjectTable, StoredTable
from kapivara.registry.objects.identity import generate_name, now
from kapivara.registry.objects.store import Store, key_prefix
from kapivara.registry.requests.outcome import Outcome
from kapivara.registry.requests.request import NO_QUERY, Request
from kapivara.schema.server_version import ServerVersion
from kapivara.storage import KeyNotFound, Precondition, Stored
from kapivara.values import JsonObject

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.apis.machinery.server.account_tokens import AccountTokens
    from kapivara.authorization.access import Access, Decision
    from kapivara.authorization.role_based import RoleBasedAuthorizer
    from kapivara.registry.following.index_table import IndexTable
    from kapivara.registry.following.policy_feed import PolicyFeed

_REFUSED = 400
_ActingFor: TypeAlias = tuple[UserInfo, bool, Request | None]


class ServerSurroundings:
    """A server, as its kinds see it. `find` returns the kind of a resource, `handle` responds to requests.

    `kept` returns all decoded objects of the resources that the server keeps in memory; `controllers` are called after
    writes.
    """

    def __init__(
        self,
        followers: Followers,
        find: Callable[[GroupVersionResource], Kind | None],
        handle: Callable[[Request], Outcome],
        *,
        feature_gates: FeatureGates,
        server_version: ServerVersion,
        rollout_stage: RolloutStage,
        assumes_namespaces: bool,
        authenticate: Authenticate,
        account_tokens: AccountTokens | None = None,
    ):
        self._followers = followers
        self._storage = followers.storage
        self._find = find
        self._handle = handle
        self.feature_gates = feature_gates
        self.server_version = server_version
        self.rollout_stage = rollout_stage
        self.assumes_namespaces = assumes_namespaces
        self.authenticate = authenticate
        self._account_tokens = account_tokens
        self._acting_for: ContextVar[_ActingFor] = ContextVar("user", default=(ADMIN, True, None))
        self.kept: dict[GroupVersionResource, Callable[[], AllObjects]] = {}
        self.controllers: dict[GroupVersionResource, Callable[[str], None]] = {}
        self.find_kind: Callable[[str, str], Kind | None] = _know_no_kind
        self.versions_of: Callable[[Kind], Sequence[Kind]] = _know_no_versions
        self.begin: Callable[[Kind], None] = _begin_with_nothing
        """Creates the initial objects of a kind."""
        self._tables: dict[tuple[str, str], StoredTable] = {}  # plain tuples: every write looks up its namespace
        self._indexes: dict[GroupVersionResource, IndexTable] = {}
        self._objects: dict[GroupVersionResource, ObjectTable] = {}

    @property
    def user(self) -> UserInfo:
        """The user of the current request, after impersonation."""
        return self._acting_for.get()[0]

    @property
    def is_unbound(self) -> bool:
        """Whether that user may do everything, whatever the roles are."""
        return self._acting_for.get()[1]

    @property
    def asked(self) -> Access:
        """The access that the current request needs; without verb and resource if there is no request.

        Upstream: apiserver/pkg/endpoints/filters/authorization.go GetAuthorizerAttributes (1.37).
        """
        from kapivara.authorization.access import Access

        user, _, request = self._acting_for.get()
        if request is None:
            return Access(user, "")
        group, resource = request.resource.group, request.resource.resource
        return Access(user, request.verb, group, resource, request.subresource, request.namespace, request.name)

    @contextmanager
    def acting_for(self, user: UserInfo, *, is_unbound: bool = False, request: Request | None = None) -> Iterator[None]:
        """Runs a block on behalf of a user and a request; an unbound user may do everything, whatever the roles are."""
        token = self._acting_for.set((user, is_unbound, request))
        try:
            yield
        finally:
            self._acting_for.reset(token)

    @cached_property
    def account_tokens(self) -> AccountTokens:
        """The signer of service account tokens, created on first use."""
        from kapivara.apis.machinery.server.account_tokens import AccountTokens

        return self._account_tokens or AccountTokens()

    @cached_property
    def policy(self) -> PolicyFeed:
        """Roles and bindings, kept in memory from the first authorization on."""
        from kapivara.registry.following.policy_feed import PolicyFeed

        return PolicyFeed(self._followers, self._find, lambda kind: self.begin(kind))

    @property
    def authorizer(self) -> RoleBasedAuthorizer:
        """The authorizer by stored roles."""
        return self.policy.authorizer

    def decide(self, access: Access) -> Decision:
        """Authorizes an access."""
        user, is_unbound, _ = self._acting_for.get()
        if is_unbound and access.user is user:
            from kapivara.authorization.access import Decision

            return Decision(True)
        return self.authorizer.decide(access)

    def keep_stored(self, resource: GroupResource) -> None:
        """Keeps all objects of a resource in memory, undecoded, for look-ups."""
        self._tables[resource.group, resource.resource] = StoredTable(self._followers, key_prefix(resource))

    def now(self) -> str:
        """Returns the current time."""
        return now()

    def generate_name(self, prefix: str) -> str:
        """Returns a name with a prefix and a random suffix."""
        return generate_name(prefix)

    def stored(self, resource: GroupResource, name: str, namespace: str = "") -> Stored | None:
        """Returns a stored object of a resource, undecoded; None if there is none.

        Asks the storage for an object that is not in memory, because another server may just have written it.
        """
        key, table = key_prefix(resource, namespace) + name, self._tables.get((resource.group, resource.resource))
        if table is not None and (known := table.find(key)) is not None:
            return known
        try:
            return self._storage.get(key)
        except KeyNotFound:
            return None

    def get(self, resource: GroupVersionResource, name: str, namespace: str = "") -> JsonObject:
        """Returns an object of a resource; raises ApiError if it does not exist or cannot be read."""
        kind = self._find(resource)
        if kind is None:
            raise ApiError(not_found_status(resource.group_resource, name))
        self.begin(kind)
        return Store(self._followers, kind).get(namespace, name).obj

    def create(
        self, resource: GroupVersionResource, obj: JsonObject, *, subresource: str = "", dry_run: bool = False
    ) -> None:
        """Creates an object, or an object of a subresource, as the server."""
        self._ask("create", resource, obj, subresource, dry_run=dry_run)

    def update_status(self, resource: GroupVersionResource, obj: JsonObject) -> None:
        """Writes the status of an object as the server."""
        self._ask("update", resource, obj, "status")

    def delete(self, resource: GroupVersionResource, name: str, namespace: str = "") -> None:
        """Deletes an object as the server."""
        self._ask("delete", resource, {"metadata": {"name": name, "namespace": namespace}})

    def _ask(
        self,
        verb: str,
        resource: GroupVersionResource,
        obj: JsonObject,
        subresource: str = "",
        *,
        dry_run: bool = False,
    ) -> None:
        """Sends a request as the server; raises ApiError if it fails."""
        metadata = obj["metadata"]
        request = Request(
            verb,
            resource,
            namespace=metadata.get("namespace", ""),
            name="" if verb == "create" and not subresource else metadata.get("name", ""),
            subresource=subresource,
            body=b"" if verb == "delete" else Decoded(obj),
            query={"dryRun": ["All"]} if dry_run else NO_QUERY,
            user_agent="kube-apiserver",
        )
        with self.acting_for(ADMIN, is_unbound=True):
            outcome = self._handle(request)
        if outcome.status is not None and outcome.code >= _REFUSED:
            raise ApiError(outcome.status)

    def all_of(self, resource: GroupVersionResource) -> AllObjects:
        """Returns all objects of a resource that the server keeps in memory."""
        return self.kept[resource]()

    def objects_of(self, resource: GroupVersionResource, namespace: str = "") -> Sequence[JsonObject]:
        """Returns the stored objects of a resource; keeps them in memory from the first call on."""
        table = self._objects.get(resource)
        if table is None:
            kind = self._find(resource)
            if kind is None:
                return ()
            self.begin(kind)
            table = self._objects.setdefault(resource, ObjectTable(self._followers, kind))
        return table.objects(namespace)

    def index_of(self, resource: GroupVersionResource, make: Callable[[], Index]) -> tuple[Index, Precondition]:
        """Returns the current index of a resource and its condition; follows the storage from the first call on."""
        table = self._indexes.get(resource)
        if table is None:
            kind = self._find(resource)
            if kind is None:
                raise LookupError(f"{resource} is not served")
            from kapivara.registry.following.index_table import IndexTable  # few kinds keep one

            self.begin(kind)
            table = self._indexes.setdefault(resource, IndexTable(self._followers, kind, make()))
        return cast("Index", table.index()), table.no_other

    def reconcile(self, resource: GroupVersionResource, name: str) -> None:
        """Calls the controller of a resource for an object."""
        self.controllers[resource](name)


def _begin_with_nothing(kind: Kind) -> None:
    """Creates no objects, for registries that only validate."""


def _know_no_kind(api_version: str, kind: str) -> None:
    """Returns None, until there is a registry."""


def _know_no_versions(kind: Kind) -> Sequence[Kind]:  # noqa: ARG001  there is no registry yet
    """Returns no versions, until there is a registry."""
    return ()
