"""The server's regular expression functions beyond `matches`: they return the matching parts.

Upstream: k8s.io/apiserver/pkg/cel/library/regex.go (1.37).
"""

from __future__ import annotations

from kapivara.cel.budget import STEP, Budget
from kapivara.cel.cost.library_table import FIND
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Overload
from kapivara.cel.library.declare import function, library
from kapivara.cel.types import INT, STRING, list_of

_SEARCHED = 16
"""The number of characters charged as one where they may be searched."""


def find(budget: Budget, text: str, pattern: str) -> str:
    """Returns the first matching part of a text; empty where nothing matches."""
    found = find_all(budget, text, pattern, 1)
    return found[0] if found else ""


def find_all(budget: Budget, text: str, pattern: str, limit: int = -1) -> list[str]:
    """Returns the matching parts of a text in order, at most `limit`; a negative limit means all.

    The cost ignores the empty pattern and the number of parts, so the budget is charged for each part.
    """
    from kapivara.languages.re2.patterns import PatternError, PatternLimitError, find_parts

    found: list[str] = []
    try:
        for part, left in find_parts(pattern, text, limit):
            budget.take(STEP + left // _SEARCHED)  # the next search may run to the end
            found.append(part)
    except PatternLimitError as limit_of_ours:
        raise CelError(str(limit_of_ours)) from None
    except PatternError as problem:
        raise CelError(f"Illegal regex: {problem}") from None
    return found


REGEX = library(
    function(
        "find",
        Overload("string_find_string", (STRING, STRING), STRING, find, member=True, cost=FIND, budgeted=True),
        doc="The first part of a string that matches a regular expression; empty where none does.",
        examples=(("'abc 123'.find('[0-9]+')", "'123'"), ("'abc'.find('xyz')", "''")),
    ),
    function(
        "findAll",
        *(
            Overload(id_, args, list_of(STRING), find_all, member=True, cost=FIND, budgeted=True, grows=True)
            for id_, args in (
                ("string_find_all_string", (STRING, STRING)),
                ("string_find_all_string_int", (STRING, STRING, INT)),
            )
        ),
        doc="The parts of a string that match a regular expression, so many at most.",
        examples=(
            ("'123 abc 456'.findAll('[0-9]+')", "['123', '456']"),
            ("'123 abc 456'.findAll('[0-9]+', 1)", "['123']"),
        ),
    ),
)
