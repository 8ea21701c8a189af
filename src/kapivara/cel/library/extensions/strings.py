"""The strings extension: characters, searching, splitting, joining, quoting; `format` has its own modules.

Upstream: cel-go ext/strings.go. The server has version 2, which lacks `reverse` and formats differently.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.cel.budget import Budget
from kapivara.cel.cost.library_table import JOIN, LIST_SCAN, REPLACE, SPLIT, TRANSFORM
from kapivara.cel.cost.table import FORMAT, QUOTE
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Function, Library, Overload, OverloadCost
from kapivara.cel.library.declare import Example, function, library
from kapivara.cel.types import DYN, INT, STRING, list_of
from kapivara.cel.values.display import display
from kapivara.values.lazy_pattern import lazy_pattern

_SPACES = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_SHORT = 16
_ESCAPES = {
    "\\": "\\\\",  # first: the others contain it
    "\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v", '"': '\\"',
}  # fmt: skip
_SURROGATE = lazy_pattern("[\ud800-\udfff]")
_STRINGS = list_of(STRING)


def _out_of_range(index: int) -> CelError:
    return CelError(f"index out of range: {index}")


def char_at(text: str, index: int) -> str:
    """Returns the character at an index; empty at the end. Raises CelError."""
    if not 0 <= index <= len(text):
        raise _out_of_range(index)
    return text[index : index + 1]


def index_of(text: str, part: str, start: int = 0) -> int:
    """Returns the first index of a part, from an index on; -1 where it is missing. Raises CelError."""
    if start < 0:
        raise _out_of_range(start)
    return text.find(part, start) if part else min(start, len(text))


def last_index_of(text: str, part: str) -> int:
    """Returns the last index of a part; -1 where it is missing."""
    return _find_last(text, part)


def _find_last(text: str, part: str) -> int:
    """Searches backwards in time linear in the text; Python's search may take the product of both lengths."""
    if len(part) <= _SHORT:
        return text.rfind(part)
    found = text[::-1].find(part[::-1])
    return -1 if found < 0 else len(text) - found - len(part)


def last_index_of_from(text: str, part: str, start: int) -> int:
    """Returns the last index of a part that is not above `start`; -1 where there is none. Raises CelError."""
    if start < 0:
        raise _out_of_range(start)
    if not part:
        return min(start, len(text))
    return _find_last(text[: start + len(part)], part) if start < len(text) else -1


def lower_ascii(text: str) -> str:
    """Returns the text with the letters A to Z in lower case."""
    return text.lower() if text.isascii() else _of_bytes(text, bytes.lower)


def upper_ascii(text: str) -> str:
    """Returns the text with the letters a to z in upper case."""
    return text.upper() if text.isascii() else _of_bytes(text, bytes.upper)


