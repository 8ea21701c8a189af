"""What tags that hold another tag share: the tag inside, the call around a call.

A wrapper takes over the flags of the call inside (whether its failure stops others, whether it is told); the cohort is
the wrapper's own, and marks stay inside.
Upstream: code-generator/cmd/validation-gen/validators/validators.go WrapperFunction, WrapFunctions (1.37).
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.generator.author_error import TagError
from kapivara.generator.plan import Check, RuleCall, rewrapped
from kapivara.generator.tags.handler import PayloadDoc
from kapivara.generator.tags.tag import Tag
from kapivara.values.record import replace

_LOSES_LEVEL = frozenset(
    f"k8s:{name}"
    for name in ("customValidation", "forbidden", "format", "immutable", "monotonic", "optional", "required")
)
"""The tags whose rules take no arguments of their own."""


def payload_doc(docs: str) -> tuple[PayloadDoc, ...]:
    """Documents a payload that is a tag."""
    return (PayloadDoc("<validation-tag>", docs),)


def payload_of(tag: Tag) -> Tag:
    """Returns the tag inside a tag."""
    if tag.value_tag is None:
        raise TagError("requires a validation tag as its value payload")
    return tag.value_tag


def wrap_call(call: RuleCall, tag: str, make: Callable[[RuleCall], Check], cohort: str = "") -> RuleCall:
    """Returns the call that a tag puts around another; `make` gets the inner one."""
    if call.level and call.tag in _LOSES_LEVEL:
        # Kept: a rule without arguments is handed on by its name, and the level that was set inside is lost.
        call = replace(call, level="")
    made = rewrapped(call, make(call), tag)
    return replace(made, cohort=cohort) if cohort else made
