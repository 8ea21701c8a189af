"""What `crd upgrade` found: one answer for each definition, one for each stored object and version of it.

Plain data between the trial (upgrading.py) and the two ways to print it.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from kapivara.apis.apiextensions.changes.advice import Advice
from kapivara.cli.findings import (
    EXIT_GOOD,
    EXIT_INVALID,
    EXIT_UNREADABLE,
    Finding,
    Location,
    Result,
    Unreadable,
    Verdict,
    Write,
)
from kapivara.meta.identity import Identity
from kapivara.schema.changes.change import Change, ChangeClass
from kapivara.values import JsonValue
from kapivara.values.record import record

if TYPE_CHECKING:
    from dataclasses import KW_ONLY


class Attempt(StrEnum):
    """A write that is tried with a stored object: none of them changes it."""

    CREATE = "create"
    UPDATE = "update"
    STATUS = "status"
    SCALE = "scale"
    APPLY = "apply"


_BROKEN_BY: Final = {
    Attempt.CREATE: ChangeClass.REFUSES_CREATES,
    Attempt.UPDATE: ChangeClass.REFUSES_UPDATES,
    Attempt.STATUS: ChangeClass.BREAKS_STATUS_WRITERS,
    Attempt.SCALE: ChangeClass.REFUSES_UPDATES,
    Attempt.APPLY: ChangeClass.BREAKS_APPLIERS,
}


@record(eq=False)
class Refusal:
    """A write that is refused, and why; `before` tells whether the old definition refused it, too."""

    attempt: Attempt
    errors: tuple[Finding, ...]
    before: bool


@record(eq=False)
class FieldValue:
    """A field and what it holds."""

    field: str
    value: JsonValue


@record(eq=False)
class VersionOutcome:
    """What becomes of one object in one version of the new definition.

    `forgiven` is what an update that changes nothing is forgiven: who changes it next has to correct it.
    """

    version: str
    _: KW_ONLY
    storage: bool
    refusals: tuple[Refusal, ...]
    forgiven: tuple[Finding, ...]
    pruned: tuple[FieldValue, ...]
    defaulted: tuple[FieldValue, ...]

    def errors(self, attempt: Attempt) -> tuple[Finding, ...]:
        """Why a write is refused; empty where it is not."""
        return next((each.errors for each in self.refusals if each.attempt is attempt), ())

    def refused_before(self, attempt: Attempt) -> bool:
        """Whether the old definition refused a write, too."""
        return any(each.before for each in self.refusals if each.attempt is attempt)

    @property
    def invalid_at_rest(self) -> bool:
        """Whether the stored object breaks the new schema."""
        return bool(self.errors(Attempt.UPDATE) or self.forgiven)

    @property
    def refused_writes(self) -> tuple[tuple[Write, str | None], ...]:
        """The next writes that are refused: a create, an update that changes nothing (None), one that changes a field.

        Changing a field is refused where that does not correct it. Broken list types, once stored, are never refused.
        """
        writes: list[tuple[Write, str | None]] = []
        if self.errors(Attempt.CREATE):
            writes.append((Write.CREATE, None))
        if self.errors(Attempt.UPDATE):
            writes.append((Write.UPDATE, None))
        fields = dict.fromkeys(each.compared for each in self.forgiven if each.compared)
        return (*writes, *((Write.UPDATE, field) for field in fields))

    @property
    def kinds(self) -> frozenset[ChangeClass]:
        """The classes of what the change takes from the users of this object."""
        found = {_BROKEN_BY[each.attempt] for each in self.refusals if each.errors and not each.before}
        return frozenset((*found, ChangeClass.LOSES_DATA) if self.pruned else found)


@record(eq=False)
class ObjectOutcome:
    """What becomes of one stored object; without versions it was not looked at, and `note` says why.

    `not_asked` are the versions that only a webhook could tell about.
    """

    place: Location
    identity: Identity
    versions: tuple[VersionOutcome, ...]
    _: KW_ONLY
    note: str = ""
    not_asked: tuple[str, ...] = ()

    @property
    def kinds(self) -> frozenset[ChangeClass]:
        """The classes of what the change takes from the users of this object, in one version at least."""
        return frozenset(kind for each in self.versions for kind in each.kinds)

    def breaking(self, allowed: Iterable[ChangeClass] = ()) -> bool:
        """Whether the change breaks something that is not allowed to break."""
        return bool(self.kinds.difference(allowed))


@record(eq=False)
class PlacedChange:
    """A change of a definition with its places in the files, and how many of the stored objects it concerns.

    `concerned` is None where that cannot be told: there are no objects, or they do not show it.
    """

    change: Change
    old: Location | None
    new: Location | None
    concerned: int | None = None

    @property
    def place(self) -> Location | None:
        """Where to look first: at the new file, but for what is gone."""
        if self.change.words == "removed":
            return self.old or self.new
        return self.new or self.old


@record(eq=False)
class PlacedAdvice:
    """A piece of advice about a new definition, and where its subject stands."""

    advice: Advice
    place: Location


@record(eq=False)
class DefinitionOutcome:
    """The server's answer to the change of one definition, what it does, and the versions that it serves no longer.

    `compared` tells whether there was an old one to compare with, that could be read; `versions` are the names of all
    versions of both.
    """

    result: Result
    _: KW_ONLY
    dropped_versions: tuple[str, ...] = ()
    changes: tuple[PlacedChange, ...] = ()
    compared: bool = False
    versions: tuple[str, ...] = ()
    advice: tuple[PlacedAdvice, ...] = ()

    def breaking(self, allowed: Iterable[ChangeClass] = ()) -> bool:
        """Whether the change is refused, or breaks something that is not allowed to break."""
        if self.result.verdict is not Verdict.VALID:
            return True
        return any(is_breaking(each.change, allowed) for each in self.changes)


def is_breaking(change: Change, allowed: Iterable[ChangeClass]) -> bool:
    """Tells whether a change breaks something that is not allowed to break."""
    return any(each.kind.breaking and each.kind not in allowed for each in change.effects)


@record(eq=False)
class UpgradeReport:
    """All that one run found; `others` is how many objects are of other kinds.

    `allowed` are the classes of changes that do not count as breaking.
    """

    definitions: tuple[DefinitionOutcome, ...]
    objects: tuple[ObjectOutcome, ...]
    _: KW_ONLY
    others: int
    unreadable: tuple[Unreadable, ...]
    allowed: frozenset[ChangeClass] = frozenset()

    @property
    def breaking(self) -> bool:
        """Whether the change breaks anything."""
        found = [each.breaking(self.allowed) for each in self.definitions]
        return any(found) or any(each.breaking(self.allowed) for each in self.objects)

    @property
    def verdict(self) -> str:
        """Says `safe`, `breaking`, or `unknown`: nothing breaks, but not all could be read."""
        if self.breaking:
            return "breaking"
        return "unknown" if self.unreadable else "safe"

    @property
    def exit_code(self) -> int:
        """Says 0 where the change is safe, 1 where it breaks something, 2 where something could not be read."""
        if self.unreadable:
            return EXIT_UNREADABLE
        return EXIT_INVALID if self.breaking else EXIT_GOOD

    def changes(self) -> list[PlacedChange]:
        """Lists the changes of all definitions."""
        return [each for outcome in self.definitions for each in outcome.changes]

    @property
    def not_asked(self) -> int:
        """Counts the changes and objects that hang on a webhook."""
        changes = sum(any(e.kind is ChangeClass.NOT_ASKED for e in each.change.effects) for each in self.changes())
        return changes + sum(bool(each.not_asked) for each in self.objects)

    def counts(self) -> dict[str, int]:
        """Counts the objects by what becomes of them; the names are those of the JSON report."""
        seen = [each for each in self.objects if each.versions]

        def refused(attempt: Attempt) -> int:
            return sum(any(outcome.errors(attempt) for outcome in each.versions) for each in seen)

        return {
            "objects": len(self.objects),
            "safe": sum(not each.breaking(self.allowed) for each in seen),
            "breaking": sum(each.breaking(self.allowed) for each in seen),
            "skipped": len(self.objects) - len(seen),
            "invalidAtRest": sum(any(outcome.invalid_at_rest for outcome in each.versions) for each in seen),
            "notUpdatable": refused(Attempt.UPDATE),
            "notCreatable": refused(Attempt.CREATE),
            "statusNotWritable": refused(Attempt.STATUS),
            "notScalable": refused(Attempt.SCALE),
            "notAppliable": refused(Attempt.APPLY),
            "pruned": sum(any(outcome.pruned for outcome in each.versions) for each in seen),
            "defaulted": sum(any(outcome.defaulted for outcome in each.versions) for each in seen),
        }
