"""The string tests of the language itself."""

from __future__ import annotations

from kapivara.cel.cost.table import CONTAINS, MATCHES, STARTS_WITH
from kapivara.cel.functions import Overload
from kapivara.cel.library.declare import function, library
from kapivara.cel.library.standard.patterns import matches
from kapivara.cel.types import BOOL, STRING

_TWO = (STRING, STRING)

TEXT = library(
    function(
        "contains",
        Overload(
            "contains_string",
            _TWO,
            BOOL,
            str.__contains__,
            member=True,
            inline="{0}.__contains__({1})",
            fails=False,
            cost=CONTAINS,
        ),
        doc="Whether a string has another inside.",
        examples=(("'hello world'.contains('o w')", "true"), ("'hello'.contains('bye')", "false")),
    ),
    function(
        "endsWith",
        Overload(
            "ends_with_string",
            _TWO,
            BOOL,
            str.endswith,
            member=True,
            inline="{0}.endswith({1})",
            fails=False,
            cost=STARTS_WITH,
        ),
        doc="Whether a string ends with another.",
        examples=(("'hello world'.endsWith('world')", "true"),),
    ),
    function(
        "startsWith",
        Overload(
            "starts_with_string",
            _TWO,
            BOOL,
            str.startswith,
            member=True,
            inline="{0}.startswith({1})",
            fails=False,
            cost=STARTS_WITH,
        ),
        doc="Whether a string starts with another.",
        examples=(("'hello world'.startsWith('hello')", "true"),),
    ),
    function(
        "matches",
        Overload("matches", _TWO, BOOL, matches, cost=MATCHES),
        Overload("matches_string", _TWO, BOOL, matches, member=True, cost=MATCHES),
        doc="Whether a regular expression (RE2) is found anywhere in a string.",
        examples=(("'123-456'.matches('^[0-9]+(-[0-9]+)?$')", "true"), ("matches('hello', '^h.*o$')", "true")),
    ),
)
