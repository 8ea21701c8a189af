"""Which gates are told of where a definition asks for what v1.37 does not have."""

from __future__ import annotations

import pytest

from kapivara.cli.findings import Finding, Location
from kapivara.cli.hints.gates import gate_hint


@pytest.mark.parametrize(
    ("field", "message", "gate"),
    [
        (
            "spec.versions[0].schema.openAPIV3Schema.properties.spec.x-kubernetes-default",
            'unknown field "…"',
            "CRDDefaultRules",
        ),
        ("spec.conversion.converters", 'unknown field "…"', "CRDConversionRules"),
        ("spec.conversion.strategy", 'Unsupported value: "ConversionRules"', "CRDConversionRules"),
        ("spec.conversion.strategy", 'Unsupported value: "Rules"', ""),
        ("spec.converters", 'unknown field "…"', ""),
        ("metadata.x-kubernetes-default", 'unknown field "…"', ""),
    ],
)
def test_gates(field: str, message: str, gate: str) -> None:
    hint = gate_hint(Finding(Location("a.yaml"), field, "", message))
    assert (f"--feature-gates {gate}=true enables it in kapivara" in hint) if gate else hint == ""
