"""The tags union, memberOf and listMapItem: unions by the names of groups.

`union` on a struct or list says that a group of its fields or items is a union; `memberOf` puts a field, or an item
that `listMapItem` selects, into the group. The union is the one that unionMember(union: <group>) would make.
Upstream has none of them; KEP-5073, "Virtual Field Strategy", describes them.
"""

from __future__ import annotations

from kapivara.generator.author_error import TagError
from kapivara.generator.model import Kind
from kapivara.generator.natives import value_type
from kapivara.generator.plan import DeferredScope, Rules
from kapivara.generator.tags.handler import ArgDoc, Context, Scope, Stability, TagHandler
from kapivara.generator.tags.items import ItemTag
from kapivara.generator.tags.tag import Tag, ValueType
from kapivara.generator.tags.unions import plan_member
from kapivara.values.rendering import quote

_UNION = "k8s:union"


class UnionGroups:
    """The groups that are unions, and those that have members (state of a `Session`), by place and name."""

    def __init__(self) -> None:
        self.declared: set[tuple[str, str]] = set()
        self.joined: set[tuple[str, str]] = set()


class UnionTag(TagHandler):
    """`+k8s:union(union: <group>)`: of a group exactly one member is set."""

    name = _UNION
    scopes = frozenset((Scope.TYPE, Scope.FIELD))
    stability = Stability.ALPHA
    upstream = False
    args = (ArgDoc("union", ValueType.STRING, required=True, description="<group>", docs="The name of the group."),)
    description = "Makes a group of fields of a struct, or of items of a list, a union: exactly one must be set."
    docs = "The members join by +k8s:memberOf. It stands on the struct's type, or on the field that holds the list."
    examples = ("+k8s:union(union: terminalStatus)",)

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Notes the group; its members ask for the rule."""
        kind = value_type(context.type).kind
        if kind not in (Kind.STRUCT, Kind.SLICE):
            raise TagError(f"can only be used on structs and lists ({kind})")
        groups, key = context.session.state(UnionGroups), (context.path, _argument(tag, "union"))
        groups.declared.add(key)

        def check() -> Rules:
            if key not in groups.joined:
                hint = f"add +k8s:memberOf(group: {key[1]}) to its members"
                raise TagError(f"union {quote(key[1])} has no members", hint=hint)
            return Rules()

        return Rules().later(DeferredScope.THIS, check)


class MemberOf(TagHandler):
    """`+k8s:memberOf(group: <group>)`: a member of a group."""

    name = "k8s:memberOf"
    scopes = frozenset((Scope.FIELD, Scope.LIST_VALUE))
    stability = Stability.ALPHA
    upstream = False
    args = (ArgDoc("group", ValueType.STRING, required=True, description="<group>", docs="The name of the group."),)
    description = "Puts a field, or an item of a list, into a group that +k8s:union makes a union."
    docs = "Inside +k8s:listMapItem it is an item that joins."
    examples = (
        "+k8s:memberOf(group: terminalStatus)",
        '+k8s:listMapItem(type: "Failed")=+k8s:memberOf(group: terminalStatus)',
    )

    def plan(self, context: Context, tag: Tag) -> Rules:
        """Adds a member to the union of the group's name."""
        groups, group = context.session.state(UnionGroups), _argument(tag, "group")
        key = (context.parent_path, group)
        groups.joined.add(key)
        rules = plan_member(context, group, None)

        def check() -> Rules:
            if key not in groups.declared and not _declared_by_type(context, group):
                hint = f"add +k8s:union(union: {group}) to the type, or to the list"
                raise TagError(f"group {quote(group)} is not declared a union", hint=hint)
            return Rules()

        return rules.later(DeferredScope.PARENT, check)


class ListMapItem(ItemTag):
    """`+k8s:listMapItem(<key>: <value>, …)=+tag`: item, as the KEP calls it where groups are meant."""

    name = "k8s:listMapItem"
    stability = Stability.ALPHA
    upstream = False
    instead = "k8s:item"
    usage = '+k8s:listMapItem(stringKey: "value", intKey: 42, boolKey: true)=<validation-tag>'
    examples = ('+k8s:listMapItem(type: "Succeeded")=+k8s:memberOf(group: terminalStatus)',)


def _argument(tag: Tag, name: str) -> str:
    arg = tag.named(name)
    return "" if arg is None else arg.value


def _declared_by_type(context: Context, group: str) -> bool:
    """Tells whether the type around a field declares the group: its tags are read after those of its fields."""
    holder = context.parent_type
    if holder is None or context.parent_path != str(holder):
        return False
    links: list[Tag | None] = [*context.session.extractor.read_tags(holder.comments)]
    for link in links:
        if link is not None:
            if link.name == _UNION and _argument(link, "union") == group:
                return True
            links.append(link.value_tag)
    return False


HANDLERS: tuple[TagHandler, ...] = (UnionTag(), MemberOf(), ListMapItem())
