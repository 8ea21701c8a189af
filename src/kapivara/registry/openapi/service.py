"""The methods, options, bodies and responses of each verb in documents, for built-in and for custom kinds.

Upstream: apiserver/pkg/endpoints/installer.go registerResourceHandlers for built-in kinds,
apiextensions-apiserver/pkg/controller/openapi/builder/builder.go generateBuilder, buildRoute for others (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from kapivara.meta.media_types import (
    ANY_KIND_PATCHES,
    BUILT_IN_PATCHES,
    JSON,
    YAML,
)
from kapivara.values.record import record, replace

_OK, _CREATED, _ACCEPTED = ("200", "OK"), ("201", "Created"), ("202", "Accepted")
PROTOBUF = "application/vnd.kubernetes.protobuf"
ANY = ("*/*",)
OBJECTS = (JSON, YAML, PROTOBUF)
"""The media types of objects of built-in kinds."""
_STREAMS = (f"{JSON};stream=watch", f"{PROTOBUF};stream=watch")


class Holds(StrEnum):
    """The content of a body or a response."""

    NOTHING = ""
    OBJECT = "object"
    LIST = "list"
    DELETED = "deleted"
    PATCH = "Patch"
    STATUS = "Status"
    DELETE_OPTIONS = "DeleteOptions"
    WATCH_EVENT = "WatchEvent"


@record
class Action:
    """A verb on paths: its HTTP method, its names in documents, and its successful responses.

    `options` are the types whose fields are its query parameters, except the fields in `without`; `streams` is True for
    responses that may be streams. `ending` is the suffix of operation names.
    """

    method: str
    name: str
    operation: str
    options: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    codes: tuple[tuple[str, str], ...] = (_OK,)
    body: Holds = Holds.NOTHING
    answer: Holds = Holds.OBJECT
    streams: bool = False
    ending: str = ""


@record
class Service:
    """The operations of a server for its kinds: actions by verb, and the media types of requests and responses."""

    actions: Mapping[str, Action]
    consumes: tuple[str, ...]
    produces: tuple[str, ...]
    patch_types: tuple[str, ...]
    streams: tuple[str, ...] = ()

    def consumed(self, action: Action) -> tuple[str, ...]:
        """Returns the media types of an action's requests."""
        return self.patch_types if action.body is Holds.PATCH else self.consumes

    def produced(self, action: Action) -> tuple[str, ...]:
        """Returns the media types of an action's responses."""
        return (*self.produces, *self.streams) if action.streams else self.produces


_LIST = Action("get", "list", "list", ("ListOptions",), answer=Holds.LIST, streams=True)
_WATCH = Action("get", "watch", "watch", ("ListOptions",), answer=Holds.WATCH_EVENT, streams=True)
_GET = Action("get", "get", "read")
_PATCH = Action("patch", "patch", "patch", ("PatchOptions",), codes=(_OK, _CREATED), body=Holds.PATCH)
_DELETE_COLLECTION = Action(
    "delete",
    "deletecollection",
    "deletecollection",
    ("DeleteOptions", "ListOptions"),
    without=("watch", "allowWatchBookmarks"),
    body=Holds.DELETE_OPTIONS,
    answer=Holds.STATUS,
)
_ACTIONS = {
    "list": _LIST,
    "create": Action("post", "post", "create", ("CreateOptions",), codes=(_OK, _CREATED, _ACCEPTED), body=Holds.OBJECT),
    "deletecollection": _DELETE_COLLECTION,
    "watchlist": replace(_WATCH, name="watchlist", ending="List"),
    "get": _GET,
    "update": Action("put", "put", "replace", ("UpdateOptions",), codes=(_OK, _CREATED), body=Holds.OBJECT),
    "patch": _PATCH,
    "delete": Action(
        "delete",
        "delete",
        "delete",
        ("DeleteOptions",),
        codes=(_OK, _ACCEPTED),
        body=Holds.DELETE_OPTIONS,
        answer=Holds.DELETED,
    ),
    "watch": _WATCH,
}

BUILT_IN = Service(
    _ACTIONS,
    consumes=ANY,
    produces=OBJECTS,
    patch_types=BUILT_IN_PATCHES,
    streams=_STREAMS,
)

_CUSTOM_ACTIONS = {
    **{verb: action for verb, action in _ACTIONS.items() if not verb.startswith("watch")},
    "get": replace(_GET, options=("GetOptions",)),
    "patch": replace(_PATCH, codes=(_OK,)),
    "deletecollection": replace(_DELETE_COLLECTION, options=("ListOptions",), without=(), body=Holds.NOTHING),
}

CUSTOM = Service(_CUSTOM_ACTIONS, consumes=(JSON, YAML), produces=(JSON, YAML), patch_types=ANY_KIND_PATCHES)
