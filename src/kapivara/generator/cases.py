"""Table tests for types: what a line of cases.jsonl says.

A case names a type, an operation and values, and lists the errors that validation must give, in their order. What is
not given of an error (bad value, detail, origin, text) is not compared; level and short-circuit mark are: not given
means none. `case_matching` compares, `case_run` asks the generated validators.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from kapivara.codec import DecodeError, decode_json
from kapivara.codec.errors import CannotError
from kapivara.field import ErrorType, Operation, Verb
from kapivara.values import ABSENT
from kapivara.values.lazy_pattern import lazy_bytes_pattern
from kapivara.values.record import record

_KEYS = frozenset(("type", "op", "obj", "old", "options", "subresources", "errors", "unordered", "name"))
_ERROR_KEYS = frozenset(
    ("type", "field", "badValue", "detail", "origin", "level", "shortCircuit", "declarativeNative", "error")
)
_LEVELS = ("", "alpha", "beta")
_LARGE_NUMBER = lazy_bytes_pattern(rb"[0-9]{19}")
_MAX_DIGITS = 20


@record
class WantedError:
    """One error that a case expects; None and ABSENT stand for what is not compared."""

    type: ErrorType
    field: str
    bad_value: Any = ABSENT
    detail: str | None = None
    origin: str | None = None
    level: str = ""
    short_circuit: bool = False
    declarative_native: bool | None = None
    text: str | None = None


@record(eq=False)
class Case:
    """One line: validate a value of a type, compare the errors. `old` is ABSENT for creates."""

    line: int
    name: str
    type: str
    operation: Operation
    obj: Any
    old: Any
    errors: tuple[WantedError, ...]
    unordered: bool
    notes: tuple[str, ...] = ()
    """Keys that say nothing to us, such as misspelt ones."""


@record
class BadLine:
    """A line that is no case."""

    line: int
    column: int
    message: str


def read_cases(data: bytes) -> tuple[list[Case], list[BadLine]]:
    """Reads a file of cases, one JSON object on each line; empty lines are left out."""
    cases: list[Case] = []
    bad: list[BadLine] = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            cases.append(_read_case(number, _decoded(line)))
        except (DecodeError, CannotError) as error:
            bad.append(BadLine(number, error.column, error.message))
        except _FormError as error:
            bad.append(BadLine(number, 0, str(error)))
    return cases, bad


def _decoded(line: bytes) -> Any:
    """Decodes a line; unlike untyped values elsewhere, integers beyond 63 bits stay whole: a uint64 holds them."""
    value = decode_json(line).value
    return json.loads(line, parse_int=_large_int) if _LARGE_NUMBER.search(line) else value


def _large_int(text: str) -> int | float:
    return int(text) if len(text) <= _MAX_DIGITS else float(text)


class _FormError(Exception):
    """A line that is JSON, but no case."""


def _read_case(line: int, value: Any) -> Case:
    if not isinstance(value, dict):
        raise _FormError("a case is a JSON object")
    reading = _Reading(value, "")
    verb = reading.choice("op", tuple(map(str, Verb)))
    if "obj" not in value:
        raise _FormError('"obj" is missing: the value to validate')
    if verb == Verb.CREATE and "old" in value:
        raise _FormError('"old" is for updates only')
    parts = reading.list_of("subresources", str, "strings")
    wanted = reading.list_of("errors", dict, "objects", needed=True)
    errors = [_Reading(each, f"errors[{index}].") for index, each in enumerate(wanted)]
    return Case(
        line,
        reading.text("name") or "",
        reading.needed("type"),
        Operation(Verb(verb), "/".join(parts), _options(reading)),
        value["obj"],
        value.get("old") if verb == Verb.UPDATE else ABSENT,
        tuple(map(_read_error, errors)),
        reading.flag("unordered") or False,
        (*reading.unknown(_KEYS), *(note for each in errors for note in each.unknown(_ERROR_KEYS))),
    )


def _options(reading: _Reading) -> Mapping[str, bool]:
    options = reading.value.get("options")
    if options is None:
        return {}
    if not isinstance(options, dict) or not all(type(each) is bool for each in options.values()):
        raise _FormError('"options" is an object of names with true or false')
    return options


def _read_error(reading: _Reading) -> WantedError:
    return WantedError(
        ErrorType(reading.choice("type", tuple(map(str, ErrorType)))),
        reading.needed("field"),
        reading.value.get("badValue", ABSENT),
        reading.text("detail"),
        reading.text("origin"),
        reading.choice("level", _LEVELS, given="level" in reading.value),
        reading.flag("shortCircuit") or False,
        reading.flag("declarativeNative"),
        reading.text("error"),
    )


class _Reading:
    """One object of a line, and how its keys are called in messages."""

    def __init__(self, value: dict[str, Any], prefix: str):
        self.value = value
        self._prefix = prefix

    def text(self, key: str) -> str | None:
        """Reads a string that need not be there."""
        given = self.value.get(key)
        if given is not None and not isinstance(given, str):
            raise _FormError(f'"{self._prefix}{key}" is a string')
        return given

    def needed(self, key: str) -> str:
        """Reads a string that has to be there."""
        given = self.text(key)
        if given is None:
            raise _FormError(f'"{self._prefix}{key}" is missing')
        return given

    def flag(self, key: str) -> bool | None:
        """Reads true or false."""
        given = self.value.get(key)
        if given is not None and not isinstance(given, bool):
            raise _FormError(f'"{self._prefix}{key}" is true or false')
        return given

    def choice(self, key: str, words: tuple[str, ...], *, given: bool = True) -> str:
        """Reads one of a few words; the first of them where none is given."""
        if not given:
            return words[0]
        word = self.needed(key)
        if word not in words:
            near = get_close_matches(word, words, 1, 0.4)
            hint = f"did you mean {near[0]}?" if near else f"one of {', '.join(filter(None, words))}"
            raise _FormError(f'"{self._prefix}{key}": "{word}" is unknown ({hint})')
        return word

    def list_of(self, key: str, kind: type, noun: str, *, needed: bool = False) -> list[Any]:
        """Reads a list of values of one kind."""
        given = self.value.get(key)
        if given is None and not needed:
            return []
        if given is None:
            raise _FormError(f'"{self._prefix}{key}" is missing: an empty list stands for valid')
        if not isinstance(given, list) or not all(isinstance(each, kind) for each in given):
            raise _FormError(f'"{self._prefix}{key}" is a list of {noun}')
        return given

    def unknown(self, known: frozenset[str]) -> tuple[str, ...]:
        """Tells of keys that say nothing to us."""
        found = []
        for key in self.value:
            if key not in known:
                near = get_close_matches(key, known, 1)
                hint = f", did you mean {near[0]}?" if near else ""
                found.append(f'unknown key "{self._prefix}{key}"{hint}')
        return tuple(found)
