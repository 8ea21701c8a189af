"""Lint: versions of one API. A field of a type must have the same tags in every version.

Versions are sibling packages with version names (v1alpha1, v1beta1, v1 …). The newest version with a field defines its
tags. KEP-5073, "Versioned validation drifts between versions".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from kapivara.generator.lint.declarations import Declaration, declarations_of, written
from kapivara.generator.lint.exceptions import AcceptedDifference
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rule import Rule
from kapivara.generator.lint.survey import Survey
from kapivara.generator.model.types import Package
from kapivara.generator.tags.all_tags import HANDLERS
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

_VERSION = lazy_pattern(r"v([1-9][0-9]*)(?:(alpha|beta)([1-9][0-9]*))?")
_LEVELS = {"alpha": 0, "beta": 1, None: 2}


@record(eq=False)
class Difference:
    """A declaration whose tags differ from those of a newer version."""

    older: Declaration
    newer: Declaration
    field: str
    """The JSON name; empty for the type itself."""
    missing: tuple[str, ...]
    surplus: tuple[str, ...]

    folder: str
    """The folder of the older version."""

    def is_accepted(self, line: AcceptedDifference) -> bool:
        """Returns whether a line of the exceptions file accepts the difference."""
        kind = self.older.type.name
        return any(line.covers(package, kind.name, self.field) for package in (kind.package, self.folder))

    def line(self) -> str:
        """Returns the line that accepts the difference."""
        name = self.older.type.name.name
        package = "/".join(self.folder.split("/")[-2:])
        return f"{package} {name}.{self.field}" if self.field else f"{package} {name}"

    def message(self) -> str:
        """Returns the message of the finding."""
        newer = self.newer.type.name.package.rpartition("/")[2]
        told = [f"lacks {_list(self.missing)}"] if self.missing else []
        told += [f"has {_list(self.surplus)} besides"] if self.surplus else []
        return f"tags differ from those of {newer}: {' and '.join(told)}"


def _list(tags: tuple[str, ...]) -> str:
    return ", ".join(written(tag) for tag in tags)


def version_order(name: str) -> tuple[int, int, int] | None:
    """Returns the sort key of a version (v1alpha2, v1beta1, v1, v2 in ascending order); None for other names."""
    found = _VERSION.fullmatch(name)
    if found is None or len(name) > 40:
        return None
    return _LEVELS[found[2]], int(found[1]), int(found[3] or 0)


def find_differences(survey: Survey) -> Iterator[Difference]:
    """Compares each version with the newest one that has the same field; oldest versions come first."""
    for family in _families(survey):
        newest: dict[tuple[str, str], Declaration] = {}
        found = []
        for version in sorted(family, key=lambda each: each.order, reverse=True):
            for key, declaration in _declared(version.package):
                newer = newest.setdefault(key, declaration)
                if newer is not declaration and (told := _compare(declaration, newer)) is not None:
                    found.append(Difference(declaration, newer, key[1], *told, version.folder))
        yield from found


@record(eq=False)
class _Versioned:
    package: Package
    order: tuple[int, int, int]
    folder: str


def _families(survey: Survey) -> Iterator[list[_Versioned]]:
    by_parent: dict[str, list[_Versioned]] = {}
    for package in survey.packages:
        # Folders identify siblings best: an import path may consist of a name only.
        folder = Path(package.files[0]).absolute().parent if package.files else Path(package.path)
        parent, name = str(folder.parent), package.path.rpartition("/")[2]
        if (order := version_order(name)) is not None:
            by_parent.setdefault(parent, []).append(_Versioned(package, order, folder.as_posix()))
    yield from by_parent.values()


def _declared(package: Package) -> Iterator[tuple[tuple[str, str], Declaration]]:
    for kind in package.types.values():
        for declaration in declarations_of(kind):
            member = declaration.member
            yield (kind.name.name, "" if member is None else member.json.name or member.name), declaration


def _compare(older: Declaration, newer: Declaration) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Returns the tags that the older declaration lacks, and its additional tags; None where they are equal."""
    old, new = _tags(older), _tags(newer)
    if old == new:
        return None
    return tuple(sorted((new - old).elements())), tuple(sorted((old - new).elements()))


def _tags(declaration: Declaration) -> Counter[str]:
    return Counter(str(tag) for tag in declaration.tags if tag.name in HANDLERS)


def _check_versions(survey: Survey) -> Iterator[Finding]:
    accepted = survey.options.exceptions.accepted if survey.options.exceptions else ()
    for each in find_differences(survey):
        if not any(map(each.is_accepted, accepted)):
            hint = f"bring them in step, or accept the difference by a line in the exceptions file: {each.line()}"
            yield each.older.finding(each.message(), hint=hint)


def _check_exceptions(survey: Survey) -> Iterator[Finding]:
    exceptions = survey.options.exceptions
    if exceptions is None:
        return
    for place in exceptions.malformed:
        hint = "write the package and the type or field, such as: v1beta1 Widget.spec"
        yield Finding("this line accepts no difference", place, hint=hint, severity=Severity.ERROR)
    found = list(find_differences(survey))
    for line in exceptions.accepted:
        if not any(each.is_accepted(line) for each in found):
            yield Finding(f"there is no such difference: {line}", line.place, hint="remove the line")


_EXAMPLE = """// package v1beta1
// +k8s:optional
// +k8s:maxLength=64
Name string `json:"name"`

// package v1
// +k8s:optional
// +k8s:maxLength=63
Name string `json:"name"`"""

VERSION_SKEW = Rule(
    name="version-skew",
    severity=Severity.ERROR,
    what="A field, or a type, has other validation tags than in a newer version of the same API: packages beside each "
    "other that are named v1alpha1, v1beta1, v1 and so on, both given to the command.",
    why="One object is served in all versions. Where their rules differ, it may be valid in one and invalid in "
    "another, and an object stored through one version cannot be updated through the other.",
    example=_EXAMPLE,
    better="",
    check=_check_versions,
)
UNUSED_EXCEPTION = Rule(
    name="unused-exception",
    severity=Severity.WARNING,
    what="A line of the exceptions file accepts a difference that does not exist; or, an error, it cannot be parsed.",
    why="An exception that outlives its difference would hide the next one.",
    example="v1beta1 Widget.noSuchField",
    better="",
    check=_check_exceptions,
)
