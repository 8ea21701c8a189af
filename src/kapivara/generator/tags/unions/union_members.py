"""Collects the members of unions while tags are read, and makes their rules.

Upstream: code-generator/cmd/validation-gen/validators/union.go processUnionValidations (1.37).
"""

from __future__ import annotations

from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import native_type, value_type
from kapivara.generator.model.types import Member, Type, TypeKind
from kapivara.generator.plan.rule_calls import Argument, FunctionCall, Getter, HasItem, IsSet, RuleCall, Rules
from kapivara.generator.tags.contract.handler import Context, ListTerm, Scope
from kapivara.generator.tags.lists.items import selected_item
from kapivara.values.rendering import quote

_SELECTED = "+k8s:item(<key>: <value>)=+k8s:unionMember"


class Union:
    """One union: the names of its members in messages, its fields and its items."""

    def __init__(self) -> None:
        self.names: list[tuple[str, str]] = []
        """The JSON name, or the selected item, and its value of the discriminator."""
        self.fields: list[Member] = []
        self.items: dict[str, tuple[ListTerm, ...]] = {}
        self.discriminator: Member | None = None


class UnionKind:
    """All unions of one kind in a run, by name and by the path of the struct or list with their members."""

    tag: str
    function: str

    def __init__(self) -> None:
        self._by_place: dict[str, dict[str, Union]] = {}

    def at(self, place: str, name: str) -> Union:
        """Returns a union, to be filled in."""
        return self._by_place.setdefault(place, {}).setdefault(name, Union())

    def add_member(self, context: Context, name: str, member_name: str | None) -> None:
        """Adds the current field or item; raises TagError."""
        if context.scope is Scope.FIELD:
            self._add_field(context, name, member_name)
        else:
            self._add_item(context, name, member_name or "")

    def _add_field(self, context: Context, name: str, member_name: str | None) -> None:
        member = check_member(context)
        union = self.at(context.parent_path, name)
        union.names.append((member.json.name, member.name if member_name is None else member_name))
        union.fields.append(member)

    def _add_item(self, context: Context, name: str, member_name: str) -> None:
        if not context.selector:
            raise TagError("list-item union member has no list selector in context", hint=f"select it: {_SELECTED}")
        shown = context.path.rpartition(".")[2]  # Kept: also where the dot is part of a value in the selector.
        union = self.at(context.parent_path, name)
        if shown in union.items:
            raise TagError(f"list-item union member {quote(shown)} already exists")
        union.names.append((shown, member_name))
        union.items[shown] = context.selector

    def rules_of(self, context: Context) -> Rules:
        """Returns the rules of the struct or list around a member, on the first call for it; raises TagError."""
        holder = context.parent_type
        if holder is None or value_type(holder).kind not in (TypeKind.STRUCT, TypeKind.SLICE):
            return Rules()
        unions = self._by_place.get(context.parent_path, {})
        made = [unions.pop(name) for name in sorted(unions) if unions[name].names]
        return Rules(*(self._call(union, holder) for union in made))

    def _call(self, union: Union, used: Type) -> RuleCall:
        holder = value_type(used)
        _check_holder(union, holder)
        members: tuple[Argument, ...] = tuple(IsSet(each) for each in union.fields)
        if union.items and holder.elem is not None:
            # Kept: items are checked in the order of their texts, and named in the order of their tags.
            members = tuple(_has_item(holder.elem, union.items[each]) for each in sorted(union.items))
        if union.discriminator is None:
            names = tuple(name for name, _ in union.names)
            # A struct that does not exist lacks no members.
            more = (True,) if self.function == Unions.function and used.kind is TypeKind.POINTER else ()
            return RuleCall(self.tag, FunctionCall(self.function, (names, members, *more)))
        found = union.discriminator
        args: tuple[Argument, ...] = (found.json.name, Getter((found,)), tuple(union.names), members)
        return RuleCall(self.tag, FunctionCall("discriminated_union", args))


class Unions(UnionKind):
    """The unions with exactly one member set (state of a `Session`)."""

    tag = "k8s:unionMember"
    function = "union"


class ZeroOrOneOfs(UnionKind):
    """The groups with at most one member set (state of a `Session`)."""

    tag = "k8s:zeroOrOneOfMember"
    function = "zero_or_one_of"


def check_member(context: Context) -> Member:
    """Returns the current field, for use as a member of a union; raises TagError where it cannot be one."""
    member = context.member
    if member is None:
        raise TagError("struct-field union member has no member info in context")
    kind = native_type(member.type).kind
    if kind not in (TypeKind.POINTER, TypeKind.MAP, TypeKind.SLICE, TypeKind.BUILTIN):
        hint = "a struct is always set, a pointer to one is not"
        raise TagError(f"can only be used on nilable and primitive types ({kind})", hint=hint)
    if not member.json.name:
        raise TagError(f"field {quote(str(member))} is a union member but has no JSON name")
    return member


def _check_holder(union: Union, holder: Type) -> None:
    if union.fields and union.items:
        raise TagError("cannot have both field members and item members")
    if holder.kind is TypeKind.STRUCT and union.items:
        raise TagError("struct type cannot have item members")
    if holder.kind is TypeKind.SLICE and union.fields:
        raise TagError("slice type cannot have field members")


def _has_item(elem: Type, selector: tuple[ListTerm, ...]) -> HasItem:
    # Kept: keys are treated as strings here, so that other keys are rejected.
    terms = [
        ListTerm(each.field, each.value if isinstance(each.value, str) else _text(each.value)) for each in selector
    ]
    return HasItem(selected_item(elem, sorted(terms, key=lambda each: each.field)))


def _text(value: str | int | bool) -> str:
    return value if isinstance(value, str) else str(value).lower()
