"""The reports of the commands about storages, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from kapivara.cli.framework.terminal import page_width, printable
from kapivara.cli.framework.wording import INDENT
from kapivara.cli.reports.json_document import document_text
from kapivara.cli.reports.line_breaking import fit_text
from kapivara.values import JsonObject
from kapivara.values.record import record, replace

if TYPE_CHECKING:
    from kapivara.storage.etcd.maintenance import Member

_ENGINES = {"sqlite": "SQLite", "etcd": "etcd"}
_UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB")


@record
class CheckReport:
    """The results of `storage check`; `compacted` is the oldest revision in a file, `members` are those of an etcd."""

    engine: str
    place: str
    size: int
    revision: int
    compacted: int
    resources: Mapping[str, int]
    members: tuple[Member, ...] = ()
    problems: tuple[str, ...] = ()

    def with_problems(self, more: Sequence[str]) -> CheckReport:
        """Returns the report with more problems."""
        return replace(self, problems=(*self.problems, *more))


@record
class CopyReport:
    """The result of a backup, restore or copy; `revision` is that of the objects, `new_revision` of the target."""

    done: str
    source: str
    target: str
    objects: int
    revision: int
    new_revision: int
    damaged: tuple[str, ...] = ()


@record
class CompactReport:
    """The sizes of a file or of each member of an etcd before and after; `disarmed` counts members that were full."""

    place: str
    revision: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    disarmed: int = 0


def check_to_text(report: CheckReport) -> str:
    """Returns the results of `storage check` as text."""
    lines = [_line("storage", f"{report.place} ({_ENGINES[report.engine]}, {shown_size(report.size)})")]
    history = f", history since {report.compacted}" if report.compacted else ""
    lines.append(_line("revision", f"{report.revision}{history}"))
    for member in report.members:
        if member.version:
            leads = ", leader" if member.is_leader else ""
            state = f"{shown_size(member.size)}, {shown_size(member.in_use)} in use{leads}"
            lines.append(_line("member", f"{member.url} (etcd {member.version}, {state})"))
    lines.append(_line("objects", f"{sum(report.resources.values()):,}"))
    lines += [_line("", f"{count:>8,}  {name}") for name, count in sorted(report.resources.items())]
    lines += [_line("damaged", each) for each in report.problems]
    lines.append("no damage found" if not report.problems else _line("found", f"{len(report.problems):,} problems"))
    return _fitted(lines)


def check_to_json(report: CheckReport) -> str:
    """Returns the results of `storage check` as JSON."""
    document: JsonObject = {
        "engine": report.engine,
        "place": report.place,
        "sizeBytes": report.size,
        "revision": report.revision,
        "compactedRevision": report.compacted or None,
        "objects": dict(sorted(report.resources.items())),
        "problems": list(report.problems),
    }
    if report.engine == "etcd":
        document["members"] = [
            {
                "url": each.url,
                "version": each.version,
                "sizeBytes": each.size,
                "inUseBytes": each.in_use,
                "leader": each.is_leader,
                "hash": each.digest and each.digest.checksum,
            }
            for each in report.members
        ]
    return document_text(document)


def copy_to_text(report: CopyReport) -> str:
    """Returns the result of a copy as text."""
    lines = [f"{report.done} {report.objects:,} objects of {report.source}, as of revision {report.revision},"]
    lines.append(f"to {report.target}, which is at revision {report.new_revision}")
    lines += [_line("left out", f"{each}: damaged") for each in report.damaged]
    return _fitted(lines)


def copy_to_json(report: CopyReport) -> str:
    """Returns the result of a copy as JSON."""
    return document_text(
        {
            "from": report.source,
            "to": report.target,
            "objects": report.objects,
            "revision": report.revision,
            "newRevision": report.new_revision,
            "leftOut": list(report.damaged),
        }
    )


def compact_to_text(report: CompactReport) -> str:
    """Returns the result of compacting as text."""
    lines = [f"compacted {report.place} up to revision {report.revision}"]
    for before, after in zip(report.before, report.after, strict=True):
        lines.append(_line("size", f"{shown_size(after)}, {shown_size(before)} before"))
    if report.disarmed:
        lines.append(_line("alarms", f"{report.disarmed} members that were full accept writes again"))
    return _fitted(lines)


def compact_to_json(report: CompactReport) -> str:
    """Returns the result of compacting as JSON."""
    sizes = [
        {"beforeBytes": before, "afterBytes": after} for before, after in zip(report.before, report.after, strict=True)
    ]
    return document_text(
        {"place": report.place, "revision": report.revision, "sizes": sizes, "disarmed": report.disarmed}
    )


def shown_size(size: float) -> str:
    """Returns a number of bytes as text."""
    unit = 0
    while size >= 1024 and unit < len(_UNITS) - 1:
        size /= 1024
        unit += 1
    return f"{size:,.1f} {_UNITS[unit]}" if unit else f"{size:,.0f} {_UNITS[0]}"


def _line(label: str, text: str) -> str:
    return f"{label:{INDENT}}{printable(text)}"


def _fitted(lines: Iterable[str]) -> str:
    import sys

    return fit_text("\n".join((*lines, "")), page_width(sys.stdout))
