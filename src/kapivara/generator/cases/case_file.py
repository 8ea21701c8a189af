"""Table tests for types: reads the lines of cases.jsonl.

A case names a type, an operation and values, and lists the errors that validation must return, in order. Properties
that an expected error leaves out (bad value, detail, origin, text) are not compared, except for level and short-circuit
mark: absent means none. `case_matching` compares, `case_run` calls the generated validators.
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
    """One error that a case expects; None and ABSENT stand for properties that are not compared."""

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
    """One line: the value of a type to validate, and the expected errors. `old` is ABSENT for creates."""

    line: int
    name: str
    type: str
    operation: Operation
    obj: Any
    old: Any
    errors: tuple[WantedError, ...]
    unordered: bool
    notes: tuple[str, ...] = ()
    """Unknown keys, such as misspelled ones."""


@record
class BadLine:
    """A line that is not a valid case."""

    line: int
    column: int
    message: str


def read_cases(data: bytes) -> tuple[list[Case], list[BadLine]]:
    """Parses a file of cases, one JSON object per line, into cases and invalid lines; empty lines are skipped."""
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
    """Decodes a line; integers beyond 63 bits stay exact, because a uint64 holds them."""
    value = decode_json(line).value
    return json.loads(line, parse_int=_large_int) if _LARGE_NUMBER.search(line) else value


def _large_int(text: str) -> int | float:
    return int(text) if len(text) <= _MAX_DIGITS else float(text)


class _FormError(Exception):
    """A line that is JSON, but not a valid case."""


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
    """One object of a line, and the prefix of its keys in messages."""

    def __init__(self, value: dict[str, Any], prefix: str):
        self.value = value
        self._prefix = prefix

    def text(self, key: str) -> str | None:
        """Returns an optional string."""
        given = self.value.get(key)
        if given is not None and not isinstance(given, str):
            raise _FormError(f'"{self._prefix}{key}" is a string')
        return given

    def needed(self, key: str) -> str:
        """Returns a required string."""
        given = self.text(key)
        if given is None:
            raise _FormError(f'"{self._prefix}{key}" is missing')
        return given

    def flag(self, key: str) -> bool | None:
        """Returns an optional boolean."""
        given = self.value.get(key)
        if given is not None and not isinstance(given, bool):
            raise _FormError(f'"{self._prefix}{key}" is true or false')
        return given

    def choice(self, key: str, words: tuple[str, ...], *, given: bool = True) -> str:
        """Returns one of a few words; the first of them where none is given."""
        if not given:
            return words[0]
        word = self.needed(key)
        if word not in words:
            near = get_close_matches(word, words, 1, 0.4)
            hint = f"did you mean {near[0]}?" if near else f"one of {', '.join(filter(None, words))}"
            raise _FormError(f'"{self._prefix}{key}": "{word}" is unknown ({hint})')
        return word

    def list_of(self, key: str, kind: type, noun: str, *, needed: bool = False) -> list[Any]:
        """Returns a list whose items have one type."""
        given = self.value.get(key)
        if given is None and not needed:
            return []
        if given is None:
            raise _FormError(f'"{self._prefix}{key}" is missing: an empty list stands for valid')
        if not isinstance(given, list) or not all(isinstance(each, kind) for each in given):
            raise _FormError(f'"{self._prefix}{key}" is a list of {noun}')
        return given

    def unknown(self, known: frozenset[str]) -> tuple[str, ...]:
        """Returns a message for each unknown key."""
        found = []
        for key in self.value:
            if key not in known:
                near = get_close_matches(key, known, 1)
                hint = f", did you mean {near[0]}?" if near else ""
                found.append(f'unknown key "{self._prefix}{key}"{hint}')
        return tuple(found)
