"""A request to the registry: a verb on a resource, with options and a body.

The HTTP server builds it from a URL, the façade from its arguments; the registry knows neither.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from kapivara.authorization.user_info import UserInfo
from kapivara.codec import Decoded
from kapivara.meta import GroupVersionResource
from kapivara.meta.media_types import JSON
from kapivara.storage import Pending
from kapivara.values.deadline import Deadline
from kapivara.values.record import record, slot_record

NO_QUERY: Mapping[str, Sequence[str]] = MappingProxyType({})


@record
class ShownAs:
    """The kind and version to which a response is converted."""

    kind: str
    version: str


@slot_record
class Request:
    """One request. `verb` is upstream's: get, list, create, update, patch, delete, deletecollection.

    `namespace` is that of the URL, which authorizers see; for a Namespace it may be its own name.

    `query` holds the options as in a URL. `media_type` is the type of a body of bytes; a decoded body (with positions,
    or made in Python) needs one for patches only. `user_agent` is the field manager if the options name none.
    `deadline` is the time limit; the default is the registry's. `shown_as` is the kind to which the response is
    converted, and `in_protobuf` requests protobuf. With a `pending`, the caller waits for durability before it reveals
    the response; without one, writes wait. `user` is the user that the client acts as, if not the administrator;
    `is_unbound` allows everything, whatever the roles are.
    """

    verb: str
    resource: GroupVersionResource
    namespace: str = ""
    name: str = ""
    subresource: str = ""
    query: Mapping[str, Sequence[str]] = NO_QUERY
    body: bytes | Decoded = b""
    media_type: str = JSON
    user_agent: str = ""
    deadline: Deadline | None = None
    shown_as: ShownAs | None = None
    in_protobuf: bool = False
    pending: Pending | None = None
    user: UserInfo | None = None
    is_unbound: bool = False
