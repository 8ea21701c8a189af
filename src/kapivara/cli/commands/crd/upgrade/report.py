"""The results of `crd upgrade`: one for each CRD, and one for each stored object and version.

This data connects the trial (upgrading.py) with the output formats.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from kapivara.apis.groups.apiextensions.changes.advice import Advice
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
    """A write that is tried with a stored object as a dry run."""

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
    """A rejected write and its errors; `before` is True if the old CRD rejected it too."""

    attempt: Attempt
    errors: tuple[Finding, ...]
    before: bool


@record(eq=False)
class FieldValue:
    """A field and its value."""

    field: str
    value: JsonValue


@record(eq=False)
class VersionOutcome:
    """The outcome of one object in one version of the new CRD.

    `forgiven` holds the errors that ratcheting forgives in an unchanged update; the next change must correct them.
    """

    version: str
    _: KW_ONLY
    storage: bool
    refusals: tuple[Refusal, ...]
    forgiven: tuple[Finding, ...]
    pruned: tuple[FieldValue, ...]
    defaulted: tuple[FieldValue, ...]

    def errors(self, attempt: Attempt) -> tuple[Finding, ...]:
        """Returns the errors of a write; () if it is accepted."""
        return next((each.errors for each in self.refusals if each.attempt is attempt), ())

    def refused_before(self, attempt: Attempt) -> bool:
        """Returns whether the old CRD rejected a write too."""
        return any(each.before for each in self.refusals if each.attempt is attempt)

    @property
    def invalid_at_rest(self) -> bool:
        """Whether the stored object is invalid in the new schema."""
        return bool(self.errors(Attempt.UPDATE) or self.forgiven)

    @property
    def refused_writes(self) -> tuple[tuple[Write, str | None], ...]:
        """The next writes that are rejected: a create, an unchanged update (None), or an update of a field.

        An update of a field is rejected unless it corrects the field. Stored violations of list types are never
        rejected.
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
        """The classes of breaking changes that affect this object."""
        found = {_BROKEN_BY[each.attempt] for each in self.refusals if each.errors and not each.before}
        return frozenset((*found, ChangeClass.LOSES_DATA) if self.pruned else found)


@record(eq=False)
class ObjectOutcome:
    """The outcome of one stored object; without versions it was not tested, and `note` states why.

    `not_asked` are the versions whose outcome depends on a webhook.
    """

    place: Location
    identity: Identity
    versions: tuple[VersionOutcome, ...]
    _: KW_ONLY
    note: str = ""
    not_asked: tuple[str, ...] = ()

    @property
    def kinds(self) -> frozenset[ChangeClass]:
        """The classes of breaking changes that affect this object in any version."""
        return frozenset(kind for each in self.versions for kind in each.kinds)

    def breaking(self, allowed: Iterable[ChangeClass] = ()) -> bool:
        """Returns whether the change breaks something outside the allowed classes."""
        return bool(self.kinds.difference(allowed))


@record(eq=False)
class PlacedChange:
    """A change of a CRD with its places in the files, and the number of stored objects that it affects.

    `concerned` is None if there are no objects, or they do not show it.
    """

    change: Change
    old: Location | None
    new: Location | None
    concerned: int | None = None

    @property
    def place(self) -> Location | None:
        """The place to look at first: in the new file, or in the old file for a removal."""
        if self.change.words == "removed":
            return self.old or self.new
        return self.new or self.old


@record(eq=False)
class PlacedAdvice:
    """A piece of advice about a new CRD, and its place."""

    advice: Advice
    place: Location


@record(eq=False)
class DefinitionOutcome:
    """The server's result for the change of one CRD, its effects, and the versions that are no longer served.

    `compared` is True if there was a readable old CRD; `versions` are the names of all versions of both.
    """

    result: Result
    _: KW_ONLY
    dropped_versions: tuple[str, ...] = ()
    changes: tuple[PlacedChange, ...] = ()
    compared: bool = False
    versions: tuple[str, ...] = ()
    advice: tuple[PlacedAdvice, ...] = ()

    def breaking(self, allowed: Iterable[ChangeClass] = ()) -> bool:
        """Returns whether the change is rejected, or breaks something outside the allowed classes."""
        if self.result.verdict is not Verdict.VALID:
            return True
        return any(is_breaking(each.change, allowed) for each in self.changes)


def is_breaking(change: Change, allowed: Iterable[ChangeClass]) -> bool:
    """Returns whether a change breaks something outside the allowed classes."""
    return any(each.kind.breaking and each.kind not in allowed for each in change.effects)


@record(eq=False)
class UpgradeReport:
    """The results of one run; `others` is the number of objects of other kinds.

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
        """`safe`, `breaking`, or `unknown` if nothing breaks but not all inputs could be read."""
        if self.breaking:
            return "breaking"
        return "unknown" if self.unreadable else "safe"

    @property
    def exit_code(self) -> int:
        """0 if the change is safe, 1 if it breaks something, 2 if an input could not be read."""
        if self.unreadable:
            return EXIT_UNREADABLE
        return EXIT_INVALID if self.breaking else EXIT_GOOD

    def changes(self) -> list[PlacedChange]:
        """Returns the changes of all CRDs."""
        return [each for outcome in self.definitions for each in outcome.changes]

    @property
    def not_asked(self) -> int:
        """The number of changes and objects whose outcome depends on a webhook."""
        changes = sum(any(e.kind is ChangeClass.NOT_ASKED for e in each.change.effects) for each in self.changes())
        return changes + sum(bool(each.not_asked) for each in self.objects)

    def counts(self) -> dict[str, int]:
        """Returns the numbers of objects by outcome, with the keys of the JSON report."""
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
