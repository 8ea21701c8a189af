"""What came of all objects of a run, whichever way they were judged."""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.apis.catalog import DEFINITIONS
from kapivara.cli.findings import Gone, Result, Unreadable
from kapivara.cli.manifests import Key
from kapivara.cli.terminal import with_progress
from kapivara.cli.validate_input import ValidateInput
from kapivara.cli.validation import Validation
from kapivara.values.record import record, replace


@record(eq=False)
class Judged:
    """All results; those of the objects with these keys come last, in their order."""

    results: list[Result]
    keys: Sequence[Key | None]
    unreadable: Sequence[Unreadable]
    gone: tuple[Gone, ...] = ()


def judge_together(read: ValidateInput, validation: Validation) -> Judged:
    """Judges all objects in this process, each when all of them have been read."""
    results = validation.run(read.manifests, read.definitions, with_progress)
    gone = validation.gone([*read.manifests, *read.definitions])
    return Judged(results, [each.key for each in read.manifests], read.unreadable, gone)


def mark_duplicates(judged: Judged) -> list[Result]:
    """Notes beside results where the same object stands before; of definitions that are refused, that is told."""
    first: dict[Key, int] = {}
    results, keys = list(judged.results), judged.keys
    for index, key in enumerate(keys, len(results) - len(keys)):
        before = first.setdefault(key, index) if key else index
        if before != index and not (key and DEFINITIONS.names(key[0], key[1]) and results[index].errors):
            results[index] = replace(results[index], duplicate_of=results[before].place)
    return results
