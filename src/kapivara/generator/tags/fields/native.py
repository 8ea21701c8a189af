"""The tag declarativeValidationNative: only tags validate the field, without a hand-written twin.

All errors of the field's other tags are marked. The other tags must be stable, except in packages that are alpha or
beta themselves.
Upstream has no such tag; KEP-5073, "Supporting Declarative only validations", describes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kapivara.generator.grammar.tag import Tag
from kapivara.generator.model.author_error import TagError
from kapivara.generator.plan.rule_calls import Rules
from kapivara.generator.tags.contract.handler import Context, Scope, Stability, TagHandler
from kapivara.values.record import replace

_NAME = "k8s:declarativeValidationNative"


class DeclarativeValidationNative(TagHandler):
    """`+k8s:declarativeValidationNative`: declares that no hand-written code validates the field."""

    name = _NAME
    scopes = frozenset((Scope.FIELD,))
    stability = Stability.STABLE
    upstream = False
    description = (
        "Declares that only its tags validate a field; their failures are always enforced, and marked as declarative."
    )
    docs = (
        "Only stable tags may stand beside it; in an alpha package (v1alpha1) all may, in a beta package also those "
        "that are beta. The rule of a union is marked where its first member is marked."
    )
    examples = ("+k8s:declarativeValidationNative",)

    def plan(self, context: Context, tag: Tag) -> Rules:  # noqa: ARG002  it changes the rules of the other tags
        """Returns no rules: `mark_native` changes the rules of the other tags."""
        return Rules()


def mark_native(context: Context, tags: Sequence[Tag], rules: Rules, handlers: Mapping[str, TagHandler]) -> Rules:
    """Marks the rules of all tags of a field, if one is this tag; raises TagError for unstable tags."""
    if _NAME not in [each.name for each in tags]:
        return rules
    lowest = _lowest(context)
    for tag in tags:
        _check(tag, lowest, handlers)
    return rules.wrapped(lambda call, _: replace(call, native=True))


def _lowest(context: Context) -> Stability:
    """Returns the lowest stability that tags may have in the package of a field."""
    package = "" if context.parent_type is None else context.parent_type.name.package
    name = package.rpartition("/")[2]
    return Stability.ALPHA if "alpha" in name else Stability.BETA if "beta" in name else Stability.STABLE


def _check(tag: Tag, lowest: Stability, handlers: Mapping[str, TagHandler]) -> None:
    link: Tag | None = tag
    while link is not None:
        handler = handlers.get(link.name)
        if handler is not None and handler.stability.rank < lowest.rank:
            message = f'tag "{link.name}" with stability level "{handler.stability}" cannot be used with +{_NAME}'
            hint = f"only {lowest} tags may; leave +{_NAME} out and validate the field by hand, too"
            raise TagError(message, hint=hint, place=link.place)
        link = link.value_tag


HANDLERS: tuple[TagHandler, ...] = (DeclarativeValidationNative(),)
