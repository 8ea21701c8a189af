"""What a kind may ask of the server that it is served by: a small contract, which the registry fulfils."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from kapivara.apis.feature_gates import FeatureGates, RolloutStage
from kapivara.authorization.user_info import UserInfo
from kapivara.meta import GroupResource, GroupVersionResource
from kapivara.schema.server_version import ServerVersion
from kapivara.storage import Precondition, Stored
from kapivara.values import JsonObject
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.apis.account_tokens import AccountTokens
    from kapivara.apis.kind import Kind
    from kapivara.authorization.access import Access, Decision
    from kapivara.authorization.role_based import RoleBasedAuthorizer


@record
class AllObjects:
    """All stored objects of a resource by name (of namespaced ones `namespace/name`).

    `no_other` is the condition that there is still no other.
    """

    objects: Mapping[str, JsonObject]
    no_other: Precondition


class ObjectIndex(Protocol):
    """What a kind keeps in memory of all its objects; they are named as `namespace/name`, or by their name alone."""

    def clear(self) -> None:
        """Forgets all objects."""
        ...

    def put(self, key: str, obj: JsonObject) -> None:
        """Takes in an object as it is stored now."""
        ...

    def drop(self, key: str) -> None:
        """Takes note of an object that is gone, or that cannot be read."""
        ...


Index = TypeVar("Index", bound=ObjectIndex)


class Surroundings(Protocol):
    """The server around a kind."""

    @property
    def assumes_namespaces(self) -> bool:
        """Whether every namespace is taken to exist, because objects are only judged."""
        ...

    @property
    def feature_gates(self) -> FeatureGates:
        """Which features are on."""
        ...

    @property
    def server_version(self) -> ServerVersion:
        """Which version of the server judges definitions."""
        ...

    @property
    def rollout_stage(self) -> RolloutStage:
        """How far declared rules are trusted."""
        ...

    @property
    def user(self) -> UserInfo:
        """Who asks, or whom the client acts for."""
        ...

    @property
    def asked(self) -> Access:
        """The access that the request at hand needs: its user, verb, resource, subresource, namespace and name."""
        ...

    def authenticate(self, token: str) -> UserInfo | None:
        """Returns whom a token is from; None where it is nobody's."""
        ...

    @property
    def account_tokens(self) -> AccountTokens:
        """What signs tokens of service accounts, and reads them."""
        ...

    @property
    def is_unbound(self) -> bool:
        """Whether who asks may do everything, whatever roles say."""
        ...

    @property
    def authorizer(self) -> RoleBasedAuthorizer:
        """What tells who may do what, by the stored roles and bindings."""
        ...

    def decide(self, access: Access) -> Decision:
        """Tells whether somebody may do something: by roles, unless it is who asks, and not bound by any."""
        ...

    def now(self) -> str:
        """Returns the present time, as metadata and conditions hold it."""
        ...

    def generate_name(self, prefix: str) -> str:
        """Returns a name that starts with a prefix and ends at random."""
        ...

    def stored(self, resource: GroupResource, name: str, namespace: str = "") -> Stored | None:
        """Returns an object of another resource as it is stored, undecoded; None where there is none."""
        ...

    def get(self, resource: GroupVersionResource, name: str, namespace: str = "") -> JsonObject:
        """Returns an object of another resource; raises ApiError where there is none, or it cannot be read."""
        ...

    def create(
        self, resource: GroupVersionResource, obj: JsonObject, *, subresource: str = "", dry_run: bool = False
    ) -> None:
        """Creates an object, or what a subresource is for, in the name of the server; raises ApiError if refused."""
        ...

    def update_status(self, resource: GroupVersionResource, obj: JsonObject) -> None:
        """Writes the status of an object in the name of the server; raises ApiError where that is refused."""
        ...

    def delete(self, resource: GroupVersionResource, name: str, namespace: str = "") -> None:
        """Deletes an object in the name of the server; raises ApiError where that is refused."""
        ...

    def all_of(self, resource: GroupVersionResource) -> AllObjects:
        """Returns all stored objects of a resource that can be read, and that the server keeps in memory."""
        ...

    def objects_of(self, resource: GroupVersionResource, namespace: str = "") -> Sequence[JsonObject]:
        """Returns the stored objects of a resource that can be read, of all namespaces unless one is named.

        They are nobody's own: not to be changed. The server keeps them in memory from the first time on.
        """
        ...

    def find_kind(self, api_version: str, kind: str) -> Kind | None:
        """Returns the kind whose objects say they are of this version and kind; None where none is served."""
        ...

    def versions_of(self, kind: Kind) -> Sequence[Kind]:
        """Returns the same objects at the other versions, and in the other groups, at which they are served."""
        ...

    def index_of(self, resource: GroupVersionResource, make: Callable[[], Index]) -> tuple[Index, Precondition]:
        """Returns the index of a resource, made when it is first asked for, as of now.

        With it comes the condition that no object was written since.
        """
        ...

    def reconcile(self, resource: GroupVersionResource, name: str) -> None:
        """Has the server's controller of a resource go on with an object that was written, or removed."""
        ...
