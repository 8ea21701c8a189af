"""What `crd upgrade` found: one answer for each definition, one for each stored object and version of it.

Plain data between the trial (upgrading.py) and the two ways to print it.
"""

from __future__ import annotations

from kapivara.cli.findings import (
    EXIT_GOOD,
    EXIT_INVALID,
    EXIT_UNREADABLE,
    Finding,
    Identity,
    Place,
    Result,
    Unreadable,
    Verdict,
    Write,
)
from kapivara.values import JsonValue
from kapivara.values.record import record


@record(eq=False)
class FieldValue:
    """A field and what it holds."""

    field: str
    value: JsonValue


@record(eq=False)
class VersionFate:
    """What becomes of one object in one version of the new definition.

    `update_errors` are those of an update that changes nothing, `forgiven` what such an update is forgiven: who changes
    it next has to correct it. `create_errors` are those of a create of the same object. Where a write was refused
    under the old definition, too, the change does not break it.
    """

    version: str
    storage: bool
    create_errors: tuple[Finding, ...]
    update_errors: tuple[Finding, ...]
    forgiven: tuple[Finding, ...]
    pruned: tuple[FieldValue, ...]
    defaulted: tuple[FieldValue, ...]
    create_refused_before: bool
    update_refused_before: bool

    @property
    def invalid_at_rest(self) -> bool:
        """Whether the stored object breaks the new schema."""
        return bool(self.update_errors or self.forgiven)

    @property
    def breaks_creates(self) -> bool:
        """Whether a create of the object is refused, and was not before."""
        return bool(self.create_errors) and not self.create_refused_before

    @property
    def breaks_updates(self) -> bool:
        """Whether an update that changes nothing is refused, and was not before."""
        return bool(self.update_errors) and not self.update_refused_before

    @property
    def refused_writes(self) -> tuple[tuple[Write, str | None], ...]:
        """The next writes that are refused: a create, an update that changes nothing (None), one that changes a field.

        Changing a field is refused where that does not correct it. Broken list types, once stored, are never refused.
        """
        writes: list[tuple[Write, str | None]] = []
        if self.create_errors:
            writes.append((Write.CREATE, None))
        if self.update_errors:
            writes.append((Write.UPDATE, None))
        fields = dict.fromkeys(each.compared for each in self.forgiven if each.compared)
        return (*writes, *((Write.UPDATE, field) for field in fields))

    @property
    def breaking(self) -> bool:
        """Whether the change takes something from the users of this object."""
        return bool(self.breaks_creates or self.breaks_updates or self.pruned)


@record(eq=False)
class ObjectFate:
    """What becomes of one stored object; without versions it was not looked at, and `note` says why."""

    place: Place
    identity: Identity
    versions: tuple[VersionFate, ...]
    note: str = ""

    @property
    def breaking(self) -> bool:
        """Whether the change breaks something in one version at least."""
        return any(each.breaking for each in self.versions)


@record(eq=False)
class DefinitionFate:
    """The server's answer to the change of one definition, and the versions that it serves no longer."""

    result: Result
    dropped_versions: tuple[str, ...] = ()

    @property
    def breaking(self) -> bool:
        """Whether the change is refused, or takes a version away."""
        return self.result.verdict is not Verdict.VALID or bool(self.dropped_versions)


@record(eq=False)
class UpgradeReport:
    """All that one run found; `others` is how many objects are of other kinds."""

    definitions: tuple[DefinitionFate, ...]
    objects: tuple[ObjectFate, ...]
    others: int
    unreadable: tuple[Unreadable, ...]

    @property
    def breaking(self) -> bool:
        """Whether the change breaks anything."""
        return any(each.breaking for each in self.definitions) or any(each.breaking for each in self.objects)

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

    def counts(self) -> dict[str, int]:
        """Counts the objects by what becomes of them; the names are those of the JSON report."""
        seen = [each for each in self.objects if each.versions]
        return {
            "objects": len(self.objects),
            "safe": sum(not each.breaking for each in seen),
            "breaking": sum(each.breaking for each in seen),
            "skipped": len(self.objects) - len(seen),
            "invalidAtRest": sum(any(fate.invalid_at_rest for fate in each.versions) for each in seen),
            "notUpdatable": sum(any(fate.update_errors for fate in each.versions) for each in seen),
            "notCreatable": sum(any(fate.create_errors for fate in each.versions) for each in seen),
            "pruned": sum(any(fate.pruned for fate in each.versions) for each in seen),
            "defaulted": sum(any(fate.defaulted for fate in each.versions) for each in seen),
        }
