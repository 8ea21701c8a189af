"""The tag opaqueType: ignores the rules of a type.

Upstream: code-generator/cmd/validation-gen/validators/opaque.go (1.37).
"""

from __future__ import annotations

from kapivara.generator.grammar.tag import Tag
from kapivara.generator.model.natives import value_type
from kapivara.generator.model.types import Member, Type
from kapivara.generator.plan.rule_calls import Rules
from kapivara.generator.tags.contract.handler import ANY_VALUE, Context, Scope, Stability, TagHandler


class OpaquePlaces:
    """The types and fields that are tagged opaque (state of a `Session`)."""

    def __init__(self) -> None:
        self._types: set[Type] = set()
        self._members: set[Member] = set()

    def note(self, context: Context) -> None:
        """Stores the current type or field; for other places, their rules contain this."""
        if context.scope is Scope.TYPE:
            self._types.add(value_type(context.type))
        elif context.scope is Scope.FIELD and context.member is not None:
            self._members.add(context.member)

    def holds(self, context: Context) -> bool:
        """Returns whether the current field or its type is opaque."""
        return context.member in self._members or value_type(context.type) in self._types


def is_field_opaque(context: Context) -> bool:
    """Returns whether the current field or its type is tagged opaque; call it after all tags were read (deferred)."""
    return context.session.state(OpaquePlaces).holds(context)


class OpaqueType(TagHandler):
    """`+k8s:opaqueType`: ignores the type's own rules here."""

    name = "k8s:opaqueType"
    scopes = ANY_VALUE
    stability = Stability.STABLE
    description = "Skips the rules that a type declares for itself."
    docs = (
        "On a field, the type's own rules do not run, but those on the field do. On a type, its fields are not "
        "validated. Types of packages that are not read must be marked so where they are used, inside "
        "+k8s:eachVal or +k8s:eachKey for values and keys of lists and maps."
    )
    examples = ("+k8s:opaqueType", "+k8s:eachVal=+k8s:opaqueType")

    def plan(self, context: Context, tag: Tag) -> Rules:  # noqa: ARG002  the tag has no content
        """Marks the current type or field."""
        context.session.state(OpaquePlaces).note(context)
        rules = Rules()
        rules.opaque_type = True
        return rules


HANDLERS: tuple[TagHandler, ...] = (OpaqueType(),)
