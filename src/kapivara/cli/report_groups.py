"""What is said of many objects alike, to be told once: kinds that nobody could judge, warnings, duplicates.

Fields that are unknown or given twice are mistakes of one object each, so warnings of them stay apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from kapivara.cli.excerpts import OF_STRICT_DECODER
from kapivara.cli.findings import NOT_ASKED, Location, Result, Verdict
from kapivara.cli.report_text import error_text
from kapivara.values.record import record, replace

_MANY_WARNINGS: Final = 4
_MANY_DUPLICATES: Final = 10
"""From so many on they are told together."""

_Key: TypeAlias = tuple[str, str, str]


@record
class Same:
    """One thing that is said of several objects: the label, of what, which words, how often, and where first."""

    word: str
    what: str
    message: str
    count: int
    first: Location


class SameWords:
    """Finds what is said of several results alike; what is left of each is told by itself."""

    def __init__(self, results: Sequence[Result]) -> None:
        self._groups: dict[_Key, list[Result]] = {}
        for result in results:
            for key in _keys(result):
                self._groups.setdefault(key, []).append(result)
        least = {"warning": _MANY_WARNINGS, "duplicate": _MANY_DUPLICATES}
        self._groups = {key: found for key, found in self._groups.items() if len(found) >= least.get(key[0], 2)}

    def beginning_with(self, result: Result) -> Iterator[Same]:
        """Lists what is said of several results of which this is the first."""
        for key in _keys(result) if self._groups else ():
            found = self._groups.get(key)
            if found is not None and found[0] is result:
                yield Same(*key, len(found), _place(key, result))

    def what_is_left(self, result: Result) -> Result:
        """Returns a result without what is said of others, too."""
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
    """Lists what may be said of others, too: as which label, of what, in which words."""
    kind = f"{result.identity.api_version} {result.identity.kind}".strip() or "documents"
    if result.verdict in (Verdict.UNKNOWN, Verdict.SKIPPED):
        yield result.verdict.value, kind, result.note
    elif len(result.errors) == 1 and result.errors[0].reason == NOT_ASKED:
        yield "invalid", kind, result.errors[0].message
    shared = [each for each in result.warnings if not each.message.startswith(OF_STRICT_DECODER)]
    yield from (("warning", kind, each) for each in dict.fromkeys(map(error_text, shared)))
    if result.duplicate_of is not None:
        yield "duplicate", "objects", "each is there twice or more, which -o json lists"


def _place(key: _Key, result: Result) -> Location:
    """Returns where a result says what others say, too."""
    return next(
        (each.place for each in result.warnings if key[0] == "warning" and error_text(each) == key[2]), result.place
    )