def _of_bytes(text: str, change: Callable[[bytes], bytes]) -> str:
    """Applies a function to the bytes of a text; it must change only ASCII."""
    return change(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")


def replace(budget: Budget, text: str, old: str, new: str, limit: int = -1) -> str:
    """Returns the text with a part replaced at most `limit` times; a negative limit means always.

    The cost depends on the length of the text alone, so the budget is charged for its growth.
    """
    if len(new) > len(old):
        times = text.count(old) if limit < 0 else min(text.count(old), limit)
        budget.take_text(times * (len(new) - len(old)), text, new)
    return text.replace(old, new, limit if limit >= 0 else -1)


def split(text: str, separator: str, limit: int = -1) -> list[str]:
    """Splits a text at a separator (an empty one splits characters) into at most `limit` parts."""
    if limit == 0:
        return []
    if separator:
        return text.split(separator, limit - 1 if limit > 0 else -1)
    if limit < 0 or limit >= len(text):
        return list(text)
    return [*text[: limit - 1], text[limit - 1 :]]


def substring(text: str, start: int) -> str:
    """Returns the text from an index on; raises CelError."""
    if not 0 <= start <= len(text):
        raise _out_of_range(start)
    return text[start:]


def substring_between(text: str, start: int, end: int) -> str:
    """Returns the text between two indexes; raises CelError."""
    if start > end:
        raise CelError(f"invalid substring range. start: {start}, end: {end}")
    if not 0 <= start <= len(text):
        raise _out_of_range(start)
    if end > len(text):
        raise _out_of_range(end)
    return text[start:end]


def trim(text: str) -> str:
    """Returns the text without white space at its ends."""
    return text.strip(_SPACES)


def reverse(text: str) -> str:
    """Returns the text in reverse order."""
    return text[::-1]


def join(budget: Budget, parts: list[Any], separator: str = "") -> str:
    """Returns the strings of a list with a separator between them; the cost depends on the result."""
    try:
        budget.take_text(len(separator) * len(parts) + sum(map(len, parts)), separator)
        return separator.join(parts)
    except TypeError:
        wrong = next(part for part in parts if type(part) is not str)
        raise CelError(f"join: invalid input: {display(wrong)}") from None


def quote(text: str) -> str:
    """Returns the text as a CEL literal in double quotes."""
    quoted = _SURROGATE.sub("\ufffd", text)
    for rune, escape in _ESCAPES.items():  # a sixth of the time of str.translate, without a pause
        quoted = quoted.replace(rune, escape)
    return f'"{quoted}"'


def _format_as_server(budget: Budget, text: str, values: list[Any]) -> str:
    from kapivara.cel.library.extensions.formatting_localized import format_text

    return format_text(budget, text, values)


def _format(budget: Budget, text: str, values: list[Any]) -> str:
    from kapivara.cel.library.extensions.formatting_plain import format_text

    return format_text(budget, text, values)


def _member(
    name: str,
    *overloads: tuple[Any, ...],
    doc: str,
    examples: tuple[tuple[str, str], ...],
    cost: OverloadCost | None = None,
    grows: bool = False,
) -> Function:
    """Declares a method from tuples of overload id, types, result, implementation, and whether it can fail.

    Overloads with `grows` are all budgeted.
    """
    made = (
        Overload(
            id_,
            args,
            result,
            implementation,
            member=True,
            fails=fails,
            cost=cost,
            budgeted=grows,
            grows=grows,
        )
        for id_, args, result, implementation, fails in overloads
    )
    return function(name, *made, doc=doc, examples=examples)


_BASIC = (
    _member(
        "charAt",
        ("string_char_at_int", (STRING, INT), STRING, char_at, True),
        doc="The character at a place, counted from 0; empty at the end of the string.",
        examples=(("'hello'.charAt(4)", "'o'"), ("'hello'.charAt(5)", "''")),
    ),
    _member(
        "indexOf",
        ("string_index_of_string", (STRING, STRING), INT, index_of, False),
        ("string_index_of_string_int", (STRING, STRING, INT), INT, index_of, True),
        doc="Where a string is found first in another, from a place on; -1 where it is not.",
        examples=(("'hello mellow'.indexOf('ello')", "1"), ("'hello mellow'.indexOf('ello', 2)", "7")),
        cost=LIST_SCAN,
    ),
    _member(
        "lastIndexOf",
        ("string_last_index_of_string", (STRING, STRING), INT, last_index_of, False),
        ("string_last_index_of_string_int", (STRING, STRING, INT), INT, last_index_of_from, True),
        doc="Where a string is found last in another, starting no later than a place; -1 where it is not.",
        examples=(("'hello mellow'.lastIndexOf('ello')", "7"), ("'hello mellow'.lastIndexOf('ello', 6)", "1")),
        cost=LIST_SCAN,
    ),
    _member(
        "lowerAscii",
        ("string_lower_ascii", (STRING,), STRING, lower_ascii, False),
        doc="The string with the letters A to Z in lower case.",
        examples=(("'TacoCÆt Xii'.lowerAscii()", "'tacocÆt xii'"),),
        cost=TRANSFORM,
    ),
    _member(
        "replace",
        ("string_replace_string_string", (STRING, STRING, STRING), STRING, replace, False),
        ("string_replace_string_string_int", (STRING, STRING, STRING, INT), STRING, replace, False),
        doc="The string with every occurrence of a part replaced, or with so many of them.",
        examples=(("'hello hello'.replace('he', 'we')", "'wello wello'"), ("'aaa'.replace('a', 'b', 1)", "'baa'")),
        cost=REPLACE,
        grows=True,
    ),
    _member(
        "split",
        ("string_split_string", (STRING, STRING), _STRINGS, split, False),
        ("string_split_string_int", (STRING, STRING, INT), _STRINGS, split, False),
        doc="The parts of a string between separators, so many at most.",
        examples=(("'a b c'.split(' ')", "['a', 'b', 'c']"), ("'a b c'.split(' ', 2)", "['a', 'b c']")),
        cost=SPLIT,
    ),
    _member(
        "substring",
        ("string_substring_int", (STRING, INT), STRING, substring, True),
        ("string_substring_int_int", (STRING, INT, INT), STRING, substring_between, True),
        doc="The part of a string from a place on, or between two places.",
        examples=(("'tacocat'.substring(4)", "'cat'"), ("'tacocat'.substring(0, 4)", "'taco'")),
        cost=TRANSFORM,
    ),
    _member(
        "trim",
        ("string_trim", (STRING,), STRING, trim, False),
        doc="The string without white space at its ends.",
        examples=(("'  \\ttrim\\n    '.trim()", "'trim'"),),
        cost=TRANSFORM,
    ),
    _member(
        "upperAscii",
        ("string_upper_ascii", (STRING,), STRING, upper_ascii, False),
        doc="The string with the letters a to z in upper case.",
        examples=(("'TacoCÆt'.upperAscii()", "'TACOCÆT'"),),
        cost=TRANSFORM,
    ),
)
_QUOTE = function(
    "strings.quote",
    Overload("strings_quote", (STRING,), STRING, quote, fails=False, cost=QUOTE),
    doc="The string as a literal, between double quotes.",
    examples=(("strings.quote('a \"b\"')", r"'\"a \\\"b\\\"\"'"),),
)
_JOIN = _member(
    "join",
    ("list_join", (_STRINGS,), STRING, join, True),
    ("list_join_string", (_STRINGS, STRING), STRING, join, True),
    doc="The strings of a list, one after the other, with a separator between them.",
    examples=(("['hello', 'world'].join(' ')", "'hello world'"), ("['a', 'b'].join()", "'ab'")),
    cost=JOIN,
    grows=True,
)
_REVERSE = _member(
    "reverse",
    ("string_reverse", (STRING,), STRING, reverse, False),
    doc="The string backwards.",
    examples=(("'gums'.reverse()", "'smug'"),),
    cost=TRANSFORM,
)
_FORMAT_DOC = "The string with each %s, %d, %f, %e, %b, %x, %X and %o replaced by the next value of a list."


def _formatting(implementation: Callable[[Budget, str, Any], str], *examples: Example) -> Function:
    made = ("string_format", (STRING, list_of(DYN)), STRING, implementation, True)
    return _member("format", made, doc=_FORMAT_DOC, examples=examples, cost=FORMAT, grows=True)


_FORMAT = _formatting(
    _format_as_server, ("'%s is %d'.format(['two', 2])", "'two is 2'"), ("'%.1f%%'.format([12.34])", "'12.3%'")
)
STRINGS: Library = {
    **library(*_BASIC, _JOIN),
    **library(_FORMAT, _QUOTE, since=(1, 29)),
    **library(_REVERSE, since=None),
}
PLAIN_FORMAT = library(_formatting(_format), since=None)
"""The specification's `format`, for environments without Kubernetes."""
