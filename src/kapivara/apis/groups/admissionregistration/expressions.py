"""Type-checks the CEL expressions of policies and match conditions: variables, functions and result types.

Admission evaluates them, in the environment of `evaluation_env`.
Upstream: apiserver/pkg/admission/plugin/cel/compile.go CompileCELExpression, composition.go CompositedCompiler;
pkg/apis/admissionregistration/validation/validation.go validateCELCondition (1.37).
Upstream: apiserver/pkg/admission/plugin/cel/compile.go BuildRequestType, BuildNamespaceType;
apiserver/pkg/cel/mutation/typeresolver.go DynamicTypeResolver, jsonpatch.go JSONPatchType (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from kapivara.cel.checks.instantiation import instantiation_failure
from kapivara.cel.env import Env
from kapivara.cel.environments import kubernetes_env
from kapivara.cel.errors import CelError, CelIssuesError
from kapivara.cel.functions import FUTURE, Library, Version
from kapivara.cel.messages.provider import FieldDecl
from kapivara.cel.types import (
    BOOL,
    DYN,
    INT,
    NULL,
    STRING,
    TIMESTAMP,
    CelKind,
    Type,
    list_of,
    map_of,
    object_type,
    unwrapped,
)
from kapivara.cel.values.typing import type_text
from kapivara.field import ErrorList, FieldPath, internal_error, invalid
from kapivara.values.stack import deep_stack

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


CONDITION: Final = (BOOL,)
MESSAGE: Final = (STRING,)
AUDIT_VALUE: Final = (STRING, NULL)
APPLY_CONFIGURATION: Final = (OBJECT,)
JSON_PATCHES: Final = (list_of(JSON_PATCH),)
ANYTHING: Final[tuple[Type, ...]] = ()
_AUTHORIZER = object_type("kubernetes.authorization.Authorizer")
_CHECK = object_type("kubernetes.authorization.ResourceCheck")
_NEW, _STORED = (1, 36), (1, 37)


class Expressions:
    """Checks the expressions of one object, which may have parameters and define variables.

    `has_libraries` enables the functions that KEP-4153 names, which no server has.
    """

    def __init__(self, *, has_parameters: bool, has_variables: bool = False, has_libraries: bool = False):
        self._has_parameters = has_parameters
        self.has_libraries = has_libraries
        self._variables: dict[str, Type] | None = {} if has_variables else None

    def define(self, name: str, expression: str, path: FieldPath, *, is_known: bool = False) -> ErrorList:
        """Checks the expression of a variable, and declares the variable with its type for later expressions."""
        errors, result = self._check(expression, path, self._env(is_known=is_known), ANYTHING)
        if self._variables is not None:
            self._variables[name] = declared_type(result)
        return errors

    def validate(
        self,
        expression: str,
        path: FieldPath,
        wanted: Sequence[Type] = CONDITION,
        *,
        is_known: bool = False,
        is_message: bool = False,
    ) -> ErrorList:
        """Requires an expression with one of the wanted result types.

        With `is_known`, the expression was accepted before, and may use newer parts of CEL; messages cannot use the
        authorizer.
        """
        patches = wanted is APPLY_CONFIGURATION or wanted is JSON_PATCHES
        env = self._env(is_known=is_known, authorizer=not is_message, patches=patches)
        return self._check(expression, path, env, wanted)[0]

    def _env(self, *, is_known: bool, authorizer: bool = True, patches: bool = False) -> Env:
        version = _language(is_known=is_known, has_libraries=self.has_libraries)
        base = _base(version, parameters=self._has_parameters, authorizer=authorizer, patches=patches)
        if self._variables is None:
            return base
        provider = RequestTypes(self._variables, patches=patches)
        return base.extend(variables={"variables": VARIABLES}, provider=provider)

    def _check(
        self, expression: str, path: FieldPath, env: Env, wanted: Sequence[Type]
    ) -> tuple[ErrorList, Type | None]:
        try:
            with deep_stack():
                checked = env.compile(expression)
        except CelIssuesError as issues:
            return [invalid(path, expression, f"compilation failed: {issues}")], None
        result = checked.result_type
        if wanted and unwrapped(result) not in wanted:
            return [invalid(path, expression, _other_type(wanted, result))], None
        if failure := instantiation_failure(checked, env):
            return [internal_error(path, f"program instantiation failed: {failure}")], None
        return [], result


def validate_expression(
    expression: str,
    path: FieldPath,
    *,
    has_parameters: bool = False,
    has_libraries: bool = False,
    is_known: bool = False,
) -> ErrorList:
    """Requires a boolean condition outside a policy, which cannot use variables of a policy."""
    scope = Expressions(has_parameters=has_parameters, has_libraries=has_libraries)
    return scope.validate(expression, path, is_known=is_known)


def _other_type(wanted: Sequence[Type], found: Type) -> str:
    if len(wanted) == 1:
        return f"must evaluate to {type_text(wanted[0])} but got {type_text(found)}"
    return f"must evaluate to one of [{' '.join(map(type_text, wanted))}] but got {type_text(found)}"


def declared_type(found: Type | None) -> Type:
    """Returns the declared type of a variable; dynamic for objects."""
    match found:
        case None:
            return DYN
        case Type(kind=CelKind.LIST, params=(item,)):
            return list_of(declared_type(item))
        case Type(kind=CelKind.MAP, params=(key, value)):
            return map_of(declared_type(key), declared_type(value))
        case Type(kind=CelKind.OBJECT | CelKind.OPAQUE | CelKind.WRAPPER | CelKind.TYPE):
            return DYN
    return found


def evaluation_env(
    variables: Mapping[str, Type],
    *,
    parameters: bool,
    authorizer: bool = True,
    build: Build | None = None,
    has_libraries: bool = False,
) -> Env:
    """Returns the environment for the evaluation of accepted expressions, with the variables defined so far.

    Expressions that are compiled later also see variables that were added later.

    The namespace's type is dynamic, since the namespace may be null. `build` creates the objects of patches; None for
    expressions without patches.
    """
    patches = build is not None
    version = _language(is_known=True, has_libraries=has_libraries)
    base = _base(version, parameters=parameters, authorizer=authorizer, patches=patches)
    known = {"namespaceObject": DYN, "variables": VARIABLES}
    return base.extend(variables=known, provider=RequestTypes(variables, patches=patches, build=build))


def _language(*, is_known: bool, has_libraries: bool) -> Version:
    """Returns the CEL version of expressions: a newer one for expressions accepted before."""
    return FUTURE if has_libraries else _STORED if is_known else _NEW


@lru_cache(maxsize=24)
def _base(version: Version, *, parameters: bool, authorizer: bool, patches: bool) -> Env:
    """Returns the environment without variables of a policy."""
    variables = {"object": DYN, "oldObject": DYN, "namespaceObject": NAMESPACE, "request": REQUEST}
    if parameters:
        variables["params"] = DYN
    if authorizer:
        variables |= {"authorizer": _AUTHORIZER, "authorizer.requestResource": _CHECK}
    libraries: Sequence[Library] = ()
    if patches:
        from kapivara.apis.groups.admissionregistration.patch_library import (
            JSON_PATCH_FUNCTIONS,  # few policies change objects
        )

        libraries = (JSON_PATCH_FUNCTIONS,)
    env = kubernetes_env(version)
    return env.extend(variables=variables, provider=RequestTypes(patches=patches), libraries=libraries)
