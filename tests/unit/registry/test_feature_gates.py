"""Feature gates: their defaults, how they are written, what is refused."""

import pytest

from kapivara.apis.feature_gates import (
    CRD_VALIDATION_RATCHETING,
    DEFAULT_GATES,
    KNOWN_GATES,
    FeatureGateError,
    FeatureGates,
    parse_feature_gates,
)


def test_ratcheting_is_on_by_default():
    assert DEFAULT_GATES.enabled(CRD_VALIDATION_RATCHETING)
    assert [(gate.name, gate.stage, on) for gate, on in DEFAULT_GATES] == [("CRDValidationRatcheting", "", True)]


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
        ("Ratchet=true", "unknown feature gate 'Ratchet'; known: CRDValidationRatcheting"),
        ("=true", "unknown feature gate ''; known: CRDValidationRatcheting"),
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
    with pytest.raises(FeatureGateError, match="known: CRDValidationRatcheting"):
        FeatureGates({"Ratchet": True})
