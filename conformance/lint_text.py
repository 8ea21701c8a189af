"""Findings of validation-gen's own rules, with its texts and format.

Upstream: code-generator/cmd/validation-gen/targets.go GetTargets, "lint failed" (1.37); types are sorted here.
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.generator.lint.finding import Finding
from kapivara.generator.lint.rules.presence import REQUIRED_AND_OPTIONAL
from kapivara.generator.lint.rules.stability import ALPHA_BETA_PREFIX, VALIDATION_STABILITY
from kapivara.generator.model.types import TypeName
from kapivara.generator.sources.loading import Sources

_ORDER = {
    rule.name: place for place, rule in enumerate((ALPHA_BETA_PREFIX, VALIDATION_STABILITY, REQUIRED_AND_OPTIONAL))
}


def upstream_text(findings: Iterable[Finding], sources: Sources) -> str:
    """Renders the findings of validation-gen's rules as it prints them; empty without any."""
    by_type: dict[str, list[Finding]] = {}
    for each in findings:
        if each.rule in _ORDER:
            by_type.setdefault(each.type_name, []).append(each)
    if not by_type:
        return ""
    lines = ["lint failed:"]
    for name in sorted(by_type):
        lines.append(f"  type {name}:")
        fields = _fields(name, sources)
        for each in sorted(by_type[name], key=lambda found: (fields.get(found.field, -1), _ORDER[found.rule])):
            lines.append(f"    field {each.field}: {each.message}" if each.field else f"    {each.message}")
    return "\n".join(lines)


def _fields(name: str, sources: Sources) -> dict[str, int]:
    """Returns the positions of the fields of a type."""
    package, _, bare = name.rpartition(".")
    kind = sources.universe.type(TypeName(package, bare))
    return {} if kind is None else {member.name: place for place, member in enumerate(kind.members)}
