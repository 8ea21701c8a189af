"""Markers that make a field required or optional. `structs` computes the effect on a struct."""

from __future__ import annotations

from kapivara.generator.crd.markers.limits import PREFIX
from kapivara.generator.crd.markers.marker import Marker, Target

OPTIONAL = (f"{PREFIX}Optional", "optional", "k8s:optional")
REQUIRED = (f"{PREFIX}Required", "required", "k8s:required")
_FIELD = (Target.FIELD,)
_WITH_PACKAGE = (Target.FIELD, Target.PACKAGE)


def _marker(name: str, docs: str, *, in_package: bool) -> Marker:
    return Marker(name, _WITH_PACKAGE if in_package else _FIELD, docs, f"+{name}")


_OPTIONAL_DOCS = "The field is optional, regardless of its json tag."
_REQUIRED_DOCS = "The field is required, regardless of its json tag."

MARKERS = (
    _marker(
        OPTIONAL[0], f"{_OPTIONAL_DOCS} Above a package: all its fields without a marker of their own.", in_package=True
    ),
    _marker(OPTIONAL[1], _OPTIONAL_DOCS, in_package=False),
    _marker(OPTIONAL[2], _OPTIONAL_DOCS, in_package=False),
    _marker(REQUIRED[0], f"{_REQUIRED_DOCS} Above a package: the default.", in_package=True),
    _marker(REQUIRED[1], _REQUIRED_DOCS, in_package=False),
    _marker(REQUIRED[2], _REQUIRED_DOCS, in_package=False),
)
