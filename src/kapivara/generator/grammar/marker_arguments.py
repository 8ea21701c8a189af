"""Parses the arguments of markers.

The syntax is `name=value,name=value`, or a single value. Strings need no quotes; lists are `{a,b}` or `a;b`, objects
are `{key: value}`. Where any value is allowed, its syntax determines its kind.
Upstream: controller-tools/pkg/markers/parse.go.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from kapivara.generator.grammar.go_literals import string_value
from kapivara.generator.grammar.marker_tokens import MarkerSyntaxError, Tokens, Word
from kapivara.values.json_value import INT64_MAX
from kapivara.values.record import record


class ArgumentKind(StrEnum):
    """The type of an argument; the value is its notation in the reference."""

    INTEGER = "<integer>"
    NUMBER = "<number>"
    TEXT = "<string>"
    BOOL = "<bool>"
    ANY = "<any>"
    TEXTS = "<string>;<string>;…"
    VALUES = "<any>;<any>;…"


@record
class Argument:
    """An argument of a marker; the only argument of a marker may have an empty name."""

    name: str
    kind: ArgumentKind
    required: bool = False
    docs: str = ""


_MOST_DEEP = 50
_MOST_FLOAT = float("inf")
_LARGEST_SPELLED_OUT = 1e21  # JSON writes larger numbers with an exponent
_LIST_ITEMS = {ArgumentKind.TEXTS: ArgumentKind.TEXT, ArgumentKind.VALUES: ArgumentKind.ANY}


@record
class _Guess:
    """The kind of a value where any is allowed: a scalar, a list with items of a kind, or an object."""

    kind: ArgumentKind
    items: _Guess | None = None
    is_object: bool = False


_OBJECT = _Guess(ArgumentKind.ANY, is_object=True)


def read_value(text: str, kind: ArgumentKind) -> Any:
    """Parses a text that is one value; raises MarkerSyntaxError."""
    refuse_depth(text)
    tokens = Tokens(text)
    value = _read(tokens, kind)
    _refuse_more(tokens)
    return value


def read_named(text: str, arguments: Mapping[str, Argument]) -> dict[str, Any]:
    """Parses `name=value` pairs, separated by commas; raises MarkerSyntaxError."""
    refuse_depth(text)
    tokens, found = Tokens(text), {}
    while True:
        name = tokens.expect(Word.NAME, "the name of an argument")
        start = tokens.start
        tokens.expect(Word.SIGN, '"=" behind the name of an argument', "=")
        if name not in arguments:
            raise MarkerSyntaxError(f'unknown argument "{name}"', start)
        found[name] = _read(tokens, arguments[name].kind)
        if tokens.at == len(tokens.text):
            return found
        tokens.expect(Word.SIGN, "a comma", ",")


def refuse_depth(text: str) -> None:
    """Raises MarkerSyntaxError where braces or brackets are nested too deeply."""
    depth = 0
    for at, sign in enumerate(text if text.count("{") + text.count("[") > _MOST_DEEP else ""):
        depth += (sign in "{[") - (sign in "}]")
        if depth > _MOST_DEEP:
            raise MarkerSyntaxError(f"braces are nested more than {_MOST_DEEP} deep", at)


def _refuse_more(tokens: Tokens) -> None:
    if tokens.next() is not Word.END:
        raise MarkerSyntaxError(f"more than the value is given: {tokens.text[tokens.start :]}", tokens.start)


def _read(tokens: Tokens, kind: ArgumentKind, *, in_list: bool = False) -> Any:
    if kind is ArgumentKind.TEXT:
        return _text(tokens)
    if kind is ArgumentKind.BOOL:
        return _bool(tokens)
    if kind in (ArgumentKind.INTEGER, ArgumentKind.NUMBER):
        return _number(tokens, kind)
    if kind in _LIST_ITEMS:
        return _list(tokens, _Guess(_LIST_ITEMS[kind]))
    return _read_guessed(tokens, _guess(tokens, lists=not in_list))


def _read_guessed(tokens: Tokens, guess: _Guess, *, in_list: bool = False) -> Any:
    if guess.is_object:
        return _object(tokens)
    if guess.items is not None:
        return _list(tokens, guess.items)
    return _read(tokens, guess.kind, in_list=in_list)


def _text(tokens: Tokens, *, is_key: bool = False) -> str:
    """Parses a string: a quoted one, or all characters up to the next separator."""
    if tokens.next(numbers=False) is Word.TEXT:
        tokens.refuse_fault()
        return string_value(tokens.word)
    start, end = tokens.start, tokens.at
    while (sign := tokens.peek()) and sign not in ",;}" and not (is_key and sign == ":"):
        tokens.next(numbers=False)
        end = tokens.at
    if tokens.fault:
        raise MarkerSyntaxError(tokens.fault, start, "put the whole text between quotes or backquotes")
    return tokens.text[start:end]


def _bool(tokens: Tokens) -> bool:
    word = tokens.expect(Word.NAME, "true or false")
    if word not in ("true", "false"):
        raise MarkerSyntaxError(f'expected true or false, got "{word}"', tokens.start)
    return word == "true"


def _number(tokens: Tokens, kind: ArgumentKind) -> float:
    """Parses a number; whole numbers become integers, as in JSON."""
    negative = tokens.text[tokens.at : tokens.at + 1] == "-"
    tokens.at += negative
    word, text = tokens.next(), ""
    if word is Word.INTEGER or (word is Word.FLOAT and kind is ArgumentKind.NUMBER):
        tokens.refuse_fault()
        text = tokens.word
    try:
        value = int(text) if kind is ArgumentKind.INTEGER else float(text)
    except ValueError:
        wanted = "an integer" if kind is ArgumentKind.INTEGER else "a number"
        raise MarkerSyntaxError(f'expected {wanted}, got "{tokens.word}"', tokens.start) from None
    if not -_MOST_FLOAT < value < _MOST_FLOAT or (kind is ArgumentKind.INTEGER and value > INT64_MAX):
        raise MarkerSyntaxError(f"{text} is too large", tokens.start)
    value = -value if negative else value
    is_whole = isinstance(value, float) and value.is_integer() and abs(value) < _LARGEST_SPELLED_OUT
    return int(value) if is_whole else value


def _list(tokens: Tokens, items: _Guess) -> list[Any]:
    found = []
    if tokens.peek() == "{":
        tokens.next()
        while tokens.peek() not in ("}", ""):
            found.append(_read_guessed(tokens, items, in_list=True))
            if tokens.peek() != "}":
                tokens.expect(Word.SIGN, "a comma or a closing brace", ",")
        tokens.expect(Word.SIGN, "a closing brace", "}")
        return found
    while tokens.peek() not in (",", "}", ""):
        found.append(_read_guessed(tokens, items, in_list=True))
        if tokens.peek() in (",", "}", ""):
            break
        tokens.expect(Word.SIGN, "a semicolon", ";")
    return found


def _object(tokens: Tokens) -> dict[str, Any]:
    found = {}
    tokens.expect(Word.SIGN, "an opening brace", "{")
    while tokens.peek() not in ("}", ""):
        key = _text(tokens, is_key=True)
        tokens.expect(Word.SIGN, "a colon", ":")
        found[key] = _read(tokens, ArgumentKind.ANY)
        if tokens.peek() != "}":
            tokens.expect(Word.SIGN, "a comma or a closing brace", ",")
    tokens.expect(Word.SIGN, "a closing brace", "}")
    return found


def _guess(tokens: Tokens, *, lists: bool) -> _Guess:
    """Determines the kind of the next value; with `lists`, a semicolon before the next comma makes it a list."""
    guess = _guess_one(tokens.copy())
    ahead = tokens.copy()
    while lists:
        word = ahead.next()
        if word is Word.END or (word is Word.SIGN and ahead.word == ","):
            break
        if word is Word.SIGN and ahead.word == ";":
            return _Guess(ArgumentKind.VALUES, guess)
    return guess


def _guess_one(ahead: Tokens) -> _Guess:
    sign = ahead.peek()
    if sign == "{":
        return _guess_braces(ahead)
    if sign and sign in "\"'`":
        return _Guess(ArgumentKind.TEXT)
    word = ahead.next()
    if word is Word.NAME and ahead.word in ("true", "false"):
        return _Guess(ArgumentKind.BOOL)
    if word is Word.SIGN and ahead.word == "-":
        word = ahead.next()
    # 100Mi and 2024-01-15 begin like numbers, but are strings.
    if word in (Word.INTEGER, Word.FLOAT) and not ahead.fault and ahead.peek() in ("", ",", ";", "}"):
        return _Guess(ArgumentKind.INTEGER if word is Word.INTEGER else ArgumentKind.NUMBER)
    return _Guess(ArgumentKind.TEXT)


def _guess_braces(ahead: Tokens) -> _Guess:
    """Distinguishes an object from a list: it is empty, or begins with a key and a colon."""
    ahead.next()
    if ahead.peek() == "}":
        return _OBJECT
    first = _guess_one(ahead.copy())
    if first.kind is ArgumentKind.TEXT:
        try:
            _text(ahead, is_key=True)
        except MarkerSyntaxError:
            return first
        if ahead.peek() == ":":
            return _OBJECT
    return _Guess(ArgumentKind.VALUES, first)
