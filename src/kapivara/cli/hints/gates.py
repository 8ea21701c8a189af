"""Hints for errors in CRDs: the feature gate of kapivara that allows a rejected field or value."""

from __future__ import annotations

from kapivara.apis.machinery.server.feature_gates import CRD_CONVERSION_RULES, CRD_DEFAULT_RULES
from kapivara.cli.findings import Finding

_SCHEMA = ".openAPIV3Schema"
_DEFAULT = "x-kubernetes-default"
_CONVERTERS = "spec.conversion.converters"
_STRATEGY = "ConversionRules"


def gate_hint(error: Finding) -> str:
    """Returns a hint if an error is due to a disabled KEP-2876 feature, with the name of its gate; "" otherwise."""
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
