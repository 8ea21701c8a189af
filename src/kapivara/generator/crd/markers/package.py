"""Markers of packages: the group and the version of their kinds."""

from __future__ import annotations

from kapivara.generator.crd.markers.marker import Marker, Target, single
from kapivara.generator.grammar.marker_arguments import ArgumentKind

_PACKAGE = (Target.PACKAGE,)
GROUP_NAME, VERSION_NAME, SKIP = "groupName", "versionName", "kubebuilder:skip"

MARKERS = (
    Marker(
        GROUP_NAME,
        _PACKAGE,
        "The API group of the package's kinds.",
        "+groupName=shop.example.com",
        arguments=single(ArgumentKind.TEXT),
        value_optional=True,
    ),
    Marker(
        VERSION_NAME,
        _PACKAGE,
        "The API version of the package's kinds; otherwise the name of the package.",
        "+versionName=v1beta1",
        arguments=single(ArgumentKind.TEXT),
    ),
    Marker(SKIP, _PACKAGE, "No type of the package becomes a CRD.", f"+{SKIP}"),
)
