"""A change of a CRD as data: its place, the old and new value, and its effects.

The comparison computes changes, and reports print them. A change may have several effects; its class is that of the
worst one.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, TypeAlias

from kapivara.field import FieldPath
from kapivara.values import ABSENT, Absent, JsonObject, JsonValue
from kapivara.values.record import record


class ChangeClass(StrEnum):
    """The class of an effect, from the most harmless to the worst."""

    SAFE = "safe"
    FORGIVEN = "forgiven-while-unchanged"
    NOT_ASKED = "not-asked"
    CHANGES_MEANING = "changes-meaning"
    BREAKS_CLIENTS = "breaks-clients"
    BREAKS_APPLIERS = "breaks-appliers"
    BREAKS_STATUS_WRITERS = "breaks-status-writers"
    REFUSES_CREATES = "refuses-creates"
    REFUSES_UPDATES = "refuses-updates"
    LOSES_DATA = "loses-data"
    REFUSED = "refused"

    @property
    def breaking(self) -> bool:
        """True if something that worked before fails, or has another meaning."""
        return self not in _HARMLESS

    @property
    def weight(self) -> int:
        """The position in the order of classes."""
        return _ORDER.index(self)

    @property
    def words(self) -> str:
        """The class in words."""
        return _WORDS[self]

    @property
    def meaning(self) -> str:
        """The meaning of the class, as a sentence."""
        return _MEANINGS[self]


_ORDER: Final = tuple(ChangeClass)
_HARMLESS: Final = frozenset((ChangeClass.SAFE, ChangeClass.FORGIVEN, ChangeClass.NOT_ASKED))
_STORED: Final = frozenset((ChangeClass.FORGIVEN, ChangeClass.REFUSES_UPDATES, ChangeClass.LOSES_DATA))
_WORDS: Final = {
    ChangeClass.SAFE: "safe",
    ChangeClass.FORGIVEN: "forgiven while unchanged",
    ChangeClass.NOT_ASKED: "not asked",
    ChangeClass.CHANGES_MEANING: "changes meaning",
    ChangeClass.BREAKS_CLIENTS: "breaks clients",
    ChangeClass.BREAKS_APPLIERS: "breaks server-side appliers",
    ChangeClass.BREAKS_STATUS_WRITERS: "breaks writers of /status",
    ChangeClass.REFUSES_CREATES: "refuses creates",
    ChangeClass.REFUSES_UPDATES: "refuses updates",
    ChangeClass.LOSES_DATA: "loses stored data",
    ChangeClass.REFUSED: "refused by the server",
}
_MEANINGS: Final = {
    ChangeClass.SAFE: "every write that was accepted is still accepted, with the same result and meaning",
    ChangeClass.FORGIVEN: "stored objects that break the new rule can be updated while the named field does not change",
    ChangeClass.NOT_ASKED: "the result depends on a conversion webhook, which kapivara cannot call",
    ChangeClass.CHANGES_MEANING: "nothing is rejected, but objects read differently, or readers meet new values",
    ChangeClass.BREAKS_CLIENTS: "requests are no longer answered: a version, a subresource, a name or a field selector "
    "is gone",
    ChangeClass.BREAKS_APPLIERS: "the same server-side apply fails, conflicts, or has another result",
    ChangeClass.BREAKS_STATUS_WRITERS: "a status that was accepted is rejected, ignored or dropped",
    ChangeClass.REFUSES_CREATES: "some objects can no longer be created, nor updates add such values",
    ChangeClass.REFUSES_UPDATES: "updates that were accepted are rejected, and ratcheting does not help",
    ChangeClass.LOSES_DATA: "stored data is dropped",
    ChangeClass.REFUSED: "the server rejects this change of the CRD",
}


@record
class Effect:
    """An effect of a change, with its reason; `stored` is True if it only affects objects that are stored already."""

    kind: ChangeClass
    reason: str
    stored: bool


def effect(kind: ChangeClass, reason: str, *, stored: bool | None = None) -> Effect:
    """Creates an effect; `stored` depends on the class by default."""
    return Effect(kind, reason, kind in _STORED if stored is None else stored)


Steps: TypeAlias = tuple[str | None, ...]
"""The path from an object to a value: field names, and None for any item of a list or value of a map."""


@record(eq=False)
class Suggestion:
    """A rule that replaces a stricter keyword: it rejects the same new values, but accepts stored objects.

    The rule belongs to the schema at `path`, which describes `field` and which `keys` reach from a version's schema. At
    `kept_keys`, the keywords in `kept` keep their old values (ABSENT: not set). `replaces` is the rule that it
    replaces, if any. `cheaper` is an alternative with lower cost, which never rejects a value that existed before.
    """

    path: FieldPath
    field: str
    keys: tuple[str, ...]
    rule: JsonObject
    cheaper: JsonObject
    kept_keys: tuple[str, ...]
    kept: tuple[tuple[str, JsonValue | Absent], ...] = ()
    replaces: JsonObject | None = None


@record(eq=False)
class Change:
    """A difference between two CRDs.

    `old_path` and `new_path` are its paths in each CRD, or None. `field` is the field of objects that it concerns, such
    as `spec.list[].name`; empty for the CRD itself. `before` and `after` are the keyword's values, or ABSENT. `probe`
    is a schema that rejects exactly the values of that field which the change affects; None if no schema can express
    that.
    """

    keyword: str
    old_path: FieldPath | None
    new_path: FieldPath | None
    before: JsonValue | Absent
    after: JsonValue | Absent
    effects: tuple[Effect, ...]
    field: str = ""
    steps: Steps | None = None
    versions: tuple[str, ...] = ()
    probe: JsonObject | None = None
    suggestion: Suggestion | None = None

    @property
    def kind(self) -> ChangeClass:
        """The class of the worst effect."""
        return max((each.kind for each in self.effects), key=lambda kind: kind.weight)

    @property
    def kind_without_objects(self) -> ChangeClass:
        """The class if no objects are stored yet."""
        found = [each.kind for each in self.effects if not each.stored]
        return max(found, key=lambda kind: kind.weight, default=ChangeClass.SAFE)

    @property
    def breaking(self) -> bool:
        """True if an effect is breaking."""
        return any(each.kind.breaking for each in self.effects)

    @property
    def words(self) -> str:
        """The kind of change: `added`, `removed` or `changed`."""
        if self.before is ABSENT:
            return "added"
        return "removed" if self.after is ABSENT else "changed"
