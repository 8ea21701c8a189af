"""Feature gates: the features that can be switched, whether they are on by default, and what a user makes of them.

`--feature-gates` and the façade's `feature_gates` come here; the registry asks, and `/metrics` lists.
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
"""An update of a custom resource is not refused for what it left alone."""
CRD_CONVERSION_RULES = "CRDConversionRules"
"""Definitions may convert objects by expressions; not in v1.37."""
CRD_DEFAULT_RULES = "CRDDefaultRules"
"""Schemas may have defaults that expressions make; not in v1.37."""
DECLARATIVE_VALIDATION = "DeclarativeValidation"
"""What declared rules say is compared with what hand-written ones say."""
DECLARATIVE_VALIDATION_BETA = "DeclarativeValidationBeta"
"""Declared rules of level beta count."""
DECLARATIVE_VALIDATION_IN_OPENAPI = "DeclarativeValidationExtensionsInOpenAPI"
"""Published documents have the rules that are declared of built-in kinds: KEP-4153, not in v1.37."""
DECLARATIVE_VALIDATION_CEL_LIBRARIES = "DeclarativeValidationCELLibraries"
"""Rules of definitions may use the functions that KEP-4153 names; not in v1.37."""
DECLARATIVE_VALIDATION_FORMATS = "DeclarativeValidationFormats"
"""Schemas of definitions may use the formats that KEP-4153 names; not in v1.37."""
DECLARATIVE_VALIDATION_TAKEOVER = "DeclarativeValidationTakeover"
"""Declared rules counted by this gate before they had levels."""

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
    FeatureGate(CRD_CONVERSION_RULES, "ALPHA", False),  # ours, as the server has no such feature
    FeatureGate(CRD_DEFAULT_RULES, "ALPHA", False),  # ours, too
    FeatureGate(CRD_VALIDATION_RATCHETING, "", True),  # unlike upstream, where it is locked since 1.33: to compare
    FeatureGate(DECLARATIVE_VALIDATION, "", True, locked=True),
    FeatureGate(DECLARATIVE_VALIDATION_BETA, "BETA", True),
    FeatureGate(DECLARATIVE_VALIDATION_IN_OPENAPI, "ALPHA", False),
    FeatureGate(DECLARATIVE_VALIDATION_CEL_LIBRARIES, "ALPHA", False),  # ours, as the server has no such feature
    FeatureGate(DECLARATIVE_VALIDATION_FORMATS, "ALPHA", False),  # ours, too
    FeatureGate(DECLARATIVE_VALIDATION_TAKEOVER, "DEPRECATED", False, locked=True),
)
KNOWN_GATES: Mapping[str, FeatureGate] = MappingProxyType({gate.name: gate for gate in _GATES})


class RolloutStage(StrEnum):
    """Which errors of declared rules that have a hand-written twin count; those without one always do.

    A switch of ours beside the gates: it shows the stages that KEP-5073 led through.
    """

    LEVELS = "levels"
    """Those of the levels that count; both sides are compared. As v1.37 does."""
    OFF = "off"
    """None, and nothing is compared."""
    COMPARE = "compare"
    """None; both sides are compared."""
    TAKEOVER = "takeover"
    """All, and the hand-written errors that they cover give way; both sides are compared."""


class FieldValidationStage(StrEnum):
    """Whether clients have a say in what becomes of unknown and duplicate fields.

    A switch of ours beside the gates: it shows the stages that KEP-2885 led through.
    """

    ON = "on"
    """They have, and are warned where they say nothing. As v1.37 does."""
    OFF = "off"
    """They have not: such fields are dropped without a word. As before the KEP, or with its gate off."""


class FeatureGateError(ValueError):
    """A gate that there is none of, or is locked, or a value that is neither true nor false.

    The text is for who gave it.
    """


class FeatureGates:
    """Which features are on: their defaults, but for those in `switched`.

    Raises FeatureGateError on unknown names, and where a locked feature is to be what it is not.
    """

    __slots__ = ("_enabled",)

    def __init__(self, switched: Mapping[str, bool] = MappingProxyType({})):
        for name, wanted in switched.items():
            if (gate := KNOWN_GATES.get(name)) is None:
                raise FeatureGateError(_unrecognized(name))
            if gate.locked and wanted is not gate.default:
                told, kept = (str(each).lower() for each in (wanted, gate.default))
                raise FeatureGateError(f"cannot set feature gate {name} to {told}, feature is locked to {kept}")
        self._enabled = {gate.name: switched.get(gate.name, gate.default) for gate in _GATES}

    def enabled(self, name: str) -> bool:
        """Tells whether a feature is on."""
        return self._enabled[name]

    def extend(self, server: ServerVersion) -> ServerVersion:
        """Returns a version of the server with what the gates add to it that it does not have."""
        extended = replace(
            server,
            has_libraries=self._enabled[DECLARATIVE_VALIDATION_CEL_LIBRARIES],
            has_formats=self._enabled[DECLARATIVE_VALIDATION_FORMATS],
            has_default_rules=self._enabled[CRD_DEFAULT_RULES],
            has_conversion_rules=self._enabled[CRD_CONVERSION_RULES],
        )
        return extended if extended.is_extended else server

    def __iter__(self) -> Iterator[tuple[FeatureGate, bool]]:
        """Lists the gates, each with whether its feature is on."""
        return ((gate, self._enabled[gate.name]) for gate in _GATES)


DEFAULT_GATES = FeatureGates()


def _unrecognized(name: str) -> str:
    return f"unrecognized feature gate: {name}; known here: {', '.join(KNOWN_GATES)}"


def parse_feature_gates(text: str) -> dict[str, bool]:
    """Reads `Name=true,Other=false`, spaces and empty parts passed over; raises FeatureGateError."""
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
