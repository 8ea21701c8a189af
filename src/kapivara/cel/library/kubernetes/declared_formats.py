"""Formats of strings by their names in schemas: tests of strings, and the errors of invalid ones.

Not in v1.37: KEP-4153 names these functions, and no server has them.
"""

from __future__ import annotations

from kapivara.cel.cost.library_table import CHECK_FORMAT
from kapivara.cel.errors import CelError
from kapivara.cel.functions import FUTURE, Overload
from kapivara.cel.library.declare import function, library
from kapivara.cel.types import BOOL, STRING, list_of
from kapivara.values.rendering import quote


def _complaints(text: str, name: str) -> list[str]:
    from kapivara.content.added_formats import format_complaints

    found = format_complaints(text, name)
    if found is None:
        raise CelError(f"there is no format {quote(name)}")
    return found


def _is_format(text: str, name: str) -> bool:
    return not _complaints(text, name)


DECLARED_FORMATS = library(
    function(
        "isFormat",
        Overload("string_is_format", (STRING, STRING), BOOL, _is_format, member=True, cost=CHECK_FORMAT),
        doc="Whether a string is of a format that schemas can name, those that the server does not know included.",
        examples=(("'my-name'.isFormat('dns1123label')", "true"), ("'1.2.3'.isFormat('ipv4')", "false")),
    ),
    function(
        "validateFormat",
        Overload(
            "string_validate_format", (STRING, STRING), list_of(STRING), _complaints, member=True, cost=CHECK_FORMAT
        ),
        doc="The violations of a format by a string; none where the string has the format.",
        examples=(
            ("'10.0.0.1'.validateFormat('ipv4')", "[]"),
            ("'1.2.3'.validateFormat('ipv4')", "['must be of type ipv4']"),
        ),
    ),
    since=FUTURE,
)
