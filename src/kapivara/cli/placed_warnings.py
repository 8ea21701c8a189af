"""From the server's warnings to findings: each at the field that it names, as far as it names one.

A warning is a line of text. Most begin with a path (`spec.template.spec.containers[0].env[1]: hides …`), those of a
lenient decoder quote it (`unknown field "spec.replica"`), and the rest speak of the whole object.
"""

from __future__ import annotations

from collections.abc import Sequence

from kapivara.cli.answers import STRICT_FIELD, place_of
from kapivara.cli.findings import Finding
from kapivara.cli.manifests import Manifest
from kapivara.values import JsonValue
from kapivara.values.lazy_pattern import lazy_pattern

_FIELD = lazy_pattern(r"([A-Za-z]\w*)(?:\.[\w-]+|\[[^\]]*\])*: ")


def placed_warnings(warnings: Sequence[str], manifest: Manifest) -> tuple[Finding, ...]:
    """Returns warnings as findings; the text of each is as the server words it."""
    value = manifest.value
    return tuple(_placed(each, manifest, value) for each in warnings)


def _placed(warning: str, manifest: Manifest, value: JsonValue) -> Finding:
    if strict := STRICT_FIELD.fullmatch(warning):
        return Finding(manifest.find(strict[1]), strict[1], "", warning)
    named = _FIELD.match(warning)
    if named is None or type(value) is not dict or named[1] not in value:
        return Finding(manifest.place, "", "", warning)
    field = named[0].removesuffix(": ")
    return Finding(place_of(field, manifest), field, "", warning[named.end() :])
