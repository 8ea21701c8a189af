"""The errors of an update that ratcheting forgave, and the reasons why it did not forgive others; for the command line.

Ratcheting forgives an update the errors of unchanged fields. Validation of an update returns both lists: `Forgiven`
errors, and `Unforgiven` ones with a reason (`WhyNot`).
Upstream: KEP-4008 for custom resources, KEP-5073 for declared rules; the reasons are kapivara's own.
"""

from __future__ import annotations

from enum import StrEnum

from kapivara.field.errors import FieldError
from kapivara.values.record import record


class WhyNot(StrEnum):
    """The reason why ratcheting did not forgive an error; JSON reports contain the values."""

    CHANGED = "changed"
    NO_OLD_VALUE = "no-old-value"
    UNCORRELATED_LIST = "uncorrelated-list"
    KEYLESS_ITEM = "keyless-item"
    REPEATED_KEY = "repeated-key"
    UNCOMPARABLE = "uncomparable"
    JUNCTOR = "junctor"
    ROOT = "root"
    TYPE_META = "type-meta"
    TRANSITION_RULE = "transition-rule"
    RULE_FAILURE = "rule-failure"
    NEVER = "never"
    SWITCHED_OFF = "switched-off"

    def text(self, place: str) -> str:
        """Returns the reason as a sentence; `place` is the field whose old and new value are compared, or cannot be."""
        return _TEXTS[self].format(place=place or "the object")


_TEXTS = {
    WhyNot.CHANGED: "{place} was changed",
    WhyNot.NO_OLD_VALUE: "there was no {place} before",
    WhyNot.UNCORRELATED_LIST: "{place} was changed, and only the items of a list of type map are compared one by one",
    WhyNot.KEYLESS_ITEM: "{place} lacks a key to find its old value by",
    WhyNot.REPEATED_KEY: "{place} has the keys of an item before it, and was compared with the old value of that one",
    WhyNot.UNCOMPARABLE: "{place} is unchanged, but holds parts that cannot be compared with old ones: "
    "fields that the schema does not know, or items that lack their keys",
    WhyNot.JUNCTOR: "parts of allOf, anyOf, oneOf and not are not compared one by one, and {place} was changed",
    WhyNot.ROOT: "errors of the object as a whole are never forgiven",
    WhyNot.TYPE_META: "apiVersion and kind are never compared",
    WhyNot.TRANSITION_RULE: "the rule looks at the old value itself",
    WhyNot.RULE_FAILURE: "a rule that cannot be evaluated is never forgiven",
    WhyNot.NEVER: "failures of this kind are never forgiven",
    WhyNot.SWITCHED_OFF: "ratcheting is switched off",
}


@record
class Forgiven:
    """An error that was forgiven because the field `place` did not change: its own field, or one that contains it.

    The place is empty for errors of list types, which are forgiven if the stored object has such errors.
    """

    error: FieldError
    place: str


@record
class Unforgiven:
    """An error that was not forgiven; `place` is the field whose old and new value were compared, or could not be."""

    error: FieldError
    why: WhyNot
    place: str = ""

    def text(self) -> str:
        """Returns the reason as a sentence."""
        return self.why.text(self.place)
