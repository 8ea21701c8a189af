"""What tags that hold another tag share: the tag inside, the call around a call, where late errors are blamed.

A wrapper takes over the flags of the call inside (whether its failure stops others, whether it is told); the cohort is
the wrapper's own, and marks stay inside.
Upstream: code-generator/cmd/validation-gen/validators/validators.go WrapperFunction, WrapFunctions (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches

from kapivara.generator.author_error import TagError
from kapivara.generator.plan import Check, RuleCall, Rules, rewrapped
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


def blaming(tag: Tag, resolve: Callable[[], Rules]) -> Callable[[], Rules]:
    """Returns the same deferred rules; what is wrong with them is blamed on the tag's place."""

    def resolve_at_tag() -> Rules:
        try:
            return resolve()
        except TagError as error:
            error.place = error.place or tag.place
            raise

    return resolve_at_tag


def did_you_mean(name: str, names: Sequence[str], owner: str) -> str:
    """Says which name was meant, or which there are."""
    near = get_close_matches(name.lower(), [each.lower() for each in names], n=1)
    meant = next((each for each in names if near and each.lower() == near[0]), "")
    if meant:
        return f"did you mean {meant}?"
    return f"{owner} has: {', '.join(names)}" if names else f"{owner} has no fields"
