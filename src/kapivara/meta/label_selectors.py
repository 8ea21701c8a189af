"""Label selectors: `app in (a, b), tier=front, !old, size>3`. Upstream: apimachinery/pkg/labels/selector.go (1.37)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kapivara.content.names import is_label_key, is_label_value
from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.meta.selector_error import SelectorError
from kapivara.meta.status import aggregate_text
from kapivara.values.json_value import INT64_MAX, INT64_MIN
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record


@record
class LabelRequirement:
    """One term of a label selector; the operator is `in`, `notin`, `=`, `==`, `!=`, `gt`, `lt`, `exists` or `!`."""

    key: str
    operator: str
    values: tuple[str, ...] = ()

    def matches(self, labels: Mapping[str, str]) -> bool:
        """Returns True if a set of labels meets the requirement."""
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
        mine, other = int64(self.values[0]), int64(value or "")
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
    """A parsed label selector: all requirements must be met; without requirements it selects everything."""

    requirements: tuple[LabelRequirement, ...] = ()

    def matches(self, labels: Mapping[str, str]) -> bool:
        """Returns True if a set of labels is selected."""
        return all(requirement.matches(labels) for requirement in self.requirements)

    def __bool__(self) -> bool:
        return bool(self.requirements)

    def __str__(self) -> str:
        return ",".join(map(str, self.requirements))


def parse_label_selector(text: str) -> LabelSelector:
    """Parses a label selector; raises SelectorError with the server's text if it is malformed."""
    requirements = _LabelParser(text).parse()
    return LabelSelector(tuple(sorted(requirements, key=lambda requirement: requirement.key)))


_LEXEME = "[ \t\r\n]*+(?:(==|!=|[=!(),><])|([^\x00 \t\r\n=!(),><]++))?\x00?"
_OPERATORS = {"in": "in", "=": "=", "==": "==", ">": "gt", "<": "lt", "notin": "notin", "!=": "!="}
_SYMBOLS = {"gt": ">", "lt": "<"}
_VALUES = FieldPath.of("values")
_TERM_ENDS = ("", ",")
_PLAIN_SET = lazy_pattern(r"[-A-Za-z0-9_.,]++(?=\))")
_GOOD_VALUES = lazy_pattern(r"(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?(?:,|\Z))+\Z")


class _Tokens:
    """The tokens of one selector, from left to right. Plain, since a selector may have hundreds of thousands.

    `text` is the next token, empty at the end; `is_word` is True for identifiers, and for `in` and `notin`, which may
    be identifiers.
    """

    __slots__ = ("_all", "_matches", "_start", "is_word", "text")

    def __init__(self, text: str):
        self._all = text
        self._matches = re.compile(_LEXEME).finditer(text)
        self._start = 0
        self.text, self.is_word = "", False
        self.take()

    def take(self) -> str:
        """Returns the text of the next token, and advances."""
        taken = self.text
        match = next(self._matches)  # the last match, at the end of the text, is empty
        self._start, word = match.start(), match[2]
        self.is_word = word is not None
        self.text = word or match[1] or ""
        return taken

    def take_plain_set(self) -> set[str] | None:
        """Returns the values up to the closing parenthesis; None if there are characters other than words and commas.

        Hot: reads a set of 100,000 values at once.
        """
        found = _PLAIN_SET.match(self._all, self._start)
        if found is None:
            return None
        self._matches = re.compile(_LEXEME).finditer(self._all, found.end())
        self.take()
        return set(found[0].split(","))


