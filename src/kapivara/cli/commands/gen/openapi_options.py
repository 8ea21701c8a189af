"""The options of `kapivara gen --openapi`, and of tags that depend on options."""

from __future__ import annotations

from kapivara.cli.framework.command import Option, ProjectValue
from kapivara.cli.framework.errors import BadValueError

_BOOLS = {"true": True, "false": False}


def _read_switched(given: tuple[str, ...]) -> tuple[tuple[str, bool], ...]:
    switched = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not name or not equals or value not in _BOOLS:
            raise BadValueError(f"{each!r}: write NAME=true or NAME=false")
        switched[name] = _BOOLS[value]
    return tuple(switched.items())


OPENAPI_OPTIONS = (
    Option(
        "--openapi",
        "Generate OpenAPI documents, v3 and v2, with a schema keyword or a CEL rule for every tag.",
        is_switch=True,
    ),
    Option(
        "--option",
        "In documents and CRDs, turn an option of +k8s:ifEnabled and similar tags on or off; may be repeated.",
        parameter="switched",
        metavar="NAME=BOOL",
        multiple=True,
        read=_read_switched,
        project=ProjectValue.TEXT,
    ),
)
