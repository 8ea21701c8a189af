"""A request as the registry takes it: which verb on which resource, with which options and which body.

The HTTP server makes one from a URL, the façade from its arguments; nothing here knows of either.
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
    """A kind that an answer can be shown as, at a version of it."""

    kind: str
    version: str


@slot_record
class Request:
    """One request. `verb` is upstream's word: get, list, create, update, patch, delete, deletecollection.

    `namespace` is that of the URL, and authorizers see it: for a Namespace, it may be its own name.

    `query` holds the options as a URL does, `media_type` says what a body of bytes holds; a body that is already
    decoded (by a caller who kept the positions, or made it in Python) needs none, but for patches. `user_agent` names
    the client where it does not name its field manager. `deadline` is when the time for the answer is up;
    without one, the registry gives it what it gives all. `shown_as` is the kind that the answer is wanted as, if not
    its own; `in_protobuf` tells that it is wanted in protocol buffers. `pending` is brought by who tells nobody of the
    outcome before what it depends on is durable; without one, writes wait for that. `user` is whom the client acts for,
    where that is not the administrator; `is_unbound` tells that it may do everything, whatever roles say.
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