class _LabelParser:
    """Parses one selector."""

    def __init__(self, text: str):
        self._tokens = _Tokens(text)

    def parse(self) -> list[LabelRequirement]:
        tokens, requirements = self._tokens, list[LabelRequirement]()
        if not tokens.text:
            return requirements
        if not self._starts_requirement():
            raise SelectorError(f"found '{tokens.text}', expected: !, identifier, or 'end of string'")
        while True:
            try:
                requirements.append(self._requirement())
            except SelectorError as error:
                raise SelectorError(f"unable to parse requirement: {error}") from None
            if not tokens.text:
                return requirements
            if tokens.text != ",":
                raise SelectorError(f"found '{tokens.text}', expected: ',' or 'end of string'")
            tokens.take()
            if not self._starts_requirement():
                raise SelectorError(f"found '{tokens.text}', expected: identifier after ','")

    def _starts_requirement(self) -> bool:
        return self._tokens.is_word or self._tokens.text == "!"

    def _requirement(self) -> LabelRequirement:
        tokens = self._tokens
        negated = tokens.text == "!"
        if negated:
            tokens.take()
        key = self._word()
        if problems := is_label_key(key):
            raise SelectorError(str(invalid(None, key, "; ".join(problems))))
        if negated:
            return LabelRequirement(key, "!")
        if tokens.text in _TERM_ENDS:
            return LabelRequirement(key, "exists")
        operator = _OPERATORS.get(tokens.text)
        if operator is None:
            raise SelectorError(f"found '{tokens.text}', expected: in, notin, =, ==, !=, gt, lt")
        tokens.take()
        if operator in ("in", "notin"):
            values = tuple(sorted(self._set()))
        else:
            values = ("" if tokens.text in _TERM_ENDS else self._word(),)
        return _checked(LabelRequirement(key, operator, values))

    def _word(self) -> str:
        if not self._tokens.is_word:
            raise SelectorError(f"found '{self._tokens.text}', expected: identifier")
        return self._tokens.take()

    def _set(self) -> set[str]:
        tokens = self._tokens
        if tokens.text != "(":
            raise SelectorError(f"found '{tokens.text}' expected: '('")
        tokens.take()
        if tokens.text == ")":
            tokens.take()
            return {""}
        if not tokens.is_word and tokens.text != ",":
            raise SelectorError(f"found '{tokens.text}', expected: ',', ')' or identifier")
        values = tokens.take_plain_set() or self._words()
        tokens.take()  # the closing parenthesis
        return values

    def _words(self) -> set[str]:
        """Parses words and commas up to a closing parenthesis; a gap between commas is an empty word."""
        tokens, values = self._tokens, set[str]()
        while True:
            is_word = tokens.is_word
            if not is_word and tokens.text != ",":
                raise SelectorError(f"found '{tokens.text}', expected: ',', or identifier")
            text = tokens.take()
            following = tokens.text
            if is_word:
                values.add(text)
                if following not in (",", ")"):
                    raise SelectorError(f"found '{following}', expected: ',' or ')'")
            elif not values or following in (",", ")"):
                values.add("")
            if following == ")":
                return values


def _checked(requirement: LabelRequirement) -> LabelRequirement:
    errors: ErrorList = []
    if requirement.operator in ("gt", "lt") and int64(requirement.values[0]) is None:
        detail = "for 'Gt', 'Lt' operators, the value must be an integer"
        errors.append(invalid(_VALUES.index(0), requirement.values[0], detail))
    errors += value_errors(requirement)
    if errors:
        raise SelectorError(aggregate_text(map(str, errors)))
    return requirement


def value_errors(requirement: LabelRequirement) -> ErrorList:
    """Returns the errors of a requirement's values, if they must be label values."""
    joined = ",".join(requirement.values)
    if joined.count(",") < len(requirement.values) and _GOOD_VALUES.match(joined):  # none of them holds a comma
        return []
    return [
        invalid(_VALUES.index(index).key(requirement.key), value, "; ".join(problems))
        for index, value in enumerate(requirement.values)
        if (problems := is_label_value(value))
    ]


def int64(text: str) -> int | None:
    """Returns the 64-bit integer in a text; None if there is none."""
    match = re.fullmatch("([-+]?)0*([0-9]+)", text)
    if not match or len(match[2]) > 19:
        return None
    number = int(match[1] + match[2])
    return number if INT64_MIN <= number <= INT64_MAX else None
