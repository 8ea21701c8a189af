"""What an update was forgiven, and why its other failures were not: data beside the errors, no part of a Status.

An update is not refused for what it did not change. Who judges an update gives back both sides; here is how they are
written down, and how people are told.
"""

from __future__ import annotations

from enum import StrEnum

from kapivara.field.errors import FieldError
from kapivara.values.record import record


class WhyNot(StrEnum):
    """What stood between a failure and its being forgiven."""

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
        """Words the reason for people; `place` is the field whose values were compared, or could not be."""
        return _TEXTS[self].format(place=place or "the object")


_TEXTS = {
    WhyNot.CHANGED: "{place} was changed",
    WhyNot.NO_OLD_VALUE: "there was no {place} before",
    WhyNot.UNCORRELATED_LIST: "{place} was changed, and it is not a list of type map, whose items could be told apart",
    WhyNot.KEYLESS_ITEM: "{place} lacks a key to find its old value by",
    WhyNot.REPEATED_KEY: "{place} has the keys of an item before it, and was compared with the old value of that one",
    WhyNot.UNCOMPARABLE: "{place} is what it was, but holds parts that cannot be compared with old ones: "
    "fields that the schema does not know, or items that lack their keys",
    WhyNot.JUNCTOR: "parts of allOf, anyOf, oneOf and not are not compared one by one, and {place} was changed",
    WhyNot.ROOT: "what concerns the object as a whole is never forgiven",
    WhyNot.TYPE_META: "apiVersion and kind are never compared",
    WhyNot.TRANSITION_RULE: "the rule looks at the old value itself",
    WhyNot.RULE_FAILURE: "a rule that cannot be evaluated is never forgiven",
    WhyNot.NEVER: "failures of this kind are never forgiven",
    WhyNot.SWITCHED_OFF: "ratcheting is switched off",
}


@record
class Forgiven:
    """A failure that did not count, because `place`, where it is or which holds it, is what it was.

    The place is empty where list types were forgiven: the stored object breaks some already.
    """

    error: FieldError
    place: str


@record
class Unforgiven:
    """A failure that counted, and why; `place` is the field whose values were compared, or could not be."""

    error: FieldError
    why: WhyNot
    place: str = ""

    def text(self) -> str:
        """Words the reason for people."""
        return self.why.text(self.place)
