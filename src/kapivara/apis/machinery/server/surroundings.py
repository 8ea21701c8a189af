"""The server as a kind sees it: a small protocol, which the registry implements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from kapivara.apis.machinery.server.feature_gates import FeatureGates, RolloutStage
from kapivara.authorization.user_info import UserInfo
from kapivara.meta import GroupResource, GroupVersionResource
from kapivara.schema.server_version import ServerVersion
from kapivara.storage import Precondition, Stored
from kapivara.values import JsonObject
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.apis.machinery.server.account_tokens import AccountTokens
    from kapivara.authorization.access import Access, Decision
    from kapivara.authorization.role_based import RoleBasedAuthorizer


@record
class AllObjects:
    """All stored objects of a resource, by name (for namespaced resources `namespace/name`).

    `no_other` is the precondition that no other object exists.
    """

    objects: Mapping[str, JsonObject]
    no_other: Precondition


class ObjectIndex(Protocol):
    """An index that a kind keeps of all its objects, by `namespace/name` or by name."""

    def clear(self) -> None:
        """Removes all objects."""
        ...

    def put(self, key: str, obj: JsonObject) -> None:
        """Adds or replaces an object in its stored form."""
        ...

    def drop(self, key: str) -> None:
        """Removes an object that was deleted or cannot be read."""
        ...


Index = TypeVar("Index", bound=ObjectIndex)


class Surroundings(Protocol):
    """The server that serves a kind."""

    @property
    def assumes_namespaces(self) -> bool:
        """True if every namespace is assumed to exist, because objects are only validated."""
        ...

    @property
    def feature_gates(self) -> FeatureGates:
        """The state of all feature gates."""
        ...

    @property
    def server_version(self) -> ServerVersion:
        """The server version by which CRDs are validated."""
        ...

    @property
    def rollout_stage(self) -> RolloutStage:
        """How errors of declarative rules are enforced."""
        ...

    @property
    def user(self) -> UserInfo:
        """The user of the request, or the user that it impersonates."""
        ...

    @property
    def asked(self) -> Access:
        """The access that the current request needs: its user, verb, resource, subresource, namespace and name."""
        ...

    def authenticate(self, token: str) -> UserInfo | None:
        """Returns the user that a token authenticates; None if the token is not valid."""
        ...

    @property
    def account_tokens(self) -> AccountTokens:
        """Signs and verifies tokens of service accounts."""
        ...

    @property
    def is_unbound(self) -> bool:
        """True if the user may do everything, whatever roles grant."""
        ...

    @property
    def authorizer(self) -> RoleBasedAuthorizer:
        """Decides about access by the stored roles and bindings."""
        ...

    def decide(self, access: Access) -> Decision:
        """Decides about an access by roles; allows everything to a user who is not bound by roles."""
        ...

    def now(self) -> str:
        """Returns the current time in the format of metadata and conditions."""
        ...

    def generate_name(self, prefix: str) -> str:
        """Returns a name with the prefix and a random suffix."""
        ...

    def stored(self, resource: GroupResource, name: str, namespace: str = "") -> Stored | None:
        """Returns an object of another resource in its stored form, undecoded; None if there is none."""
        ...

    def get(self, resource: GroupVersionResource, name: str, namespace: str = "") -> JsonObject:
        """Returns an object of another resource; raises ApiError if it does not exist or cannot be read."""
        ...

    def create(
        self, resource: GroupVersionResource, obj: JsonObject, *, subresource: str = "", dry_run: bool = False
    ) -> None:
        """Creates an object, or posts to a subresource, as the server itself; raises ApiError if rejected."""
        ...

    def update_status(self, resource: GroupVersionResource, obj: JsonObject) -> None:
        """Writes the status of an object as the server itself; raises ApiError if rejected."""
        ...

    def delete(self, resource: GroupVersionResource, name: str, namespace: str = "") -> None:
        """Deletes an object as the server itself; raises ApiError if rejected."""
        ...

    def all_of(self, resource: GroupVersionResource) -> AllObjects:
        """Returns all readable stored objects of a resource that the server caches."""
        ...

    def objects_of(self, resource: GroupVersionResource, namespace: str = "") -> Sequence[JsonObject]:
        """Returns the readable stored objects of a resource, by default of all namespaces.

        The objects are shared: callers must not change them. The server caches them from the first call on.
        """
        ...

    def find_kind(self, api_version: str, kind: str) -> Kind | None:
        """Returns the kind of an `apiVersion` and kind; None if it is not served."""
        ...

    def versions_of(self, kind: Kind) -> Sequence[Kind]:
        """Returns the kinds of the same objects at all other served versions and groups."""
        ...

    def index_of(self, resource: GroupVersionResource, make: Callable[[], Index]) -> tuple[Index, Precondition]:
        """Returns the index of a resource, up to date and created on first use.

        Also returns the precondition that no object was written since.
        """
        ...

    def reconcile(self, resource: GroupVersionResource, name: str) -> None:
        """Makes the server's controller of a resource process an object that was written or removed."""
        ...
