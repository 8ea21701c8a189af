"""Converts the registry's outcome to the result of an object, and builds results that need no registry.

A warning is a line of text. Most begin with a path (`spec.template.spec.containers[0].env[1]: hides …`), those of a
lenient decoder quote it (`unknown field "spec.replica"`), those about formats name the format, and the others concern
the whole object.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kapivara.cli.findings import NOT_ASKED, Finding, Result, Verdict, Write
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.validation.status_findings import STRICT_FIELD, forgiven_findings, noted_findings, place_of
from kapivara.meta.identity import member, text_member
from kapivara.registry.requests.outcome import Outcome
from kapivara.values import JsonValue
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.stack import deep_stack

if TYPE_CHECKING:
    from kapivara.cli.hints.kinds import KindGuide


_FORMAT = lazy_pattern(r'unrecognized format "(.*)"')
_FIELD = lazy_pattern(r"([A-Za-z]\w*)(?:\.[\w-]+|\[[^\]]*\])*: ")


def placed_warnings(warnings: Sequence[str], manifest: Manifest) -> tuple[Finding, ...]:
    """Returns warnings as findings with the server's text."""
    value = manifest.value
    return tuple(_placed(each, manifest, value) for each in warnings)


def _placed(warning: str, manifest: Manifest, value: JsonValue) -> Finding:
    if strict := STRICT_FIELD.fullmatch(warning):
        return Finding(manifest.find(strict[1]), strict[1], "", warning)
    if (unknown := _FORMAT.fullmatch(warning)) and manifest.is_definition:
        return Finding(manifest.find(_path_of_format(unknown[1], value)), "", "", warning)
    named = _FIELD.match(warning)
    if named is None or type(value) is not dict or named[1] not in value:
        return Finding(manifest.place, "", "", warning)
    field = named[0].removesuffix(": ")
    return Finding(place_of(field, manifest), field, "", warning[named.end() :])


@deep_stack()
def _path_of_format(name: str, value: JsonValue) -> str:
    """Returns the path of the first `format` with this name in a CRD; "" if there is none."""
    return "".join(reversed(_steps_up_from_format(name, value))).removeprefix(".")


def _steps_up_from_format(name: str, value: JsonValue) -> list[str]:
    """Returns the steps from a `format` with this name up to a value; [] if there is none below the value."""
    if type(value) is dict and value.get("format") == name:
        return [".format"]
    below = value.items() if type(value) is dict else enumerate(value) if type(value) is list else ()
    for key, each in below:
        if steps := _steps_up_from_format(name, each):
            steps.append(f"[{key}]")
            return steps
    return []


EXISTS = "AlreadyExists"
_ALIKE = 0.8
CANNOT = 501  # the code of outcomes that kapivara does not support though a server does


def judge(manifest: Manifest, outcome: Outcome, write: Write = Write.CREATE, note: str = "") -> Result:
    """Returns the result for an outcome; an object that already exists is valid, an unsupported one is skipped."""
    status = outcome.status
    if status is not None and status.code == CANNOT:
        return Result(manifest.place, manifest.identity, Verdict.SKIPPED, note=f"not validated: {status.message}")
    refused = not outcome.ok and status is not None and status.reason != EXISTS
    errors = noted_findings(outcome, manifest) if refused else ()
    verdict = Verdict.INVALID if errors else Verdict.VALID
    forgiven = forgiven_findings(outcome, manifest)
    return Result(
        manifest.place,
        manifest.identity,
        verdict,
        errors=errors,
        warnings=_warnings(outcome, manifest) if outcome.warnings else (),
        note=note,
        write=write,
        forgiven=forgiven,
    )


def _warnings(outcome: Outcome, manifest: Manifest) -> tuple[Finding, ...]:

    return placed_warnings(outcome.warnings, manifest)


def judge_unknown(manifest: Manifest, guide: KindGuide, *, fails_undefined: bool = True) -> Result:
    """Returns the result for a kind that is not served; a kind that may have a CRD elsewhere need not fail."""
    found = guide.judge(manifest.identity.api_version, manifest.identity.kind)
    if found.is_undefined and not fails_undefined:
        return Result(manifest.place, manifest.identity, Verdict.UNKNOWN, note=found.message)
    return refuse(manifest, found.message, found.field)


def refuse(manifest: Manifest, message: str, field: str = "") -> Result:
    """Returns the result of an object that kapivara itself rejects with a message."""
    error = Finding(manifest.find(field), field, NOT_ASKED, message)
    return Result(manifest.place, manifest.identity, Verdict.INVALID, errors=(error,))


def refuse_nameless(manifest: Manifest) -> Result:
    """Returns the result of an object without apiVersion or kind; names a misspelt key."""
    value = manifest.value
    if type(value) is not dict:
        return refuse(manifest, "a manifest must be an object")
    field = "kind" if manifest.identity.api_version else "apiVersion"
    if field not in value:
        from kapivara.content.nearest import nearest  # rarely needed

        if near := nearest(field, value, _ALIKE):
            return refuse(manifest, f"did you mean {field}?", near)
    return refuse(manifest, "must be set to a string", field)


def name_conflicts(outcome: Outcome, manifest: Manifest) -> tuple[Finding, ...]:
    """Returns why an accepted CRD is not served: its names conflict with those of another CRD."""
    conditions = member(member(outcome.object, "status"), "conditions")
    return tuple(
        Finding(manifest.find("spec.names"), "", "", f"accepted, but never served: {text_member(each, 'message')}")
        for each in (conditions if type(conditions) is list else ())
        if text_member(each, "type") == "NamesAccepted" and text_member(each, "status") == "False"
    )
