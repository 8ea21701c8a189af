"""Selectors by labels: `app in (a, b), tier=front, !old, size>3`.

Upstream: apimachinery/pkg/labels/selector.go (1.37).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from kapivara.content.names import is_label_key, is_label_value
from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.meta.selector_error import SelectorError
from kapivara.meta.status import aggregate_text
from kapivara.values.json_value import INT64_MAX, INT64_MIN
from kapivara.values.record import record


@record
class LabelRequirement:
    """One term of a label selector; the operator is `in`, `notin`, `=`, `==`, `!=`, `gt`, `lt`, `exists` or `!`."""

    key: str
    operator: str
    values: tuple[str, ...] = ()

    def matches(self, labels: Mapping[str, str]) -> bool:
        """Tells whether a set of labels meets the requirement."""
        value = labels.get(self.key)
        match self.operator:
            case "in" | "=" | "==":
                return value in self.values
            case "notin" | "!=":
                return value not in self.values
            case "exists":
                return value is not None
            case "!":
                return value is None
        mine, other = _int64(self.values[0]), _int64(value or "")
        if mine is None or other is None:
            return False
        return other > mine if self.operator == "gt" else other < mine

    def __str__(self) -> str:
        match self.operator:
            case "!":
                return f"!{self.key}"
            case "exists":
                return self.key
            case "in" | "notin":
                return f"{self.key} {self.operator} ({','.join(sorted(self.values))})"
        return f"{self.key}{_SYMBOLS.get(self.operator, self.operator)}{self.values[0]}"


@record
class LabelSelector:
    """A parsed label selector: all requirements must be met; none are met by everything."""

    requirements: tuple[LabelRequirement, ...] = ()

    def matches(self, labels: Mapping[str, str]) -> bool:
        """Tells whether a set of labels is selected."""
        return all(requirement.matches(labels) for requirement in self.requirements)

    def __bool__(self) -> bool:
        return bool(self.requirements)

    def __str__(self) -> str:
        return ",".join(map(str, self.requirements))


def parse_label_selector(text: str) -> LabelSelector:
    """Reads a label selector; raises SelectorError with the server's text where it is malformed."""
    requirements = _LabelParser(text).parse()
    return LabelSelector(tuple(sorted(requirements, key=lambda requirement: requirement.key)))


_LEXEME = "[ \t\r\n]*+(?:(==|!=|[=!(),><])|([^\x00 \t\r\n=!(),><]++))?\x00?"
_OPERATORS = {"in": "in", "=": "=", "==": "==", ">": "gt", "<": "lt", "notin": "notin", "!=": "!="}
_SYMBOLS = {"gt": ">", "lt": "<"}
_VALUES = FieldPath.of("values")


@record
class _Token:
    text: str
    is_word: bool  # an identifier, or the words `in` and `notin`, which are identifiers in places

    @property
    def is_end(self) -> bool:
        return not self.text


def _tokens(text: str) -> Iterable[_Token]:
    pattern, position = re.compile(_LEXEME), 0
    while True:
        match = pattern.match(text, position)
        if match is None or not (match[1] or match[2]):
            yield _Token("", False)
            return
        yield _Token(match[1] or match[2], match[1] is None)
        position = match.end()


class _LabelParser:
    """Reads the tokens of one selector from left to right."""

    def __init__(self, text: str):
        self._tokens = list(_tokens(text))
        self._at = 0

    def _peek(self) -> _Token:
        return self._tokens[self._at]

    def _next(self) -> _Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def parse(self) -> list[LabelRequirement]:
        requirements: list[LabelRequirement] = []
        if self._peek().is_end:
            return requirements
        if not self._starts_requirement():
            raise SelectorError(f"found '{self._peek().text}', expected: !, identifier, or 'end of string'")
        while True:
            try:
                requirements.append(self._requirement())
            except SelectorError as error:
                raise SelectorError(f"unable to parse requirement: {error}") from None
            token = self._next()
            if token.is_end:
                return requirements
            if token.text != ",":
                raise SelectorError(f"found '{token.text}', expected: ',' or 'end of string'")
            if not self._starts_requirement():
                raise SelectorError(f"found '{self._peek().text}', expected: identifier after ','")

    def _starts_requirement(self) -> bool:
        return self._peek().is_word or self._peek().text == "!"

    def _requirement(self) -> LabelRequirement:
        token = self._next()
        negated = token.text == "!"
        if negated:
            token = self._next()
        if not token.is_word:
            raise SelectorError(f"found '{token.text}', expected: identifier")
        key = token.text
        if problems := is_label_key(key):
            raise SelectorError(str(invalid(None, key, "; ".join(problems))))
        if negated:
            return LabelRequirement(key, "!")
        if self._peek().is_end or self._peek().text == ",":
            return LabelRequirement(key, "exists")
        token = self._next()
        operator = _OPERATORS.get(token.text)
        if operator is None:
            raise SelectorError(f"found '{token.text}', expected: in, notin, =, ==, !=, gt, lt")
        values = self._set() if operator in ("in", "notin") else {self._exact_value()}
        return _checked(LabelRequirement(key, operator, tuple(sorted(values))))

    def _exact_value(self) -> str:
        if self._peek().is_end or self._peek().text == ",":
            return ""
        token = self._next()
        if not token.is_word:
            raise SelectorError(f"found '{token.text}', expected: identifier")
        return token.text

    def _set(self) -> set[str]:
        token = self._next()
        if token.text != "(":
            raise SelectorError(f"found '{token.text}' expected: '('")
        first = self._peek()
        if first.text == ")":
            self._next()
            return {""}
        if not first.is_word and first.text != ",":
            raise SelectorError(f"found '{first.text}', expected: ',', ')' or identifier")
        values = self._words()
        self._next()  # the closing parenthesis, which ended the words
        return values

    def _words(self) -> set[str]:
        """Reads words and commas up to a closing parenthesis; a gap between commas is the empty word."""
        values: set[str] = set()
        while True:
            token = self._next()
            if not token.is_word and token.text != ",":
                raise SelectorError(f"found '{token.text}', expected: ',', or identifier")
            following = self._peek().text
            if token.is_word:
                values.add(token.text)
                if following not in (",", ")"):
                    raise SelectorError(f"found '{following}', expected: ',' or ')'")
            elif not values or following in (",", ")"):
                values.add("")
            if following == ")":
                return values


def _checked(requirement: LabelRequirement) -> LabelRequirement:
    errors: ErrorList = []
    for index, value in enumerate(requirement.values):
        if requirement.operator in ("gt", "lt") and _int64(value) is None:
            detail = "for 'Gt', 'Lt' operators, the value must be an integer"
            errors.append(invalid(_VALUES.index(index), value, detail))
    for index, value in enumerate(requirement.values):
        if problems := is_label_value(value):
            errors.append(invalid(_VALUES.index(index).key(requirement.key), value, "; ".join(problems)))
    if errors:
        raise SelectorError(aggregate_text(map(str, errors)))
    return requirement


def _int64(text: str) -> int | None:
    match = re.fullmatch("([-+]?)0*([0-9]+)", text)
    if not match or len(match[2]) > 19:
        return None
    number = int(match[1] + match[2])
    return number if INT64_MIN <= number <= INT64_MAX else None
