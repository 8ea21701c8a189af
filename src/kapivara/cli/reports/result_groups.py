"""Groups messages that several objects share, so that they are reported once: unknown kinds, warnings, duplicates.

Unknown and duplicate fields are mistakes of single objects, so warnings about them are never grouped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from kapivara.cli.findings import NOT_ASKED, Location, Result, Verdict
from kapivara.cli.inputs.excerpts import OF_STRICT_DECODER
from kapivara.cli.reports.result_text import error_text
from kapivara.values.record import record, replace

_MANY_WARNINGS: Final = 4
_MANY_DUPLICATES: Final = 10
"""The numbers of objects from which on messages are grouped."""

_Key: TypeAlias = tuple[str, str, str]


@record
class Same:
    """A message that several objects share: label, description of the objects, message, count and first place."""

    word: str
    what: str
    message: str
    count: int
    first: Location


class SameWords:
    """Finds the messages that several results share; the rest of each result is reported separately."""

    def __init__(self, results: Sequence[Result]) -> None:
        self._groups: dict[_Key, list[Result]] = {}
        for result in results:
            for key in _keys(result):
                self._groups.setdefault(key, []).append(result)
        least = {"warning": _MANY_WARNINGS, "duplicate": _MANY_DUPLICATES}
        self._groups = {key: found for key, found in self._groups.items() if len(found) >= least.get(key[0], 2)}

    def beginning_with(self, result: Result) -> Iterator[Same]:
        """Yields the shared messages whose first result is this one."""
        for key in _keys(result) if self._groups else ():
            found = self._groups.get(key)
            if found is not None and found[0] is result:
                yield Same(*key, len(found), _place(key, result))

    def what_is_left(self, result: Result) -> Result:
        """Returns a result without its shared messages."""
        if not self._groups:
            return result
        for key in _keys(result):
            if key not in self._groups:
                continue
            match key[0]:
                case "warning":
                    result = replace(
                        result, warnings=tuple(each for each in result.warnings if error_text(each) != key[2])
                    )
                case "duplicate":
                    result = replace(result, duplicate_of=None)
                case _:
                    result = replace(result, verdict=Verdict.VALID, errors=(), note="")
        return result


def _keys(result: Result) -> Iterator[_Key]:
    """Yields the messages of a result that others may share: label, description and message."""
    kind = f"{result.identity.api_version} {result.identity.kind}".strip() or "documents"
    if result.verdict in (Verdict.UNKNOWN, Verdict.SKIPPED):
        yield result.verdict.value, kind, result.note
    elif len(result.errors) == 1 and result.errors[0].reason == NOT_ASKED:
        yield "invalid", kind, result.errors[0].message
    shared = [each for each in result.warnings if not each.message.startswith(OF_STRICT_DECODER)]
    yield from (("warning", kind, each) for each in dict.fromkeys(map(error_text, shared)))
    if result.duplicate_of is not None:
        yield "duplicate", "objects", "each occurs twice or more, listed by -o json"


def _place(key: _Key, result: Result) -> Location:
    """Returns the place of a shared message in a result."""
    return next(
        (each.place for each in result.warnings if key[0] == "warning" and error_text(each) == key[2]), result.place
    )
