"""Lint: chains of typedefs. Rules of an inner typedef do not apply to a type that is defined from it.

KEP-5073, "One-deep typedef issue and solution". The generator's option for typedef chains makes them apply.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from kapivara.generator.grammar.tag import Tag
from kapivara.generator.lint.declarations import readable_tags, written
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rule import Rule
from kapivara.generator.lint.ruled_types import has_rule_tag
from kapivara.generator.lint.survey import Survey
from kapivara.generator.model.types import Type

_MOST_LINKS = 10
"""The most types of a chain that a finding names."""


def _check_chains(survey: Survey) -> Iterator[Finding]:
    if survey.options.typedef_chains:
        return
    links = _RuledLinks()
    for declaration in survey.declarations:
        if declaration.member is not None:
            continue
        own = {str(tag) for tag in declaration.tags}
        for link, rules in islice(links.of(declaration.type), _MOST_LINKS):
            lost = [tag for tag in rules if str(tag) not in own]
            if lost:
                told = ", ".join(written(tag) for tag in lost)
                name = declaration.type.name.name
                message = f"rules on {link.name.name} do not apply to {name}, which is defined from it: {told}"
                hint = f"repeat them on {name}, or generate with --typedef-chains"
                yield declaration.finding(message, hint=hint)


class _RuledLinks:
    """The typedefs with rules in chains; those without are skipped in one step."""

    def __init__(self) -> None:
        self._rules: dict[int, list[Tag]] = {}
        self._next: dict[int, Type | None] = {}

    def of(self, kind: Type) -> Iterator[tuple[Type, list[Tag]]]:
        """Yields the typedefs with rules from which a type is defined, nearest first."""
        seen = {id(kind)}
        while (link := self._after(kind)) is not None and id(link) not in seen:
            seen.add(id(link))
            yield link, self._on(link)
            kind = link

    def _after(self, kind: Type) -> Type | None:
        passed: list[int] = []
        found: Type | None = None
        for link in (kind, *kind.chain()) if id(kind) not in self._next else ():
            if passed and (id(link) in self._next or self._on(link)):
                found = link if self._on(link) else self._next[id(link)]
                break
            passed.append(id(link))
        self._next.update(dict.fromkeys(passed, found))
        return self._next[id(kind)]

    def _on(self, kind: Type) -> list[Tag]:
        if id(kind) not in self._rules:
            self._rules[id(kind)] = [tag for tag in readable_tags(kind.comments) if has_rule_tag((tag,))]
        return self._rules[id(kind)]


TYPEDEF_CHAIN = Rule(
    name="typedef-chain",
    severity=Severity.WARNING,
    what="A type is defined from another named type that has rules, and does not repeat them.",
    why="In Go, `type Outer Inner` shares only the underlying type with Inner: rules on fields of a struct "
    "apply, rules on Inner itself do not, and validation-gen does not warn.",
    example="// +k8s:minLength=4\ntype Inner string\n\n// +k8s:maxLength=16\ntype Outer Inner",
    better="// +k8s:minLength=4\ntype Inner string\n\n// +k8s:minLength=4\n// +k8s:maxLength=16\ntype Outer Inner",
    check=_check_chains,
)
