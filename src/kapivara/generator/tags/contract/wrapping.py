"""Common functions of tags around another tag: the inner tag, and the call around its call.

A wrapper has the flags of the inner call (short circuit, silent errors) and a cohort of its own; marks stay inside.
Upstream: code-generator/cmd/validation-gen/validators/validators.go WrapperFunction, WrapFunctions (1.37).
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.generator.grammar.tag import Tag
from kapivara.generator.model.author_error import TagError
from kapivara.generator.plan.rule_calls import Check, RuleCall, rewrapped
from kapivara.generator.tags.contract.handler import PayloadDoc
from kapivara.values.record import replace

_LOSES_LEVEL = frozenset(
    f"k8s:{name}"
    for name in ("customValidation", "forbidden", "format", "immutable", "monotonic", "optional", "required")
)
"""The tags whose rules have no arguments of their own."""


def payload_doc(docs: str) -> tuple[PayloadDoc, ...]:
    """Documents a payload that is a tag."""
    return (PayloadDoc("<validation-tag>", docs),)


def payload_of(tag: Tag) -> Tag:
    """Returns the tag inside a tag; raises TagError where there is none."""
    if tag.value_tag is None:
        raise TagError("requires a validation tag as its value payload")
    return tag.value_tag


def wrap_call(call: RuleCall, tag: str, make: Callable[[RuleCall], Check], cohort: str = "") -> RuleCall:
    """Returns the call that a tag puts around another; `make` receives the inner one."""
    if call.level and call.tag in _LOSES_LEVEL:
        # Kept: a rule without arguments is passed on by name, which loses the inner level.
        call = replace(call, level="")
    made = rewrapped(call, make(call), tag)
    return replace(made, cohort=cohort) if cohort else made
