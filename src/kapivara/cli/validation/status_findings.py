"""Turns the Status of a rejected request into findings: one for each cause, with its place in the file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from operator import itemgetter

from kapivara.cli.findings import Finding, Location
from kapivara.cli.inputs.manifests import Manifest
from kapivara.meta import Cause, Status
from kapivara.meta.identity import member
from kapivara.registry.requests.outcome import Outcome
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import replace

_STRICT = "strict decoding error: "
_UNREAD = " cannot be handled as a "
_JUNCTOR = lazy_pattern(r'"([^"]+)" must (?:not )?validate')
_YAML_KEY = r'line [0-9]+: key (?:"(?:[^"\\]|\\.)*"|[^\s"]+) already set in map'
_YAML_KEYS = lazy_pattern(rf"yaml: unmarshal errors:((?:\n  {_YAML_KEY})+)(?:, |\Z)")
_EXPRESSIONS = (".rule", ".messageExpression")
_MAPS = ("labels", "annotations")
_MAP_OF_TEMPLATE = lazy_pattern(r"\btemplate\.(labels|annotations)\Z")
_QUOTED_VALUE = lazy_pattern(r'Invalid value: "([^"\\]*)": ')
_FAULT = lazy_pattern(r"ERROR: <input>:([1-9][0-9]*):([1-9][0-9]*): ")
STRICT_FIELD = lazy_pattern(r'(?:unknown|duplicate) field "((?:[^"\\]|\\.)*)"')


def findings_of(status: Status, manifest: Manifest) -> Iterator[Finding]:
    """Yields a finding for each cause of a Status, or for each field that the strict decoder rejected."""
    if status.details is not None and status.details.causes:
        of_definition = manifest.is_definition
        for cause in status.details.causes:
            place = _place(cause, manifest, of_definition=of_definition)
            yield Finding(place, cause.field, cause.reason, cause.message)
        return
    _, strict, problems = status.message.partition(_STRICT)
    keys = _YAML_KEYS.match(problems) if strict else None
    problems = problems[keys.end() :] if keys else problems
    fields = list(STRICT_FIELD.finditer(problems)) if strict else []
    if not (keys or fields) or ", ".join(field[0] for field in fields) != problems:
        yield Finding(manifest.place, "", status.reason, status.message)
        return
    if keys:
        yield from _yaml_findings(keys[1].split("\n  ")[1:], status.reason, manifest)
    for field in fields:
        yield Finding(manifest.find(field[1]), field[1], status.reason, field[0])


def _yaml_findings(problems: list[str], reason: str, manifest: Manifest) -> Iterator[Finding]:
    """Yields a finding for each duplicate YAML key, placed at the last such key above the reported line.

    The reported line is the line of the key's value.
    """
    by_key: dict[str, list[tuple[int, int, str]]] = {}
    for text in problems:
        number, _, problem = text.removeprefix("line ").partition(": key ")
        key, line = problem.removesuffix(" already set in map").strip('"'), int(number)
        if key not in by_key:
            by_key[key] = sorted(_places_of_key(key, manifest))
        position = bisect_right(by_key[key], line, key=itemgetter(0))
        line, column, field = by_key[key][position - 1] if position else (line, 0, "")
        place = Location(manifest.document.source, line, column, manifest.template)
        yield Finding(place, field, reason, text)


def _places_of_key(key: str, manifest: Manifest) -> Iterator[tuple[int, int, str]]:
    """Yields the line, column and path of each field whose key is duplicate and equals `key`."""
    for path in manifest.duplicates:
        if path.endswith(key):
            yield from ((place.line, place.column, path) for place in manifest.find_every(path))


def is_strictly_refused(outcome: Outcome) -> bool:
    """Returns whether the strict decoder rejected a write for unknown or duplicate fields, before validation."""
    return not outcome.ok and outcome.status is not None and _STRICT in outcome.status.message


def is_unread(outcome: Outcome) -> bool:
    """Returns whether decoding rejected a write because a value has the wrong type, before validation."""
    if outcome.ok or outcome.status is None or is_strictly_refused(outcome):
        return False
    return _UNREAD in outcome.status.message


def noted_findings(outcome: Outcome, manifest: Manifest) -> tuple[Finding, ...]:
    """Returns the findings of a rejected write; those of an update carry a note why ratcheting did not forgive them."""
    if outcome.status is None:
        return ()
    found = tuple(findings_of(outcome.status, manifest))
    if len(found) != len(outcome.unforgiven):
        return found
    return tuple(
        replace(finding, why=each.why.value, compared=each.place, note=f"not forgiven: {each.text()}")
        for finding, each in zip(found, outcome.unforgiven, strict=True)
    )


def forgiven_findings(outcome: Outcome, manifest: Manifest) -> tuple[Finding, ...]:
    """Returns the errors that ratcheting forgave in an update, each with a note which value is unchanged."""
    found = []
    for each in outcome.ratcheted:
        error = each.error
        cause = Cause(error.type.value, error.body(), error.field)
        note = "unchanged" if each.place == error.field else f"{each.place} is unchanged"
        if not each.place:
            note = "the stored object breaks list types already"
        if str(error) in outcome.warnings:
            note += "; the server returns it as a warning"
        place = _place(cause, manifest, of_definition=manifest.is_definition)
        found.append(Finding(place, cause.field, cause.reason, cause.message, compared=each.place, note=note))
    return tuple(found)


def _place(cause: Cause, manifest: Manifest, *, of_definition: bool) -> Location:
    """Returns the place of a cause in the file, also where the server names no field."""
    if cause.field == "<nil>":
        named = _JUNCTOR.search(cause.message)  # some checks leave the field empty and name it in the message
        return manifest.find(named[1] if named else "")
    if of_definition:
        return _place_in_expression(cause, manifest) or place_of(cause.field, manifest)
    return _place_in_map(cause, manifest) or manifest.find(cause.field)


def _place_in_map(cause: Cause, manifest: Manifest) -> Location | None:
    """Returns the place of the label or annotation that the server quotes; None where the entry is not unique.

    The server names the whole map. For the map of a template, the server's path omits `metadata`.
    """
    blamed = _QUOTED_VALUE.match(cause.message) if cause.field.endswith(_MAPS) else None
    if blamed is None:
        return None
    field = _MAP_OF_TEMPLATE.sub(r"template.metadata.\1", cause.field)
    entries = manifest.value
    for step in field.split("."):
        entries = member(entries, step)
    quoted = [name for name, item in entries.items() if blamed[1] in (name, item)] if type(entries) is dict else []
    return manifest.find(f"{field}[{quoted[0]}]") if len(quoted) == 1 else None


def _place_in_expression(cause: Cause, manifest: Manifest) -> Location | None:
    """Returns the place of an error inside a CEL expression of a CRD; None where the cause names no expression."""
    fault = _FAULT.search(cause.message) if cause.field.endswith(_EXPRESSIONS) else None
    if fault is None:
        return None
    from kapivara.apis.groups.apiextensions.written_fields import value_at, written_field

    field = written_field(cause.field)
    text = value_at(manifest.value, field)
    if not isinstance(text, str):
        return None
    lines = text.split("\n")
    before = sum(len(line) + 1 for line in lines[: int(fault[1]) - 1])
    return manifest.find_inside(field, text, before + int(fault[2]) - 1)


def place_of(field: str, manifest: Manifest) -> Location:
    """Returns the place of a field that the server names, also where the file spells the field otherwise."""
    if manifest.is_definition:
        from kapivara.apis.groups.apiextensions.written_fields import written_field  # few manifests are CRDs

        field = written_field(field)
    return manifest.find(field)
