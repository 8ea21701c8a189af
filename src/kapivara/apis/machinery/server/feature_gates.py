"""Feature gates: the features that can be switched, their defaults, and the user's choices.

`--feature-gates` and `feature_gates` of the façade set the gates; the registry reads them, and `/metrics` lists them.
Upstream: component-base/featuregate/feature_gate.go, pkg/features/kube_features.go of apiextensions-apiserver and of
apiserver (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType

from kapivara.schema.server_version import ServerVersion
from kapivara.values.record import record, replace

CRD_VALIDATION_RATCHETING = "CRDValidationRatcheting"
"""An update of a custom resource is not rejected for errors in unchanged fields."""
CRD_CONVERSION_RULES = "CRDConversionRules"
"""CRDs may convert objects with CEL expressions; not in v1.37."""
CRD_DEFAULT_RULES = "CRDDefaultRules"
"""Schemas may have defaults computed by CEL expressions; not in v1.37."""
DECLARATIVE_VALIDATION = "DeclarativeValidation"
"""Errors of declarative rules are compared with those of hand-written rules."""
DECLARATIVE_VALIDATION_BETA = "DeclarativeValidationBeta"
"""Declarative rules of level beta are in force."""
DECLARATIVE_VALIDATION_IN_OPENAPI = "DeclarativeValidationExtensionsInOpenAPI"
"""Published OpenAPI documents contain the declarative rules of built-in kinds: KEP-4153, not in v1.37."""
DECLARATIVE_VALIDATION_CEL_LIBRARIES = "DeclarativeValidationCELLibraries"
"""CEL rules of CRDs may use the functions that KEP-4153 names; not in v1.37."""
DECLARATIVE_VALIDATION_FORMATS = "DeclarativeValidationFormats"
"""Schemas of CRDs may use the formats that KEP-4153 names; not in v1.37."""
DECLARATIVE_VALIDATION_TAKEOVER = "DeclarativeValidationTakeover"
"""Declarative rules were in force by this gate before rules had levels."""

_TRUE = frozenset(("1", "t", "T", "true", "TRUE", "True"))
_FALSE = frozenset(("0", "f", "F", "false", "FALSE", "False"))


@record
class FeatureGate:
    """A feature that can be switched, unless it is `locked`; `stage` is empty once it is generally available."""

    name: str
    stage: str
    default: bool
    locked: bool = False


_GATES = (
    FeatureGate(CRD_CONVERSION_RULES, "ALPHA", False),  # ours: the server has no such feature
    FeatureGate(CRD_DEFAULT_RULES, "ALPHA", False),  # ours
    FeatureGate(CRD_VALIDATION_RATCHETING, "", True),  # upstream locks it since 1.33; switchable here for comparison
    FeatureGate(DECLARATIVE_VALIDATION, "", True, locked=True),
    FeatureGate(DECLARATIVE_VALIDATION_BETA, "BETA", True),
    FeatureGate(DECLARATIVE_VALIDATION_IN_OPENAPI, "ALPHA", False),
    FeatureGate(DECLARATIVE_VALIDATION_CEL_LIBRARIES, "ALPHA", False),  # ours: the server has no such feature
    FeatureGate(DECLARATIVE_VALIDATION_FORMATS, "ALPHA", False),  # ours
    FeatureGate(DECLARATIVE_VALIDATION_TAKEOVER, "DEPRECATED", False, locked=True),
)
KNOWN_GATES: Mapping[str, FeatureGate] = MappingProxyType({gate.name: gate for gate in _GATES})


class RolloutStage(StrEnum):
    """Which errors of declarative rules that repeat a hand-written rule are in force.

    Rules that repeat none always are. A switch of kapivara beside the gates: it offers the stages of KEP-5073.
    """

    LEVELS = "levels"
    """Errors of the levels in force; both sides are compared. The behavior of v1.37."""
    OFF = "off"
    """No errors, and no comparison."""
    COMPARE = "compare"
    """No errors; both sides are compared."""
    TAKEOVER = "takeover"
    """All errors, which replace the hand-written errors that they cover; both sides are compared."""


class FieldValidationStage(StrEnum):
    """Whether clients can choose how unknown and duplicate fields are handled.

    A switch of kapivara beside the gates: it offers the stages of KEP-2885.
    """

    ON = "on"
    """Clients can choose, and get warnings by default. The behavior of v1.37."""
    OFF = "off"
    """Clients cannot choose: such fields are dropped silently. The behavior before the KEP, or with its gate off."""


class FeatureGateError(ValueError):
    """Raised for an unknown or locked gate, or a value that is neither true nor false.

    The text is meant for the user who set the gate.
    """


class FeatureGates:
    """The state of all features: their defaults, overridden by `switched`.

    Raises FeatureGateError for unknown names, and for a locked feature that is switched away from its default.
    """

    __slots__ = ("_enabled",)

    def __init__(self, switched: Mapping[str, bool] = MappingProxyType({})):
        for name, wanted in switched.items():
            if (gate := KNOWN_GATES.get(name)) is None:
                raise FeatureGateError(_unrecognized(name))
            if gate.locked and wanted is not gate.default:
                requested, kept = (str(each).lower() for each in (wanted, gate.default))
                raise FeatureGateError(f"cannot set feature gate {name} to {requested}, feature is locked to {kept}")
        self._enabled = {gate.name: switched.get(gate.name, gate.default) for gate in _GATES}

    def enabled(self, name: str) -> bool:
        """Returns True if a feature is on."""
        return self._enabled[name]

    def extend(self, server: ServerVersion) -> ServerVersion:
        """Returns a server version extended by the features of gates that the version itself does not have."""
        extended = replace(
            server,
            has_libraries=self._enabled[DECLARATIVE_VALIDATION_CEL_LIBRARIES],
            has_formats=self._enabled[DECLARATIVE_VALIDATION_FORMATS],
            has_default_rules=self._enabled[CRD_DEFAULT_RULES],
            has_conversion_rules=self._enabled[CRD_CONVERSION_RULES],
        )
        return extended if extended.is_extended else server

    def __iter__(self) -> Iterator[tuple[FeatureGate, bool]]:
        """Yields the gates, each with True if its feature is on."""
        return ((gate, self._enabled[gate.name]) for gate in _GATES)


DEFAULT_GATES = FeatureGates()


def _unrecognized(name: str) -> str:
    return f"unrecognized feature gate: {name}; known here: {', '.join(KNOWN_GATES)}"


def parse_feature_gates(text: str) -> dict[str, bool]:
    """Parses `Name=true,Other=false`; ignores spaces and empty parts. Raises FeatureGateError."""
    switched = {}
    for part in text.split(","):
        if not part.strip():
            continue
        name, assigned, value = (each.strip() for each in part.partition("="))
        if name not in KNOWN_GATES:
            raise FeatureGateError(_unrecognized(name))
        if not assigned:
            raise FeatureGateError(f"missing value for feature gate {name}: {name}=true or {name}=false")
        if value not in _TRUE and value not in _FALSE:
            raise FeatureGateError(f"invalid value for feature gate {name}: {value!r} is neither true nor false")
        switched[name] = value in _TRUE
    return switched
