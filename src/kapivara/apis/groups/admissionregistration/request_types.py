"""The CEL types of admission expressions: the request, its namespace, variables, and the objects of patches.

Upstream: apiserver/pkg/admission/plugin/cel/compile.go BuildRequestType, BuildNamespaceType;
apiserver/pkg/cel/mutation/typeresolver.go DynamicTypeResolver, jsonpatch.go JSONPatchType (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias

from kapivara.cel.errors import CelError
from kapivara.cel.messages.provider import FieldDecl
from kapivara.cel.types import BOOL, DYN, INT, STRING, TIMESTAMP, Type, list_of, map_of, object_type

REQUEST: Final = object_type("kubernetes.AdmissionRequest")
NAMESPACE: Final = object_type("kubernetes.Namespace")
VARIABLES: Final = object_type("kubernetes.variables")
OBJECT: Final = object_type("Object")
JSON_PATCH: Final = object_type("JSONPatch")

_KIND = object_type("kubernetes.GroupVersionKind")
_RESOURCE = object_type("kubernetes.GroupVersionResource")
_USER = object_type("kubernetes.UserInfo")
_METADATA = object_type("kubernetes.NamespaceMetadata")
_SPEC = object_type("kubernetes.NamespaceSpec")
_STATUS = object_type("kubernetes.NamespaceStatus")
_CONDITION = object_type("kubernetes.NamespaceCondition")
_TEXTS = list_of(STRING)
_TEXT_MAP = map_of(STRING, STRING)

_REQUEST_TYPES: Final[Mapping[str, Mapping[str, Type]]] = {
    _KIND.name: dict.fromkeys(("group", "version", "kind"), STRING),
    _RESOURCE.name: dict.fromkeys(("group", "version", "resource"), STRING),
    _USER.name: {"username": STRING, "uid": STRING, "groups": _TEXTS, "extra": map_of(STRING, _TEXTS)},
    REQUEST.name: {
        "kind": _KIND,
        "resource": _RESOURCE,
        "subResource": STRING,
        "requestKind": _KIND,
        "requestResource": _RESOURCE,
        "requestSubResource": STRING,
        **dict.fromkeys(("name", "namespace", "operation"), STRING),
        "userInfo": _USER,
        "dryRun": BOOL,
        "options": DYN,
    },
    _SPEC.name: {"finalizers": _TEXTS},
    _CONDITION.name: {
        **dict.fromkeys(("status", "type", "message", "reason"), STRING),
        "lastTransitionTime": TIMESTAMP,
    },
    _STATUS.name: {"conditions": list_of(_CONDITION), "phase": STRING},
    _METADATA.name: {
        **dict.fromkeys(("name", "generateName", "namespace", "UID", "resourceVersion"), STRING),
        **dict.fromkeys(("labels", "annotations"), _TEXT_MAP),
        **dict.fromkeys(("creationTimestamp", "deletionTimestamp"), TIMESTAMP),
        **dict.fromkeys(("deletionGracePeriodSeconds", "generation"), INT),
        "finalizers": _TEXTS,
    },
    NAMESPACE.name: {"metadata": _METADATA, "spec": _SPEC, "status": _STATUS},
}
_PATCH_TYPES: Final[Mapping[str, Mapping[str, Type]]] = {
    JSON_PATCH.name: {**dict.fromkeys(("op", "from", "path"), STRING), "value": DYN}
}


Build: TypeAlias = Callable[[str, Mapping[str, Any]], Any]
"""Creates the value of a type by its name and fields."""


class RequestTypes:
    """The CEL types of a request, with the types of variables, and for mutations those of patches."""

    def __init__(
        self, variables: Mapping[str, Type] | None = None, *, patches: bool = False, build: Build | None = None
    ):
        self._build = build
        self._types = {**_REQUEST_TYPES, **(_PATCH_TYPES if patches else {})}
        if variables is not None:
            self._types[VARIABLES.name] = variables
        self._patches = patches

    def _is_dynamic(self, name: str) -> bool:
        return self._patches and (name == OBJECT.name or name.startswith(f"{OBJECT.name}."))

    def find_type(self, name: str) -> Type | None:
        """Returns the type of a name, or None."""
        return object_type(name) if name in self._types or self._is_dynamic(name) else None

    def find_field(self, type_name: str, field: str) -> FieldDecl | None:
        """Returns the field of an object type, or None; types of objects in patches have any field."""
        if self._is_dynamic(type_name):
            return FieldDecl(DYN, field)
        found = self._types.get(type_name, {}).get(field)
        if found is None and self._patches and type_name == JSON_PATCH.name:
            found = object_type("")  # kept: an unknown field has a type that matches nothing
        return None if found is None else FieldDecl(found, field)

    def field_names(self, type_name: str) -> Iterable[str]:
        """Returns the field names of an object type; empty for types with any field."""
        return self._types.get(type_name, ())

    def construct(self, type_name: str, fields: Mapping[str, Any]) -> Any:
        """Creates an object of a patch; raises CelError if expressions are only checked."""
        if self._build is None:
            raise CelError(f"unknown type '{type_name}'")
        return self._build(type_name, fields)
