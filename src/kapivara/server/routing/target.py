"""Parses a URL: a resource request with its verb, or another path.

Upstream: apiserver/pkg/endpoints/request/requestinfo.go NewRequestInfo (1.37).
"""

from __future__ import annotations

from typing import Final
from urllib.parse import unquote_plus

from kapivara.apis.catalog.rows import NAMESPACES
from kapivara.meta import GroupVersionResource
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

LONG_QUERY: Final = 16 * 1024
"""The size of a query that is parsed at once; a longer one takes time."""
CONNECTED: Final = frozenset(("attach", "exec", "log", "portforward", "proxy"))
"""Subresources that open long-running connections."""
_BAD_ESCAPE = lazy_pattern(r"%(?![0-9A-Fa-f]{2})")
_MOST_PARAMETERS = 10_000
_VERBS = {"POST": "create", "GET": "get", "HEAD": "get", "PUT": "update", "PATCH": "patch", "DELETE": "delete"}
_PROXY = "proxy"
_PATH_VERBS = ("watch", _PROXY)
"""Verbs in a path before the resource; after `proxy` there are no subresources."""
_NAMESPACE_SUBRESOURCES = frozenset(each.name for each in NAMESPACES.subresources)
_STEPS_TO_SUBRESOURCE = 3


@record
class Target:
    """A resource request; `verb` is empty if the method has none.

    `names_namespace` is True for a namespace itself, which counts as being in that namespace; `goes_on` for a path that
    continues after the subresource; `watches_by_path` if the path requests a watch, not the query; `lacks_resource` if
    the path ends in a verb without a resource; `lacks_group` if the group is empty.
    """

    verb: str
    resource: GroupVersionResource
    namespace: str = ""
    name: str = ""
    subresource: str = ""
    names_namespace: bool = False
    goes_on: bool = False
    watches_by_path: bool = False
    lacks_resource: bool = False
    lacks_group: bool = False

    @property
    def lasts(self) -> bool:
        """Whether the response may last as long as the client wants."""
        return self.verb in _PATH_VERBS or self.subresource in CONNECTED


def split_path(path: str) -> list[str]:
    """Splits a path into its steps; ignores slashes at both ends."""
    trimmed = path.strip("/")
    return trimmed.split("/") if trimmed else []


def parse_query(query: str) -> dict[str, list[str]]:
    """Parses a query string like Go: skips invalid parts, and returns nothing if it has too many parts.

    Upstream: net/url/url.go parseQuery.
    """
    values: dict[str, list[str]] = {}
    if query.count("&") >= _MOST_PARAMETERS:
        return values
    for part in query.split("&"):
        if not part or ";" in part or _BAD_ESCAPE.search(part):
            continue
        name, _, value = part.partition("=")
        values.setdefault(unquote_plus(name), []).append(unquote_plus(value))
    return values


def find_target(method: str, parts: list[str], query: dict[str, list[str]]) -> Target | None:
    """Returns the resource request of a path; None for another path."""
    if len(parts) < 3 or parts[0] not in ("api", "apis"):
        return None
    group = ""
    rest = parts[1:]
    if parts[0] == "apis":
        if len(rest) < 3:
            return None
        group, rest = rest[0], rest[1:]
    version, rest = rest[0], rest[1:]
    verb = _VERBS.get(method, "")
    has_path_verb = rest[0] in _PATH_VERBS
    lacks_resource = has_path_verb and len(rest) == 1
    if has_path_verb and not lacks_resource:
        verb, rest = rest[0], rest[1:]
    watches_by_path = has_path_verb and verb == "watch"
    namespace, names_namespace = "", False
    if rest[0] == "namespaces" and len(rest) > 1:
        namespace = rest[1]
        names_namespace = len(rest) == 2 or rest[2] in _NAMESPACE_SUBRESOURCES
        if not names_namespace:
            rest = rest[2:]
    resource, name, subresource = (*rest[:3], "", "")[:3]
    if verb == _PROXY:
        subresource = ""
    if not name:
        verb = _collection_verb(verb, query)
    return Target(
        verb,
        GroupVersionResource(group, version, resource),
        namespace,
        name,
        subresource,
        names_namespace,
        goes_on=len(rest) > _STEPS_TO_SUBRESOURCE,
        watches_by_path=watches_by_path,
        lacks_resource=lacks_resource,
        lacks_group=parts[0] == "apis" and not group,
    )


def _collection_verb(verb: str, query: dict[str, list[str]]) -> str:
    if verb == "get":
        watch = query.get("watch")
        return "watch" if watch and watch[0].lower() not in ("false", "0") else "list"
    return "deletecollection" if verb == "delete" else verb
