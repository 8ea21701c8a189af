"""Hints for errors of CRDs: the feature gate of kapivara that a rejected field or value needs."""

from __future__ import annotations

from kapivara.apis.machinery.server.feature_gates import CRD_CONVERSION_RULES, CRD_DEFAULT_RULES
from kapivara.cli.findings import Finding

_SCHEMA = ".openAPIV3Schema"
_DEFAULT = "x-kubernetes-default"
_CONVERTERS = "spec.conversion.converters"
_STRATEGY = "ConversionRules"


def gate_hint(error: Finding) -> str:
    """Returns the gate that enables a feature sketched in KEP-2876; "" for other errors."""
    if error.message.startswith("unknown field ") and error.field.endswith(f".{_DEFAULT}") and _SCHEMA in error.field:
        return _gate_text(_DEFAULT, CRD_DEFAULT_RULES)
    if error.message.startswith("unknown field ") and error.field == _CONVERTERS:
        return _gate_text("converters", CRD_CONVERSION_RULES)
    if error.field == "spec.conversion.strategy" and f'"{_STRATEGY}"' in error.message:
        return _gate_text(_STRATEGY, CRD_CONVERSION_RULES)
    return ""


def _gate_text(name: str, gate: str) -> str:
    return (
        f"{name} is sketched in KEP-2876 but no API server has it: --feature-gates {gate}=true enables it in kapivara"
    )
