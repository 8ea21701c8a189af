"""Converts a response to another kind: objects to their metadata alone, or to the rows of a Table.

The last step of a request: its effect stays even if the response cannot be converted. Upstream:
apiserver/pkg/endpoints/handlers/response.go doTransformObject, optionsForTransform (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.kinds.subresource import Subresource
from kapivara.apis.machinery.tables.table import Column
from kapivara.field import FieldPath, invalid
from kapivara.meta import ApiError, Status, bad_request_status, unknown_error_status
from kapivara.meta.query_parameters import Query
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.registry.requests.request import ShownAs
from kapivara.values import JsonObject, JsonValue
from kapivara.values.deadline import NO_DEADLINE, Deadline, DeadlineExceededError

Show: TypeAlias = Callable[[JsonObject], JsonObject]
"""Converts an object or a list to another kind; raises ApiError if that is impossible."""

_INCLUDED = ("", "Metadata", "Object", "None")


def show(document: JsonObject, shown_as: ShownAs, active: ActiveRequest) -> JsonObject:
    """Returns an object or a list as the requested kind; raises ApiError if that is impossible.

    A write is done by now and cannot restart, so an exceeded deadline ends the request, but an exceeded turn on the
    event loop does not.
    """
    return shower(shown_as, active.subresource, active.request.query, active.deadline)(document)


def shower(shown_as: ShownAs, subresource: Subresource, query: Query, deadline: Deadline = NO_DEADLINE) -> Show:
    """Returns a function that converts objects and lists to the requested kind; raises ApiError if that is impossible.

    `subresource` is the one through which objects are read; `query` has the options.
    """
    api_version = f"meta.k8s.io/{shown_as.version}"
    match shown_as.kind:
        case "Table":
            return _Table(subresource, api_version, _read_include(query.get("includeObject", ())), deadline).of
        case "PartialObjectMetadata":
            return lambda document: _of_object(document, subresource, api_version)
        case _:
            return lambda document: _of_list(document, subresource, api_version)


def _of_object(document: JsonObject, subresource: Subresource, api_version: str) -> JsonObject:
    _require_object(document, subresource.go_package)
    return partial_metadata(document, subresource.of, api_version)


def _of_list(document: JsonObject, subresource: Subresource, api_version: str) -> JsonObject:
    _require_list(document, subresource.go_package)
    return {
        "kind": "PartialObjectMetadataList",
        "apiVersion": api_version,
        "metadata": _list_metadata(document),
        "items": [partial_metadata(item, subresource.of, api_version) for item in document["items"]]
        or None,  # kept: the server returns null for an empty list
    }


def _require_object(document: JsonObject, package: str) -> None:
    """Ends a request for the metadata of one object if the response is a list. Upstream: asPartialObjectMetadata."""
    if _is_list(document):
        problem = f"the requested object is a list ({_go_type(document, package)})"
        raise ApiError(Status(406, "NotAcceptable", f"you requested PartialObjectMetadata, but {problem}"))


def _require_list(document: JsonObject, package: str) -> None:
    """Ends a request for the metadata of a list if the response is none. Upstream: asPartialObjectMetadataList."""
    if not _is_list(document):
        if not package:
            raise ApiError(unknown_error_status("content is not a list"))
        problem = f"the requested object is not a list ({_go_type(document, package)})"
        raise ApiError(Status(406, "NotAcceptable", f"you requested PartialObjectMetadataList, but {problem}"))


def _go_type(document: JsonObject, package: str) -> str:
    return f"*{package}.{document.get('kind')}" if package else "*unstructured.UnstructuredList"


def _is_list(document: JsonObject) -> bool:
    """Returns True for a list; an object always has a name."""
    return "items" in document and "name" not in document["metadata"]


def _list_metadata(document: JsonObject) -> JsonObject:
    return {key: value for key, value in document["metadata"].items() if value != ""}


def partial_metadata(obj: JsonObject, kind: Kind, api_version: str) -> JsonObject:
    """Returns the metadata of an object; kept: without the annotations that represent fields."""
    metadata = obj["metadata"]
    if kind.field_annotations and "annotations" in metadata:
        left = {name: text for name, text in metadata["annotations"].items() if name not in kind.field_annotations}
        others = {field: value for field, value in metadata.items() if field != "annotations"}
        metadata = {**others, "annotations": left} if left else others
    return {"kind": "PartialObjectMetadata", "apiVersion": api_version, "metadata": metadata}


def _read_include(given: Sequence[str]) -> str:
    """Returns the content of the rows' objects: the first value given, or metadata."""
    include = given[0] if given else ""
    if include not in _INCLUDED:
        allowed = "must be 'Metadata', 'Object', 'None', or empty"
        problem = invalid(FieldPath.of("includeObject"), include, allowed)
        raise ApiError(bad_request_status(f"Unable to convert to Table as requested: {problem}"))
    return include or "Metadata"


class _Table:
    """Converts objects of a subresource to Tables; `include` is the content of the rows' objects."""

    def __init__(self, subresource: Subresource, api_version: str, include: str, deadline: Deadline):
        self._subresource = subresource
        self._api_version = api_version
        self._include = include
        self._deadline = deadline

    def of(self, document: JsonObject) -> JsonObject:
        """Returns the Table of an object or a list."""
        layout = self._subresource.table
        listed = _is_list(document)
        if listed and layout.of_list is not None:
            layout = layout.of_list(document["items"])
        shown = document["items"] if listed else [document]
        if layout.place is not None:
            shown = sorted(shown, key=layout.place)
        rows = [self._row(layout.columns, each) for each in shown]
        metadata = _list_metadata(document) if listed else _version_of(document)
        return {
            "kind": "Table",
            "apiVersion": self._api_version,
            "metadata": metadata,
            "columnDefinitions": [column.definition() for column in layout.columns if column.is_published],
            "rows": None if layout.null_rows and not rows else rows,
        }

    def _row(self, columns: Sequence[Column], obj: JsonObject) -> JsonObject:
        row: JsonObject = {"cells": [self._cell(column, obj) for column in columns]}
        if self._subresource.table.conditions is not None and (conditions := self._subresource.table.conditions(obj)):
            row["conditions"] = conditions
        return {**row, "object": self._shown(obj)}

    def _cell(self, column: Column, obj: JsonObject) -> JsonValue:
        if self._deadline.seconds_left() <= 0:
            raise DeadlineExceededError
        return column.cell(obj)

    def _shown(self, obj: JsonObject) -> JsonValue:
        match self._include:
            case "None":
                return None
            case "Object":  # in a list, objects of built-in kinds have no type
                return {"kind": self._subresource.shows.kind, "apiVersion": self._subresource.shows.api_version, **obj}
        return partial_metadata(obj, self._subresource.of, self._api_version)


def _version_of(obj: JsonObject) -> JsonObject:
    version = obj["metadata"].get("resourceVersion")
    return {"resourceVersion": version} if version else {}
