"""Converts the server's warnings to findings, each at the field that it names.

A warning is a line of text. Most begin with a path (`spec.template.spec.containers[0].env[1]: hides …`), those of a
lenient decoder quote it (`unknown field "spec.replica"`), those about formats name the format, and the others concern
the whole object.
"""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.cli.findings import Finding
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.validation.status_findings import STRICT_FIELD, place_of
from kapivara.values import JsonValue
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.stack import deep_stack

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
