"""The tags enum and enumExclude: the allowed values of a type are its constants.

Upstream: code-generator/cmd/validation-gen/validators/enum.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import cast

from kapivara.emit.conditions import OneOf
from kapivara.field import not_supported
from kapivara.generator.grammar.tag import Tag
from kapivara.generator.model.author_error import TagError
from kapivara.generator.model.natives import native_type, type_text
from kapivara.generator.model.types import STRING, Comments
from kapivara.generator.plan.rule_calls import FunctionCall, RuleCall, Rules, ShapeOf
from kapivara.generator.tags.contract.cel_texts import literal
from kapivara.generator.tags.contract.handler import Context, Scope, Stability, TaggedConstant, TagHandler
from kapivara.generator.tags.contract.schema_form import SchemaForm, Subject, keyword_form, rule_form
from kapivara.values.record import record

_EXCLUDED_WHEN = {
    "k8s:ifEnabled": True,
    "k8s:ifDisabled": False,
    "k8s:ifOptionEnabled": True,
    "k8s:ifOptionDisabled": False,
}
_EXCLUDE = "k8s:enumExclude"


@record
class _Value:
    """One value of an enum; `exclusions` are the options that exclude it, each with its setting (on or off)."""

    name: str
    value: str
    comment: str
    exclusions: tuple[tuple[bool, str], ...]

    def beats(self, other: _Value) -> bool:
        """Returns whether this constant is preferred to another one with the same value: the longer comment wins."""
        ours, theirs = self.comment.encode(), other.comment.encode()
        return (len(ours), theirs) > (len(theirs), ours)


class Enum(TagHandler):
    """`+k8s:enum`: allows only the type's constants."""

    name = "k8s:enum"
    scopes = frozenset((Scope.TYPE,))
    stability = Stability.STABLE
    description = "Declares a string type as an enumeration: its constants are the allowed values."
    docs = (
        "All constants of the type count, unless +k8s:enumExclude leaves them out. The empty string is "
        "rejected too, unless a constant has it or the field is +k8s:optional."
    )
    examples = ("+k8s:enum",)
    schema_docs = "`enum`"

    def plan(self, context: Context, tag: Tag) -> Rules:  # noqa: ARG002  the tag has no content
        """Returns the rule that allows only the values of the enum."""
        native = native_type(context.type)
        if native is not STRING:
            raise TagError(f"can only be used on string types ({type_text(context.type, native)})")
        values = _values(context.constants)
        texts = tuple(sorted([each.value for each in values]))
        exclusions = tuple([(each.value, option, when) for each in values for when, option in each.exclusions])
        holds = None if exclusions else OneOf(texts)
        return Rules(RuleCall(self.name, FunctionCall("enum", (texts, exclusions, ShapeOf(context.type)), holds)))

    def schema_form(self, check: FunctionCall, subject: Subject) -> SchemaForm:
        """Returns the keyword `enum` with the values that options do not exclude."""
        listed, exclusions = cast("tuple[tuple[str, ...], tuple[tuple[str, str, bool], ...]]", check.args[:2])
        excluded = {value for value, option, when in exclusions if subject.options.get(option) is when}
        texts = tuple(each for each in listed if each not in excluded)
        if not texts:  # the keyword needs at least one value
            return rule_form(lambda _: "false", not_supported(None, "", ()))
        shown = ", ".join(map(literal, texts))
        return keyword_form("enum", list(texts), lambda value: f"{value} in [{shown}]", not_supported(None, "", texts))


class EnumExclude(TagHandler):
    """`+k8s:enumExclude`: excludes a constant from its enum."""

    name = _EXCLUDE
    scopes = frozenset((Scope.CONSTANT,))
    stability = Stability.ALPHA
    description = "Leaves a constant out of its type's enumeration, always or depending on options."
    docs = (
        "Inside +k8s:ifEnabled(<option>) or +k8s:ifDisabled(<option>) the constant is left out where the option is on "
        "or off; with several of them, where the condition of any one holds."
    )
    examples = ("+k8s:enumExclude", "+k8s:ifDisabled(FastMode)=+k8s:enumExclude")
    schema_docs = "the constant is not among the values of `enum`; under an option, where its condition holds"

    def plan(self, context: Context, tag: Tag) -> Rules:  # noqa: ARG002  the enum's handler reads it
        """Returns no rules: the handler of the enum reads this tag."""
        return Rules()


def _values(constants: Iterable[TaggedConstant]) -> list[_Value]:
    """Returns the values that are not excluded unconditionally, sorted by constant name."""
    found: dict[str, _Value] = {}
    for each in constants:
        if _EXCLUDE in [tag.name for tag in each.tags]:
            continue
        constant = each.constant
        made = _Value(constant.name.name, str(constant.value), _text(constant.comments), _exclusions(each.tags))
        known = found.get(made.value)
        if known is None or made.beats(known):
            found[made.value] = made
    return sorted(found.values(), key=attrgetter("name"))


def _text(comments: Comments) -> str:
    """Returns the text of a comment, with single empty lines and none at the ends."""
    lines = [line.text.rstrip() for line in comments]
    kept = [line for place, line in enumerate(lines) if line or (place and lines[place - 1])]
    return " ".join(kept).strip()


def _exclusions(tags: Iterable[Tag]) -> tuple[tuple[bool, str], ...]:
    """Returns the options that exclude a constant, each with its setting; first those that exclude it when off."""
    found = []
    for tag in tags:
        option = tag.positional()
        inner = tag.value_tag
        if tag.name in _EXCLUDED_WHEN and option is not None and inner is not None and inner.name == _EXCLUDE:
            found.append((_EXCLUDED_WHEN[tag.name], option.value))
    return tuple(sorted(found))


HANDLERS: tuple[TagHandler, ...] = (Enum(), EnumExclude())
