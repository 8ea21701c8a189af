"""What is told of definitions beside the server's words: that what they ask for is behind a gate of ours."""

from __future__ import annotations

from kapivara.apis.feature_gates import CRD_CONVERSION_RULES, CRD_DEFAULT_RULES
from kapivara.cli.findings import Finding

_SCHEMA = ".openAPIV3Schema"
_DEFAULT = "x-kubernetes-default"
_CONVERTERS = "spec.conversion.converters"
_STRATEGY = "ConversionRules"


def gate_hint(error: Finding) -> str:
    """Says which gate has what KEP-2876 sketches for definitions; nothing for other errors."""
    if error.message.startswith("unknown field ") and error.field.endswith(f".{_DEFAULT}") and _SCHEMA in error.field:
        return _told(_DEFAULT, CRD_DEFAULT_RULES)
    if error.message.startswith("unknown field ") and error.field == _CONVERTERS:
        return _told("converters", CRD_CONVERSION_RULES)
    if error.field == "spec.conversion.strategy" and f'"{_STRATEGY}"' in error.message:
        return _told(_STRATEGY, CRD_CONVERSION_RULES)
    return ""


def _told(name: str, gate: str) -> str:
    return f"{name} is not in v1.37, and in no other server: --feature-gates {gate}=true has it here (KEP-2876)"
