"""The tags union, memberOf and listMapItem: unions of named groups.

`union` on a struct or list declares a group as a union; `memberOf` adds a field, or an item that `listMapItem` selects,
to the group. Members may be in structs below the union: a group belongs to a whole kind. `group_members` finds them.
Upstream has none of these tags; KEP-5073, "Virtual Field Strategy", describes them.
"""

from __future__ import annotations

from typing import TypeAlias

from kapivara.generator.grammar.tag import Tag, ValueType
from kapivara.generator.model.author_error import AuthorError, TagError
from kapivara.generator.model.natives import value_type
from kapivara.generator.model.types import Position, TypeKind
from kapivara.generator.plan.rule_calls import Argument, FunctionCall, Getter, RuleCall, Rules
from kapivara.generator.tags.contract.handler import ArgDoc, Context, Scope, Session, Stability, TagHandler
from kapivara.generator.tags.contract.schema_form import SchemaForm, Subject
from kapivara.generator.tags.lists.items import ItemTag
from kapivara.generator.tags.unions.group_members import (
    MEMBER_OF,
    UNION,
    GroupMember,
    Join,
    declaration_of,
    find_members,
    joins_of,
)
from kapivara.generator.tags.unions.union_forms import union_form
from kapivara.generator.tags.unions.union_members import Unions, check_member
from kapivara.values.rendering import quote

_Key: TypeAlias = "tuple[Position | None, str]"
"""The place of a tag that adds a member, and the group."""


class JoinedGroups:
    """The members of groups, and those that a union has found (state of a `Session`)."""

    def __init__(self) -> None:
        self.waiting: dict[_Key, AuthorError] = {}
        """The error to report for each tag that no union finds."""
        self.found: set[_Key] = set()


class UnionTag(TagHandler):
    """`+k8s:union(union: <group>)`: requires that exactly one member of the group is set."""

    name = UNION
    scopes = frozenset((Scope.TYPE, Scope.FIELD))
    stability = Stability.ALPHA
    upstream = False
    args = (ArgDoc("union", ValueType.STRING, required=True, description="<group>", docs="The name of the group."),)
    description = "Makes a group of fields of a struct, or of items of a list, a union: exactly one must be set."
    docs = (
        "The members join by +k8s:memberOf. Put it on the type of the struct that contains all members, "
        "directly or through nested structs and pointers to them; or on the field that holds the list."
    )
    examples = ("+k8s:union(union: terminalStatus)",)
    schema_docs = "rules of the struct or list"

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Returns the rule on all members."""
        holder = value_type(context.type)
        if holder.kind not in (TypeKind.STRUCT, TypeKind.SLICE):
            raise TagError(f"can only be used on structs and lists ({holder.kind})")
        arg = tag.named("union")
        group = "" if arg is None else arg.value
        members = find_members(context, group)
        if not members:
            hint = f"add +k8s:memberOf(group: {group}) to its members"
            raise TagError(f"union {quote(group)} has no members", hint=hint)
        context.session.state(JoinedGroups).found |= {_key(each.join) for each in members}
        first = members[0].join
        call = _call(context, group, members)
        return Rules(RuleCall(self.name, call, level=first.level, native=first.native))

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:  # noqa: ARG002  the call has all data
        """Returns the CEL rules on the members that may be set together."""
        return union_form(check)


def _call(context: Context, group: str, members: list[GroupMember]) -> FunctionCall:
    list_name = context.type.name.name if context.member is None else context.member.json.name
    names = tuple(each.name(list_name) for each in members)
    checks: tuple[Argument, ...] = tuple(each.is_set(context.type) for each in members)
    discriminator = context.session.state(Unions).at(context.path, group).discriminator
    if discriminator is None:
        # A struct that does not exist lacks no members.
        return FunctionCall("union", (names, checks, value_type(context.type).kind is TypeKind.STRUCT))
    values = tuple((name, each.way[-1].name if each.way else "") for name, each in zip(names, members, strict=True))
    return FunctionCall("discriminated_union", (discriminator.json.name, Getter((discriminator,)), values, checks))


class MemberOf(TagHandler):
    """`+k8s:memberOf(group: <group>)`: adds a member to a group."""

    name = MEMBER_OF
    scopes = frozenset((Scope.FIELD, Scope.LIST_VALUE))
    stability = Stability.ALPHA
    upstream = False
    args = (ArgDoc("group", ValueType.STRING, required=True, description="<group>", docs="The name of the group."),)
    description = "Puts a field, or an item of a list, into a group that +k8s:union makes a union."
    docs = (
        "Inside +k8s:listMapItem an item joins. The union is the nearest enclosing one of that name: on the "
        "list, on the struct of the field, or on an outer struct."
    )
    examples = (
        "+k8s:memberOf(group: terminalStatus)",
        '+k8s:listMapItem(type: "Failed")=+k8s:memberOf(group: terminalStatus)',
    )
    schema_docs = "rules of the struct or list that is the union"

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Registers the member, which a union must find by this tag."""
        if context.scope is Scope.FIELD:
            check_member(context)
        elif not context.selector:
            hint = f"select it: +k8s:listMapItem(<key>: <value>)=+{MEMBER_OF}"
            raise TagError("list-item union member has no list selector in context", hint=hint)
        arg = tag.named("group")
        group = "" if arg is None else arg.value
        for comments, steps in declaration_of(context):
            for join in joins_of(context.session, comments):
                if join.group == group and join.steps == steps:
                    self._await(context, join)
                    return Rules()
        return Rules()

    def _await(self, context: Context, join: Join) -> None:
        hint = f"add +k8s:union(union: {join.group}) to the type that holds all members, or to the list"
        message = f'field {context.path}: tag "{self.name}": group {quote(join.group)} is not declared a union'
        owner = "" if context.parent_type is None else str(context.parent_type)
        error = AuthorError(message, join.place, type_name=owner, field=context.path, tag=self.name, hint=hint)
        context.session.state(JoinedGroups).waiting.setdefault(_key(join), error)


def undeclared_groups(session: Session) -> list[AuthorError]:
    """Returns errors for members of groups that no type above them declares as a union; run it after all types."""
    groups = session.state(JoinedGroups)
    return [error for key, error in groups.waiting.items() if key not in groups.found]


def _key(join: Join) -> _Key:
    return join.place, join.group


class ListMapItem(ItemTag):
    """`+k8s:listMapItem(<key>: <value>, …)=+tag`: the KEP's name of `item`, for groups."""

    name = "k8s:listMapItem"
    stability = Stability.ALPHA
    upstream = False
    instead = "k8s:item"
    usage = "+k8s:listMapItem(<key>: <value>, …)=+<tag>"
    docs = ItemTag.docs + " They may be given as pairs, too, as the KEP has it: `pairs: [[type, Failed]]`."
    examples = (
        '+k8s:listMapItem(type: "Succeeded")=+k8s:memberOf(group: terminalStatus)',
        '+k8s:listMapItem(pairs: [[type, "Failed"]])=+k8s:memberOf(group: terminalStatus)',
    )


HANDLERS: tuple[TagHandler, ...] = (UnionTag(), MemberOf(), ListMapItem())
