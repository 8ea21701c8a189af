"""Feature gates: the features that can be switched, whether they are on by default, and what a user makes of them.

`--feature-gates` and the façade's `feature_gates` come here; the registry asks, and `/metrics` lists.
Upstream: component-base/featuregate/feature_gate.go, apiextensions-apiserver/pkg/features/kube_features.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from kapivara.values.record import record

CRD_VALIDATION_RATCHETING = "CRDValidationRatcheting"
"""An update of a custom resource is not refused for what it left alone."""

_TRUE = frozenset(("1", "t", "T", "true", "TRUE", "True"))
_FALSE = frozenset(("0", "f", "F", "false", "FALSE", "False"))


@record
class Gate:
    """A feature that can be switched; `stage` is empty once it is generally available."""

    name: str
    stage: str
    default: bool


# Unlike upstream, where this gate is locked since 1.33: here it can still be turned off, to compare.
_GATES = (Gate(CRD_VALIDATION_RATCHETING, "", True),)
KNOWN_GATES: Mapping[str, Gate] = MappingProxyType({gate.name: gate for gate in _GATES})


class FeatureGateError(ValueError):
    """A gate that there is none of, or a value that is neither true nor false; the text is for who gave it."""


class FeatureGates:
    """Which features are on: their defaults, but for those in `switched`. Raises FeatureGateError on unknown names."""

    __slots__ = ("_enabled",)

    def __init__(self, switched: Mapping[str, bool] = MappingProxyType({})):
        for name in switched:
            if name not in KNOWN_GATES:
                raise FeatureGateError(f"unknown feature gate {name!r}; known: {', '.join(KNOWN_GATES)}")
        self._enabled = {gate.name: switched.get(gate.name, gate.default) for gate in _GATES}

    def enabled(self, name: str) -> bool:
        """Tells whether a feature is on."""
        return self._enabled[name]

    def __iter__(self) -> Iterator[tuple[Gate, bool]]:
        """Lists the gates, each with whether its feature is on."""
        return ((gate, self._enabled[gate.name]) for gate in _GATES)


DEFAULT_GATES = FeatureGates()


def parse_feature_gates(text: str) -> dict[str, bool]:
    """Reads `Name=true,Other=false`, spaces and empty parts passed over; raises FeatureGateError."""
    switched = {}
    for part in text.split(","):
        if not part.strip():
            continue
        name, assigned, value = (each.strip() for each in part.partition("="))
        if name not in KNOWN_GATES:
            raise FeatureGateError(f"unknown feature gate {name!r}; known: {', '.join(KNOWN_GATES)}")
        if not assigned:
            raise FeatureGateError(f"missing value for feature gate {name}: {name}=true or {name}=false")
        if value not in _TRUE and value not in _FALSE:
            raise FeatureGateError(f"invalid value for feature gate {name}: {value!r} is neither true nor false")
        switched[name] = value in _TRUE
    return switched
