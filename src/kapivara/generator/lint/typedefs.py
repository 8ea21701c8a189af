"""Lint: chains of typedefs. Rules on an inner typedef do not apply to a type that is defined from it.

KEP-5073, "One-deep typedef issue and solution". The generator's option for typedef chains makes them apply.
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.generator.lint.declarations import readable_tags, written
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rule import Rule
from kapivara.generator.lint.ruled_types import has_rule_tag
from kapivara.generator.lint.survey import Survey
from kapivara.generator.model import Type
from kapivara.generator.tags.tag import Tag


def _check_chains(survey: Survey) -> Iterator[Finding]:
    if survey.options.typedef_chains:
        return
    for declaration in survey.declarations:
        if declaration.member is not None:
            continue
        own = {str(tag) for tag in declaration.tags}
        for link in declaration.type.chain():
            lost = [tag for tag in _rules_on(link) if str(tag) not in own]
            if lost:
                told = ", ".join(written(tag) for tag in lost)
                name = declaration.type.name.name
                message = f"rules on {link.name.name} do not apply to {name}, which is defined from it: {told}"
                hint = f"repeat them on {name}, or generate with --typedef-chains"
                yield declaration.finding(message, hint=hint)


def _rules_on(kind: Type) -> list[Tag]:
    return [tag for tag in readable_tags(kind.comments) if has_rule_tag((tag,))]


TYPEDEF_CHAIN = Rule(
    name="typedef-chain",
    severity=Severity.WARNING,
    what="A type is defined from another named type that has rules, and does not repeat them.",
    why="For Go, `type Outer Inner` has nothing to do with Inner but the type underneath: rules on fields of a struct "
    "come along, rules on Inner itself do not, and nothing tells.",
    example="// +k8s:minLength=4\ntype Inner string\n\n// +k8s:maxLength=16\ntype Outer Inner",
    better="// +k8s:minLength=4\ntype Inner string\n\n// +k8s:minLength=4\n// +k8s:maxLength=16\ntype Outer Inner",
    check=_check_chains,
)
