"""Reads the identity of an object from an undecoded value."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.values.json_value import JsonValue
from kapivara.values.record import record


@record
class Identity:
    """The kind, version, namespace and name of an object; empty if absent or not a text."""

    api_version: str
    kind: str
    namespace: str
    name: str

    def __str__(self) -> str:
        name = f"{self.namespace}/{self.name}" if self.namespace else self.name
        return f"{self.kind or 'document'} {name}".rstrip(" /")


def identify(value: JsonValue) -> Identity:
    """Returns the identity of any value."""
    if type(value) is not dict:
        return _NOBODY
    api_version, kind, metadata = value.get("apiVersion"), value.get("kind"), value.get("metadata")
    if type(metadata) is not dict:
        metadata = {}
    namespace, name = metadata.get("namespace"), metadata.get("name")
    return Identity(  # spelled out for speed
        api_version if type(api_version) is str else "",
        kind if type(kind) is str else "",
        namespace if type(namespace) is str else "",
        name if type(name) is str else "",
    )


_NOBODY = Identity("", "", "", "")


def member(value: JsonValue, name: str) -> JsonValue:
    """Returns a member of an object; None for other values."""
    return value.get(name) if type(value) is dict else None


def text_member(value: JsonValue, name: str) -> str:
    """Returns a member that is a text; the empty text otherwise."""
    found = member(value, name)
    return found if type(found) is str else ""


def objects_in(value: JsonValue) -> Iterator[tuple[str, JsonValue]]:
    """Yields the objects of a document with their paths: the value itself, or the items of a list of any kind.

    Null contains no objects, and neither does a list whose items are null. Items without kind and version get those of
    their list, as in server responses; nested lists are expanded, too.
    Upstream: apimachinery/pkg/apis/meta/v1/unstructured/helpers.go decodeToList (1.37).
    """
    pending = [("", value)]
    while pending:
        path, each = pending.pop()
        items = each["items"] if type(each) is dict and "items" in each else _NO_LIST
        if (type(items) is list or items is None) and text_member(each, "kind").endswith(_LIST):
            within = f"{path}.items" if path else "items"
            found = [(f"{within}[{index}]", _named_after(item, each)) for index, item in enumerate(items or ())]
            pending += reversed(found)
        elif each is not None or path:
            yield path, each


_LIST, _NO_LIST = "List", ""


def _named_after(item: JsonValue, holder: JsonValue) -> JsonValue:
    """Returns an item with the kind and version of its list, unless it has its own."""
    if type(item) is not dict or item.get("kind") or item.get("apiVersion"):
        return item
    kind = text_member(holder, "kind").removesuffix(_LIST)
    return {**item, "apiVersion": text_member(holder, "apiVersion"), "kind": kind} if kind else item
