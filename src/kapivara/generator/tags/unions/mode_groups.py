"""Collects modes while the tags of a struct are read: the discriminator, the rules of each mode, and their calls.

Upstream: code-generator/cmd/validation-gen/validators/mode.go generateMemberFieldValidation (1.37).
"""

from __future__ import annotations

from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import native_type, value_type
from kapivara.generator.model.types import BOOL, Member, TypeKind
from kapivara.generator.plan.rule_calls import Argument, CallsInOrder, FunctionCall, Getter, PartOf, RuleCall, Rules
from kapivara.generator.tags.contract.handler import Context
from kapivara.values.record import record, replace
from kapivara.values.rendering import quote

DEFAULT_GROUP = "default"
"""The name of the unnamed group in messages and in the order of groups."""


@record
class _ModeRule:
    """The rules of one tag on a field in one mode."""

    mode: str
    calls: tuple[RuleCall, ...]
    level: str


class ModeGroup:
    """One discriminator and the fields that depend on it."""

    def __init__(self) -> None:
        self.discriminator: Member | None = None
        self.fields: dict[str, tuple[Member, list[_ModeRule]]] = {}
        """The fields by their Go names, with their rules in the order of the tags."""

    def add(self, member: Member, mode: str, calls: list[RuleCall], level: str) -> None:
        """Adds the rules of a tag on a field in a mode."""
        marked = tuple(replace(each, level=level) for each in calls) if level else tuple(calls)
        self.fields.setdefault(member.name, (member, []))[1].append(_ModeRule(mode, marked, level))


class Modes:
    """All groups of modes (state of a `Session`), by the path of their struct and by name."""

    def __init__(self) -> None:
        self._by_place: dict[str, dict[str, ModeGroup]] = {}

    def at(self, place: str, name: str) -> ModeGroup:
        """Returns a group, to be filled in."""
        return self._by_place.setdefault(place, {}).setdefault(name or DEFAULT_GROUP, ModeGroup())

    def rules_of(self, context: Context) -> Rules:
        """Returns the rules of the struct around a field, for the first field that calls it; raises TagError."""
        if context.parent_type is None or value_type(context.parent_type).kind is not TypeKind.STRUCT:
            return Rules()
        rules = Rules()
        for name, group in sorted(self._by_place.pop(context.parent_path, {}).items()):
            if group.discriminator is None:
                if group.fields:
                    raise _missing(name)
                continue
            for _, (member, tagged) in sorted(group.fields.items()):
                rules.calls.append(_call(group.discriminator, member, tagged))
        return rules


def _missing(name: str) -> TagError:
    group = "" if name == DEFAULT_GROUP else f" for group {quote(name)}"
    modality = "" if name == DEFAULT_GROUP else f"(modality: {quote(name)})"
    return TagError(f"missing discriminator{group}", hint=f"tag a field with +k8s:modeDiscriminator{modality}")


def _call(discriminator: Member, member: Member, tagged: list[_ModeRule]) -> RuleCall:
    """Returns the call that checks one field in the current mode."""
    if native_type(member.type).kind is TypeKind.STRUCT:
        raise TagError("discriminated member fields of struct type must be pointers")
    levels = {each.level for each in tagged}
    is_pointer = native_type(member.type).kind is TypeKind.POINTER
    forbidden = FunctionCall("forbidden_pointer" if is_pointer else "forbidden_value")
    otherwise = RuleCall("k8s:forbidden", forbidden, level=levels.pop() if len(levels) == 1 else "")
    by_mode: dict[str, list[RuleCall]] = {}
    for each in tagged:
        by_mode.setdefault(each.mode, []).extend(each.calls)
    modes: tuple[Argument, ...] = tuple(
        (_mode_value(discriminator, mode), CallsInOrder(tuple(calls))) for mode, calls in sorted(by_mode.items())
    )
    args = (PartOf(member, member.json.name), Getter((discriminator,)), CallsInOrder((otherwise,)), modes)
    return RuleCall("k8s:modeDiscriminator", FunctionCall("discriminated", args), level_fixed=True)


def _mode_value(discriminator: Member, mode: str) -> str | bool:
    if value_type(discriminator.type) is not BOOL:
        return mode
    if mode not in ("true", "false"):
        shown = quote(mode)
        why = f"cannot parse {shown} as bool: {shown} is not a valid bool value"
        raise TagError(f"invalid discriminator value {shown}: {why}", hint='"true" or "false"')
    return mode == "true"
