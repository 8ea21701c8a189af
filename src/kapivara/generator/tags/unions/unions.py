"""The tags unionMember, unionDiscriminator and zeroOrOneOfMember: of some fields or items, one is set.

Each member registers with a union of the struct, or of the list, around it; the rule is made once per union, after all
its members are known.
Upstream: code-generator/cmd/validation-gen/validators/union.go, zeroorone.go (1.37).
"""

from __future__ import annotations

from typing import ClassVar

from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import type_text, value_type
from kapivara.generator.model.types import STRING
from kapivara.generator.plan.rule_calls import DeferredScope, FunctionCall, Rules
from kapivara.generator.tags.contract.handler import ArgDoc, Context, Scope, Stability, TagHandler
from kapivara.generator.tags.contract.schema_form import SchemaForm, Subject
from kapivara.generator.tags.unions.union_forms import union_form
from kapivara.generator.tags.unions.union_members import UnionKind, Unions, ZeroOrOneOfs

UNION_ARG = ArgDoc(
    "union", ValueType.STRING, description="<string>", docs="The name of the union, where there are several."
)
_MEMBER_NAME = "memberName"
_SCOPES = frozenset((Scope.FIELD, Scope.LIST_VALUE))
_RULES = "rules of the enclosing struct or list"
_PRESENT = "A pointer is there unless it is nil, a list or map unless it is empty, another value unless it is zero. "


class _Member(TagHandler):
    """The common part of tags that make a field or an item a member of a union or a similar group."""

    scopes = _SCOPES
    stability = Stability.STABLE
    unions: ClassVar[type[UnionKind]]
    """The class of the state that stores these unions."""

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Adds a member; returns the deferred rule of the surrounding struct or list."""
        name = tag.named(_MEMBER_NAME)
        unions = context.session.state(self.unions)
        unions.add_member(context, _union_of(tag), None if name is None else name.value)
        return Rules().later(DeferredScope.PARENT, lambda: unions.rules_of(context))

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:  # noqa: ARG002  the call has all data
        """Returns the CEL rules on the members that may be set together."""
        return union_form(check)


def _member_args(docs: str) -> tuple[ArgDoc, ...]:
    """Returns the arguments of a member's tag; `docs` describe the purpose of the member's name."""
    name = ArgDoc(_MEMBER_NAME, ValueType.STRING, description="<string>", docs=docs, default="the field's name")
    return (UNION_ARG, name)


class UnionMember(_Member):
    """`+k8s:unionMember`: makes the field or item a member, of which exactly one is set."""

    name = "k8s:unionMember"
    unions = Unions
    args = _member_args("The value of the discriminator that selects this member.")
    description = "Makes a field, or an item of a list, a member of a union: exactly one member must be set."
    docs = _PRESENT + (
        "With a discriminator (+k8s:unionDiscriminator) the member that it names must be set, and no other. "
        "Requests that change neither the discriminator nor which members are set are not validated."
    )
    examples = (
        "+k8s:unionMember",
        '+k8s:unionMember(union: "source", memberName: "HTTP")',
        '+k8s:item(type: "Done")=+k8s:unionMember',
    )
    schema_docs = _RULES


class UnionDiscriminator(TagHandler):
    """`+k8s:unionDiscriminator`: makes the field the discriminator, which names the member that is set."""

    name = "k8s:unionDiscriminator"
    scopes = _SCOPES
    stability = Stability.BETA
    args = (UNION_ARG,)
    description = "Makes a field the discriminator of a union: its value names the member that is set."
    docs = "A value that names no member does not violate the union: use +k8s:enum for that."
    examples = ("+k8s:unionDiscriminator", '+k8s:unionDiscriminator(union: "source")')
    schema_docs = _RULES

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Registers the discriminator; the members request the rule."""
        native = value_type(context.type)
        if native is not STRING:
            raise TagError(f"can only be used on string types ({type_text(context.type, native)})")
        if context.member is None:
            raise TagError("can only be used on struct fields", hint="put it on a field of the struct")
        union = context.session.state(Unions).at(context.parent_path, _union_of(tag))
        union.discriminator = context.member
        return Rules()


class ZeroOrOneOfMember(_Member):
    """`+k8s:zeroOrOneOfMember`: makes the field or item a member, of which at most one is set."""

    name = "k8s:zeroOrOneOfMember"
    unions = ZeroOrOneOfs
    args = _member_args("A name for this member; it has no effect.")
    description = "Makes a field, or an item of a list, a member of a group of which at most one may be set."
    docs = _PRESENT + "Requests that do not change which members are set are not validated."
    warning = (
        "Use it for items of lists: a client of an older version cannot distinguish a struct without members "
        "from one with an unknown member."
    )
    examples = ('+k8s:item(type: "Approved")=+k8s:zeroOrOneOfMember',)
    schema_docs = _RULES


def _union_of(tag: Tag) -> str:
    arg = tag.named("union")
    return "" if arg is None else arg.value


HANDLERS: tuple[TagHandler, ...] = (UnionMember(), UnionDiscriminator(), ZeroOrOneOfMember())
