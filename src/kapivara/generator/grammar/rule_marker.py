"""The marker `+validationRule`: a CEL rule on a type or a field, in the syntax of KEP-4153.

    +validationRule="self.min <= self.max",message="min must not exceed max",reason=Invalid,field="min"

The expression is in quotes, backquotes or, over several lines, in triple quotes; arguments follow as in kubebuilder's
markers. The result is an entry of `x-kubernetes-validations`, which CRDs and generated validators share. The expression
is not checked here.
"""

from __future__ import annotations

from typing import Any

from kapivara.generator.grammar.go_literals import string_value
from kapivara.generator.grammar.marker_arguments import Argument, ArgumentKind, read_named
from kapivara.generator.grammar.marker_tokens import MarkerSyntaxError
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

_EXPRESSION = lazy_pattern(r'\s*(?:"""(?P<long>.*?)"""|"(?P<quoted>(?:\\.|[^"\\])*)"|`(?P<raw>[^`]*)`)\s*', 16)
_LONG_TEXT = lazy_pattern(r'"""(.*?)"""', 16)  # re.DOTALL
_CHARACTER = lazy_pattern(r"\\(?:x[0-9a-fA-F]{2}|[0-7]{3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)|.", 16)
_ESCAPES = lazy_pattern(r'(?:[^\\]|\\(?:[abfnrtv\\"]|x[0-9a-fA-F]{2}|[0-7]{3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}))*', 16)
_REASONS = {
    "Invalid": "FieldValueInvalid",
    "Forbidden": "FieldValueForbidden",
    "Required": "FieldValueRequired",
    "Duplicate": "FieldValueDuplicate",
}
_TEXT = ArgumentKind.TEXT
EXAMPLE = '+validationRule="self.min <= self.max",message="min must not exceed max"'

ARGUMENTS = (
    Argument("message", _TEXT, docs="The error message where the rule does not hold."),
    Argument(
        "messageExpression", _TEXT, docs="An expression that returns the message; it takes precedence over `message`."
    ),
    Argument("reason", _TEXT, docs=f"One of {', '.join(_REASONS)}."),
    Argument("field", _TEXT, docs="The nested field that the error names, such as `rollingUpdate` or `.spec.name`."),
    Argument("optionalOldSelf", ArgumentKind.BOOL, docs="Whether the rule also runs without an old value."),
)
_KNOWN = {each.name: each for each in ARGUMENTS}


@record(eq=False)
class RuleMarker:
    """A parsed rule: `entry` is its entry of `x-kubernetes-validations`."""

    entry: dict[str, Any]
    _places: tuple[int, ...]
    """The position of each character of the expression in the marker's text."""

    def place_in_marker(self, offset: int) -> int:
        """Converts an offset in the expression to an offset in the text after the marker's `=`."""
        return self._places[min(max(offset, 0), len(self._places) - 1)] if self._places else 0


def read_rule(text: str) -> RuleMarker:
    """Parses the text after the `=` of the marker; raises MarkerSyntaxError."""
    found = _EXPRESSION.match(text)
    if found is None:
        hint = f"put it between quotes, as in {EXAMPLE}"
        raise MarkerSyntaxError("a rule is an expression in quotes", 0, hint)
    form = next(name for name in ("long", "quoted", "raw") if found[name] is not None)
    characters = _one_line(_characters(found[form], found.start(form), escapes=form == "quoted"))
    entry: dict[str, Any] = {"rule": "".join(said for said, _ in characters)}
    rest = text[found.end() :]
    if rest:
        entry |= _more(rest, found.end())
    return RuleMarker(entry, tuple(at for _, at in characters))


def _characters(text: str, start: int, *, escapes: bool) -> list[tuple[str, int]]:
    """Returns the characters of a text, with escapes resolved, and their positions."""
    if not escapes:
        return [(sign, start + at) for at, sign in enumerate(text)]
    if not _ESCAPES.fullmatch(text):
        hint = "between backquotes, `…`, backslashes stand for themselves"
        raise MarkerSyntaxError("the expression has an escape that Go does not know", start, hint)
    return [(string_value(f'"{found[0]}"'), start + found.start()) for found in _CHARACTER.finditer(text)]


def _one_line(characters: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Joins lines with blanks, without the blanks at their ends; line ends stay where the expression has a comment."""
    text = "".join(said for said, _ in characters)
    if "\n" not in text:
        return characters
    lines: list[list[tuple[str, int]]] = [[]]
    for each in characters:
        if each[0] == "\n":
            lines.append([])
        else:
            lines[-1].append(each)
    trimmed = [line for each in lines if (line := _trimmed(each))]
    between = "\n" if any("//" in line for line in text.split("\n")) else " "
    made: list[tuple[str, int]] = []
    for line in trimmed:
        if made:
            made.append((between, made[-1][1] + 1))
        made += line
    return made


def _trimmed(line: list[tuple[str, int]]) -> list[tuple[str, int]]:
    first, last = 0, len(line)
    while first < last and line[first][0].isspace():
        first += 1
    while last > first and line[last - 1][0].isspace():
        last -= 1
    return line[first:last]


def _more(rest: str, start: int) -> dict[str, Any]:
    """Parses the arguments after the expression."""
    if not rest.startswith(","):
        raise MarkerSyntaxError(f'expected a comma, got "{rest[:1]}"', start)
    if not rest[1:].strip():
        return {}
    try:
        given = read_named(_LONG_TEXT.sub(lambda found: _backquoted(found[1]), rest[1:]), _KNOWN)
    except MarkerSyntaxError as error:
        raise MarkerSyntaxError(error.message, start + 1 + error.at, error.hint) from None
    return _entry(given, start)


def _backquoted(text: str) -> str:
    """Returns a multi-line text as one line in backquotes, or in double quotes where it contains backquotes."""
    line = " ".join(part for each in text.split("\n") if (part := each.strip()))
    if "`" not in line:
        return f"`{line}`"
    escaped = line.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _entry(given: dict[str, Any], start: int) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name in ("message", "messageExpression"):
        if given.get(name):
            made[name] = given[name]
    if reason := given.get("reason"):
        named = reason.removeprefix("FieldValue")
        if named not in _REASONS:
            hint = f"one of {', '.join(_REASONS)}: no other is a reason of v1.37"
            raise MarkerSyntaxError(f'"{reason}" is no reason', start, hint)
        made["reason"] = _REASONS[named]
    if field := given.get("field"):
        made["fieldPath"] = field if field[0] in ".[" else f".{field}"
    if "optionalOldSelf" in given:
        made["optionalOldSelf"] = given["optionalOldSelf"]
    return made
