"""Finds types with rules, on themselves or on any type below.

Upstream: code-generator/cmd/validation-gen/lint_rules.go requiredAndOptional (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.lint.declarations import Declaration
from kapivara.generator.lint.survey import Survey
from kapivara.generator.model.types import Member, Type, TypeKind
from kapivara.generator.plan.rule_calls import Rules
from kapivara.generator.tags.all_tags import HANDLERS
from kapivara.generator.tags.contract.handler import Context, Scope, child_path
from kapivara.values.record import record


@record
class Opacity:
    """The parts of a type that validation skips: the type itself, its keys, its values."""

    type: bool = False
    key: bool = False
    value: bool = False

    def joined(self, rules: Rules) -> Opacity:
        """Adds the parts that rules make opaque."""
        return Opacity(self.type or rules.opaque_type, self.key or rules.opaque_key, self.value or rules.opaque_value)


_State = tuple[Type, Opacity]


def has_rule_tag(tags: Iterable[Tag]) -> bool:
    """Returns whether one of the tags is a rule; `optional` and `opaqueType` are not."""
    for tag in tags:
        if tag.name in ("k8s:optional", "k8s:opaqueType"):
            continue
        handler = HANDLERS.get(tag.name)
        if handler is None:
            continue
        if handler.payload is not ValueType.TAG:
            return True
        if tag.value_tag is not None and has_rule_tag((tag.value_tag,)):
            return True
    return False


class RuledTypes:
    """Finds rules for one survey; raises TagError for malformed tags."""

    def __init__(self, survey: Survey):
        self._survey = survey
        self._unruled: set[tuple[int, Opacity]] = set()
        self._type_rules: dict[int, Rules] = {}

    def has_rules(self, declaration: Declaration) -> bool:
        """Returns whether a field has rules, through its tags or its type."""
        if has_rule_tag(declaration.tags):
            return True
        member = declaration.member
        rules = self._extract(self._field_context(declaration.type, member), declaration.tags) if member else Rules()
        return self._reaches_rules(declaration.value_type, Opacity().joined(rules))

    def _reaches_rules(self, kind: Type, opacity: Opacity) -> bool:
        waiting: list[_State] = [(kind, opacity)]
        seen: set[tuple[int, Opacity]] = set()
        while waiting:
            kind, opacity = waiting.pop()
            key = (id(kind), opacity)
            if opacity.type or key in seen or key in self._unruled:
                continue
            seen.add(key)
            rules = self._rules_of_type(kind)
            opacity = opacity.joined(rules)
            if opacity.type:
                continue
            if rules.has_calls:
                return True
            following = self._below(kind, opacity)
            if following is None:
                return True
            waiting += reversed(following)
        self._unruled |= seen
        return False

    def _below(self, kind: Type, opacity: Opacity) -> list[_State] | None:
        """Returns the types of which a type consists; None where one of its fields has a rule itself."""
        if kind.kind is TypeKind.STRUCT:
            return self._fields(kind, opacity)
        if kind.kind is TypeKind.ALIAS:
            return [(kind.underlying, opacity)] if kind.underlying is not None else []
        if kind.kind is TypeKind.POINTER:
            return [(kind.elem, opacity)] if kind.elem is not None else []
        found = [(kind.key, Opacity(opacity.key)), (kind.elem, Opacity(opacity.value))]
        return [(each, inner) for each, inner in found if each is not None]

    def _fields(self, kind: Type, opacity: Opacity) -> list[_State] | None:
        found = []
        for member in kind.members:
            tags = self._survey.extractor.read_tags(member.comments)
            if has_rule_tag(tags):
                return None
            rules = self._extract(self._field_context(kind, member), tags)
            found.append((member.type, opacity.joined(rules)))
        return found

    def _rules_of_type(self, kind: Type) -> Rules:
        if not kind.comments:
            return Rules()
        known = self._type_rules.get(id(kind))
        if known is None:
            context = Context(self._survey.session(), Scope.TYPE, kind, str(kind))
            known = self._extract(context, self._survey.extractor.read_tags(kind.comments))
            self._type_rules[id(kind)] = known
        return known

    def _field_context(self, kind: Type, member: Member) -> Context:
        return Context(
            self._survey.session(),
            Scope.FIELD,
            member.type,
            child_path(str(kind), member.json.name or member.name),
            member=member,
            parent_path=str(kind),
            parent_type=kind,
        )

    def _extract(self, context: Context, tags: Iterable[Tag]) -> Rules:
        known = [tag for tag in tags if tag.name in HANDLERS]
        return context.session.extractor.extract_rules(context, *known) if known else Rules()
