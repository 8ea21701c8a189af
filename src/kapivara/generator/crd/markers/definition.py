"""Markers above a kind that configure its CRD: names and scope, versions, columns, subresources, metadata.

Upstream: controller-tools/pkg/crd/markers/crd.go.
"""

from __future__ import annotations

from typing import Any

from kapivara.generator.crd.markers.marker import Marker, MarkerError, Target
from kapivara.generator.grammar.marker_arguments import Argument, ArgumentKind

_Json = dict[str, Any]
_TYPE = (Target.TYPE,)
_TEXT, _TEXTS = ArgumentKind.TEXT, ArgumentKind.TEXTS
SKIP_VERSION = "kubebuilder:skipversion"
STORAGE_VERSION = "kubebuilder:storageversion"


def _resource(definition: _Json, _version: _Json, value: _Json) -> None:
    spec = definition["spec"]
    names = spec["names"]
    for argument, name in (("path", "plural"), ("singular", "singular")):
        if value.get(argument):
            names[name] = value[argument]
    for argument, name in (("shortName", "shortNames"), ("categories", "categories")):
        names.pop(name, None)
        if value.get(argument):
            names[name] = value[argument]
    spec["scope"] = value.get("scope") or "Namespaced"


def _status(_definition: _Json, version: _Json, _value: None) -> None:
    version.setdefault("subresources", {})["status"] = {}


def _scale(_definition: _Json, version: _Json, value: _Json) -> None:
    scale = {"specReplicasPath": value["specpath"], "statusReplicasPath": value["statuspath"]}
    if "selectorpath" in value:
        scale["labelSelectorPath"] = value["selectorpath"]
    version.setdefault("subresources", {})["scale"] = scale


def _column(_definition: _Json, version: _Json, value: _Json) -> None:
    version.setdefault("subresources", {})  # kept: columns add an empty object
    column = {name: value[argument] for argument, name in _COLUMN.items() if value.get(argument)}
    version.setdefault("additionalPrinterColumns", []).append(
        {"name": value["name"], "type": value["type"], "jsonPath": value["JSONPath"], **column}
    )


_COLUMN = {"description": "description", "format": "format", "priority": "priority"}


def _selectable(_definition: _Json, version: _Json, value: _Json) -> None:
    version.setdefault("selectableFields", []).append({"jsonPath": value["JSONPath"]})


def _storage(_definition: _Json, version: _Json, _value: None) -> None:
    version["storage"] = True


def _unserved(_definition: _Json, version: _Json, _value: None) -> None:
    version["served"] = False


def _deprecated(_definition: _Json, version: _Json, value: _Json) -> None:
    version["deprecated"] = True
    version.pop("deprecationWarning", None)
    if "warning" in value:
        version["deprecationWarning"] = value["warning"]


def _metadata(definition: _Json, _version: _Json, value: _Json) -> None:
    for part in ("annotations", "labels"):
        for pair in value.get(part, ()):
            key, equals, said = pair.partition("=")
            if not equals:
                raise MarkerError(f'"{pair}" has no value', 'write "key=value"')
            definition["metadata"].setdefault(part, {})[key] = said


MARKERS = (
    Marker(
        "kubebuilder:resource",
        _TYPE,
        "The names and the scope of a kind.",
        "+kubebuilder:resource:path=shirts,shortName=sh;shi,scope=Cluster",
        arguments=(
            Argument("path", _TEXT, docs="The plural, which is in URLs; otherwise made from the kind."),
            Argument("singular", _TEXT, docs="The singular; otherwise the kind in lower case."),
            Argument("shortName", _TEXTS, docs="Short names for kubectl."),
            Argument("categories", _TEXTS, docs="Groups of kinds that kubectl can list together, such as `all`."),
            Argument("scope", _TEXT, docs="Namespaced, or Cluster."),
        ),
        define=_resource,
    ),
    Marker(
        "kubebuilder:printcolumn",
        _TYPE,
        "A column of `kubectl get`.",
        "+kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp",
        arguments=(
            Argument("name", _TEXT, required=True, docs="Its heading."),
            Argument("type", _TEXT, required=True, docs="string, integer, number, boolean or date."),
            Argument("JSONPath", _TEXT, required=True, docs="The JSON path of its value."),
            Argument("description", _TEXT, docs="A description of the column."),
            Argument("format", _TEXT, docs="The format of its value."),
            Argument("priority", ArgumentKind.INTEGER, docs="Above 0 it is shown by `-o wide` only."),
        ),
        define=_column,
    ),
    Marker(
        "kubebuilder:subresource:status",
        _TYPE,
        "The status is a subresource, which requests write separately.",
        "+kubebuilder:subresource:status",
        define=_status,
    ),
    Marker(
        "kubebuilder:subresource:scale",
        _TYPE,
        "The kind can be scaled, by `kubectl scale` and by autoscalers.",
        "+kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas",
        arguments=(
            Argument("specpath", _TEXT, required=True, docs="The JSON path of the desired number of replicas."),
            Argument("statuspath", _TEXT, required=True, docs="The JSON path of the observed number of replicas."),
            Argument("selectorpath", _TEXT, docs="The JSON path of the selector of its pods, a text."),
        ),
        define=_scale,
    ),
    Marker(
        "kubebuilder:selectablefield",
        _TYPE,
        "A field that field selectors can use.",
        "+kubebuilder:selectablefield:JSONPath=.spec.colour",
        arguments=(Argument("JSONPath", _TEXT, required=True, docs="The JSON path of the field."),),
        define=_selectable,
    ),
    Marker(
        "kubebuilder:metadata",
        _TYPE,
        "Annotations and labels of the CRD itself.",
        '+kubebuilder:metadata:annotations="example.com/owner=shop"',
        arguments=(
            Argument("annotations", _TEXTS, docs='Each as "key=value".'),
            Argument("labels", _TEXTS, docs='Each as "key=value".'),
        ),
        define=_metadata,
    ),
    Marker(
        STORAGE_VERSION,
        _TYPE,
        "Objects are stored in this version. Required where there are several.",
        f"+{STORAGE_VERSION}",
        define=_storage,
    ),
    Marker(
        "kubebuilder:unservedversion",
        _TYPE,
        "The version exists, but is not served.",
        "+kubebuilder:unservedversion",
        define=_unserved,
    ),
    Marker(
        "kubebuilder:deprecatedversion",
        _TYPE,
        "Requests for the version get a warning.",
        '+kubebuilder:deprecatedversion:warning="use v2"',
        arguments=(Argument("warning", _TEXT, docs="The text of the warning; by default the server's own."),),
        define=_deprecated,
    ),
    Marker(SKIP_VERSION, _TYPE, "The CRD does not get this version.", f"+{SKIP_VERSION}"),
)
