"""Finds the members of groups: `+k8s:memberOf` adds a member, `+k8s:union` makes the group a union of a struct or list.

Members are found by their tags: in the comment of the union, and in the comments of all fields below it, through
structs and pointers to structs, but not through lists and maps. A group that is declared again further down is another
group.
Upstream has no such groups; KEP-5073, "Virtual Field Strategy" and "Tag Placement and Hoisting", describes them.
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.generator.grammar.tag import Tag
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import member_by_json, value_type
from kapivara.generator.model.types import Comments, Member, Position, Type, TypeKind
from kapivara.generator.plan.rule_calls import Argument, HasItem, IsSet
from kapivara.generator.tags.contract.handler import Context, ListTerm, Scope, Session
from kapivara.generator.tags.lists.items import read_selector, selected_item, selector_text
from kapivara.values.record import record
from kapivara.values.rendering import quote

UNION = "k8s:union"
MEMBER_OF = "k8s:memberOf"
_ITEMS = ("k8s:item", "k8s:listMapItem")
_LEVELS = {"k8s:alpha": "alpha", "k8s:beta": "beta"}
_SUBFIELD = "k8s:subfield"
_NATIVE = "k8s:declarativeValidationNative"
_MOST_FIELDS = 100_000
"""The most fields below a union; a field counts once for every path to it."""


@record
class Join:
    """One tag that adds a member to a group: the path from the commented declaration, and any item selector."""

    group: str
    steps: tuple[str, ...]
    selector: tuple[ListTerm, ...]
    level: str
    native: bool
    place: Position | None


@record(eq=False)
class GroupMember:
    """A member of a union, relative to the struct or list with the union."""

    way: tuple[Member, ...]
    join: Join

    def name(self, holder: str) -> str:
        """Returns the member's name in messages; `holder` is the name of the list, for a member that is an item."""
        path = ".".join(each.json.name for each in self.way if each.json.name) or holder
        return path + (f"[{selector_text(self.join.selector)}]" if self.join.selector else "")

    def is_set(self, holder: Type) -> Argument:
        """Returns the plan of the test that the member is set; raises TagError."""
        if not self.join.selector:
            return IsSet(self.way[-1], self.way[:-1])
        values = value_type(self.way[-1].type if self.way else holder)
        if values.kind is not TypeKind.SLICE or values.elem is None:
            raise TagError("struct type cannot have item members")
        return HasItem(selected_item(values.elem, self.join.selector), self.way)


def joins_of(session: Session, comments: Comments) -> Iterator[Join]:
    """Yields the tags of a comment that add members to groups; raises TagError."""
    tags = session.extractor.read_tags(comments) if any(MEMBER_OF in line.text for line in comments) else []
    native = any(tag.name == _NATIVE for tag in tags)
    for tag in tags:
        *around, last = _chain(tag)
        if last.name == MEMBER_OF:
            yield _join(around, last, native)


def _join(around: list[Tag], last: Tag, native: bool) -> Join:
    steps: list[str] = []
    selector: tuple[ListTerm, ...] = ()
    level = ""
    for link in around:
        if link.name in _LEVELS:
            level = _LEVELS[link.name]
        elif link.name in _ITEMS and not selector:
            selector = read_selector(link.args)
        elif link.name == _SUBFIELD and not selector:
            steps.append(_text(link.positional()))
        else:
            hint = f"put it around the union: +{link.name}=+{UNION}(…)"
            raise TagError(f"tag {quote(MEMBER_OF)} cannot be used inside {quote(link.name)}", hint=hint)
    return Join(_text(last.named("group")), tuple(steps), selector, level, native, last.place)


def declares(session: Session, comments: Comments, group: str) -> bool:
    """Returns whether a comment declares a group as a union on its own declaration."""
    if not any(UNION in line.text for line in comments):
        return False
    for tag in session.extractor.read_tags(comments):
        links = list(_chain(tag))
        if links[-1].name == UNION and _text(links[-1].named("union")) == group:
            return all(link.name != _SUBFIELD for link in links)
    return False


def declaration_of(context: Context) -> Iterator[tuple[Comments, tuple[str, ...]]]:
    """Yields the comments that may contain the current tag, nearest first, each with the subfields that lead to it."""
    steps: tuple[str, ...] = ()
    at: Context | None = context
    while at is not None:
        if at.member is not None:
            yield at.member.comments, steps
        elif at.scope is Scope.TYPE:
            yield at.type.comments, steps
        if at.outer is not None and at.member is not None:
            steps = (at.member.json.name, *steps)
        at = at.outer


def find_members(context: Context, group: str) -> list[GroupMember]:
    """Returns the members of a union on the current type or field, in the order of the sources; raises TagError."""
    holder = value_type(context.type)
    found = []
    for comments, prefix in declaration_of(context):
        for join in joins_of(context.session, comments):
            if join.group == group and join.steps[: len(prefix)] == prefix:
                found.append(GroupMember(_way(holder, join.steps[len(prefix) :]), join))
    if holder.kind is TypeKind.STRUCT:
        found += _below(context.session, holder, group)
    _check_distinct(found)
    return found


def _below(session: Session, struct: Type, group: str) -> list[GroupMember]:
    """Returns the members among the fields of a struct, and of its nested structs."""
    found: list[GroupMember] = []
    waiting: list[tuple[Member, ...]] = [(member,) for member in reversed(struct.members)]
    for _ in range(_MOST_FIELDS):
        if not waiting:
            return found
        way = waiting.pop()
        member, below = way[-1], value_type(way[-1].type)
        if not member.exported:
            continue
        for join in joins_of(session, member.comments):
            if join.group == group:
                found.append(GroupMember((*way, *_way(below, join.steps)), join))
        around = (struct, *(value_type(each.type) for each in way[:-1]))
        if below not in around and _is_open(session, member, below, group):
            waiting += [(*way, each) for each in reversed(below.members)]
    raise TagError(f"more than {_MOST_FIELDS} fields are below the union {quote(group)}")


def _is_open(session: Session, member: Member, below: Type, group: str) -> bool:
    """Returns whether the type of a field is searched for members of a group."""
    if below.kind is not TypeKind.STRUCT or not below.members:
        return False
    if not session.looks_into(below) or any("k8s:opaqueType" in line.text for line in member.comments):
        return False
    return not declares(session, member.comments, group) and not declares(session, below.comments, group)


def _way(struct: Type, steps: tuple[str, ...]) -> tuple[Member, ...]:
    way: list[Member] = []
    for name in steps:
        member = member_by_json(struct, name)
        if member is None:
            raise TagError(f"no field for json name {quote(name)}")
        way.append(member)
        struct = value_type(member.type)
    return tuple(way)


def _check_distinct(members: list[GroupMember]) -> None:
    seen = set()
    for each in members:
        key = (tuple(map(id, each.way)), each.join.selector)
        if key in seen:
            raise TagError(f"union member {quote(each.name(''))} is named twice", place=each.join.place)
        seen.add(key)


def _chain(tag: Tag) -> Iterator[Tag]:
    link: Tag | None = tag
    while link is not None:
        yield link
        link = link.value_tag


def _text(arg: object) -> str:
    return getattr(arg, "value", "")
