"""Tests of feature gates: their defaults, their syntax, and errors."""

import pytest

from kapivara.apis.machinery.server.feature_gates import (
    CRD_VALIDATION_RATCHETING,
    DEFAULT_GATES,
    KNOWN_GATES,
    FeatureGateError,
    FeatureGates,
    parse_feature_gates,
)


def test_defaults():
    assert [(gate.name, gate.stage, on, gate.locked) for gate, on in DEFAULT_GATES] == [
        ("CRDConversionRules", "ALPHA", False, False),
        ("CRDDefaultRules", "ALPHA", False, False),
        ("CRDValidationRatcheting", "", True, False),
        ("DeclarativeValidation", "", True, True),
        ("DeclarativeValidationBeta", "BETA", True, False),
        ("DeclarativeValidationExtensionsInOpenAPI", "ALPHA", False, False),
        ("DeclarativeValidationCELLibraries", "ALPHA", False, False),
        ("DeclarativeValidationFormats", "ALPHA", False, False),
        ("DeclarativeValidationTakeover", "DEPRECATED", False, True),
    ]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("DeclarativeValidation", True, ""),
        (
            "DeclarativeValidation",
            False,
            "cannot set feature gate DeclarativeValidation to false, feature is locked to true",
        ),
        ("DeclarativeValidationBeta", False, ""),
        ("DeclarativeValidationTakeover", False, ""),
        (
            "DeclarativeValidationTakeover",
            True,
            "cannot set feature gate DeclarativeValidationTakeover to true, feature is locked to false",
        ),
    ],
)
def test_locked_features_stay_as_they_are(name, value, message):
    if not message:
        assert FeatureGates({name: value}).enabled(name) is value
        return
    with pytest.raises(FeatureGateError) as error:
        FeatureGates({name: value})
    assert str(error.value) == message


def test_switched_off():
    assert not FeatureGates({CRD_VALIDATION_RATCHETING: False}).enabled(CRD_VALIDATION_RATCHETING)


def test_names_are_their_own_keys():
    assert all(name == gate.name for name, gate in KNOWN_GATES.items())


@pytest.mark.parametrize(
    ("text", "switched"),
    [
        ("", {}),
        (",", {}),
        ("CRDValidationRatcheting=true", {"CRDValidationRatcheting": True}),
        ("CRDValidationRatcheting=false", {"CRDValidationRatcheting": False}),
        (" CRDValidationRatcheting = F ,", {"CRDValidationRatcheting": False}),
        ("CRDValidationRatcheting=1,CRDValidationRatcheting=0", {"CRDValidationRatcheting": False}),
    ],
)
def test_parsing(text, switched):
    assert parse_feature_gates(text) == switched


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Ratchet=true", f"unrecognized feature gate: Ratchet; known here: {', '.join(KNOWN_GATES)}"),
        pytest.param(
            "ServerSideFieldValidation=false",
            f"unrecognized feature gate: ServerSideFieldValidation; known here: {', '.join(KNOWN_GATES)}",
            id="gone",
        ),
        ("=true", f"unrecognized feature gate: ; known here: {', '.join(KNOWN_GATES)}"),
        (
            "CRDValidationRatcheting",
            "missing value for feature gate CRDValidationRatcheting: "
            "CRDValidationRatcheting=true or CRDValidationRatcheting=false",
        ),
        (
            "CRDValidationRatcheting=yes",
            "invalid value for feature gate CRDValidationRatcheting: 'yes' is neither true nor false",
        ),
    ],
)
def test_refused(text, message):
    with pytest.raises(FeatureGateError) as error:
        parse_feature_gates(text)
    assert str(error.value) == message


def test_unknown_names_are_refused_in_mappings_too():
    with pytest.raises(FeatureGateError, match="known here: CRDConversionRules"):
        FeatureGates({"Ratchet": True})
